#include "table/item_locks.h"

#include <xxhash.h>

namespace trestle {

std::size_t StripeSet::StripeOf(std::string_view item_key) {
  return XXH3_64bits(item_key.data(), item_key.size()) % kStripes;
}

StripeSet StripeSet::All() {
  StripeSet all;
  all.words_.fill(~std::uint64_t{0});
  return all;
}

ItemLocks::Held::Held(ItemLocks& locks, const StripeSet& stripes)
    : locks_(locks), stripes_(stripes) {
  stripes_.ForEach([&](std::size_t stripe) { locks_.stripes_[stripe].Lock(); });
}

ItemLocks::Held::~Held() {
  stripes_.ForEach([&](std::size_t stripe) { locks_.stripes_[stripe].Unlock(); });
}

void ItemLocks::Stripe::Lock() {
  std::uint32_t expected = kFree;
  if (state_.compare_exchange_strong(expected, kTaken, std::memory_order_acquire)) return;
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
