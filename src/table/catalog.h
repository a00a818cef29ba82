#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "storage/store.h"
#include "table/change_signal.h"
#include "table/change_stamps.h"
#include "table/housekeeper.h"
#include "table/item_locks.h"
#include "table/stream_directory.h"
#include "table/table.h"
#include "table/table_directory.h"
#include "table/write_set.h"

namespace trestle {

class Backfiller;
class Expirer;
class ItemKeeper;
class ItemKeepers;

// The tables of one store: their definitions, item locks and counters. Safe to share between
// threads. An answer that follows from a change of a table waits for store().LatestPosition() to be
// durable.
class Catalog {
 public:
  struct Options {
    Duration status_delay{0};        // how long CREATING, UPDATING and DELETING last
    Duration ttl_delay{0};           // how long items stay after they have expired
    ShardOptions shards;             // of streams
    ItemKeepers* keepers = nullptr;  // of tables; outlives the catalog. Null: nobody keeps any
  };
  // `store` and `clock` outlive the catalog. Unfinished index backfills go on.
  static Result<std::unique_ptr<Catalog>> Open(Store& store, const Clock& clock, Options options);
  ~Catalog();

  // The table as data operations see it: there, and past CREATING. `name` may be an ARN. No lock
  // that writers hold.
  Result<TablePtr> Find(std::string_view name) const;
  // Like Find, for DescribeTable and the control plane: in any state; null if there is none. The
  // status in its definition is the one to show now.
  TablePtr FindInAnyState(std::string_view name) const;
  // Names in order after `start`, at most `limit`.
  std::vector<std::string> List(std::string_view start, std::size_t limit) const;
  std::size_t size() const;

  // Assigns ids, uuid and times; ResourceInUse if the name is taken. The table as CreateTable
  // answers it: CREATING.
  Result<TablePtr> Create(TableDefinition definition);
  // Replaces the definition by what `change` makes of it, atomically against other changes and all
  // writes; an error of `change` leaves everything as it was. An index that `change` adds gets an
  // id and a backfill, during which the table is UPDATING; the entries of one that it removes are
  // deleted. The table as UpdateTable answers it: UPDATING, the added indexes CREATING, the removed
  // ones DELETING. A change that is not an update of the table in the service's eyes, such as one
  // of its tags, takes effect at once and has no status to show.
  enum class Effect { kUpdating, kAtOnce };
  Result<TablePtr> Update(std::string_view name,
                          const std::function<Status(TableDefinition&)>& change,
                          Effect effect = Effect::kUpdating);
  // Drops the table with all that belongs to it. The table as DeleteTable answers it: DELETING.
  // With `keep` the items stay in the store under the table's id, and what it adds to the batch
  // commits with the drop: the record by which they are found again.
  using Keep = std::function<void(const TableDefinition&, WriteBatch&)>;
  Result<TablePtr> Drop(std::string_view name, const Keep& keep = nullptr);

  // Stores a record of the keepers, or takes one away, and has them say anew who keeps which table:
  // from then on all writes follow.
  Status SetKeeperRecord(const std::string& name, const std::optional<std::string>& record);

  // From one moment until EndBackup the table keeps its history, so that the state of that moment
  // can be had from any later one. BeginBackup tells the table as it was, and the stamp that parts
  // the changes before from those after.
  struct BackupPoint {
    TableDefinition table;
    ChangeStamp first_after;
  };
  Result<BackupPoint> BeginBackup(std::string_view name);
  Status EndBackup(const TableDefinition& table);

  // Another state of the store, with the tables that it holds.
  struct Successor;
  // Reads them, beside all that goes on.
  Result<std::unique_ptr<Successor>> Prepare(std::unique_ptr<Store::Successor> state);
  // From its return on store and catalog are what `successor` was; an error leaves them as they
  // were. Meanwhile no operation runs and the housekeeper pauses. The tables of before are like
  // dropped ones to who still has them.
  Status Become(std::unique_ptr<Successor> successor);

  // Afterwards every change that has got its stamp is in the store, or will never be.
  void WaitForWriters() { item_locks_.Hold(StripeSet::All()); }

  // The streams as clients are shown them: those that were disabled a day ago are gone. FindStream:
  // null if there is none; StreamsAfter: in the order of their ARNs.
  StreamPtr FindStream(std::string_view arn) const;
  std::vector<StreamPtr> StreamsAfter(std::string_view arn) const;
  // Replaces shards that have lived long enough and takes what is past retention out of the store:
  // a chore as soon as there is a stream.
  Status TendStreams();

  TableStatistics Statistics(const Table& table, const IndexDefinition* index = nullptr) const;

  Store& store() { return store_; }
  const Clock& clock() const { return clock_; }
  const Options& options() const { return options_; }
  const ChangeStamps& stamps() const { return *stamps_; }
  // Raised when streams have new records.
  ChangeSignal& changes() { return changes_; }
  // For what is to be done now and then. Who adds a chore that uses more than the catalog stops the
  // housekeeper before that is destroyed.
  Housekeeper& housekeeper() { return housekeeper_; }

 private:
  friend class CommitGroup;
  friend class WriteSet;
  friend class Backfiller;
  friend class TableFiller;
  friend class Expirer;
  Catalog(Store& store, const Clock& clock, Options options);

  struct Contents;
  Result<Contents> Read(const View& view) const;
  Status TakeOn(Contents contents);  // under all item locks, or before anything else
  // Puts right what a crash has left of a table; false if nothing of it stays.
  static Result<bool> Recover(const View& view, TableDefinition& definition, Contents& contents);
  static Status LoadCounters(const View& view, const Table& table);
  std::shared_ptr<const ItemKeeper> KeeperOf(const TableDefinition& definition) const;
  // Has the keepers say who keeps which of the tables: each gets a new version.
  void GiveToKeepers(const std::vector<std::pair<std::string, std::string>>& records,
                     TableMap& tables);
  // How a table comes that is filled before it is ACTIVE: see TableFiller.
  Result<TablePtr> BeginFill(TableDefinition definition);
  Status FinishFill(const Table& table);
  Status AbandonFill(const Table& table);
  // What a store holds of streams. The definitions of their tables are given their open shards.
  struct StreamContents {
    std::vector<StreamPtr> streams;
    TimePoint newest;  // no change was stamped later
  };
  static Result<StreamContents> ReadStreams(const View& view,
                                            std::vector<TableDefinition>& definitions);
  void LoadStreams(StreamContents contents);
  // The rest is called under all item locks.
  Result<TableEntry> Make(TableDefinition& definition);
  Result<TableEntry> FindForChange(std::string_view name) const;
  // Adds the definition to the batch and commits it; from then on writers follow it.
  Result<TableEntry> Replace(const TableEntry& old, TableDefinition definition, WriteBatch& batch);
  void Publish(const std::string& name, TableEntry entry);
  TablePtr PublishAs(const TableEntry& entry, TableDefinition definition, TableStatus status);
  Status FinishBackfill(const Table& table, std::uint32_t index_id);
  // Entries of expiry come and go with the time to live.
  Status FollowTimeToLive(const TableDefinition& before, TableDefinition& after, WriteBatch& batch);
  Status FinishExpiryFill(const Table& table);
  // Opens and closes the streams of a table that becomes `after`. What is returned is to be put
  // into streams_ once the batch is committed.
  Result<std::vector<StreamPtr>> ChangeStreams(const TableDefinition& before,
                                               TableDefinition& after, WriteBatch& batch);
  Result<StreamPtr> OpenStream(TableDefinition& definition, WriteBatch& batch);
  Result<StreamPtr> CloseStream(const TableDefinition& definition, WriteBatch& batch);
  void PutStreams(std::vector<StreamPtr> streams);
  void KeepTendingStreams();
  Status ReplaceShardsOf(const Stream& stream);
  Status TrimStreams();

  Store& store_;
  const Clock& clock_;
  const Options options_;
  CounterSlots counter_slots_;
  ItemLocks item_locks_;  // also what orders changes of definitions: they take all of them
  TableDirectory directory_;
  StreamDirectory streams_;       // changes under all item locks
  bool tending_streams_ = false;  // likewise
  std::uint32_t next_table_id_ = 1;
  std::unique_ptr<ChangeStamps> stamps_;
  ChangeSignal changes_;
  std::unique_ptr<Expirer> expirer_;
  // The last members: their threads use the others.
  Housekeeper housekeeper_;
  std::unique_ptr<Backfiller> backfiller_;
};

}  // namespace trestle
