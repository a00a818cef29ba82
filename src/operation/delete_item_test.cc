#include "operation/delete_item.h"

#include "operation/operation_for_test.h"

namespace trestle {
namespace {

class DeleteItemTest : public OperationTest {
 protected:
  DeleteItemTest() { Create(Definition("users")); }
  static DeleteItemRequest Request(std::string key) {
    return {.table_name = "users", .key = ItemOf({{"pk", S(std::move(key))}})};
  }
  Result<ItemWriteResponse> Run(const DeleteItemRequest& request) {
    OperationContext context = Context();
    return DeleteItem(context, request);
  }
};

TEST_F(DeleteItemTest, DeletesAtThePriceOfTheOldItemAndReturnsIt) {
  const Item stored = ItemOf({{"pk", S("a")}, {"text", S(std::string(2500, 'x'))}});
  Store("users", stored);
  DeleteItemRequest request = Request("a");
  request.return_values = ReturnValues::kAllOld;
  const auto response = Run(request);
  ASSERT_TRUE(response);
  EXPECT_EQ(Decoded(response->attributes), stored);
  EXPECT_EQ(response->consumed.table, 3);
  EXPECT_TRUE(Load("users", ItemOf({{"pk", S("a")}})).empty());
}

TEST_F(DeleteItemTest, SucceedsForOneUnitWhereThereIsNothing) {
  DeleteItemRequest request = Request("none");
  request.return_values = ReturnValues::kAllOld;
  const auto response = Run(request);
  ASSERT_TRUE(response);
  EXPECT_FALSE(response->attributes);
  EXPECT_EQ(response->consumed.table, 1);
}

TEST_F(DeleteItemTest, KeepsTheItemWhoseConditionFails) {
  Store("users", ItemOf({{"pk", S("a")}, {"n", N("1")}}));
  DeleteItemRequest request = Request("a");
  request.condition.expression = "n > :n";
  request.substitutions.values = ItemOf({{":n", N("5")}});
  EXPECT_EQ(CodeOf(Run(request)), ErrorCode::kConditionalCheckFailed);
  EXPECT_FALSE(Load("users", ItemOf({{"pk", S("a")}})).empty());
  request.substitutions.values = ItemOf({{":n", N("0")}});
  EXPECT_TRUE(Run(request));
}

TEST_F(DeleteItemTest, RefusesOtherReturnValuesBeforeItParses) {
  DeleteItemRequest request = Request("a");
  request.return_values = ReturnValues::kUpdatedOld;
  request.condition.expression = "(";
  EXPECT_EQ(MessageOf(Run(request)), "ReturnValues can only be ALL_OLD or NONE");
}

TEST_F(DeleteItemTest, RefusesAKeyThatDoesNotFitTheTable) {
  DeleteItemRequest request = Request("a");
  request.key->Set("more", S("x"));
  EXPECT_EQ(MessageOf(Run(request)), "The provided key element does not match the schema");
}

}  // namespace
}  // namespace trestle
