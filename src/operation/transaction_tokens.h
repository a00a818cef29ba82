#pragma once

#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/mutex.h"
#include "base/result.h"
#include "storage/store.h"
#include "value/capacity.h"

namespace trestle {

// What a finished transaction leaves behind under its ClientRequestToken.
struct TransactionReceipt {
  std::string content_digest;
  std::vector<ConsumedCapacity>
      replay_cost;  // the service charges a repetition as reads of the same items
};

// The ClientRequestTokens of the last ten minutes: a request that repeats one is answered from its
// receipt and not done again. Receipts are stored with the transaction's own batch, so that neither
// survives a crash without the other. Safe to share between threads.
class TransactionTokens {
 public:
  // `store` and `clock` outlive it.
  TransactionTokens(Store& store, const Clock& clock) : store_(store), clock_(clock) {}

  // The store has become another, which may hold receipts of any age. No transaction is under way.
  void StoreHasChanged() TRESTLE_EXCLUDES(mutex_) {
    const MutexLock lock(mutex_);
    oldest_kept_ = 0;
  }

 private:
  friend class TokenClaim;
  // Receipts are kept by the ten minutes in which they were written: one that still counts is among
  // the newest two, and all older ones are deleted as one range.
  std::uint32_t Generation() const;
  Result<std::optional<TransactionReceipt>> Find(std::string_view token) const;
  Status DropOld() TRESTLE_EXCLUDES(mutex_);

  Store& store_;
  const Clock& clock_;
  Mutex mutex_;
  // Tokens of transactions under way, with the digests of their contents.
  std::set<std::pair<std::string, std::string>, std::less<>> under_way_ TRESTLE_GUARDED_BY(mutex_);
  std::uint32_t oldest_kept_ TRESTLE_GUARDED_BY(mutex_) = 0;
};

// One request's hold on its token, given back at the end of its life.
class TokenClaim {
 public:
  explicit TokenClaim(TransactionTokens& tokens) : tokens_(tokens) {}
  ~TokenClaim();
  TokenClaim(const TokenClaim&) = delete;
  TokenClaim& operator=(const TokenClaim&) = delete;

  // The receipt, if this is a repetition. Otherwise the token is held for the caller, who does the
  // transaction. An error if the token stands for other content or is held by another request.
  Result<std::optional<TransactionReceipt>> Take(std::string token, std::string content_digest);

  // What the transaction's batch writes to be remembered under the held token.
  struct Record {
    std::string key;
    std::string value;
  };
  Record RecordOf(const std::vector<ConsumedCapacity>& replay_cost) const;

 private:
  TransactionTokens& tokens_;
  std::optional<std::pair<std::string, std::string>> held_;
};

}  // namespace trestle
