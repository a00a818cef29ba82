#include "operation/streams.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "operation/delete_item.h"
#include "operation/stream_for_test.h"

namespace trestle {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using std::chrono::seconds;

Item Numbered(const std::string& key, int number) {
  return ItemOf({{"pk", S(key)}, {"n", N(std::to_string(number))}});
}

TEST_F(StreamTest, RecordsSayWhatHappened) {
  CreateStreamed();
  Store("t", Numbered("a", 1));
  Store("t", Numbered("a", 2));
  Remove("t", "a");
  const std::vector<RecordForTest> records = ReadAll(ArnOf("t"));
  ASSERT_EQ(records.size(), 3u);
  EXPECT_EQ(records[0].kind, ChangeKind::kInsert);
  EXPECT_EQ(records[0].keys, ItemOf({{"pk", S("a")}}));
  EXPECT_FALSE(records[0].before);
  EXPECT_EQ(records[0].after, Numbered("a", 1));
  EXPECT_EQ(records[1].kind, ChangeKind::kModify);
  EXPECT_EQ(records[1].before, Numbered("a", 1));
  EXPECT_EQ(records[1].after, Numbered("a", 2));
  EXPECT_EQ(records[2].kind, ChangeKind::kRemove);
  EXPECT_EQ(records[2].before, Numbered("a", 2));
  EXPECT_FALSE(records[2].after);
}

TEST_F(StreamTest, WriteThatChangesNothingHasNoRecord) {
  CreateStreamed();
  Store("t", Numbered("a", 1));
  Store("t", Numbered("a", 1));
  Remove("t", "never there");
  EXPECT_EQ(ReadAll(ArnOf("t")).size(), 1u);
}

TEST_F(StreamTest, TableWithoutStreamHasNone) {
  Create(Definition("plain"));
  Store("plain", Numbered("a", 1));
  OperationContext context = Context();
  EXPECT_TRUE(ListStreams(context, {})->streams.empty());
}

TEST_F(StreamTest, OriginIsInTheRecord) {
  CreateStreamed();
  Store("t", Numbered("a", 1));
  const TablePtr table = *catalog_->Find("t");
  WriteSet writes(*catalog_, {{table, *table->KeyOf(ItemOf({{"pk", S("a")}}))}});
  writes.SetOrigin(ChangeOrigin::kExpiry);
  writes.Delete(0);
  ASSERT_TRUE(writes.Commit());
  EXPECT_EQ(ReadAll(ArnOf("t")).back().origin, ChangeOrigin::kExpiry);
}

TEST_F(StreamTest, PartitionsAreSpreadOverTheShardsAndKeepTheirOwn) {
  CreateStreamed();
  for (int i = 0; i < 200; ++i) Store("t", Numbered("k" + std::to_string(i % 50), i));
  const std::string arn = ArnOf("t");
  std::map<std::string, std::set<std::uint64_t>> shards_of_key;
  std::size_t total = 0;
  const std::vector<Shard> shards = Shards(arn);
  ASSERT_EQ(shards.size(), 4u);
  for (const Shard& shard : shards) {
    const std::vector<RecordForTest> records = ReadAll(arn, shard);
    EXPECT_GT(records.size(), 0u);
    total += records.size();
    for (const RecordForTest& record : records) {
      shards_of_key[*record.keys.Find("pk")->As<std::string>()].insert(shard.number());
    }
  }
  EXPECT_EQ(total, 200u);
  for (const auto& [key, of_key] : shards_of_key) EXPECT_EQ(of_key.size(), 1u) << key;
}

TEST_F(StreamTest, IteratorTypesBeginWhereTheySay) {
  CreateStreamed();
  for (int i = 1; i <= 4; ++i) Store("t", Numbered("a", i));
  const std::string arn = ArnOf("t");
  const std::vector<Shard> shards = Shards(arn);
  const auto shard = *std::find_if(shards.begin(), shards.end(),
                                   [&](const Shard& one) { return !ReadAll(arn, one).empty(); });
  const std::vector<RecordForTest> records = ReadAll(arn, shard);
  const std::string second = SequenceNumberOf(records[1].stamp);
  const auto count = [&](ShardIteratorType type, std::optional<std::string> number) {
    return TryRead(Iterator(arn, shard, type, std::move(number)))->records.size();
  };
  EXPECT_EQ(count(ShardIteratorType::kTrimHorizon, {}), 4u);
  EXPECT_EQ(count(ShardIteratorType::kAtSequenceNumber, second), 3u);
  EXPECT_EQ(count(ShardIteratorType::kAfterSequenceNumber, second), 2u);
  EXPECT_EQ(count(ShardIteratorType::kAtSequenceNumber, SequenceNumberOf(shard.opened)), 4u);

  std::string latest = Iterator(arn, shard, ShardIteratorType::kLatest);
  EXPECT_EQ(TryRead(latest)->records.size(), 0u);
  Store("t", Numbered("a", 5));
  EXPECT_EQ(TryRead(latest)->records.size(), 1u);
}

TEST_F(StreamTest, SequenceNumbersOfElsewhereAreRefused) {
  CreateStreamed();
  const std::string arn = ArnOf("t");
  const Shard shard = Shards(arn)[0];
  GetShardIteratorRequest request{
      .stream_arn = arn, .shard_id = shard.Id(), .type = ShardIteratorType::kAtSequenceNumber};
  EXPECT_THAT(MessageOf(TryIterator(request)), ::testing::HasSubstr("AT_SEQUENCE_NUMBER"));
  request.sequence_number = "123456789012345678901";
  EXPECT_EQ(MessageOf(TryIterator(request)), "Invalid SequenceNumber");
  request.sequence_number = SequenceNumberOf({.time = shard.opened.time, .number = 0});
  EXPECT_EQ(MessageOf(TryIterator(request)), "Invalid SequenceNumber");
  request.sequence_number = SequenceNumberOf({.time = clock_.Now() - hours(25), .number = 0});
  EXPECT_EQ(CodeOf(TryIterator(request)), ErrorCode::kTrimmedDataAccess);
}

TEST_F(StreamTest, UnknownStreamsShardsAndIteratorsAreRefused) {
  CreateStreamed();
  const std::string arn = ArnOf("t");
  EXPECT_EQ(MessageOf(Describe({.stream_arn = arn + "x"})),
            "Requested resource not found: Stream: " + arn + "x not found");
  EXPECT_EQ(MessageOf(Describe({.stream_arn = "arn:aws:dynamodb:eu-west-1:000000000000:table/t"})),
            "Invalid StreamArn");
  EXPECT_EQ(
      MessageOf(TryIterator({.stream_arn = arn, .shard_id = "shardId-00000001763206654007-0"})),
      "Requested resource not found: Shard does not exist");
  EXPECT_EQ(MessageOf(TryRead("nonsense")), "Invalid ShardIterator");
}

TEST_F(StreamTest, IteratorLivesAQuarterOfAnHour) {
  CreateStreamed();
  const std::string arn = ArnOf("t");
  const std::string iterator = Iterator(arn, Shards(arn)[0]);
  clock_.Advance(minutes(15) - seconds(1));
  const auto page = TryRead(iterator);
  ASSERT_TRUE(page);
  clock_.Advance(seconds(1));
  EXPECT_EQ(CodeOf(TryRead(iterator)), ErrorCode::kExpiredIterator);
  EXPECT_TRUE(TryRead(*page->next_shard_iterator));
}

TEST_F(StreamTest, RecordsLiveADay) {
  CreateStreamed();
  Store("t", Numbered("a", 1));
  const std::string arn = ArnOf("t");
  const std::vector<RecordForTest> old = ReadAll(arn);
  clock_.Advance(hours(23));
  Store("t", Numbered("a", 2));
  EXPECT_EQ(ReadAll(arn).size(), 2u);
  clock_.Advance(hours(1) + seconds(1));
  EXPECT_EQ(ReadAll(arn).size(), 1u) << "before anything is removed";
  ASSERT_TRUE(catalog_->TendStreams());
  EXPECT_EQ(ReadAll(arn).size(), 1u);
  for (const Shard& shard : Shards(arn)) {
    EXPECT_EQ(CodeOf(TryIterator({.stream_arn = arn,
                                  .shard_id = shard.Id(),
                                  .type = ShardIteratorType::kAtSequenceNumber,
                                  .sequence_number = SequenceNumberOf(old[0].stamp)})),
              ErrorCode::kTrimmedDataAccess);
  }
}

TEST_F(StreamTest, SlowReaderIsToldThatItHasMissedRecords) {
  Reopen({.shards = {.count = 1, .lifetime = hours(100)}});
  CreateStreamed();
  for (int i = 1; i <= 20; ++i) Store("t", Numbered("a", i));
  const std::string arn = ArnOf("t");
  clock_.Advance(hours(24) - minutes(1));
  std::vector<RecordForTest> records;
  std::string iterator = Iterator(arn, Shards(arn)[0]);
  ReadPage(iterator, records);
  clock_.Advance(minutes(14));
  ReadPage(iterator, records);  // given in time, so it can be used for its quarter of an hour
  clock_.Advance(minutes(14));
  EXPECT_EQ(CodeOf(TryRead(iterator)), ErrorCode::kTrimmedDataAccess);
  ASSERT_TRUE(catalog_->TendStreams());
  EXPECT_EQ(CodeOf(TryRead(iterator)), ErrorCode::kTrimmedDataAccess);
}

TEST_F(StreamTest, DisabledStreamStaysReadableForADay) {
  CreateStreamed();
  Store("t", Numbered("a", 1));
  const std::string arn = ArnOf("t");
  SetStream("t", false);
  Store("t", Numbered("a", 2));
  EXPECT_EQ(Describe({.stream_arn = arn})->status, StreamStatus::kDisabled);
  EXPECT_EQ(ReadAll(arn).size(), 1u);
  for (const Shard& shard : Shards(arn)) EXPECT_TRUE(shard.closed);
  clock_.Advance(hours(24));
  EXPECT_EQ(CodeOf(Describe({.stream_arn = arn})), ErrorCode::kResourceNotFound);
}

TEST_F(StreamTest, StreamOfADroppedTableStaysReadableForADay) {
  CreateStreamed();
  Store("t", Numbered("a", 1));
  const std::string arn = ArnOf("t");
  ASSERT_TRUE(catalog_->Drop("t"));
  EXPECT_EQ(ReadAll(arn).size(), 1u);
  CreateStreamed();
  EXPECT_NE(ArnOf("t"), arn) << "even within a millisecond";
  OperationContext context = Context();
  EXPECT_EQ(ListStreams(context, {.table_name = "t"})->streams.size(), 2u);
  clock_.Advance(hours(25));
  ASSERT_TRUE(catalog_->TendStreams());
  EXPECT_EQ(CodeOf(Describe({.stream_arn = arn})), ErrorCode::kResourceNotFound);
  EXPECT_EQ(ListStreams(context, {.table_name = "t"})->streams.size(), 1u);
}

TEST_F(StreamTest, EnabledAgainItIsAnotherStream) {
  CreateStreamed();
  Store("t", Numbered("a", 1));
  const std::string first = ArnOf("t");
  SetStream("t", false);
  EXPECT_EQ(ArnOf("t"), first);
  SetStream("t", true);
  const std::string second = ArnOf("t");
  EXPECT_NE(second, first);
  Store("t", Numbered("a", 2));
  EXPECT_EQ(ReadAll(first).size(), 1u);
  EXPECT_EQ(ReadAll(second).size(), 1u);
}

TEST_F(StreamTest, ClosedShardEndsAndItsChildGoesOn) {
  CreateStreamed();
  for (int i = 1; i <= 10; ++i) Store("t", Numbered("a", i));
  clock_.Advance(hours(4));
  ASSERT_TRUE(catalog_->TendStreams());
  for (int i = 11; i <= 20; ++i) Store("t", Numbered("a", i));
  const std::string arn = ArnOf("t");
  const std::vector<Shard> shards = Shards(arn);
  ASSERT_EQ(shards.size(), 8u);
  std::vector<int> numbers;
  for (const RecordForTest& record : ReadAll(arn)) {
    numbers.push_back(std::stoi(record.after->Find("n")->As<Number>()->ToString()));
  }
  EXPECT_EQ(numbers.size(), 20u);
  EXPECT_TRUE(std::is_sorted(numbers.begin(), numbers.end()));
  for (const Shard& shard : shards) {
    const std::vector<RecordForTest> records = ReadAll(arn, shard);
    for (const RecordForTest& record : records) {
      EXPECT_GT(record.stamp, shard.opened);
      EXPECT_TRUE(!shard.closed || record.stamp < *shard.closed);
    }
    EXPECT_EQ(TryRead(Iterator(arn, shard))->next_shard_iterator.has_value(), !shard.closed);
  }
}

TEST_F(StreamTest, LastPageOfAClosedShardHasNoNextIterator) {
  Reopen({.shards = {.count = 1, .lifetime = hours(4)}});
  CreateStreamed();
  for (int i = 1; i <= 10; ++i) Store("t", Numbered("a", i));
  const std::string arn = ArnOf("t");
  SetStream("t", false);
  const auto first = TryRead(Iterator(arn, Shards(arn)[0]), 6);
  ASSERT_TRUE(first->next_shard_iterator);
  const auto last = TryRead(*first->next_shard_iterator, 6);
  EXPECT_EQ(last->records.size(), 4u);
  EXPECT_FALSE(last->next_shard_iterator);
}

TEST_F(StreamTest, OldShardsGoOneByOne) {
  CreateStreamed();
  const std::string arn = ArnOf("t");
  for (int i = 0; i < 14; ++i) {
    Store("t", Numbered("a", i));
    clock_.Advance(hours(4));
    ASSERT_TRUE(catalog_->TendStreams());
  }
  // Those closed within the last day, and the open ones.
  EXPECT_EQ(Shards(arn).size(), 4u * 7u);
  EXPECT_EQ(ReadAll(arn).size(), 6u);
}

TEST_F(StreamTest, DescriptionHasPagesAndChildren) {
  CreateStreamed();
  const std::string arn = ArnOf("t");
  clock_.Advance(hours(4));
  ASSERT_TRUE(catalog_->TendStreams());
  std::vector<std::string> ids;
  DescribeStreamRequest request{.stream_arn = arn, .limit = 3};
  do {
    const auto page = Describe(request);
    ASSERT_LE(page->shards.size(), 3u);
    for (const ShardDescription& shard : page->shards) ids.push_back(shard.id);
    request.exclusive_start_shard_id = page->last_evaluated_shard_id;
  } while (request.exclusive_start_shard_id);
  EXPECT_EQ(ids.size(), 8u);
  EXPECT_TRUE(std::is_sorted(ids.begin(), ids.end()));

  const auto children = Describe(
      {.stream_arn = arn, .shard_filter = ShardFilter{.of_children = true, .shard_id = ids[0]}});
  ASSERT_EQ(children->shards.size(), 1u);
  EXPECT_EQ(children->shards[0].id, ids[4]);
  EXPECT_EQ(CodeOf(Describe({.stream_arn = arn, .shard_filter = ShardFilter{.of_children = true}})),
            ErrorCode::kValidation);
}

TEST_F(StreamTest, StreamsAreListedInPages) {
  for (const char* name : {"a1", "a2", "a3"}) CreateStreamed(name);
  OperationContext context = Context();
  std::vector<std::string> names;
  ListStreamsRequest request{.limit = 2};
  do {
    const auto page = ListStreams(context, request);
    for (const StreamPtr& stream : page->streams) names.push_back(stream->table_name);
    request.exclusive_start_stream_arn = page->last_evaluated_stream_arn;
  } while (request.exclusive_start_stream_arn);
  EXPECT_EQ(names, (std::vector<std::string>{"a1", "a2", "a3"}));
  EXPECT_TRUE(ListStreams(context, {.table_name = "none"})->streams.empty());
}

TEST_F(StreamTest, AllIsThereAfterARestart) {
  CreateStreamed();
  CreateStreamed("gone");
  Store("t", Numbered("a", 1));
  Store("gone", Numbered("b", 1));
  const std::string gone = ArnOf("gone");
  ASSERT_TRUE(catalog_->Drop("gone"));
  Reopen();
  Store("t", Numbered("a", 2));
  const std::string arn = ArnOf("t");
  EXPECT_EQ(ReadAll(gone).size(), 1u);
  const std::vector<RecordForTest> records = ReadAll(arn);
  ASSERT_EQ(records.size(), 2u);
  EXPECT_LT(records[0].stamp, records[1].stamp);
  EXPECT_EQ(Describe({.stream_arn = gone})->status, StreamStatus::kDisabled);
}

TEST_F(StreamTest, ClockThatWasPutBackLeavesTheOrderAlone) {
  CreateStreamed();
  clock_.Advance(hours(2));
  Store("t", Numbered("a", 1));
  clock_.Advance(-hours(1));
  Reopen();
  Store("t", Numbered("a", 2));
  const std::vector<RecordForTest> records = ReadAll(ArnOf("t"));
  ASSERT_EQ(records.size(), 2u);
  EXPECT_EQ(records[1].after, Numbered("a", 2));
}

TEST_F(StreamTest, MoreShardsAfterARestartSplitTheOldOnes) {
  CreateStreamed();
  for (int i = 0; i < 100; ++i) Store("t", Numbered("k" + std::to_string(i), 1));
  Reopen({.shards = {.count = 8, .lifetime = hours(4)}});
  ASSERT_TRUE(catalog_->TendStreams());
  for (int i = 0; i < 100; ++i) Store("t", Numbered("k" + std::to_string(i), 2));
  const std::string arn = ArnOf("t");
  EXPECT_EQ(Shards(arn).size(), 12u);
  std::map<std::string, int> last;
  for (const RecordForTest& record : ReadAll(arn)) {
    int& number = last[*record.keys.Find("pk")->As<std::string>()];
    const int now = std::stoi(record.after->Find("n")->As<Number>()->ToString());
    EXPECT_EQ(now, number + 1);
    number = now;
  }
  EXPECT_EQ(last.size(), 100u);
}

}  // namespace
}  // namespace trestle
