#include "load/request_bodies.h"

#include <gtest/gtest.h>

#include <set>

#include "client/json_member.h"

namespace trestle::load {
namespace {

using namespace client;  // NOLINT: what reads JSON

RequestBodies BodiesOf(std::uint64_t items, double exponent) {
  return {"t",
          {.loaded = ItemWriter("user", 400),
           .fresh = ItemWriter("new0-0", 400),
           .chooser = ItemChooser(items, Skew{.exponent = exponent})}};
}

std::string_view Member(std::string_view object, std::string_view name) {
  return JsonMember(object, name).value_or("");
}

TEST(RequestBodiesTest, AsksForOneItem) {
  Random random(1);
  std::string body = "old";
  BodiesOf(100, 0).Get(random, body);
  EXPECT_TRUE(body.starts_with(R"({"TableName":"t","Key":{"pk":{"S":"user-0000000000"},"sk":{"S")"))
      << body;
  EXPECT_TRUE(body.ends_with("\"}}}"));
}

TEST(RequestBodiesTest, NeverNamesAnItemTwiceInABatch) {
  const RequestBodies bodies = BodiesOf(100, 3);  // so skewed that most draws are the same item
  Random random(1);
  std::string body;
  for (int i = 0; i < 100; ++i) {
    bodies.BatchGet(random, body);
    const auto keys = JsonElements(Member(Member(Member(body, "RequestItems"), "t"), "Keys"));
    EXPECT_EQ(std::set<std::string_view>(keys.begin(), keys.end()).size(), kBatchGetKeys);
  }
}

TEST(RequestBodiesTest, NeverActsTwiceOnAnItemInATransaction) {
  const RequestBodies bodies = BodiesOf(100, 3);
  Random random(1);
  std::string body;
  for (int i = 0; i < 100; ++i) {
    bodies.Transact(random, 7, body);
    const auto actions = JsonElements(Member(body, "TransactItems"));
    ASSERT_EQ(actions.size(), 4u);
    EXPECT_NE(Member(Member(actions[2], "Update"), "Key"),
              Member(Member(actions[3], "ConditionCheck"), "Key"));
  }
}

TEST(RequestBodiesTest, QueriesTwentyItemsWithinTheirPartition) {
  const RequestBodies bodies = BodiesOf(1000, 0);
  Random random(1);
  std::string body;
  for (int i = 0; i < 1000; ++i) {
    bodies.Query(random, body);
    const std::string_view values = Member(body, "ExpressionAttributeValues");
    const auto place = [&](std::string_view name) {
      return std::stoi(std::string(JsonText(Member(Member(values, name), "S")).substr(6)));
    };
    EXPECT_EQ(place(":b") - place(":a"), 19);
    EXPECT_LT(place(":b"), 100);
  }
}

TEST(RequestBodiesTest, DeletesWhatItPut) {
  const RequestBodies bodies = BodiesOf(100, 0);
  std::string put, removed;
  bodies.Put(123, put);
  bodies.Delete(123, removed);
  EXPECT_EQ(Member(Member(put, "Item"), "pk"), Member(Member(removed, "Key"), "pk"));
  EXPECT_EQ(Member(Member(put, "Item"), "sk"), Member(Member(removed, "Key"), "sk"));
}

TEST(ItemWriterTest, WritesItemsOfTheSizeAskedFor) {
  std::string small, large;
  ItemWriter("user", 400).AppendItem(1, small);
  ItemWriter("user", 1400).AppendItem(1, large);
  EXPECT_EQ(large.size() - small.size(), 1000u);
  EXPECT_FALSE(JsonText(Member(Member(small, "data"), "S")).empty());
}

TEST(ItemWriterTest, KeepsFamiliesApart) {
  std::string one, other;
  ItemWriter("user", 400).AppendKey(1, one);
  ItemWriter("new0-0", 400).AppendKey(1, other);
  EXPECT_NE(one, other);
}

}  // namespace
}  // namespace trestle::load
