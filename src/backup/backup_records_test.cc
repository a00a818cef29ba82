#include "backup/backup_records.h"

#include <gtest/gtest.h>

#include "value/item_codec.h"

namespace trestle {
namespace {

Backup Sample() {
  Backup backup;
  backup.id = "01763206654123-5f2a9c01";
  backup.name = "nightly";
  backup.type = BackupType::kSystem;
  backup.status = BackupStatus::kAvailable;
  backup.created = TimePoint(Duration(1'763'206'654'123'456));
  backup.expires = TimePoint(Duration(1'763'206'655'000'000));
  backup.table.id = 7;
  backup.table.name = "music";
  backup.table.region = "us-east-1";
  backup.table.keys.hash = {{.name = "pk", .type = AttributeType::kString}};
  backup.items = 12;
  backup.bytes = 345;
  backup.copy = "backup-x";
  backup.first_undone = {.time = TimePoint::max(), .number = 1'000'000'007};
  return backup;
}

TEST(BackupRecordsTest, KeepEveryMember) {
  const Backup before = Sample();
  const std::string stored = backup_records::EncodeBackup(before);
  const Backup after = *backup_records::DecodeBackup(stored);
  EXPECT_EQ(backup_records::EncodeBackup(after), stored);
  EXPECT_EQ(after.id, before.id);
  EXPECT_EQ(after.type, BackupType::kSystem);
  EXPECT_EQ(after.status, BackupStatus::kAvailable);
  EXPECT_EQ(after.created, before.created);
  EXPECT_EQ(after.expires, before.expires);
  EXPECT_EQ(after.copy, "backup-x");
  EXPECT_EQ(after.first_undone, before.first_undone);
  EXPECT_EQ(after.table.name, "music");
  EXPECT_EQ(after.Arn(),
            "arn:aws:dynamodb:us-east-1:000000000000:table/music/backup/01763206654123-5f2a9c01");
}

TEST(BackupRecordsTest, AreStoredUnderTheirIds) {
  const std::unique_ptr<Store> store = *OpenStore({.in_memory = true});
  const std::unique_ptr<WriteBatch> batch = store->NewBatch();
  backup_records::PutBackup(Sample(), *batch);
  backup_records::PutLastScheduled("", TimePoint(Duration(5)), *batch);
  backup_records::PutLastScheduled("orders", TimePoint(Duration(6)), *batch);
  ASSERT_TRUE(store->Commit(*batch));
  EXPECT_TRUE(store
                  ->GetLatest("\x09\x01"
                              "01763206654123-5f2a9c01")
                  ->has_value());
  EXPECT_EQ(backup_records::ReadBackups(*store->Latest())->size(), 1u);
  EXPECT_TRUE(store->GetLatest("\x09\x02orders")->has_value());
  EXPECT_EQ(*backup_records::ReadLastScheduled("", *store), TimePoint(Duration(5)));
  EXPECT_EQ(*backup_records::ReadLastScheduled("orders", *store), TimePoint(Duration(6)));
  batch->Clear();
  backup_records::DeleteBackup(Sample().id, *batch);
  ASSERT_TRUE(store->Commit(*batch));
  EXPECT_TRUE(backup_records::ReadBackups(*store->Latest())->empty());
}

TEST(BackupRecordsTest, ASnapshotSaysWhichItIs) {
  const std::unique_ptr<Store> store = *OpenStore({.in_memory = true});
  EXPECT_FALSE(backup_records::ReadSnapshot(*store->Latest())->has_value());
  const std::unique_ptr<WriteBatch> batch = store->NewBatch();
  backup_records::PutSnapshot(
      {.name = "n", .created = TimePoint(Duration(5)), .tables = 1, .items = 2, .bytes = 3},
      *batch);
  ASSERT_TRUE(store->Commit(*batch));
  const Snapshot read = **backup_records::ReadSnapshot(*store->Latest());
  EXPECT_EQ(read.name, "n");
  EXPECT_EQ(read.created, TimePoint(Duration(5)));
  EXPECT_EQ(read.tables + read.items + read.bytes, 6);
  const std::string golden = std::string("\x01") + "\x24\x05" +
                             "\x05"
                             "Bytes\x01\x01"
                             "3" +
                             "\x07"
                             "Created\x01\x01"
                             "5" +
                             "\x05"
                             "Items\x01\x01"
                             "2" +
                             "\x04"
                             "Name" +
                             std::string(1, '\0') +
                             "\x01"
                             "n" +
                             "\x06"
                             "Tables\x01\x01"
                             "1";
  EXPECT_EQ(**store->GetLatest("\x09\x05"), golden);
}

TEST(BackupRecordsTest, ARestoreUnderWayIsStoredUnderItsTable) {
  const std::unique_ptr<Store> store = *OpenStore({.in_memory = true});
  const std::unique_ptr<WriteBatch> batch = store->NewBatch();
  backup_records::PutRestore({.table_uuid = "u-1",
                              .backup_arn = "b",
                              .source_id = 7,
                              .first_undone = {.time = TimePoint(Duration(5)), .number = 9}},
                             *batch);
  ASSERT_TRUE(store->Commit(*batch));
  const std::string golden = std::string("\x01") + "\x35\x05" + "\x06" + "Backup" +
                             std::string(1, '\0') + "\x01" + "b" + "\x06" + "Source\x01\x01" + "7" +
                             "\x05" + "Table" + std::string(1, '\0') + "\x03" + "u-1" + "\x0e" +
                             "UndoFromNumber\x01\x01" + "9" + "\x0c" + "UndoFromTime\x01\x01" + "5";
  EXPECT_EQ(**store->GetLatest("\x09\x06u-1"), golden);
  const std::vector<RestoreJob> read = *backup_records::ReadRestores(*store->Latest());
  ASSERT_EQ(read.size(), 1u);
  EXPECT_EQ(read[0].table_uuid, "u-1");
  EXPECT_EQ(read[0].backup_arn, "b");
  EXPECT_EQ(read[0].source_id, 7u);
  EXPECT_EQ(read[0].first_undone, (ChangeStamp{.time = TimePoint(Duration(5)), .number = 9}));
  backup_records::DeleteRestore("u-1", *batch);
  ASSERT_TRUE(store->Commit(*batch));
  EXPECT_TRUE(backup_records::ReadRestores(*store->Latest())->empty());
}

TEST(BackupRecordsTest, DamageIsAnAnswer) {
  EXPECT_FALSE(backup_records::DecodeBackup("rubbish"));
  EXPECT_FALSE(backup_records::DecodeBackup(EncodedItem().bytes()));
}

}  // namespace
}  // namespace trestle
