#include "stream/shard_reader.h"

#include <gtest/gtest.h>

#include "stream/record_keys.h"

namespace trestle {
namespace {

using std::chrono::seconds;

class ShardReaderTest : public ::testing::Test {
 protected:
  static constexpr TimePoint kStart{seconds(1'763'206'654)};
  static TimePoint At(int second) { return kStart + seconds(second); }

  // A record of the given second, with the number of that second.
  void Write(int second, std::size_t padding = 0) {
    Item item;
    item.Set("pk", AttributeValue::String(std::to_string(second)));
    item.Set("pad", AttributeValue::String(std::string(padding, 'x')));
    const EncodedItem after = EncodedItem::From(item);
    Change change{.stamp = {.time = At(second), .number = NumberOf(second)}, .item_key = ""};
    change.after.emplace(after);
    const auto batch = store_->NewBatch();
    batch->Put(
        RecordKey(shard_.number(), change.stamp),
        EncodeChangeRecord(change, StreamView::kNewImage, {.hash = {{.name = "pk"}}, .range = {}}));
    ASSERT_TRUE(store_->Commit(*batch));
  }
  static std::uint64_t NumberOf(int second) { return 100 + static_cast<std::uint64_t>(second); }

  Result<RecordPage> Read(int from, PageLimits limits = {}) {
    if (limits.before == 0) limits.before = 1'000'000;
    return ReadShard(*store_->Latest(), shard_, {.time = At(from), .number = 0}, limits);
  }
  void Trim(int before) {
    const auto batch = store_->NewBatch();
    ASSERT_TRUE(TrimShard(*store_->Latest(), shard_, At(before), *batch));
    ASSERT_TRUE(store_->Commit(*batch));
  }

  Shard shard_{.opened = {.time = kStart, .number = 100}};
  std::unique_ptr<Store> store_ = *OpenStore({.in_memory = true});
};

TEST_F(ShardReaderTest, KeysAreGolden) {
  EXPECT_EQ(RecordKey(0x0102, {.time = TimePoint(Duration(0x0304)), .number = 0x0506}),
            std::string("\x04\0\0\0\0\0\0\x01\x02\0\0\0\0\0\0\x03\x04\0\0\0\0\0\0\x05\x06", 25));
}

TEST_F(ShardReaderTest, ReadsInOrderAndGoesOnWhereItEnded) {
  for (int i = 1; i <= 5; ++i) Write(i);
  const RecordPage first = *Read(0, {.records = 3});
  ASSERT_EQ(first.size(), 3u);
  EXPECT_EQ(first[0].stamp.time, At(1));
  EXPECT_EQ(first[2].stamp.time, At(3));
  EXPECT_FALSE(first.at_end);
  const RecordPage rest = *ReadShard(*store_->Latest(), shard_, first.next,
                                     {.before = 1'000'000, .trimmed_before = {}});
  ASSERT_EQ(rest.size(), 2u);
  EXPECT_EQ(rest[0].stamp.time, At(4));
  EXPECT_TRUE(rest.at_end);
}

TEST_F(ShardReaderTest, SeesNoOtherShard) {
  Write(1);
  const Shard other{.opened = {.time = kStart, .number = 101}};
  EXPECT_EQ(
      ReadShard(*store_->Latest(), other, {}, {.before = 1'000'000, .trimmed_before = {}})->size(),
      0u);
}

TEST_F(ShardReaderTest, StopsBeforeWhatIsInFlight) {
  for (int i = 1; i <= 5; ++i) Write(i);
  const RecordPage page = *Read(0, {.before = NumberOf(3)});
  EXPECT_EQ(page.size(), 2u);
  EXPECT_FALSE(page.at_end);
  EXPECT_EQ(page.next.number, NumberOf(2) + 1);
}

TEST_F(ShardReaderTest, PageEndsAtItsBytesButHasOneRecord) {
  for (int i = 1; i <= 3; ++i) Write(i, 600'000);
  EXPECT_EQ(Read(0)->size(), 1u);
  EXPECT_EQ(Read(0, {.bytes = 10})->size(), 1u);
  EXPECT_EQ(Read(0, {.bytes = 3 << 20})->size(), 3u);
}

TEST_F(ShardReaderTest, WhatIsTooOldIsTrimmedBeforeItIsRemoved) {
  for (int i = 1; i <= 5; ++i) Write(i);
  EXPECT_EQ(Read(1, {.trimmed_before = At(3)}).error().code, ErrorCode::kTrimmedDataAccess);
  EXPECT_EQ(Read(3, {.trimmed_before = At(3)})->size(), 3u);
}

TEST_F(ShardReaderTest, ReaderThatMissedRecordsIsToldAfterTheyAreRemoved) {
  for (int i = 1; i <= 5; ++i) Write(i);
  Trim(4);
  EXPECT_EQ(Read(1, {.trimmed_before = At(4)}).error().code, ErrorCode::kTrimmedDataAccess);
  EXPECT_EQ(Read(3, {.trimmed_before = At(4)}).error().code, ErrorCode::kTrimmedDataAccess);
  EXPECT_EQ(Read(4, {.trimmed_before = At(4)})->size(), 2u);
}

TEST_F(ShardReaderTest, ReaderThatMissedNothingIsNot) {
  Write(1);
  Trim(4);
  Write(9);
  // It has read the record of second 1 and waited since.
  EXPECT_EQ(Read(2, {.trimmed_before = At(4)})->size(), 1u);
}

TEST_F(ShardReaderTest, TrimRemovesAllButTheNewestOfTheOld) {
  for (int i = 1; i <= 300; ++i) Write(i);
  Trim(250);
  const auto cursor = store_->Latest()->Range(RecordsOfShard(shard_.number()));
  cursor->SeekFirst();
  ASSERT_TRUE(cursor->Valid());
  EXPECT_EQ(StampOfRecordKey(cursor->key()).time, At(249));
  EXPECT_EQ(Read(250)->size(), 51u);
}

TEST_F(ShardReaderTest, NewestRecordIsTheLast) {
  EXPECT_EQ(*NewestRecord(*store_->Latest(), shard_), std::nullopt);
  Write(1);
  Write(2);
  EXPECT_EQ((*NewestRecord(*store_->Latest(), shard_))->time, At(2));
}

TEST_F(ShardReaderTest, ErasedShardIsEmpty) {
  for (int i = 1; i <= 3; ++i) Write(i);
  const auto batch = store_->NewBatch();
  ASSERT_TRUE(EraseShard(*store_->Latest(), shard_, *batch));
  ASSERT_TRUE(store_->Commit(*batch));
  EXPECT_EQ(Read(0)->size(), 0u);
}

TEST_F(ShardReaderTest, DamagedRecordIsAnError) {
  Write(1);
  const auto batch = store_->NewBatch();
  batch->Put(RecordKey(shard_.number(), {.time = At(2), .number = NumberOf(2)}), "?");
  ASSERT_TRUE(store_->Commit(*batch));
  EXPECT_EQ(Read(0).error().code, ErrorCode::kInternalServerError);
}

}  // namespace
}  // namespace trestle
