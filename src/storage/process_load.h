#pragma once

#include <chrono>
#include <ctime>

namespace trestle {

// How many processors this process has kept busy, on average since it was last asked. For one
// thread.
class ProcessLoad {
 public:
  double SinceLastAsked() {
    const auto now = std::chrono::steady_clock::now();
    const std::clock_t used = std::clock();  // by all threads
    const double seconds = std::chrono::duration<double>(now - asked_).count();
    const double busy = static_cast<double>(used - used_) / CLOCKS_PER_SEC;
    asked_ = now;
    used_ = used;
    return seconds > 0 ? busy / seconds : 0;
  }

 private:
  std::chrono::steady_clock::time_point asked_ = std::chrono::steady_clock::now();
  std::clock_t used_ = std::clock();
};

}  // namespace trestle
