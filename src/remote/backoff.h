#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <random>

namespace trestle::remote {

// How long to wait before trying again: anything between nothing and twice as long as the last time
// at most, so that many who failed together do not come back together.
struct BackoffOptions {
  int attempts = 10;  // in all
  std::chrono::milliseconds first{50};
  std::chrono::milliseconds longest{20'000};
};

// Waits so long; false if the caller will not wait any more.
using Pause = std::function<bool(std::chrono::milliseconds)>;
Pause PauseOnThisThread();

// The waits of one call. For one thread.
class Backoff {
 public:
  // `pause` outlives it.
  Backoff(const BackoffOptions& options, const Pause& pause);

  // Waits before the next attempt; false if there is to be none.
  bool Wait();
  int attempts() const { return attempts_; }  // that were begun
  // The longest possible wait before attempt `attempt`, the second being 2.
  static std::chrono::milliseconds Ceiling(const BackoffOptions& options, int attempt);

 private:
  const BackoffOptions options_;
  const Pause& pause_;
  int attempts_ = 1;
  std::minstd_rand random_;
};

}  // namespace trestle::remote
