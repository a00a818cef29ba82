#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trestle {

// The stripes of a set of items, each once, in order. Costs what it holds and not what it could
// hold.
class StripeSet {
 public:
  // So many that two writes of a turn, or of two loops' turns, seldom share one by chance: a turn
  // that meets a stripe which it or another keeps has to commit first what it has.
  static constexpr std::size_t kStripes = 16'384;

  static std::size_t StripeOf(std::string_view item_key);
  static StripeSet All();
  StripeSet() = default;
  StripeSet(const StripeSet& other) { Add(other); }
  StripeSet& operator=(const StripeSet& other);
  ~StripeSet() = default;

  void Add(std::size_t stripe) { AddTo(stripe / 64, BitOf(stripe % 64)); }
  void Add(const StripeSet& others);
  void Remove(const StripeSet& others);
  bool Intersects(const StripeSet& others) const;

  // Calls `visit` for each stripe, in ascending order.
  template <class Visitor>
  void ForEach(Visitor&& visit) const;

 private:
  static constexpr std::size_t kWords = kStripes / 64;
  using Marks = std::array<std::uint64_t, kWords / 64>;

  static std::uint64_t BitOf(std::size_t place) { return std::uint64_t{1} << place; }
  // Calls `visit` for each bit that is set, in ascending order.
  template <class Visitor>
  static void ForEachBit(std::uint64_t bits, Visitor&& visit);
  // Calls `visit` for each word that is in use here and, if given, in `others`.
  template <class Visitor>
  void ForEachWord(const StripeSet* others, Visitor&& visit) const;
  void AddTo(std::size_t word, std::uint64_t bits) {
    std::uint64_t& marks = used_[word / 64];
    const std::uint64_t mark = BitOf(word % 64);
    words_[word] = (marks & mark) != 0 ? words_[word] | bits : bits;
    marks |= mark;
  }

  std::array<std::uint64_t, kWords> words_;  // those in use have a value, the others none
  Marks used_{};                             // a bit for each word
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
  class Stripe {
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
void StripeSet::ForEachBit(std::uint64_t bits, Visitor&& visit) {
  for (; bits != 0; bits &= bits - 1) visit(static_cast<std::size_t>(std::countr_zero(bits)));
}

template <class Visitor>
void StripeSet::ForEachWord(const StripeSet* others, Visitor&& visit) const {
  for (std::size_t i = 0; i < used_.size(); ++i) {
    const std::uint64_t marks = others == nullptr ? used_[i] : used_[i] & others->used_[i];
    ForEachBit(marks, [&](std::size_t bit) { visit(i * 64 + bit); });
  }
}

template <class Visitor>
void StripeSet::ForEach(Visitor&& visit) const {
  ForEachWord(nullptr, [&](std::size_t word) {
    ForEachBit(words_[word], [&](std::size_t bit) { visit(word * 64 + bit); });
  });
}

}  // namespace trestle
