#pragma once

#include <memory>

#include "base/mutex.h"
#include "base/replaceable.h"
#include "storage/incarnation.h"
#include "storage/retirement.h"
#include "storage/rocks_opener.h"
#include "storage/store.h"
#include "storage/store_copies.h"

namespace trestle {

class StoreFolder;

class RocksStore final : public Store {
 public:
  RocksStore(std::shared_ptr<StoreFolder> folder, const RocksOpener& opener,
             std::shared_ptr<const RocksDatabase> database, const StoreOptions& options);
  ~RocksStore() override;

  std::shared_ptr<const View> Durable() const override;
  Result<std::optional<std::string>> GetDurable(std::string_view key) const override;
  std::shared_ptr<const View> Latest() const override;
  Result<std::optional<std::string>> GetLatest(std::string_view key) const override;

  std::unique_ptr<WriteBatch> NewBatch() const override;
  Result<CommitPosition> Commit(WriteBatch& batch) override;
  CommitPosition LatestPosition() const override;

  bool IsDurable(CommitPosition position) const override;
  void WhenDurable(CommitPosition position, DurableCallback done) override;
  Status WaitDurable(CommitPosition position) override;

  Status SaveCopy(std::string_view name) override;
  Result<std::shared_ptr<const View>> OpenCopy(std::string_view name) const override;
  Status DropCopy(std::string_view name) override;
  Result<std::vector<std::string>> Copies() const override;

  Result<std::unique_ptr<Successor>> PrepareCopy(std::string_view name) override;
  Result<std::unique_ptr<Successor>> PrepareEmpty() override;
  Status Become(std::unique_ptr<Successor> successor) override TRESTLE_EXCLUDES(becoming_);

 private:
  std::unique_ptr<Incarnation> AtWork(std::shared_ptr<const RocksDatabase> database) const;

  const std::shared_ptr<StoreFolder> folder_;  // with the databases in it
  const RocksOpener opener_;
  const bool in_memory_;
  const bool strict_;
  const HotRow hot_row_;
  mutable StoreCopies copies_;
  Retirement retired_;
  Mutex becoming_;
  Replaceable<Incarnation> live_;
};

}  // namespace trestle
