#include "protocol/metrics.h"

#include <array>
#include <string_view>

#include "protocol/api.h"

namespace trestle {

Metrics::Metrics(std::size_t loops, std::size_t operations) : operations_(operations + 1) {
  for (std::size_t i = 0; i < loops; ++i) {
    by_loop_.push_back(std::make_unique<Counter[]>(operations_ * kOutcomes));
  }
}

void Metrics::Count(std::size_t loop, std::size_t operation, Outcome outcome) {
  by_loop_[loop][operation * kOutcomes + static_cast<std::size_t>(outcome)].fetch_add(
      1, std::memory_order_relaxed);
}

std::string Metrics::Text() const {
  constexpr std::array<std::string_view, kOutcomes> kNames = {"200", "400", "500"};
  std::string text =
      "# HELP trestle_requests_total Requests answered, by operation and status.\n"
      "# TYPE trestle_requests_total counter\n";
  for (std::size_t operation = 0; operation < operations_; ++operation) {
    for (std::size_t outcome = 0; outcome < kOutcomes; ++outcome) {
      std::uint64_t total = 0;
      for (const auto& counters : by_loop_)
        total += counters[operation * kOutcomes + outcome].load();
      if (total == 0) continue;
      text.append("trestle_requests_total{operation=\"")
          .append(operation + 1 < operations_ ? api::Operations()[operation].name
                                              : std::string_view("none"))
          .append("\",status=\"")
          .append(kNames[outcome])
          .append("\"} ")
          .append(std::to_string(total))
          .append("\n");
    }
  }
  return text;
}

}  // namespace trestle
