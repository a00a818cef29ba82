#include "operation/put_item.h"

#include <gmock/gmock.h>

#include "operation/operation_for_test.h"

namespace trestle {
namespace {

class PutItemTest : public OperationTest {
 protected:
  PutItemTest() {
    Create(Definition("users"));
    TableDefinition indexed = Definition("indexed");
    indexed.attributes.push_back({.name = "email", .type = AttributeType::kString});
    indexed.indexes = {GlobalIndex("by-email", "email")};
    Create(std::move(indexed));
    TableDefinition collections = Definition("collections", true);
    collections.attributes.push_back({.name = "name", .type = AttributeType::kString});
    collections.indexes = {LocalIndex("by-name", "name")};
    Create(std::move(collections));
  }

  static PutItemRequest Request(Item item) {
    return {.table_name = "users", .item = std::move(item)};
  }
  Result<ItemWriteResponse> Put(PutItemRequest request) {
    context_ = std::make_unique<OperationContext>(Context());
    return PutItem(*context_, std::move(request));
  }

  std::unique_ptr<OperationContext> context_;
};

TEST_F(PutItemTest, StoresTheItem) {
  const Item item = ItemOf({{"pk", S("a")}, {"n", N("1")}});
  ASSERT_TRUE(Put(Request(item)));
  EXPECT_EQ(Load("users", ItemOf({{"pk", S("a")}})), item);
  EXPECT_GT(context_->answer_after.value, 0u);
}

TEST_F(PutItemTest, ReplacesTheWholeItemAndReturnsTheOldOne) {
  const Item old = ItemOf({{"pk", S("a")}, {"n", N("1")}});
  Store("users", old);
  PutItemRequest request = Request(ItemOf({{"pk", S("a")}, {"m", N("2")}}));
  request.return_values = ReturnValues::kAllOld;
  const auto response = Put(std::move(request));
  ASSERT_TRUE(response);
  EXPECT_EQ(Decoded(response->attributes), old);
  EXPECT_EQ(Load("users", ItemOf({{"pk", S("a")}})), ItemOf({{"pk", S("a")}, {"m", N("2")}}));
}

TEST_F(PutItemTest, ReturnsNoAttributesWhereThereWasNoItem) {
  PutItemRequest request = Request(ItemOf({{"pk", S("a")}}));
  request.return_values = ReturnValues::kAllOld;
  const auto response = Put(std::move(request));
  ASSERT_TRUE(response);
  EXPECT_FALSE(response->attributes);
}

TEST_F(PutItemTest, CostsTheLargerOfOldAndNewItem) {
  const auto first = Put(Request(ItemOf({{"pk", S("a")}, {"text", S(std::string(2500, 'x'))}})));
  EXPECT_EQ(first->consumed.table, 3);
  const auto second = Put(Request(ItemOf({{"pk", S("a")}})));
  EXPECT_EQ(second->consumed.table, 3);
  EXPECT_EQ(second->consumed.table_name, "users");
  EXPECT_EQ(Put(Request(ItemOf({{"pk", S("a")}})))->consumed.table, 1);
}

TEST_F(PutItemTest, ChargesTheIndexWhoseEntryGoesAway) {
  Store("indexed", ItemOf({{"pk", S("a")}, {"email", S("a@b")}}));
  PutItemRequest request = Request(ItemOf({{"pk", S("a")}}));
  request.table_name = "indexed";
  const auto response = Put(std::move(request));
  EXPECT_EQ(response->consumed.global_indexes.at("by-email"), 1);
  EXPECT_EQ(response->consumed.Total(), 2);
}

TEST_F(PutItemTest, RefusesAFailedConditionAndWaitsForWhatItSaw) {
  Store("users", ItemOf({{"pk", S("a")}}));
  PutItemRequest request = Request(ItemOf({{"pk", S("a")}, {"n", N("1")}}));
  request.condition.expression = "attribute_not_exists(pk)";
  const auto response = Put(std::move(request));
  ASSERT_FALSE(response);
  EXPECT_EQ(CodeOf(response), ErrorCode::kConditionalCheckFailed);
  EXPECT_EQ(MessageOf(response), "The conditional request failed");
  EXPECT_EQ(response.error().detail, nullptr);
  EXPECT_EQ(context_->answer_after, store_->LatestPosition());
  EXPECT_EQ(Load("users", ItemOf({{"pk", S("a")}})), ItemOf({{"pk", S("a")}}));
}

TEST_F(PutItemTest, ShowsTheItemThatFailedTheConditionIfAsked) {
  const Item stored = ItemOf({{"pk", S("a")}, {"n", N("1")}});
  Store("users", stored);
  PutItemRequest request = Request(ItemOf({{"pk", S("a")}}));
  request.condition.expression = "n = :two";
  request.substitutions.values = ItemOf({{":two", N("2")}});
  request.on_condition_failure = ReturnValuesOnConditionCheckFailure::kAllOld;
  const auto response = Put(std::move(request));
  ASSERT_FALSE(response);
  const auto* failure = dynamic_cast<const ConditionFailure*>(response.error().detail.get());
  ASSERT_NE(failure, nullptr);
  EXPECT_EQ(Decoded(failure->item), stored);
}

TEST_F(PutItemTest, HonoursExpected) {
  Store("users", ItemOf({{"pk", S("a")}, {"n", N("1")}}));
  PutItemRequest request = Request(ItemOf({{"pk", S("a")}, {"n", N("2")}}));
  request.condition.expected = ExpectedMap{{"n", {.value = N("7")}}};
  EXPECT_EQ(CodeOf(Put(request)), ErrorCode::kConditionalCheckFailed);
  request.condition.expected = ExpectedMap{{"n", {.value = N("1")}}};
  EXPECT_TRUE(Put(request));
}

TEST_F(PutItemTest, MeasuresItemCollectionsOfTablesWithLocalIndexes) {
  PutItemRequest request = Request(ItemOf({{"pk", S("a")}, {"sk", N("1")}}));
  request.table_name = "collections";
  request.return_item_collection_metrics = ReturnItemCollectionMetrics::kSize;
  const auto response = Put(std::move(request));
  ASSERT_TRUE(response && response->item_collection_metrics);
  EXPECT_EQ(response->item_collection_metrics->key, ItemOf({{"pk", S("a")}}));
}

TEST_F(PutItemTest, RefusesExpressionsBesideLegacyParameters) {
  PutItemRequest request = Request(ItemOf({{"pk", S("a")}}));
  request.condition.expression = "";
  request.condition.expected = ExpectedMap{};
  EXPECT_EQ(MessageOf(Put(request)),
            "Can not use both expression and non-expression parameters in the same request: "
            "Non-expression parameters: {Expected} Expression parameters: {ConditionExpression}");
}

TEST_F(PutItemTest, RefusesNamesAndValuesWithoutAnExpression) {
  PutItemRequest request = Request(ItemOf({{"pk", S("a")}}));
  request.substitutions.values = Item();
  EXPECT_EQ(MessageOf(Put(request)),
            "ExpressionAttributeValues can only be specified when using expressions: "
            "ConditionExpression is null");
  request.substitutions.names = NameMap{};
  EXPECT_EQ(MessageOf(Put(request)),
            "ExpressionAttributeNames can only be specified when using expressions");
}

TEST_F(PutItemTest, RefusesEmptyMaps) {
  PutItemRequest request = Request(ItemOf({{"pk", S("a")}}));
  request.condition.expression = "attribute_exists(pk)";
  request.substitutions.values = Item();
  EXPECT_EQ(MessageOf(Put(request)), "ExpressionAttributeValues must not be empty");
  request.substitutions.names = NameMap{};
  EXPECT_EQ(MessageOf(Put(request)), "ExpressionAttributeNames must not be empty");
}

TEST_F(PutItemTest, RefusesOtherReturnValues) {
  PutItemRequest request = Request(ItemOf({{"pk", S("a")}}));
  request.return_values = ReturnValues::kAllNew;
  EXPECT_EQ(MessageOf(Put(request)), "ReturnValues can only be ALL_OLD or NONE");
}

TEST_F(PutItemTest, RefusesConditionalOperatorWithoutTwoConditions) {
  PutItemRequest request = Request(ItemOf({{"pk", S("a")}}));
  request.condition.conditional_operator = ConditionalOperator::kOr;
  EXPECT_EQ(MessageOf(Put(request)),
            "ConditionalOperator cannot be used without Filter or Expected");
  request.condition.expected = ExpectedMap{{"n", {.exists = false}}};
  EXPECT_EQ(
      MessageOf(Put(request)),
      "ConditionalOperator can only be used when Filter or Expected has two or more elements");
}

TEST_F(PutItemTest, RefusesUnusedSubstitutions) {
  PutItemRequest request = Request(ItemOf({{"pk", S("a")}}));
  request.condition.expression = "attribute_exists(pk)";
  request.substitutions.names = NameMap{{"#a", "a"}};
  EXPECT_EQ(MessageOf(Put(request)),
            "Value provided in ExpressionAttributeNames unused in expressions: keys: {#a}");
}

TEST_F(PutItemTest, ChecksSizeAndExpressionsBeforeTheTableAndTheTableBeforeTheKey) {
  PutItemRequest request = Request(ItemOf({{"x", S(std::string(500'000, 'x'))}}));
  request.table_name = "missing";
  request.condition.expression = "attribute_exists(";
  EXPECT_EQ(MessageOf(Put(request)), "Item size has exceeded the maximum allowed size");
  request.item->Set("x", S("small"));
  EXPECT_THAT(MessageOf(Put(request)), ::testing::HasSubstr("Syntax error"));
  request.condition.expression.reset();
  EXPECT_EQ(CodeOf(Put(request)), ErrorCode::kResourceNotFound);
  EXPECT_EQ(MessageOf(Put(request)), "Requested resource not found");
  request.table_name = "users";
  EXPECT_EQ(MessageOf(Put(request)),
            "One or more parameter values were invalid: Missing the key pk in the item");
}

TEST_F(PutItemTest, LooksAtAMalformedItemBeforeReturnValues) {
  PutItemRequest request = Request({});
  request.item = Fail(ErrorCode::kValidation, "malformed");
  request.return_values = ReturnValues::kAllNew;
  EXPECT_EQ(MessageOf(Put(request)), "malformed");
}

}  // namespace
}  // namespace trestle
