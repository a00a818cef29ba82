#include "table/change_signal.h"

#include <algorithm>
#include <thread>

namespace trestle {

bool ChangeSignal::WaitUntilHandled(std::chrono::milliseconds longest) const {
  constexpr int kLongestChain = 8;
  const auto give_up = std::chrono::steady_clock::now() + longest;
  std::uint64_t count = 0;
  for (int reactions = 0; reactions < kLongestChain && count != count_; ++reactions) {
    count = count_;
    while (!IsHandled(count)) {
      if (std::chrono::steady_clock::now() >= give_up) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }
  return true;
}

void ChangeSignal::Add(const Watch& watch) {
  const MutexLock lock(mutex_);
  watching_.push_back(&watch);
  ++watches_;
}

void ChangeSignal::Remove(const Watch& watch) {
  const MutexLock lock(mutex_);
  std::erase(watching_, &watch);
  --watches_;
}

bool ChangeSignal::IsHandled(std::uint64_t count) const {
  const MutexLock lock(mutex_);
  return std::ranges::all_of(watching_,
                             [count](const Watch* watch) { return watch->handled_ >= count; });
}

}  // namespace trestle
