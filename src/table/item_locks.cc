#include "table/item_locks.h"

#include <xxhash.h>

namespace trestle {

std::size_t StripeSet::StripeOf(std::string_view item_key) {
  return XXH3_64bits(item_key.data(), item_key.size()) % kStripes;
}

StripeSet StripeSet::All() {
  StripeSet all;
  all.words_.fill(~std::uint64_t{0});
  all.used_ = ~std::uint64_t{0};
  return all;
}

void StripeSet::Add(const StripeSet& others) {
  ForEachBit(others.used_, [&](std::size_t word) { words_[word] |= others.words_[word]; });
  used_ |= others.used_;
}

void StripeSet::Remove(const StripeSet& others) {
  ForEachBit(used_ & others.used_, [&](std::size_t word) { words_[word] &= ~others.words_[word]; });
}

bool StripeSet::Intersects(const StripeSet& others) const {
  std::uint64_t common = 0;
  ForEachBit(used_ & others.used_,
             [&](std::size_t word) { common |= words_[word] & others.words_[word]; });
  return common != 0;
}

ItemLocks::Held::Held(ItemLocks& locks, const StripeSet& stripes)
    : locks_(locks), stripes_(stripes) {
  locks_.Lock(stripes_);
}

ItemLocks::Held::~Held() { locks_.Unlock(stripes_); }

void ItemLocks::Lock(const StripeSet& stripes) {
  stripes.ForEach([this](std::size_t stripe) { stripes_[stripe].Lock(); });
}

bool ItemLocks::TryLock(const StripeSet& stripes) {
  StripeSet taken;
  bool all = true;
  stripes.ForEach([&](std::size_t stripe) {
    all = all && stripes_[stripe].TryLock();
    if (all) taken.Add(stripe);
  });
  if (!all) Unlock(taken);
  return all;
}

void ItemLocks::Unlock(const StripeSet& stripes) {
  stripes.ForEach([this](std::size_t stripe) { stripes_[stripe].Unlock(); });
}

void ItemLocks::Pass() {
  for (Stripe& stripe : stripes_) {
    stripe.Lock();
    stripe.Unlock();
  }
}

bool ItemLocks::Stripe::TryLock() {
  std::uint32_t expected = kFree;
  return state_.compare_exchange_strong(expected, kTaken, std::memory_order_acquire);
}

void ItemLocks::Stripe::Lock() {
  if (TryLock()) return;
  // Whoever waits leaves the mark that somebody does, also when it then gets the lock: there may be
  // others.
  while (state_.exchange(kAwaited, std::memory_order_acquire) != kFree) {
    state_.wait(kAwaited, std::memory_order_relaxed);
  }
}

void ItemLocks::Stripe::Unlock() {
  if (state_.exchange(kFree, std::memory_order_release) == kAwaited) state_.notify_one();
}

}  // namespace trestle
