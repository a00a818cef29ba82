#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
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

    ChangeSignal& signal_;
    std::atomic<std::uint64_t> handled_ = 0;  // less than any count: what was before is not, either
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

  // Returns when everybody who watches has dealt with what has changed, and with what changed by
  // that; false where it takes longer. Others may go on writing.
  bool WaitUntilHandled(std::chrono::milliseconds longest) const TRESTLE_EXCLUDES(mutex_);

 private:
  void Add(const Watch& watch) TRESTLE_EXCLUDES(mutex_);
  void Remove(const Watch& watch) TRESTLE_EXCLUDES(mutex_);
  bool IsHandled(std::uint64_t count) const TRESTLE_EXCLUDES(mutex_);

  mutable Mutex mutex_;
  std::vector<const Watch*> watching_ TRESTLE_GUARDED_BY(mutex_);
  std::atomic<int> watches_ = 0;  // as many; read at every commit
  std::atomic<std::uint64_t> count_ = 1;
  std::atomic<std::uint64_t> epoch_ = 0;
};

}  // namespace trestle
