#pragma once

#include <memory>

#include "storage/store.h"

namespace trestle {

class CurrentView;
class LogSyncer;
class RocksDatabase;

class RocksStore final : public Store {
 public:
  // `syncer` is absent in memory, where nothing can be synced.
  RocksStore(std::shared_ptr<const RocksDatabase> database, std::unique_ptr<LogSyncer> syncer,
             Durability durability);
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

 private:
  const std::shared_ptr<const RocksDatabase> database_;  // with its views and cursors
  const std::unique_ptr<LogSyncer> syncer_;
  const bool strict_;
  const std::unique_ptr<CurrentView> current_;  // what readers are shown, unless strict
};

}  // namespace trestle
