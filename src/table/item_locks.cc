#include "table/item_locks.h"

#include <xxhash.h>

namespace trestle {

std::size_t StripeSet::StripeOf(std::string_view item_key) {
  return XXH3_64bits(item_key.data(), item_key.size()) % kStripes;
}

StripeSet StripeSet::All() {
  StripeSet all;
  for (std::size_t word = 0; word < kWords; ++word) all.AddTo(word, ~std::uint64_t{0});
  return all;
}

StripeSet& StripeSet::operator=(const StripeSet& other) {
  if (this == &other) return *this;
  used_ = {};
  Add(other);
  return *this;
}

void StripeSet::Add(const StripeSet& others) {
  others.ForEachWord(nullptr, [&](std::size_t word) { AddTo(word, others.words_[word]); });
}

void StripeSet::Remove(const StripeSet& others) {
  ForEachWord(&others, [&](std::size_t word) { words_[word] &= ~others.words_[word]; });
}

bool StripeSet::Intersects(const StripeSet& others) const {
  std::uint64_t common = 0;
  ForEachWord(&others, [&](std::size_t word) { common |= words_[word] & others.words_[word]; });
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
