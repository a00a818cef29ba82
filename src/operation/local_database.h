#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "backup/backups.h"
#include "backup/schedule.h"
#include "base/clock.h"
#include "base/doorway.h"
#include "base/mutex.h"
#include "base/result.h"
#include "operation/context.h"
#include "operation/database.h"
#include "operation/gatekeeper.h"
#include "operation/transaction_tokens.h"
#include "storage/store.h"
#include "table/catalog.h"

namespace trestle {

class Exports;
class Imports;
class ObjectStore;
struct ScheduledPlan;

// The database of one data folder, or of memory. Safe to share between threads. There are two ways
// in: the calls of Database, which block until the answer is final, and a context for the functions
// of this room, whose answers the caller may hold back without blocking.
class LocalDatabase final : public Database {
 public:
  struct Options {
    StoreOptions store;
    Catalog::Options catalog;
    std::string region = "us-east-1";  // of the callers of Database; new tables' ARNs carry it
    std::optional<BackupSchedule> backup_schedule;
    Gatekeeper::Enforcement capacity = Gatekeeper::Enforcement::kOff;
    // Where exports go and imports come from; outlives the database. Null: there are no buckets.
    ObjectStore* objects = nullptr;
  };
  // `clock` outlives the database.
  static Result<std::unique_ptr<LocalDatabase>> Open(const Options& options, const Clock& clock);
  ~LocalDatabase() override;

  Result<GetItemResponse> GetItem(const GetItemRequest& request) override;
  Result<ItemWriteResponse> PutItem(PutItemRequest request) override;
  Result<ItemWriteResponse> UpdateItem(const UpdateItemRequest& request) override;
  Result<ItemWriteResponse> DeleteItem(const DeleteItemRequest& request) override;
  Result<PageResponse> Query(const QueryRequest& request) override;
  Result<PageResponse> Scan(const ScanRequest& request) override;
  Result<BatchGetItemResponse> BatchGetItem(const BatchGetItemRequest& request) override;
  Result<BatchWriteItemResponse> BatchWriteItem(BatchWriteItemRequest request) override;
  Result<TransactGetItemsResponse> TransactGetItems(
      const TransactGetItemsRequest& request) override;
  // Fills in what only the wire brings, where the caller has not: the size of the request and, for
  // a token, the digest of its content.
  Result<TransactWriteItemsResponse> TransactWriteItems(TransactWriteItemsRequest request) override;
  Result<ExecuteStatementResponse> ExecuteStatement(
      const ExecuteStatementRequest& request) override;
  Result<BatchExecuteStatementResponse> BatchExecuteStatement(
      const BatchExecuteStatementRequest& request) override;
  Result<ExecuteTransactionResponse> ExecuteTransaction(
      const ExecuteTransactionRequest& request) override;
  Result<TableDescription> CreateTable(const CreateTableRequest& request) override;
  Result<TableDescription> UpdateTable(const UpdateTableRequest& request) override;
  Result<TableDescription> DescribeTable(const std::string& table_name) override;
  Result<TableDescription> DeleteTable(const std::string& table_name) override;
  Result<ListTablesResponse> ListTables(const ListTablesRequest& request) override;
  Status TagResource(const TagResourceRequest& request) override;
  Status UntagResource(const UntagResourceRequest& request) override;
  Result<ListTagsResponse> ListTagsOfResource(const ListTagsRequest& request) override;
  Result<TimeToLiveSpecification> UpdateTimeToLive(const UpdateTimeToLiveRequest& request) override;
  Result<TimeToLiveDescription> DescribeTimeToLive(const std::string& table_name) override;
  Result<BackupPtr> CreateBackup(const CreateBackupRequest& request) override;
  Result<BackupPtr> DescribeBackup(const std::string& backup_arn) override;
  Result<BackupPtr> DeleteBackup(const std::string& backup_arn) override;
  Result<ListBackupsResponse> ListBackups(const ListBackupsRequest& request) override;
  Result<TableDescription> RestoreTableFromBackup(
      const RestoreTableFromBackupRequest& request) override;
  Result<TableDescription> RestoreTableToPointInTime(
      const RestoreTableToPointInTimeRequest& request) override;
  Result<ContinuousBackupsDescription> UpdateContinuousBackups(
      const UpdateContinuousBackupsRequest& request) override;
  Result<ContinuousBackupsDescription> DescribeContinuousBackups(
      const std::string& table_name) override;

  Result<ListStreamsResponse> ListStreams(const ListStreamsRequest& request) override;
  Result<DescribeStreamResponse> DescribeStream(const DescribeStreamRequest& request) override;
  Result<GetShardIteratorResponse> GetShardIterator(
      const GetShardIteratorRequest& request) override;
  Result<GetRecordsResponse> GetRecords(const GetRecordsRequest& request) override;

  // For one request of a caller in `region`. Whoever gives the answer waits for the context's
  // answer_after first; that is kNotCommittedYet where a write waits for `group`. `operation` is
  // its name in the API, which outlives the context; without one only rules for all operations hit
  // it.
  OperationContext NewContext(std::string region, CommitGroup* group = nullptr,
                              std::string_view operation = {});
  Gatekeeper& gatekeeper() { return gatekeeper_; }
  const Catalog& catalog() const { return *catalog_; }
  // Raised when streams have new records.
  ChangeSignal& changes() { return catalog_->changes(); }
  CommitGroup NewCommitGroup() { return CommitGroup(*catalog_); }

  // See Catalog: binds tables to their keepers. Done when it is durable.
  Status SetKeeperRecord(const std::string& name, const std::optional<std::string>& record);

  Housekeeper& housekeeper() { return catalog_->housekeeper(); }
  // Makes backups as `plans` says, which is asked now and then, by another thread, and may say
  // something else each time.
  void FollowBackupPlans(std::function<std::vector<ScheduledPlan>()> plans);

  // Who uses a context or a commit group stays inside, from before the context is made until the
  // group is committed: the whole database may become another between two stays. The calls of
  // Database do so themselves.
  const Doorway& doorway() const { return doorway_; }

  // Copies of the whole database by name, and the way back to them: it costs some milliseconds,
  // whatever the size, during which requests wait. Not for an event loop, nor from inside.
  Result<Snapshot> MakeSnapshot(std::optional<std::string_view> name);
  Result<std::vector<Snapshot>> ListSnapshots();
  Status RestoreSnapshot(std::string_view name) TRESTLE_EXCLUDES(becoming_);
  Status DropSnapshot(std::string_view name) TRESTLE_EXCLUDES(becoming_);
  Status Reset() TRESTLE_EXCLUDES(becoming_);  // nothing is left but the snapshots
  // Has `follow` called after each of both that succeeds. Set before anybody can ask for one.
  void AfterBecoming(std::function<void()> follow) { after_becoming_ = std::move(follow); }

  bool IsDurable(CommitPosition position) const { return store_->IsDurable(position); }
  // Calls `done` once, when `position` is durable or can no longer become so; see Store.
  void WhenDurable(CommitPosition position, Store::DurableCallback done) {
    store_->WhenDurable(position, std::move(done));
  }

 private:
  LocalDatabase(std::unique_ptr<Store> store, std::unique_ptr<Catalog> catalog, const Clock& clock,
                const Options& options);
  void AddChores(const Options& options);
  // How much tables hold decides on how many partitions they have.
  Status NoteSizes();
  Status Become(std::unique_ptr<Store::Successor> state) TRESTLE_REQUIRES(becoming_);
  // The answer of `operation`, a call with a context, once it is final.
  template <class Operation>
  auto Answer(Operation&& operation);

  const Clock& clock_;
  const std::string region_;
  std::unique_ptr<Store> store_;
  std::unique_ptr<Catalog> catalog_;
  TransactionTokens tokens_;
  std::unique_ptr<Backups> backups_;
  Gatekeeper gatekeeper_;
  std::unique_ptr<ObjectStore> no_objects_;  // where Options has none
  std::unique_ptr<Exports> exports_;
  std::unique_ptr<Imports> imports_;
  Doorway doorway_;
  Mutex becoming_;
  std::function<void()> after_becoming_ = [] {};
};

}  // namespace trestle
