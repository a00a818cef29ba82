#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace trestle {

// Makes the identifiers that replies carry: 52 capital letters and digits, as the service's. Unique
// for all practical purposes; for one thread.
class RequestIds {
 public:
  explicit RequestIds(std::uint64_t seed) : state_(seed) {}
  // Valid until the next call.
  std::string_view Next();

 private:
  std::uint64_t Random();

  std::uint64_t state_;
  std::array<char, 52> text_ = {};
};

}  // namespace trestle
