#pragma once

#include <atomic>
#include <cstdint>

namespace trestle {

// Tells who follows changes that there are new ones. It costs writers one load while nobody does.
// Safe to share between threads.
class ChangeSignal {
 public:
  // As long as it lives, changes are counted.
  class Watch {
   public:
    explicit Watch(ChangeSignal& signal) : signal_(signal) { ++signal_.watches_; }
    ~Watch() { --signal_.watches_; }
    Watch(const Watch&) = delete;
    Watch& operator=(const Watch&) = delete;

    // To be read before looking at what has changed.
    std::uint64_t count() const { return signal_.count_.load(); }
    // Returns when the count is no longer `seen`.
    void WaitBeyond(std::uint64_t seen) const { signal_.count_.wait(seen); }

   private:
    ChangeSignal& signal_;
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

 private:
  std::atomic<int> watches_ = 0;
  std::atomic<std::uint64_t> count_ = 0;
  std::atomic<std::uint64_t> epoch_ = 0;
};

}  // namespace trestle
