#include <gtest/gtest.h>
#include <stdlib.h>

#include <atomic>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "operation/backup_admin.h"
#include "operation/local_database.h"
#include "operation/restore_table.h"

namespace trestle {
namespace {

AttributeValue Numbered(int number) { return AttributeValue::Of(Number::FromInteger(number)); }
Item KeyOf(std::string pk) { return Item{{"pk", AttributeValue::String(std::move(pk))}}; }

// On a disk, and in memory.
class LocalSnapshotsTest : public ::testing::TestWithParam<bool> {
 protected:
  LocalSnapshotsTest() {
    EXPECT_NE(::mkdtemp(folder_.data()), nullptr);
    Reopen();
  }
  ~LocalSnapshotsTest() override {
    database_.reset();
    std::filesystem::remove_all(folder_);
  }
  static bool InMemory() { return GetParam(); }

  void Reopen() {
    database_.reset();
    auto opened =
        LocalDatabase::Open({.store = {.folder = folder_, .in_memory = InMemory()}}, clock_);
    ASSERT_TRUE(opened) << opened.error().message;
    database_ = *std::move(opened);
  }
  static IndexRequest ByValue(std::string name = "by-value") {
    IndexRequest index;
    index.name = std::move(name);
    index.key_schema = {{.attribute_name = "v"}};
    index.projection.type = ProjectionType::kAll;
    return index;
  }
  void Create(const std::string& name) {
    CreateTableRequest request;
    request.table_name = name;
    request.attributes = {{.name = "pk"}, {.name = "v", .type = AttributeType::kNumber}};
    request.key_schema = {{.attribute_name = "pk"}};
    request.global_indexes = std::vector<IndexRequest>{ByValue()};
    request.billing = BillingMode::kPayPerRequest;
    request.stream = {.enabled = true, .view = StreamView::kNewImage};
    const auto created = database_->CreateTable(request);
    ASSERT_TRUE(created) << created.error().message;
  }
  Status Put(const std::string& table, const std::string& pk, int value) {
    PutItemRequest request;
    request.table_name = table;
    Item item = KeyOf(pk);
    item.Set("v", Numbered(value));
    request.item = std::move(item);
    TRESTLE_RETURN_IF_ERROR(database_->PutItem(std::move(request)));
    return {};
  }
  std::size_t Count(const std::string& table) {
    const auto page = database_->Scan({.table_name = table});
    return page ? static_cast<std::size_t>(page->count) : 0;
  }
  std::vector<std::string> Tables() { return database_->ListTables({})->table_names; }
  std::size_t Streams() { return database_->ListStreams({})->streams.size(); }
  BackupPtr Backup(const std::string& table) {
    OperationContext context = database_->NewContext("us-east-1");
    const auto backup = CreateBackup(context, {.table_name = table, .backup_name = "backup"});
    EXPECT_TRUE(backup);
    return *backup;
  }
  std::size_t Backups() {
    OperationContext context = database_->NewContext("us-east-1");
    return ListBackups(context, {})->backups.size();
  }

  std::string folder_ = ::testing::TempDir() + "local-snapshots-XXXXXX";
  ManualClock clock_{TimePoint(std::chrono::seconds(1'800'000'000))};
  std::unique_ptr<LocalDatabase> database_;
};

INSTANTIATE_TEST_SUITE_P(Grounds, LocalSnapshotsTest, ::testing::Bool(),
                         [](const auto& ground) { return ground.param ? "Memory" : "Disk"; });

TEST_P(LocalSnapshotsTest, TheDatabaseIsWhatItWas) {
  Create("kept");
  ASSERT_TRUE(Put("kept", "a", 1));
  const std::string stream = (*database_->ListStreams({})).streams.front()->arn;
  const Snapshot made = *database_->MakeSnapshot("first");
  EXPECT_EQ(made.tables, 1);
  EXPECT_EQ(made.items, 1);
  ASSERT_TRUE(Put("kept", "a", 2));
  ASSERT_TRUE(Put("kept", "b", 3));
  Create("new");
  ASSERT_TRUE(database_->DeleteTable("kept"));
  for (int round = 0; round < 2; ++round) {
    ASSERT_TRUE(database_->RestoreSnapshot("first"));
    EXPECT_EQ(Tables(), std::vector<std::string>{"kept"});
    EXPECT_EQ(Count("kept"), 1u);
    EXPECT_EQ(Streams(), 1u);
    EXPECT_TRUE(database_->DescribeStream({.stream_arn = stream}));
    const TableDescription described = *database_->DescribeTable("kept");
    EXPECT_EQ(described.statistics.items, 1);
    EXPECT_EQ(described.index_statistics.front().items, 1);
    // It is at work, and what comes later goes with the next restore.
    ASSERT_TRUE(Put("kept", "c", round));
    EXPECT_EQ(Count("kept"), 2u);
    Create("again");
  }
}

TEST_P(LocalSnapshotsTest, AResetLeavesTheSnapshots) {
  Create("table");
  ASSERT_TRUE(Put("table", "a", 1));
  ASSERT_TRUE(database_->MakeSnapshot("full"));
  ASSERT_TRUE(database_->Reset());
  EXPECT_TRUE(Tables().empty());
  EXPECT_EQ(Streams(), 0u);
  Create("table");
  EXPECT_EQ(Count("table"), 0u);
  ASSERT_TRUE(database_->RestoreSnapshot("full"));
  EXPECT_EQ(Count("table"), 1u);
}

TEST_P(LocalSnapshotsTest, NamesAreGivenTakenAndUnknown) {
  EXPECT_EQ(database_->MakeSnapshot({})->name, "1");
  EXPECT_EQ(database_->MakeSnapshot({})->name, "2");
  EXPECT_EQ(database_->MakeSnapshot("2").error().message, "there is a snapshot 2 already");
  EXPECT_EQ(database_->MakeSnapshot("a/b").error().code, ErrorCode::kValidation);
  EXPECT_EQ(database_->RestoreSnapshot("none").error().message, "there is no snapshot none");
  EXPECT_EQ(database_->RestoreSnapshot("../1").error().code, ErrorCode::kResourceNotFound);
  EXPECT_EQ(database_->DropSnapshot("none").error().code, ErrorCode::kResourceNotFound);
  ASSERT_TRUE(database_->DropSnapshot("1"));
  EXPECT_EQ(database_->ListSnapshots()->size(), 1u);
  EXPECT_EQ(database_->RestoreSnapshot("1").error().code, ErrorCode::kResourceNotFound);
}

TEST_P(LocalSnapshotsTest, ARestartChangesNothing) {
  if (InMemory()) return;
  Create("table");
  ASSERT_TRUE(Put("table", "a", 1));
  ASSERT_TRUE(database_->MakeSnapshot("before"));
  ASSERT_TRUE(Put("table", "b", 1));
  Reopen();
  ASSERT_EQ(database_->ListSnapshots()->size(), 1u);
  EXPECT_EQ(database_->ListSnapshots()->front().items, 1);
  ASSERT_TRUE(database_->RestoreSnapshot("before"));
  ASSERT_TRUE(Put("table", "c", 1));
  Reopen();
  EXPECT_EQ(Count("table"), 2u);
}

TEST_P(LocalSnapshotsTest, BackupsAreThoseOfTheState) {
  Create("table");
  ASSERT_TRUE(Put("table", "a", 1));
  ASSERT_TRUE(database_->MakeSnapshot("without"));
  const BackupPtr backup = Backup("table");
  for (BackupStatus now = BackupStatus::kCreating; now != BackupStatus::kAvailable;) {
    OperationContext context = database_->NewContext("us-east-1");
    now = (*DescribeBackup(context, backup->Arn()))->status;
  }
  ASSERT_TRUE(database_->MakeSnapshot("with"));
  ASSERT_TRUE(database_->RestoreSnapshot("without"));
  EXPECT_EQ(Backups(), 0u);
  ASSERT_TRUE(database_->Reset());
  ASSERT_TRUE(database_->RestoreSnapshot("with"));
  EXPECT_EQ(Backups(), 1u);
  OperationContext context = database_->NewContext("us-east-1");
  ASSERT_TRUE(RestoreTableFromBackup(
      context, {.target_table_name = "again", .backup_arn = backup->Arn(), .overrides = {}}));
  while (database_->DescribeTable("again")->status != TableStatus::kActive) {
    std::this_thread::yield();
  }
  EXPECT_EQ(Count("again"), 1u);
}

// Whatever is at work when the database becomes another, nothing of it is in the new state.
TEST_P(LocalSnapshotsTest, NothingUnderWayCrossesOver) {
  Create("table");
  ASSERT_TRUE(database_->UpdateTimeToLive(
      {.table_name = "table", .specification = {.enabled = true, .attribute_name = "v"}}));
  for (int i = 0; i < 40; ++i) ASSERT_TRUE(Put("table", std::to_string(i), 1'799'999'990));
  ASSERT_TRUE(database_->MakeSnapshot("base"));
  std::atomic<bool> stopping = false;
  std::vector<std::thread> writers;
  for (int writer = 0; writer < 2; ++writer) {
    writers.emplace_back([&, writer] {
      for (int i = 0; !stopping; ++i) {
        const Status put = Put("table", "w" + std::to_string(writer), i);
        if (!put) {
          EXPECT_EQ(put.error().code, ErrorCode::kResourceNotFound) << put.error().message;
        }
        static_cast<void>(database_->Scan({.table_name = "table"}));
      }
    });
  }
  for (int round = 0; round < 4; ++round) {
    UpdateTableRequest update;
    update.table_name = "table";
    update.attributes = {{.name = "pk"}, {.name = "v", .type = AttributeType::kNumber}};
    update.global_index_updates = std::vector<GlobalIndexUpdate>(1);
    update.global_index_updates->front().create = ByValue("second");
    ASSERT_TRUE(database_->UpdateTable(update));
    {
      const Doorway::Stay stay(database_->doorway());
      Backup("table");
    }
    clock_.Advance(std::chrono::seconds(20));  // what has expired is deleted meanwhile
    database_->housekeeper().Wake();
    ASSERT_TRUE(database_->RestoreSnapshot("base"));
    const TableDescription described = *database_->DescribeTable("table");
    EXPECT_EQ(described.index_statistics.size(), 1u);
    EXPECT_EQ(described.table->definition().backups_under_way, 0);
    EXPECT_EQ(Backups(), 0u);
  }
  ASSERT_TRUE(database_->Reset());
  stopping = true;
  for (std::thread& writer : writers) writer.join();
  EXPECT_TRUE(Tables().empty());
  ASSERT_TRUE(database_->RestoreSnapshot("base"));
  ASSERT_TRUE(database_->housekeeper().RunDue());
  const auto scanned = database_->Scan({.table_name = "table"});
  EXPECT_EQ(database_->DescribeTable("table")->statistics.items, scanned->count);
}

}  // namespace
}  // namespace trestle
