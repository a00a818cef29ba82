#include "history/undo_record.h"

#include "history/history_for_test.h"

namespace trestle {
namespace {

using UndoRecordTest = HistoryTest;

TEST_F(UndoRecordTest, HasTheseBytes) {
  const ChangeStamp stamp{.time = At(0x0102030405060708), .number = 0x1112131415161718};
  const std::string image = "\1image";
  Change change{.stamp = stamp, .item_key = "key"};
  change.before.emplace(image);
  const std::unique_ptr<WriteBatch> batch = store_->NewBatch();
  AddUndoRecord(0x21222324, change, *batch);
  ASSERT_TRUE(store_->Commit(*batch));

  const std::string key =
      "\x06\x21\x22\x23\x24\x01\x02\x03\x04\x05\x06\x07\x08\x11\x12\x13\x14\x15\x16\x17\x18";
  EXPECT_EQ(UndoKey(0x21222324, stamp), key);
  EXPECT_EQ(*StampOf(key), stamp);
  EXPECT_EQ(*store_->GetLatest(key), "\x03key\x01\x01image");
}

TEST_F(UndoRecordTest, OfANewItemHasNoImage) {
  const std::string stored("\x03key\0", 5);
  const Result<UndoRecord> record = ReadUndoRecord(stored);
  ASSERT_TRUE(record);
  EXPECT_EQ(record->item_key, "key");
  EXPECT_FALSE(record->before);
}

TEST_F(UndoRecordTest, DamageIsAnAnswer) {
  for (const std::string_view stored : {"", "\x03ke", "\x03key", "\x03key\x02x"}) {
    EXPECT_FALSE(ReadUndoRecord(stored)) << stored;
  }
  EXPECT_FALSE(StampOf("\x06short"));
}

TEST_F(UndoRecordTest, TheNewestStampOutlivesTheTableOfToday) {
  EXPECT_FALSE(NewestStamp(*store_->Latest(), kTable)->has_value());
  Write("a", "1", At(10));
  Write("a", std::nullopt, At(12));
  EXPECT_EQ((*NewestStamp(*store_->Latest(), kTable))->time, At(12));
}

}  // namespace
}  // namespace trestle
