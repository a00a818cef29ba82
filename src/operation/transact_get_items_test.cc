#include "operation/transact_get_items.h"

#include "operation/operation_for_test.h"

namespace trestle {
namespace {

class TransactGetItemsTest : public OperationTest {
 protected:
  TransactGetItemsTest() {
    Create(Definition("users"));
    Create(Definition("things"));
    Store("users", ItemOf({{"pk", S("a")}, {"n", N("1")}}));
    Store("things", ItemOf({{"pk", S("b")}, {"text", S(std::string(5000, 'x'))}}));
  }
  static TransactGet Get(std::string table, Item key) {
    return {.table_name = std::move(table), .key = std::move(key)};
  }
  static Item Key(std::string key) { return ItemOf({{"pk", S(std::move(key))}}); }
  Result<TransactGetItemsResponse> Run(std::vector<TransactGet> gets) {
    OperationContext context = Context();
    return TransactGetItems(context, {.gets = std::move(gets)});
  }
};

TEST_F(TransactGetItemsTest, AnswersInOrderWithGapsForMissingItems) {
  const auto response =
      Run({Get("things", Key("b")), Get("users", Key("none")), Get("users", Key("a"))});
  ASSERT_TRUE(response) << MessageOf(response);
  ASSERT_EQ(response->responses.size(), 3u);
  EXPECT_TRUE(response->responses[0]);
  EXPECT_FALSE(response->responses[1]);
  EXPECT_EQ(Decoded(response->responses[2]), ItemOf({{"pk", S("a")}, {"n", N("1")}}));
}

TEST_F(TransactGetItemsTest, CostsTwoUnitsForEachStepMissingItemsIncluded) {
  const auto response =
      Run({Get("things", Key("b")), Get("users", Key("none")), Get("users", Key("a"))});
  ASSERT_EQ(response->consumed.size(), 2u);
  EXPECT_EQ(response->consumed[0].table_name, "things");
  EXPECT_EQ(response->consumed[0].table, 4);
  EXPECT_EQ(response->consumed[1].table, 4);
  EXPECT_EQ(response->consumed[1].report, ConsumedCapacity::Report::kRead);
}

TEST_F(TransactGetItemsTest, ShowsNoItemWhereNothingIsProjected) {
  TransactGet get = Get("users", Key("a"));
  get.projection_expression = "nowhere";
  const auto nothing = Run({get});
  ASSERT_TRUE(nothing) << MessageOf(nothing);
  EXPECT_FALSE(nothing->responses[0]);
  get.projection_expression = "n";
  EXPECT_EQ(Decoded(Run({get})->responses[0]), ItemOf({{"n", N("1")}}));
}

TEST_F(TransactGetItemsTest, CancelsForAKeyThatDoesNotFit) {
  for (const Item& key : {ItemOf({{"pk", N("1")}}), Key("")}) {
    const auto response = Run({Get("users", Key("a")), Get("users", key)});
    ASSERT_FALSE(response);
    EXPECT_EQ(CodeOf(response), ErrorCode::kTransactionCanceled);
    EXPECT_EQ(MessageOf(response),
              "Transaction cancelled, please refer cancellation reasons for specific reasons "
              "[None, ValidationError]");
    const auto* detail = dynamic_cast<const Cancellation*>(response.error().detail.get());
    ASSERT_NE(detail, nullptr);
    EXPECT_FALSE(detail->reasons[0].message);
    EXPECT_TRUE(detail->reasons[1].message);
  }
}

TEST_F(TransactGetItemsTest, RefusesOneItemTwice) {
  EXPECT_EQ(MessageOf(Run({Get("users", Key("a")), Get("users", Key("a"))})),
            "Transaction request cannot include multiple operations on one item");
}

TEST_F(TransactGetItemsTest, RefusesUnknownTablesAfterBadExpressions) {
  TransactGet bad = Get("users", Key("a"));
  bad.projection_expression = "a,";
  EXPECT_EQ(CodeOf(Run({Get("missing", Key("a")), bad})), ErrorCode::kValidation);
  EXPECT_EQ(CodeOf(Run({Get("missing", Key("a"))})), ErrorCode::kResourceNotFound);
}

}  // namespace
}  // namespace trestle
