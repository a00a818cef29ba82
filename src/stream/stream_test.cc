#include "stream/stream.h"

#include <gtest/gtest.h>

#include "stream/retention.h"
#include "stream/sequence_number.h"
#include "stream/shard_iterator.h"

namespace trestle {
namespace {

using std::chrono::hours;
using std::chrono::milliseconds;

constexpr TimePoint kNow{std::chrono::seconds(1'763'206'654)};

ChangeStamp Stamp(std::uint64_t number, TimePoint time = kNow) {
  return {.time = time, .number = number};
}

Stream WithShards(std::size_t count) {
  Stream stream;
  OpenShards(count, Stamp(10), stream);
  return stream;
}

// Every hash is in exactly one open shard.
void ExpectAllHashesCovered(const Stream& stream) {
  std::uint64_t next = 0;
  std::vector<Shard> open;
  for (const Shard& shard : stream.shards) {
    if (!shard.closed) open.push_back(shard);
  }
  std::sort(open.begin(), open.end(),
            [](const Shard& a, const Shard& b) { return a.first_hash < b.first_hash; });
  for (const Shard& shard : open) {
    EXPECT_EQ(shard.first_hash, next);
    next = std::uint64_t{shard.last_hash} + 1;
  }
  EXPECT_EQ(next, std::uint64_t{1} << 32);
}

TEST(StreamTest, LabelsAndIdsAreAsTheServiceWritesThem) {
  EXPECT_EQ(StreamLabel(kNow + milliseconds(7)), "2025-11-15T11:37:34.007");
  EXPECT_EQ(ShardId(Stamp(0x2A, kNow + milliseconds(7))), "shardId-00000001763206654007-0000002a");
}

TEST(StreamTest, ShardsShareTheHashes) {
  for (const std::size_t count : {1u, 2u, 3u, 4u, 7u}) {
    const Stream stream = WithShards(count);
    EXPECT_EQ(stream.shards.size(), count);
    ExpectAllHashesCovered(stream);
  }
}

TEST(StreamTest, PartitionGoesToTheShardOfItsHash) {
  const Stream stream = WithShards(4);
  const std::vector<OpenShard> open = stream.OpenShards();
  for (const Shard& shard : stream.shards) {
    EXPECT_EQ(ShardOf(shard.first_hash, open), shard.number());
    EXPECT_EQ(ShardOf(shard.last_hash, open), shard.number());
  }
}

TEST(StreamTest, ShardGivesWayToOneChildAfterItsLifetime) {
  Stream stream = WithShards(2);
  const ShardOptions options{.count = 2, .lifetime = hours(4)};
  EXPECT_FALSE(ShardsAreDue(stream, options, kNow + hours(3)));
  ASSERT_TRUE(ShardsAreDue(stream, options, kNow + hours(4)));
  ReplaceShards(2, Stamp(100, kNow + hours(4)), stream);
  ASSERT_EQ(stream.shards.size(), 4u);
  ExpectAllHashesCovered(stream);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(stream.shards[i].closed->number, 100u);
    EXPECT_EQ(stream.shards[i + 2].parent, stream.shards[i].opened);
    EXPECT_EQ(stream.shards[i + 2].first_hash, stream.shards[i].first_hash);
    EXPECT_GT(stream.shards[i + 2].opened, *stream.shards[i].closed);
  }
  EXPECT_FALSE(ShardsAreDue(stream, options, kNow + hours(7)));
}

TEST(StreamTest, ShardsSplitWhenThereAreToBeMore) {
  Stream stream = WithShards(2);
  ASSERT_TRUE(ShardsAreDue(stream, {.count = 3, .lifetime = hours(4)}, kNow));
  ReplaceShards(3, Stamp(100), stream);
  ExpectAllHashesCovered(stream);
  ASSERT_EQ(stream.shards.size(), 5u);
  EXPECT_EQ(stream.shards[2].parent, stream.shards[0].opened);
  EXPECT_EQ(stream.shards[3].parent, stream.shards[0].opened);
  EXPECT_EQ(stream.shards[4].parent, stream.shards[1].opened);
  for (std::size_t i = 1; i < stream.shards.size(); ++i) {
    EXPECT_LT(stream.shards[i - 1].Id(), stream.shards[i].Id());
  }
}

TEST(StreamTest, ShardsAreNeverMerged) {
  Stream stream = WithShards(4);
  EXPECT_FALSE(ShardsAreDue(stream, {.count = 1, .lifetime = hours(4)}, kNow));
  ReplaceShards(1, Stamp(100), stream);
  EXPECT_EQ(stream.OpenShards().size(), 4u);
}

TEST(StreamTest, DisabledStreamHasNoShardThatIsDue) {
  Stream stream = WithShards(4);
  CloseShards(Stamp(100), stream);
  EXPECT_TRUE(stream.OpenShards().empty());
  EXPECT_FALSE(ShardsAreDue(stream, {.count = 8, .lifetime = hours(4)}, kNow + hours(9)));
}

TEST(StreamTest, IsGoneADayAfterItWasClosed) {
  Stream stream = WithShards(1);
  EXPECT_FALSE(IsGone(stream.shards[0], kNow + hours(1000)));
  CloseShards(Stamp(100), stream);
  stream.disabled = kNow;
  EXPECT_FALSE(IsGone(stream.shards[0], kNow + hours(23)));
  EXPECT_TRUE(IsGone(stream.shards[0], kNow + hours(24)));
  EXPECT_FALSE(IsGone(stream, kNow + hours(23)));
  EXPECT_TRUE(IsGone(stream, kNow + hours(24)));
}

TEST(SequenceNumberTest, HasTheOrderOfTheStamps) {
  const ChangeStamp stamps[] = {Stamp(1, TimePoint{}), Stamp(9), Stamp(10),
                                Stamp(std::numeric_limits<std::uint64_t>::max()),
                                Stamp(1, kNow + hours(1))};
  std::string before;
  for (const ChangeStamp& stamp : stamps) {
    const std::string text = SequenceNumberOf(stamp);
    EXPECT_EQ(text.size(), 38u);
    EXPECT_LT(before, text);
    EXPECT_EQ(StampOfSequenceNumber(text), stamp);
    before = text;
  }
}

TEST(SequenceNumberTest, ThoseOfOtherServersAreInTheOrderOfTheirNumbers) {
  const std::string ascending[] = {"",
                                   "7",
                                   "10",
                                   "100000000000000000001",
                                   "900000000000000000000000000000000000000",
                                   "1000000000000000000000000000000000000000000"};
  for (const std::string& a : ascending) {
    EXPECT_FALSE(SequenceLess(a, "000" + a));
    EXPECT_FALSE(SequenceLess("0" + a, a));
    for (const std::string& b : ascending) EXPECT_EQ(SequenceLess("00" + a, b), &a < &b);
  }
}

TEST(SequenceNumberTest, RefusesWhatItDidNotMake) {
  for (const char* text :
       {"", "123456789012345678901", "2000000000000000000000000000000000000000",
        "10176320665400000099999999999999999999", "1-1763206654000000000000000000000000001",
        "1017632066540000000000000000000000000x"}) {
    EXPECT_FALSE(StampOfSequenceNumber(text)) << text;
  }
}

TEST(ShardIteratorTest, ComesBack) {
  const ShardIterator iterator{
      .stream_arn = "arn:aws:dynamodb:us-east-1:000000000000:table/t/stream/2026",
      .shard = 7,
      .from = Stamp(9),
      .issued = kNow};
  const std::string text = EncodeShardIterator(iterator);
  EXPECT_TRUE(text.starts_with(iterator.stream_arn + "|1|"));
  const std::optional<ShardIterator> back = DecodeShardIterator(text);
  ASSERT_TRUE(back.has_value());
  EXPECT_EQ(back->stream_arn, iterator.stream_arn);
  EXPECT_EQ(back->shard, iterator.shard);
  EXPECT_EQ(back->from, iterator.from);
  EXPECT_EQ(back->issued, iterator.issued);
}

TEST(ShardIteratorTest, RefusesAnyChange) {
  std::string text =
      EncodeShardIterator({.stream_arn = "a", .shard = 7, .from = Stamp(9), .issued = kNow});
  for (std::size_t i = 4; i < text.size(); ++i) {
    std::string changed = text;
    changed[i] = changed[i] == 'A' ? 'B' : 'A';
    if (changed == text) continue;
    EXPECT_FALSE(DecodeShardIterator(changed)) << i;
  }
  EXPECT_FALSE(DecodeShardIterator(""));
  EXPECT_FALSE(DecodeShardIterator("a|1|"));
  EXPECT_FALSE(DecodeShardIterator(text + "AAAA"));
}

}  // namespace
}  // namespace trestle
