#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trestle {

// Makes the identifiers that replies carry: 52 capital letters and digits, as the service's. Unique
// for all practical purposes; for one thread.
class RequestIds {
 public:
  explicit RequestIds(std::uint64_t seed);
  // Valid until the next call.
  std::string_view Next();

 private:
  std::uint64_t Random();

  static constexpr std::size_t kRandomCharacters = 26;
  std::uint64_t state_;
  std::array<char, 52> text_ = {};
};

}  // namespace trestle
