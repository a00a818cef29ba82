#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trestle {

// The stripes of a set of items, each once, in order.
class StripeSet {
 public:
  static constexpr std::size_t kStripes = 1024;

  static std::size_t StripeOf(std::string_view item_key);
  static StripeSet All();
  void Add(std::size_t stripe) { words_[stripe / 64] |= std::uint64_t{1} << stripe % 64; }
  void Add(const StripeSet& others);
  void Remove(const StripeSet& others);
  bool Intersects(const StripeSet& others) const;

  // Calls `visit` for each stripe, in ascending order.
  template <class Visitor>
  void ForEach(Visitor&& visit) const;

 private:
  std::array<std::uint64_t, kStripes / 64> words_{};
};

// Locks on items, by stripes of the hash of their keys: who changes an item, or decides on what it
// holds now, has its stripe. Taking them in order, and none while holding others, rules out
// deadlock; they are held until a commit at the end of an event loop's turn, never for an fsync.
class ItemLocks {
 public:
  // Holds the stripes until it ends.
  class Held {
   public:
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    ~Held();

   private:
    friend class ItemLocks;
    Held(ItemLocks& locks, const StripeSet& stripes);
    ItemLocks& locks_;
    const StripeSet stripes_;
  };

  Held Hold(const StripeSet& stripes) { return Held(*this, stripes); }

  // For who cannot say in a block how long it needs them.
  void Lock(const StripeSet& stripes);
  bool TryLock(const StripeSet& stripes);  // all of them, or none
  void Unlock(const StripeSet& stripes);
  // Returns when each stripe has been free once: who held one before has committed.
  void Pass();

 private:
  // A transaction holds up to a hundred of these and a change of a definition all of them, so each
  // is as small and cheap as a lock can be; and sanitizers, which follow a few dozen mutexes at
  // most, see plain atomics.
  class alignas(64) Stripe {
   public:
    void Lock();
    bool TryLock();
    void Unlock();

   private:
    enum State : std::uint32_t { kFree, kTaken, kAwaited };
    std::atomic<std::uint32_t> state_{kFree};
  };
  std::array<Stripe, StripeSet::kStripes> stripes_;
};

template <class Visitor>
void StripeSet::ForEach(Visitor&& visit) const {
  for (std::size_t word = 0; word < words_.size(); ++word) {
    for (std::uint64_t rest = words_[word]; rest != 0; rest &= rest - 1) {
      visit(word * 64 + static_cast<std::size_t>(std::countr_zero(rest)));
    }
  }
}

}  // namespace trestle
