#include "table/definition_codec.h"

#include <gtest/gtest.h>

#include "table/table_testing.h"
#include "value/item_codec.h"

namespace trestle {
namespace {

TableDefinition FullDefinition() {
  TableDefinition table = TableNamed("music");
  table.id = 7;
  table.uuid = "3f2504e0-4f89-41d3-9a0c-0305e82c3301";
  table.status = TableStatus::kUpdating;
  table.created = TimePoint(Duration(1'700'000'000'123'456));
  table.ready = TimePoint(Duration(1'700'000'001'000'000));
  table.attributes = {Key("pk"), Key("sk", kN), Key("b", kB)};
  IndexDefinition index =
      IndexNamed("gsi", {.hash = {Key("a"), Key("b", kB)}, .range = {}}, ProjectionType::kInclude);
  index.id = 3;
  index.included = {"x", "y"};
  index.status = IndexStatus::kCreating;
  index.backfilling = true;
  index.throughput = {.read = 5, .write = 6, .last_increase = table.created, .decreases_today = 2};
  index.on_demand_maximum = UnitsPerSecond{.read = 40};
  table.indexes = {index};
  table.billing = BillingMode::kPayPerRequest;
  table.last_to_pay_per_request = table.created;
  table.warm_throughput = UnitsPerSecond{.read = 12000, .write = 4000};
  table.stream = {.enabled = true, .view = StreamView::kNewAndOldImages, .label = "2026"};
  table.encryption = EncryptionDefinition{.enabled = true, .type = "KMS", .key_arn = "arn:k"};
  table.table_class = TableClass::kStandardInfrequentAccess;
  table.deletion_protection = true;
  table.ttl_attribute = "expires";
  table.tags = {{"team", "blue"}, {"cost", ""}};
  table.insights =
      InsightsDefinition{.enabled = true, .throttled_only = true, .updated = table.ready};
  table.next_index_id = 4;
  table.recovery = RecoveryDefinition{.days = 7, .since = table.ready};
  table.restored =
      RestoreDefinition{.table_arn = "arn:t", .backup_arn = "arn:b", .time = table.created};
  table.filling = true;
  table.backups_under_way = 2;
  return table;
}

TEST(DefinitionCodecTest, KeepsEveryMember) {
  const TableDefinition before = FullDefinition();
  const TableDefinition after = *DecodeDefinition(EncodeDefinition(before));
  // Equal encodings of all members, and a few members looked at to see that they are there at all.
  EXPECT_EQ(EncodeDefinition(after), EncodeDefinition(before));
  EXPECT_EQ(after.keys, before.keys);
  EXPECT_EQ(after.created, before.created);
  EXPECT_EQ(after.status, TableStatus::kUpdating);
  ASSERT_EQ(after.indexes.size(), 1u);
  EXPECT_EQ(after.indexes[0].id, 3u);
  EXPECT_EQ(after.indexes[0].keys, before.indexes[0].keys);
  EXPECT_EQ(after.indexes[0].projection, ProjectionType::kInclude);
  EXPECT_EQ(after.indexes[0].throughput.last_increase, before.created);
  EXPECT_EQ(after.indexes[0].on_demand_maximum, before.indexes[0].on_demand_maximum);
  EXPECT_EQ(after.stream.view, StreamView::kNewAndOldImages);
  EXPECT_EQ(after.tags, before.tags);
  EXPECT_EQ(after.ttl_attribute, "expires");
  EXPECT_EQ(after.recovery->days, 7);
  EXPECT_EQ(after.recovery->since, before.ready);
  EXPECT_EQ(after.restored->backup_arn, "arn:b");
  EXPECT_EQ(after.restored->time, before.created);
  EXPECT_TRUE(after.filling);
  EXPECT_EQ(after.backups_under_way, 2);
  ASSERT_TRUE(after.insights);
  EXPECT_TRUE(after.insights->throttled_only);
  EXPECT_EQ(after.insights->updated, before.ready);
}

TEST(DefinitionCodecTest, IgnoresUnknownMembersAndLeavesMissingOnesAtTheirDefaults) {
  const Item hash = ItemOf({{"Name", S("id")}, {"Type", S("N")}, {"Later", S("?")}});
  const Item keys = ItemOf({{"Hash", AttributeValue::Of(List{AttributeValue::Of(hash)})}});
  const Item item = ItemOf(
      {{"Id", N("9")}, {"Name", S("old")}, {"Keys", AttributeValue::Of(keys)}, {"Later", N("1")}});
  const TableDefinition table = *DecodeDefinition(EncodedItem::From(item).bytes());
  EXPECT_EQ(table.id, 9u);
  EXPECT_EQ(table.keys.hash, std::vector<KeyAttribute>{Key("id", kN)});
  EXPECT_EQ(table.status, TableStatus::kActive);
  EXPECT_EQ(table.next_index_id, 1u);
  EXPECT_FALSE(table.encryption.has_value());
}

TEST(DefinitionCodecTest, RefusesWhatIsNotATable) {
  EXPECT_FALSE(DecodeDefinition(EncodedItem::From(ItemOf({{"Id", N("9")}})).bytes()).has_value());
  EXPECT_FALSE(DecodeDefinition("rubbish").has_value());
}

TEST(DefinitionTest, NamesItsResources) {
  const TableDefinition table = FullDefinition();
  EXPECT_EQ(table.Arn(), "arn:aws:dynamodb:us-east-1:000000000000:table/music");
  EXPECT_EQ(table.IndexArn("gsi"), "arn:aws:dynamodb:us-east-1:000000000000:table/music/index/gsi");
  EXPECT_EQ(table.StreamArn(), "arn:aws:dynamodb:us-east-1:000000000000:table/music/stream/2026");
}

TEST(StreamCodecTest, AllMembersComeBack) {
  const TimePoint now(std::chrono::seconds(1'800'000'000));
  Stream stream;
  stream.id = std::uint64_t{1} << 40;
  stream.table_id = 7;
  stream.table_name = "t";
  stream.region = "eu-west-1";
  stream.label = "2027-01-15T08:00:00.000";
  stream.arn = "arn";
  stream.view = StreamView::kOldImage;
  stream.keys = {.hash = {{.name = "pk", .type = AttributeType::kNumber}}, .range = {}};
  stream.created = now;
  stream.disabled = now + std::chrono::seconds(1);
  stream.settled = now + std::chrono::seconds(2);
  stream.shards = {{.opened = {.time = now, .number = 5},
                    .closed = ChangeStamp{.time = now, .number = 6},
                    .parent = ChangeStamp{.time = now, .number = 4},
                    .first_hash = 1,
                    .last_hash = 0xFFFFFFFF},
                   {.opened = {.time = now, .number = 8}}};
  const Stream back = *DecodeStream(EncodeStream(stream));
  EXPECT_EQ(EncodeStream(back), EncodeStream(stream));
  EXPECT_EQ(back.id, stream.id);
  EXPECT_EQ(back.keys, stream.keys);
  EXPECT_EQ(back.disabled, stream.disabled);
  ASSERT_EQ(back.shards.size(), 2u);
  EXPECT_EQ(back.shards[0].closed, stream.shards[0].closed);
  EXPECT_EQ(back.shards[0].parent, stream.shards[0].parent);
  EXPECT_EQ(back.shards[0].last_hash, 0xFFFFFFFF);
  EXPECT_FALSE(back.shards[1].closed);
  EXPECT_FALSE(DecodeStream("").has_value());
}

}  // namespace
}  // namespace trestle
