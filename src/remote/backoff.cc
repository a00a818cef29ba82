#include "remote/backoff.h"

#include <algorithm>
#include <thread>

namespace trestle::remote {

using std::chrono::milliseconds;

Pause PauseOnThisThread() {
  return [](milliseconds time) {
    std::this_thread::sleep_for(time);
    return true;
  };
}

Backoff::Backoff(const BackoffOptions& options, const Pause& pause)
    : options_(options), pause_(pause), random_(std::random_device()()) {}

milliseconds Backoff::Ceiling(const BackoffOptions& options, int attempt) {
  milliseconds ceiling = options.first;
  for (int i = 2; i < attempt && ceiling < options.longest; ++i) ceiling *= 2;
  return std::min(ceiling, options.longest);
}

bool Backoff::Wait() {
  if (attempts_ >= options_.attempts) return false;
  ++attempts_;
  std::uniform_int_distribution<std::int64_t> up_to(0, Ceiling(options_, attempts_).count());
  return pause_(milliseconds(up_to(random_)));
}

}  // namespace trestle::remote
