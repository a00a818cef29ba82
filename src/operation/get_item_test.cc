#include "operation/get_item.h"

#include "operation/operation_for_test.h"

namespace trestle {
namespace {

class GetItemTest : public OperationTest {
 protected:
  GetItemTest() {
    Create(Definition("users"));
    Store("users", ItemOf({{"pk", S("a")}, {"n", N("1")}, {"text", S(std::string(5000, 'x'))}}));
  }
  static GetItemRequest Request(std::string key) {
    return {.table_name = "users", .key = ItemOf({{"pk", S(std::move(key))}})};
  }
  Result<GetItemResponse> Get(const GetItemRequest& request) {
    OperationContext context = Context();
    return GetItem(context, request);
  }
};

TEST_F(GetItemTest, CostsHalfAsMuchWhenEventuallyConsistent) {
  GetItemRequest request = Request("a");
  EXPECT_EQ(Get(request)->consumed.table, 1);  // 5 KB: two steps of a half
  request.consistent_read = true;
  EXPECT_EQ(Get(request)->consumed.table, 2);
}

TEST_F(GetItemTest, ChargesForAMissingItem) {
  GetItemRequest request = Request("none");
  const auto response = Get(request);
  ASSERT_TRUE(response);
  EXPECT_FALSE(response->item);
  EXPECT_EQ(response->consumed.table, 0.5);
  request.consistent_read = true;
  EXPECT_EQ(Get(request)->consumed.table, 1);
}

TEST_F(GetItemTest, ProjectsAtTheFullPrice) {
  GetItemRequest request = Request("a");
  request.projection.expression = "#n";
  request.substitutions.names = NameMap{{"#n", "n"}};
  const auto response = Get(request);
  EXPECT_EQ(Decoded(response->item), ItemOf({{"n", N("1")}}));
  EXPECT_EQ(response->consumed.table, 1);
}

TEST_F(GetItemTest, ShowsAnEmptyItemWhereNothingIsProjected) {
  GetItemRequest request = Request("a");
  request.projection.attributes_to_get = {"other"};
  const auto response = Get(request);
  ASSERT_TRUE(response && response->item);
  EXPECT_TRUE(Decoded(response->item).empty());
}

TEST_F(GetItemTest, RefusesBothProjections) {
  GetItemRequest request = Request("a");
  request.projection.expression = "a";
  request.projection.attributes_to_get = {"a"};
  EXPECT_EQ(MessageOf(Get(request)),
            "Can not use both expression and non-expression parameters in the same request: "
            "Non-expression parameters: {AttributesToGet} Expression parameters: "
            "{ProjectionExpression}");
}

TEST_F(GetItemTest, RefusesNamesWithoutAnExpression) {
  GetItemRequest request = Request("a");
  request.substitutions.names = NameMap{{"#a", "a"}};
  EXPECT_EQ(MessageOf(Get(request)),
            "ExpressionAttributeNames can only be specified when using expressions");
}

TEST_F(GetItemTest, ChecksTheProjectionBeforeTheTableAndTheTableBeforeTheKey) {
  GetItemRequest request = Request("");
  request.table_name = "missing";
  request.projection.expression = "a,";
  EXPECT_EQ(CodeOf(Get(request)), ErrorCode::kValidation);
  request.projection.expression.reset();
  EXPECT_EQ(CodeOf(Get(request)), ErrorCode::kResourceNotFound);
  request.table_name = "users";
  EXPECT_EQ(MessageOf(Get(request)),
            "One or more parameter values are not valid. The AttributeValue for a key attribute "
            "cannot contain an empty string value. Key: pk");
  request.key = ItemOf({{"other", S("a")}});
  EXPECT_EQ(MessageOf(Get(request)), "The provided key element does not match the schema");
}

}  // namespace
}  // namespace trestle
