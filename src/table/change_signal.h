#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>
#include <vector>

#include "base/mutex.h"

namespace trestle {

// Tells who follows changes that there are new ones. It costs writers one load while nobody does.
// Safe to share between threads.
class ChangeSignal {
 public:
  // As long as it lives, changes are counted.
  class Watch {
   public:
    explicit Watch(ChangeSignal& signal) : signal_(signal) { signal_.Add(*this); }
    ~Watch() { signal_.Remove(*this); }
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

    // To be read before looking at what has changed.
    std::uint64_t count() const { return signal_.count_.load(); }
    // Returns when the count is no longer `seen`.
    void WaitBeyond(std::uint64_t seen) const { signal_.count_.wait(seen); }
    // What had changed when the count was `seen` is dealt with.
    void Handled(std::uint64_t seen) { handled_ = seen; }

   private:
    friend class ChangeSignal;
    static constexpr std::uint64_t kNothingYet = ~std::uint64_t{0};

    ChangeSignal& signal_;
    std::atomic<std::uint64_t> handled_ = kNothingYet;
  };

  // After a commit of changes that streams tell of, or to wake who waits.
  void Raise() {
    if (watches_.load() == 0) return;
    ++count_;
    count_.notify_all();
  }

  // Another state of the store: what was read of streams no longer holds.
  void StartOver() {
    ++epoch_;
    Raise();
  }
  std::uint64_t epoch() const { return epoch_.load(); }

  // Returns when everybody who watches has dealt with all changes, those of their own included;
  // false where that takes longer.
  bool WaitUntilHandled(std::chrono::milliseconds longest) const TRESTLE_EXCLUDES(mutex_) {
    const auto give_up = std::chrono::steady_clock::now() + longest;
    while (!IsHandled()) {
      if (std::chrono::steady_clock::now() >= give_up) return false;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
  }

 private:
  void Add(const Watch& watch) TRESTLE_EXCLUDES(mutex_) {
    const MutexLock lock(mutex_);
    watching_.push_back(&watch);
    ++watches_;
  }
  void Remove(const Watch& watch) TRESTLE_EXCLUDES(mutex_) {
    const MutexLock lock(mutex_);
    std::erase(watching_, &watch);
    --watches_;
  }
  bool IsHandled() const TRESTLE_EXCLUDES(mutex_) {
    const MutexLock lock(mutex_);
    return std::ranges::all_of(watching_, [now = count_.load()](const Watch* watch) {
      return watch->handled_.load() == now;
    });
  }

  mutable Mutex mutex_;
  std::vector<const Watch*> watching_ TRESTLE_GUARDED_BY(mutex_);
  std::atomic<int> watches_ = 0;  // as many; read at every commit
  std::atomic<std::uint64_t> count_ = 0;
  std::atomic<std::uint64_t> epoch_ = 0;
};

}  // namespace trestle
