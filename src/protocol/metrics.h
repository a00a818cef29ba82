#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace trestle {

// Counts requests by operation and outcome. Each event loop has counters of its own, so that no two
// threads share a cache line as they count; whoever reads adds them up. Safe to share between
// threads.
class Metrics {
 public:
  Metrics(std::size_t loops, std::size_t operations);

  enum class Outcome { kOk, kClientError, kServerError };
  // `operation` is the place in api::Operations(), or their number for a request that names none.
  void Count(std::size_t loop, std::size_t operation, Outcome outcome);
  // In the text format of Prometheus.
  std::string Text() const;

 private:
  static constexpr std::size_t kOutcomes = 3;
  using Counter = std::atomic<std::uint64_t>;

  std::size_t operations_;  // with the one for requests that name none
  std::vector<std::unique_ptr<Counter[]>> by_loop_;
};

}  // namespace trestle
