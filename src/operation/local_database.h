#pragma once

#include <memory>
#include <string>

#include "base/clock.h"
#include "base/result.h"
#include "operation/context.h"
#include "operation/transaction_tokens.h"
#include "storage/store.h"
#include "table/catalog.h"

namespace trestle {

// The database of one data folder, or of memory: what operations run against. Safe to share between
// threads.
class LocalDatabase {
 public:
  struct Options {
    StoreOptions store;
    Catalog::Options catalog;
  };
  // `clock` outlives the database.
  static Result<std::unique_ptr<LocalDatabase>> Open(const Options& options, const Clock& clock);

  // For one request of a caller in `region`. Whoever gives the answer waits for the context's
  // answer_after first.
  OperationContext NewContext(std::string region);

  bool IsDurable(CommitPosition position) const { return store_->IsDurable(position); }
  // Calls `done` once, when `position` is durable or can no longer become so; see Store.
  void WhenDurable(CommitPosition position, Store::DurableCallback done) {
    store_->WhenDurable(position, std::move(done));
  }

 private:
  LocalDatabase(std::unique_ptr<Store> store, std::unique_ptr<Catalog> catalog, const Clock& clock);

  const Clock& clock_;
  std::unique_ptr<Store> store_;
  std::unique_ptr<Catalog> catalog_;
  TransactionTokens tokens_;
};

}  // namespace trestle
