#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "http/request.h"

namespace trestle::rest {

// Requests by method and class of status. Safe to share between threads.
class RequestCounts {
 public:
  void Count(http::Method method, int status) {
    const auto place = static_cast<std::size_t>(method) * kClasses +
                       static_cast<std::size_t>(status < 200 || status > 599 ? 5 : status / 100);
    counts_[place].fetch_add(1, std::memory_order_relaxed);
  }
  // Lines in the text format of Prometheus.
  void AppendTo(std::string& out, std::string_view model) const;

 private:
  static constexpr std::size_t kMethods = static_cast<std::size_t>(http::Method::kOther) + 1;
  static constexpr std::size_t kClasses = 6;
  std::array<std::atomic<std::uint64_t>, (kMethods * kClasses)> counts_ = {};
};

}  // namespace trestle::rest
