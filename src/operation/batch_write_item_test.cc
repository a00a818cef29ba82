#include "operation/batch_write_item.h"

#include "operation/operation_for_test.h"

namespace trestle {
namespace {

class BatchWriteItemTest : public OperationTest {
 protected:
  BatchWriteItemTest() {
    Create(Definition("users"));
    Create(Definition("things", true));
  }
  static WriteRequest Put(Item item) { return {.put_item = std::move(item), .delete_key = {}}; }
  static WriteRequest Delete(Item key) { return {.put_item = {}, .delete_key = std::move(key)}; }
  static Item User(std::string key) { return ItemOf({{"pk", S(std::move(key))}}); }
  static Item Thing(std::string_view sort_key) {
    return ItemOf({{"pk", S("a")}, {"sk", N(sort_key)}});
  }
  Result<BatchWriteItemResponse> Run(BatchWriteItemRequest request) {
    OperationContext context = Context();
    return BatchWriteItem(context, std::move(request));
  }
};

TEST_F(BatchWriteItemTest, PutsAndDeletesInSeveralTables) {
  Store("users", User("old"));
  const auto response = Run({.tables = {{"users", {Delete(User("old")), Put(User("new"))}},
                                        {"things", {Put(Thing("1"))}}}});
  ASSERT_TRUE(response) << MessageOf(response);
  EXPECT_TRUE(response->unprocessed.empty());
  EXPECT_TRUE(Load("users", User("old")).empty());
  EXPECT_FALSE(Load("users", User("new")).empty());
  EXPECT_FALSE(Load("things", Thing("1")).empty());
}

TEST_F(BatchWriteItemTest, SumsTheCostOfEachTable) {
  Item large = User("large");
  large.Set("text", S(std::string(1500, 'x')));
  const auto response = Run(
      {.tables = {{"users", {Put(large), Delete(User("none"))}}, {"things", {Put(Thing("1"))}}}});
  ASSERT_EQ(response->consumed.size(), 2u);
  EXPECT_EQ(response->consumed[0].table, 3);
  EXPECT_EQ(response->consumed[1].table, 1);
}

TEST_F(BatchWriteItemTest, RefusesTheWholeBatchForOneBadItem) {
  EXPECT_EQ(MessageOf(Run({.tables = {{"users", {Put(User("a")), Put(ItemOf({{"x", S("b")}}))}}}})),
            "The provided key element does not match the schema");
  EXPECT_EQ(
      MessageOf(Run({.tables = {{"users", {Put(User("a")), Put(ItemOf({{"pk", N("1")}}))}}}})),
      "The provided key element does not match the schema");
  EXPECT_EQ(MessageOf(Run({.tables = {{"users", {Put(User("a")), Put(User(""))}}}})),
            "One or more parameter values are not valid. The AttributeValue for a key attribute "
            "cannot contain an empty string value. Key: pk");
  Item large = User("large");
  large.Set("text", S(std::string(410'000, 'x')));
  EXPECT_EQ(MessageOf(Run({.tables = {{"users", {Put(User("a")), Put(large)}}}})),
            "Item size has exceeded the maximum allowed size");
  EXPECT_TRUE(Load("users", User("a")).empty());
}

TEST_F(BatchWriteItemTest, TakesEqualNumbersForOneKey) {
  EXPECT_EQ(MessageOf(Run({.tables = {{"things", {Put(Thing("1000")), Delete(Thing("1e3"))}}}})),
            "Provided list of item keys contains duplicates");
}

TEST_F(BatchWriteItemTest, FindsAKeyTwiceUnderATablesNameAndArn) {
  const std::string arn = (*catalog_->Find("users"))->definition().Arn();
  EXPECT_EQ(MessageOf(Run({.tables = {{"users", {Put(User("a"))}}, {arn, {Put(User("a"))}}}})),
            "Provided list of item keys contains duplicates");
}

TEST_F(BatchWriteItemTest, RefusesMoreThanTwentyFiveRequestsInAll) {
  BatchWriteItemRequest request{.tables = {{"users", {}}, {"things", {}}}};
  for (int i = 0; i < 13; ++i) {
    request.tables[0].second.push_back(Put(User(std::to_string(i))));
    request.tables[1].second.push_back(Put(Thing(std::to_string(i))));
  }
  EXPECT_EQ(MessageOf(Run(std::move(request))),
            "Too many items requested for the BatchWriteItem call");
}

TEST_F(BatchWriteItemTest, RefusesRequestsThatHoldBothOrNone) {
  EXPECT_EQ(
      MessageOf(Run({.tables = {{"users", {WriteRequest{}}}}})),
      "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes");
  WriteRequest both = Put(User("a"));
  both.delete_key = User("a");
  EXPECT_EQ(MessageOf(Run({.tables = {{"users", {both}}}})),
            "Supplied AttributeValue has more than one datatypes set, must contain exactly one of "
            "the supported datatypes");
}

TEST_F(BatchWriteItemTest, LooksForTablesBeforeKeys) {
  EXPECT_EQ(CodeOf(Run({.tables = {{"users", {Put(ItemOf({}))}}, {"missing", {Put(User("a"))}}}})),
            ErrorCode::kResourceNotFound);
}

TEST_F(BatchWriteItemTest, RefusesAnEmptyBatch) {
  EXPECT_EQ(MessageOf(Run({})), "The requestItems parameter is required for BatchWriteItem");
}

}  // namespace
}  // namespace trestle
