#include "operation/update_item.h"

#include <thread>

#include "operation/operation_for_test.h"

namespace trestle {
namespace {

class UpdateItemTest : public OperationTest {
 protected:
  UpdateItemTest() {
    TableDefinition users = Definition("users");
    users.attributes.push_back({.name = "email", .type = AttributeType::kString});
    users.indexes = {GlobalIndex("by-email", "email")};
    Create(std::move(users));
  }
  static UpdateItemRequest Request(std::string expression) {
    UpdateItemRequest request{.table_name = "users", .key = ItemOf({{"pk", S("a")}})};
    if (!expression.empty()) request.update_expression = std::move(expression);
    return request;
  }
  Result<ItemWriteResponse> Run(const UpdateItemRequest& request) {
    OperationContext context = Context();
    return UpdateItem(context, request);
  }
  Item Stored() { return Load("users", ItemOf({{"pk", S("a")}})); }
};

TEST_F(UpdateItemTest, MakesAnItemThatIsNotThere) {
  UpdateItemRequest request = Request("SET n = :one");
  request.substitutions.values = ItemOf({{":one", N("1")}});
  ASSERT_TRUE(Run(request));
  EXPECT_EQ(Stored(), ItemOf({{"pk", S("a")}, {"n", N("1")}}));
}

TEST_F(UpdateItemTest, MakesAKeyAloneWhenItSaysNothing) {
  const auto response = Run(Request(""));
  ASSERT_TRUE(response);
  EXPECT_EQ(response->consumed.table, 1);
  EXPECT_EQ(Stored(), ItemOf({{"pk", S("a")}}));
}

TEST_F(UpdateItemTest, DoesNotMakeAnItemByTakingAway) {
  const auto response = Run(Request("REMOVE n"));
  ASSERT_TRUE(response);
  EXPECT_EQ(response->consumed.table, 1);
  EXPECT_TRUE(Stored().empty());

  UpdateItemRequest legacy = Request("");
  legacy.attribute_updates = AttributeUpdateMap{{"n", {.action = AttributeAction::kDelete}}};
  ASSERT_TRUE(Run(legacy));
  EXPECT_TRUE(Stored().empty());
}

TEST_F(UpdateItemTest, ReturnsWhatIsAskedFor) {
  const Item before = ItemOf({{"pk", S("a")}, {"n", N("1")}, {"keep", S("k")}});
  const Item after = ItemOf({{"pk", S("a")}, {"n", N("2")}, {"keep", S("k")}});
  const std::vector<std::pair<ReturnValues, Item>> cases = {
      {ReturnValues::kNone, Item()},
      {ReturnValues::kAllOld, before},
      {ReturnValues::kAllNew, after},
      {ReturnValues::kUpdatedOld, ItemOf({{"n", N("1")}})},
      {ReturnValues::kUpdatedNew, ItemOf({{"n", N("2")}})},
  };
  for (const auto& [wanted, expected] : cases) {
    Store("users", before);
    UpdateItemRequest request = Request("SET n = n + :one REMOVE gone");
    request.substitutions.values = ItemOf({{":one", N("1")}});
    request.return_values = wanted;
    const auto response = Run(request);
    ASSERT_TRUE(response) << MessageOf(response);
    EXPECT_EQ(response->attributes.has_value(), !expected.empty());
    EXPECT_EQ(Decoded(response->attributes), expected);
  }
}

TEST_F(UpdateItemTest, ReturnsNoAttributesWhereNothingIsLeftToShow) {
  Store("users", ItemOf({{"pk", S("a")}, {"n", N("1")}}));
  UpdateItemRequest request = Request("REMOVE n");
  request.return_values = ReturnValues::kUpdatedNew;
  EXPECT_FALSE(Run(request)->attributes);
  request.return_values = ReturnValues::kUpdatedOld;
  EXPECT_FALSE(Run(request)->attributes);
}

TEST_F(UpdateItemTest, UpdatesByLegacyParameters) {
  Store("users", ItemOf({{"pk", S("a")}, {"n", N("1")}, {"old", S("x")}}));
  UpdateItemRequest request = Request("");
  request.attribute_updates =
      AttributeUpdateMap{{"n", {.action = AttributeAction::kAdd, .value = N("4")}},
                         {"old", {.action = AttributeAction::kDelete}},
                         {"new", {.value = S("y")}}};
  request.condition.expected = ExpectedMap{{"n", {.value = N("1")}}};
  ASSERT_TRUE(Run(request));
  EXPECT_EQ(Stored(), ItemOf({{"pk", S("a")}, {"n", N("5")}, {"new", S("y")}}));
  EXPECT_EQ(CodeOf(Run(request)), ErrorCode::kConditionalCheckFailed);
}

TEST_F(UpdateItemTest, CostsTheLargerItemAndTheIndexEntries) {
  Store("users", ItemOf({{"pk", S("a")}, {"text", S(std::string(2500, 'x'))}}));
  UpdateItemRequest request = Request("SET email = :e REMOVE #t");
  request.substitutions.names = NameMap{{"#t", "text"}};
  request.substitutions.values = ItemOf({{":e", S("a@b")}});
  const auto response = Run(request);
  EXPECT_EQ(response->consumed.table, 3);
  EXPECT_EQ(response->consumed.global_indexes.at("by-email"), 1);
}

TEST_F(UpdateItemTest, RefusesToChangeTheKey) {
  EXPECT_EQ(MessageOf(Run(Request("REMOVE pk"))),
            "One or more parameter values were invalid: Cannot update attribute pk. This attribute "
            "is part of the key");
}

TEST_F(UpdateItemTest, RefusesAnItemThatGrowsTooLarge) {
  Store("users", ItemOf({{"pk", S("a")}, {"text", S(std::string(300'000, 'x'))}}));
  UpdateItemRequest request = Request("SET more = :m");
  request.substitutions.values = ItemOf({{":m", S(std::string(200'000, 'x'))}});
  EXPECT_EQ(MessageOf(Run(request)), "Item size to update has exceeded the maximum allowed size");
}

TEST_F(UpdateItemTest, RefusesAnIndexKeyThatTheIndexCannotHold) {
  UpdateItemRequest request = Request("SET email = :e");
  request.substitutions.values = ItemOf({{":e", N("1")}});
  EXPECT_EQ(CodeOf(Run(request)), ErrorCode::kValidation);
  request.substitutions.values = ItemOf({{":e", S("")}});
  EXPECT_EQ(MessageOf(Run(request)),
            "One or more parameter values are not valid. The update expression attempted to update "
            "a secondary index key to a value that is not supported. The AttributeValue for a key "
            "attribute cannot contain an empty string value.");
  EXPECT_TRUE(Stored().empty());
}

TEST_F(UpdateItemTest, NamesAllParametersThatDoNotMix) {
  UpdateItemRequest request = Request("SET n = :n");
  request.condition.expression = "attribute_exists(pk)";
  request.attribute_updates = AttributeUpdateMap{};
  request.condition.expected = ExpectedMap{};
  EXPECT_EQ(MessageOf(Run(request)),
            "Can not use both expression and non-expression parameters in the same request: "
            "Non-expression parameters: {AttributeUpdates, Expected} Expression parameters: "
            "{UpdateExpression, ConditionExpression}");
}

TEST_F(UpdateItemTest, NamesBothExpressionsThatCouldUseValues) {
  UpdateItemRequest request = Request("");
  request.substitutions.values = ItemOf({{":n", N("1")}});
  EXPECT_EQ(MessageOf(Run(request)),
            "ExpressionAttributeValues can only be specified when using expressions: "
            "UpdateExpression and ConditionExpression are null");
}

TEST_F(UpdateItemTest, ParsesTheUpdateBeforeTheConditionAndBothBeforeTheTable) {
  UpdateItemRequest request = Request("SETT n");
  request.condition.expression = "attribute_exists(";
  request.table_name = "missing";
  EXPECT_EQ(MessageOf(Run(request)).rfind("Invalid UpdateExpression: ", 0), 0u);
  request.update_expression = "REMOVE n";
  EXPECT_EQ(MessageOf(Run(request)).rfind("Invalid ConditionExpression: ", 0), 0u);
  request.condition.expression.reset();
  EXPECT_EQ(CodeOf(Run(request)), ErrorCode::kResourceNotFound);
}

TEST_F(UpdateItemTest, LosesNoIncrementOfTwoThreads) {
  constexpr int kEach = 300;
  const auto increment = [&] {
    for (int i = 0; i < kEach; ++i) {
      UpdateItemRequest request = Request("ADD n :one");
      request.substitutions.values = ItemOf({{":one", N("1")}});
      ASSERT_TRUE(Run(request));
    }
  };
  std::thread first(increment);
  std::thread second(increment);
  first.join();
  second.join();
  EXPECT_EQ(Stored(), ItemOf({{"pk", S("a")}, {"n", N(std::to_string(2 * kEach))}}));
}

}  // namespace
}  // namespace trestle
