#include "backup/backups.h"

#include <gmock/gmock.h>

#include <atomic>
#include <filesystem>
#include <latch>
#include <random>
#include <thread>

#include "backup/backup_records.h"
#include "backup/recovery_window.h"
#include "backup/scheduled_backups.h"
#include "history/undo_record.h"
#include "table/key_codec.h"
#include "table/table_testing.h"

namespace trestle {
namespace {

// On a folder, since copies are of files.
class BackupsTest : public ::testing::Test {
 protected:
  BackupsTest() {
    std::filesystem::remove_all(folder_);
    Reopen();
  }
  ~BackupsTest() override {
    backups_.reset();
    catalog_.reset();
    store_.reset();
    std::filesystem::remove_all(folder_);
  }

  void Reopen() {
    backups_.reset();
    catalog_.reset();
    store_.reset();
    auto store = OpenStore({.folder = folder_, .durability = Durability::kRelaxed});
    ASSERT_TRUE(store) << store.error().message;
    store_ = *std::move(store);
    catalog_ = *Catalog::Open(*store_, clock_, {});
    auto backups = Backups::Open(*catalog_);
    ASSERT_TRUE(backups) << backups.error().message;
    backups_ = *std::move(backups);
  }

  TablePtr Create(const std::string& name) {
    TableDefinition definition = TableNamed(name);
    definition.indexes = {IndexNamed("g", {.hash = {Key("v", kN)}, .range = {}})};
    EXPECT_TRUE(catalog_->Create(std::move(definition)));
    return *catalog_->Find(name);
  }
  void Recover(const std::string& name) {
    const auto enable = [&](TableDefinition& definition) {
      definition.recovery = RecoveryDefinition{.days = 1, .since = clock_.Now()};
      return Status();
    };
    ASSERT_TRUE(catalog_->Update(name, enable, Catalog::Effect::kAtOnce));
  }
  static Item One(int key, int value) {
    return ItemOf(
        {{"pk", S("p")}, {"sk", N(std::to_string(key))}, {"v", N(std::to_string(value))}});
  }
  void Put(const std::string& table_name, int key, int value) {
    const TablePtr table = *catalog_->Find(table_name);
    const Item item = One(key, value);
    WriteSet writes(*catalog_, {{table, *table->KeyOfItem(item)}});
    writes.Put(0, item);
    EXPECT_TRUE(writes.Commit());
  }
  std::vector<Item> All(const std::string& name) const {
    return ReadAll(*store_->Latest(), RangeOf(**catalog_->Find(name), SegmentRange{}));
  }
  std::size_t Records(const std::string& table_name) const {
    std::size_t records = 0;
    const auto table = catalog_->FindInAnyState(table_name);
    const auto cursor = store_->Latest()->Range(UndoRecordsOf(table->definition().id));
    for (cursor->SeekFirst(); cursor->Valid(); cursor->Next()) ++records;
    return records;
  }
  BackupPtr Backup(const std::string& table_name) {
    auto backup = backups_->Create(table_name, {.name = "mine", .expires = std::nullopt});
    EXPECT_TRUE(backup) << backup.error().message;
    return *backup;
  }
  // The target's items once it is restored.
  std::vector<Item> Restored(const std::string& arn, const std::string& target) {
    TableDefinition definition = TableNamed(target);
    definition.indexes = {IndexNamed("g", {.hash = {Key("v", kN)}, .range = {}})};
    auto table = backups_->Restore(arn, std::move(definition));
    EXPECT_TRUE(table) << table.error().message;
    backups_->WaitUntilIdle();
    return All(target);
  }

  const std::string folder_ = ::testing::TempDir() + "backups_test";
  ManualClock clock_{TimePoint(std::chrono::hours(500'000))};
  std::unique_ptr<Store> store_;
  std::unique_ptr<Catalog> catalog_;
  std::unique_ptr<Backups> backups_;
};

TEST_F(BackupsTest, ABackupIsTheTableAtTheMomentOfTheRequest) {
  Create("t");
  for (int i = 0; i < 10; ++i) Put("t", i, i);
  const std::vector<Item> then = All("t");
  const BackupPtr backup = Backup("t");
  EXPECT_EQ(backup->status, BackupStatus::kCreating);
  // The clock stands still and the copy may not have been made yet: neither matters.
  for (int i = 5; i < 15; ++i) Put("t", i, 100 + i);
  backups_->WaitUntilIdle();
  EXPECT_EQ((*backups_->Find(backup->Arn()))->status, BackupStatus::kAvailable);
  EXPECT_EQ(Restored(backup->Arn(), "restored"), then);
  EXPECT_EQ(catalog_->Statistics(**catalog_->Find("restored")).items, 10);
}

TEST_F(BackupsTest, HistoryIsKeptOnlyWhileTheCopyIsMade) {
  Create("t");
  Put("t", 1, 1);
  Backup("t");
  backups_->WaitUntilIdle();
  Put("t", 1, 2);
  EXPECT_EQ(Records("t"), 0u);
  EXPECT_FALSE(catalog_->FindInAnyState("t")->definition().KeepsHistory());
}

TEST_F(BackupsTest, SurvivesARestartAndItsTable) {
  Create("t");
  Put("t", 1, 1);
  const std::string arn = Backup("t")->Arn();
  backups_->WaitUntilIdle();
  ASSERT_TRUE(catalog_->Drop("t"));
  Reopen();
  ASSERT_EQ(backups_->All().size(), 1u);
  EXPECT_EQ(backups_->All()[0]->table.name, "t");
  EXPECT_EQ(Restored(arn, "t"), std::vector<Item>{One(1, 1)});
}

TEST_F(BackupsTest, ADeletedBackupTakesItsCopyWithIt) {
  Create("t");
  const std::string arn = Backup("t")->Arn();
  backups_->WaitUntilIdle();
  EXPECT_EQ(store_->Copies()->size(), 1u);
  EXPECT_EQ((*backups_->Delete(arn))->status, BackupStatus::kDeleted);
  backups_->WaitUntilIdle();
  EXPECT_TRUE(store_->Copies()->empty());
  EXPECT_EQ(backups_->Find(arn).error().code, ErrorCode::kBackupNotFound);
  EXPECT_EQ(backups_->Delete(arn).error().code, ErrorCode::kBackupNotFound);
  Reopen();
  EXPECT_TRUE(backups_->All().empty());
}

TEST_F(BackupsTest, OneCopyServesAllTablesAndGoesWithTheLastBackup) {
  Create("a");
  Create("b");
  Put("a", 1, 1);
  Put("b", 1, 2);
  ASSERT_TRUE(backups_->CreateOfTables({.name = "all", .expires = std::nullopt}));
  backups_->WaitUntilIdle();
  const std::vector<BackupPtr> all = backups_->All();
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(store_->Copies()->size(), 1u);
  ASSERT_TRUE(backups_->Delete(all[0]->Arn()));
  backups_->WaitUntilIdle();
  EXPECT_EQ(store_->Copies()->size(), 1u);
  EXPECT_EQ(Restored(all[1]->Arn(), "again").size(), 1u);
  ASSERT_TRUE(backups_->Delete(all[1]->Arn()));
  backups_->WaitUntilIdle();
  EXPECT_TRUE(store_->Copies()->empty());
}

TEST_F(BackupsTest, ABackupsCopyStaysForTheSnapshotsThatKnowTheBackup) {
  Create("t");
  Put("t", 1, 1);
  const std::string arn = Backup("t")->Arn();
  backups_->WaitUntilIdle();
  ASSERT_TRUE(backups_->snapshots().Make("with"));
  ASSERT_TRUE(backups_->Delete(arn));
  backups_->WaitUntilIdle();
  EXPECT_EQ(store_->Copies()->size(), 2u);
  Reopen();
  backups_->WaitUntilIdle();
  EXPECT_EQ(store_->Copies()->size(), 2u);
  ASSERT_TRUE(backups_->snapshots().Drop("with"));
  backups_->DropUnusedCopies();
  backups_->WaitUntilIdle();
  EXPECT_TRUE(store_->Copies()->empty());
}

TEST_F(BackupsTest, WhatACrashLeavesIsClearedAway) {
  Create("t");
  Put("t", 1, 1);
  // As if the process had died after the request, and after a copy that no record names.
  ASSERT_TRUE(catalog_->BeginBackup("t"));
  ASSERT_TRUE(store_->SaveCopy("backup-of-nothing"));
  Put("t", 1, 2);
  EXPECT_EQ(Records("t"), 1u);
  Reopen();
  EXPECT_TRUE(backups_->All().empty());
  backups_->WaitUntilIdle();
  EXPECT_TRUE(store_->Copies()->empty());
  EXPECT_EQ(Records("t"), 0u);
  EXPECT_FALSE((*catalog_->Find("t"))->definition().KeepsHistory());
}

TEST_F(BackupsTest, ATableIsNotDroppedWhileItIsBackedUp) {
  Create("t");
  const Catalog::BackupPoint point = *catalog_->BeginBackup("t");
  EXPECT_EQ(catalog_->Drop("t").error().code, ErrorCode::kResourceInUse);
  ASSERT_TRUE(catalog_->EndBackup(point.table));
  EXPECT_TRUE(catalog_->Drop("t"));
}

TEST_F(BackupsTest, ADroppedTableLeavesABackupFor35Days) {
  Create("t");
  Recover("t");
  Put("t", 1, 1);
  ASSERT_TRUE(backups_->DropTable("t"));
  EXPECT_EQ(catalog_->FindInAnyState("t"), nullptr);
  Reopen();
  const std::vector<BackupPtr> all = backups_->All();
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0]->name, "t$DeletedTableBackup");
  EXPECT_EQ(all[0]->type, BackupType::kSystem);
  EXPECT_EQ(Restored(all[0]->Arn(), "t"), std::vector<Item>{One(1, 1)});

  clock_.Advance(std::chrono::hours(35 * 24) - Duration(1));
  ASSERT_TRUE(backups_->DeleteExpired());
  EXPECT_EQ(backups_->All().size(), 1u);
  clock_.Advance(Duration(1));
  ASSERT_TRUE(backups_->DeleteExpired());
  EXPECT_TRUE(backups_->All().empty());
  const auto kept = store_->Latest()->Range(ItemsOfTable(all[0]->table.id));
  kept->SeekFirst();
  EXPECT_FALSE(kept->Valid());
  EXPECT_EQ(All("t").size(), 1u) << "the restored table has items of its own";
}

TEST_F(BackupsTest, TheScheduleIsFollowedByTheClock) {
  Create("t");
  const BackupSchedule schedule = *BackupSchedule::Parse("every=6h keep=1d");
  const auto make = [&] {
    ASSERT_TRUE(MakeScheduledBackups({"", schedule}, *catalog_, *backups_));
    ASSERT_TRUE(backups_->DeleteExpired());
    backups_->WaitUntilIdle();
  };
  make();
  EXPECT_TRUE(backups_->All().empty()) << "a new schedule begins with its next time";
  clock_.Advance(std::chrono::hours(6));
  make();
  make();
  EXPECT_EQ(backups_->All().size(), 1u);
  Reopen();
  make();
  EXPECT_EQ(backups_->All().size(), 1u);
  clock_.Advance(std::chrono::hours(20));
  make();
  EXPECT_EQ(backups_->All().size(), 2u) << "what was missed is made up for once";
  clock_.Advance(std::chrono::hours(6));
  make();
  EXPECT_EQ(backups_->All().size(), 2u) << "the first has expired";
}

TEST_F(BackupsTest, AScheduleMayNameItsTables) {
  Create("t");
  Create("u");
  const BackupSchedule schedule = *BackupSchedule::Parse("every=6h tables=u,gone");
  ASSERT_TRUE(MakeScheduledBackups({"", schedule}, *catalog_, *backups_));
  clock_.Advance(std::chrono::hours(6));
  ASSERT_TRUE(MakeScheduledBackups({"", schedule}, *catalog_, *backups_));
  backups_->WaitUntilIdle();
  ASSERT_EQ(backups_->All().size(), 1u);
  EXPECT_EQ(backups_->All()[0]->table.name, "u");
}

TEST_F(BackupsTest, EachScheduleHasItsOwnTimes) {
  Create("t");
  Create("u");
  const auto make = [&](const char* table, const char* when) {
    const ScheduledPlan plan = {table, *BackupSchedule::Parse(when)};
    ASSERT_TRUE(MakeScheduledBackups(plan, *catalog_, *backups_));
    backups_->WaitUntilIdle();
  };
  make("t", "every=6h tables=t");
  clock_.Advance(std::chrono::hours(6));
  make("u", "every=6h tables=u");  // is new now
  make("t", "every=6h tables=t");
  ASSERT_EQ(backups_->All().size(), 1u);
  EXPECT_EQ(backups_->All()[0]->table.name, "t");
  clock_.Advance(std::chrono::hours(6));
  make("u", "every=6h tables=u");
  EXPECT_EQ(backups_->All().size(), 2u);
}

TEST_F(BackupsTest, FiftyRestoresMayBeUnderWay) {
  const std::uint32_t source = Create("t")->definition().id;
  const PastTable past{.view = store_->Latest(), .table_id = source, .items = ItemsOfTable(source)};
  Restorer restorer;
  std::latch full(1);
  for (std::size_t i = 0; i < Restorer::kMost; ++i) {
    EXPECT_TRUE(restorer.TakesMore());
    auto filler = TableFiller::Begin(*catalog_, TableNamed("r" + std::to_string(i)));
    ASSERT_TRUE(filler);
    const auto open = [&full, past] {
      full.wait();
      return Result<PastTable>(past);
    };
    restorer.Start(*std::move(filler), {.open = open, .first_undone = FirstAfter(clock_.Now())});
  }
  EXPECT_EQ(restorer.TakesMore().error().code, ErrorCode::kLimitExceeded);
  full.count_down();
  restorer.WaitUntilIdle();
  EXPECT_TRUE(restorer.TakesMore());
}

TEST_F(BackupsTest, ARestoreLetsGoOfItsSourceBeforeItsTableIsActive) {
  const std::uint32_t source = Create("t")->definition().id;
  Put("t", 1, 1);
  auto filler = TableFiller::Begin(*catalog_, TableNamed("r"));
  ASSERT_TRUE(filler);
  const PastTable past{.view = store_->Latest(), .table_id = source, .items = ItemsOfTable(source)};
  bool active_at_the_end = true;
  Restorer restorer;
  restorer.Start(*std::move(filler),
                 {.open = [past] { return Result<PastTable>(past); },
                  .first_undone = FirstAfter(clock_.Now()),
                  .ended = [&] { active_at_the_end = catalog_->Find("r").has_value(); }});
  restorer.WaitUntilIdle();
  EXPECT_FALSE(active_at_the_end);
  EXPECT_THAT(All("r"), ::testing::ElementsAre(One(1, 1)));
}

// As a process leaves a restore when it dies: a table that has a wrong item, and the job.
class CutShortRestoreTest : public BackupsTest {
 protected:
  static TableDefinition Target(const std::string& backup_arn, TimePoint time) {
    TableDefinition definition = TableNamed("target");
    definition.indexes = {IndexNamed("g", {.hash = {Key("v", kN)}, .range = {}})};
    definition.restored =
        RestoreDefinition{.table_arn = "arn:aws:dynamodb:us-east-1:000000000000:table/t",
                          .backup_arn = backup_arn,
                          .time = time};
    return definition;
  }
  void Leave(TableDefinition target, std::optional<RestoreJob> job) {
    auto filler = *TableFiller::Begin(*catalog_, std::move(target), {.stays_unfinished = true});
    const std::string big(2 << 20, 'x');  // so that it is stored at once
    const std::vector<Item> wrong = {
        ItemOf({{"pk", S("wrong")}, {"sk", N("1")}, {"v", N("1")}, {"text", S(big)}})};
    ASSERT_TRUE(filler->Add(wrong));
    if (!job) return;
    job->table_uuid = filler->table()->definition().uuid;
    const std::unique_ptr<WriteBatch> batch = store_->NewBatch();
    backup_records::PutRestore(*job, *batch);
    ASSERT_TRUE(store_->Commit(*batch));
  }
  void ExpectTarget(const std::vector<Item>& items) {
    backups_->WaitUntilIdle();
    ASSERT_TRUE(catalog_->Find("target"));
    EXPECT_EQ(All("target"), items);
    const TablePtr table = *catalog_->Find("target");
    const auto count = static_cast<std::int64_t>(items.size());
    EXPECT_EQ(catalog_->Statistics(*table).items, count);
    EXPECT_EQ(catalog_->Statistics(*table, &table->definition().indexes[0]).items, count);
    EXPECT_TRUE(Jobs().empty());
  }
  void ExpectNothingLeft() {
    backups_->WaitUntilIdle();
    EXPECT_EQ(catalog_->FindInAnyState("target"), nullptr);
    EXPECT_TRUE(Jobs().empty());
  }
  std::vector<RestoreJob> Jobs() const { return *backup_records::ReadRestores(*store_->Latest()); }
};

TEST_F(CutShortRestoreTest, OfABackupBeginsAnew) {
  Create("t");
  for (int i = 0; i < 10; ++i) Put("t", i, i);
  const std::vector<Item> then = All("t");
  const std::string arn = Backup("t")->Arn();
  backups_->WaitUntilIdle();
  for (int i = 5; i < 15; ++i) Put("t", i, 100 + i);
  Leave(Target(arn, clock_.Now()), RestoreJob{.backup_arn = arn});
  Reopen();
  ExpectTarget(then);
  EXPECT_TRUE(backups_->Delete(arn));
}

TEST_F(CutShortRestoreTest, OfAPastStateBeginsAnew) {
  Create("t");
  Recover("t");
  for (int i = 0; i < 10; ++i) Put("t", i, i);
  const std::vector<Item> then = All("t");
  const RestoreJob job{.source_id = (*catalog_->Find("t"))->definition().id,
                       .first_undone = catalog_->stamps().Next()};
  for (int i = 5; i < 15; ++i) Put("t", i, 100 + i);
  Leave(Target("", clock_.Now()), job);
  Reopen();
  ExpectTarget(then);
}

TEST_F(CutShortRestoreTest, IsGoneWithItsBackup) {
  Create("t");
  Leave(Target("arn:backup", clock_.Now()), RestoreJob{.backup_arn = "arn:backup"});
  Reopen();
  ExpectNothingLeft();
}

TEST_F(CutShortRestoreTest, IsGoneWithTheHistory) {
  Create("t");
  Recover("t");
  const TimePoint before = clock_.Now();
  const RestoreJob job{.source_id = (*catalog_->Find("t"))->definition().id,
                       .first_undone = catalog_->stamps().Next()};
  Leave(Target("", before), job);
  clock_.Advance(std::chrono::hours(25));
  Reopen();
  ExpectNothingLeft();
}

TEST_F(CutShortRestoreTest, IsGoneIfItWasNotBegun) {
  Create("t");
  Leave(Target("arn:backup", clock_.Now()), std::nullopt);
  Reopen();
  ExpectNothingLeft();
}

// Whatever the stop finds: a job that waits, one that runs, one that is done.
TEST_F(CutShortRestoreTest, ByAStopBeginsAnew) {
  Create("t");
  Recover("t");
  for (int i = 0; i < 200; ++i) Put("t", i, i);
  const std::vector<Item> then = All("t");
  const TablePtr source = *catalog_->Find("t");
  ASSERT_TRUE(backups_->RestoreTable(source, {.time = TimePoint::max(), .number = 0},
                                     Target("", clock_.Now())));
  for (int i = 0; i < 200; i += 2) Put("t", i, 1000 + i);
  Reopen();
  ExpectTarget(then);
}

// The store stays what it is, so nothing of what was cut short may be lost.
TEST_F(CutShortRestoreTest, ByAHaltBeginsAnewWithTheReload) {
  Create("t");
  Recover("t");
  for (int i = 0; i < 200; ++i) Put("t", i, i);
  ASSERT_TRUE(backups_->RestoreTable(*catalog_->Find("t"), {.time = TimePoint::max(), .number = 0},
                                     Target("", clock_.Now())));
  backups_->Halt();
  ASSERT_TRUE(backups_->Reload());
  ExpectTarget(All("t"));
}

TEST_F(BackupsTest, HistoryIsTrimmedByTheClock) {
  Create("t");
  Recover("t");
  Put("t", 1, 1);
  clock_.Advance(std::chrono::hours(20));
  Put("t", 1, 2);
  ASSERT_TRUE(backups_->TrimHistories());
  EXPECT_EQ(Records("t"), 2u);
  clock_.Advance(std::chrono::hours(5));
  ASSERT_TRUE(backups_->TrimHistories());
  EXPECT_EQ(Records("t"), 1u);
}

// Two threads write while tables are restored to instants of their work; every restored table is a
// state that was: each writer adds one to its own items in turn, so any two of its items differ by
// at most one, and in the order of its keys.
TEST_F(BackupsTest, ARestoreUnderConcurrentWritesIsAStateThatWas) {
  Create("t");
  Recover("t");
  constexpr int kItems = 8;
  std::atomic<bool> stop = false;
  const auto write = [&](int first) {
    for (int round = 1; !stop; ++round) {
      for (int i = 0; i < kItems; ++i) Put("t", first + i, round);
      clock_.Advance(Duration(7));
    }
  };
  std::thread one(write, 0);
  std::thread two(write, 1000);
  for (int i = 0; i < 20; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(3));
    const TimePoint time = clock_.Now() - Duration(i * 13 % 100);
    const std::string target = "r" + std::to_string(i);
    const auto begun =
        backups_->RestoreTable(*catalog_->Find("t"), FirstAfter(time), TableNamed(target));
    ASSERT_TRUE(begun) << begun.error().message;
  }
  stop = true;
  one.join();
  two.join();
  backups_->WaitUntilIdle();
  for (int i = 0; i < 20; ++i) {
    std::map<int, std::vector<int>> rounds;  // by writer, in the order of its items
    for (const Item& item : All("r" + std::to_string(i))) {
      const int key = std::stoi(item.Find("sk")->As<Number>()->ToString());
      rounds[key / 1000].push_back(std::stoi(item.Find("v")->As<Number>()->ToString()));
    }
    for (const auto& [writer, values] : rounds) {
      for (std::size_t k = 1; k < values.size(); ++k) EXPECT_LE(values[k], values[k - 1]);
      EXPECT_LE(values.front() - values.back(), 1);
    }
  }
}

}  // namespace
}  // namespace trestle
