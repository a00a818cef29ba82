#include "operation/batch_get_item.h"

#include "operation/operation_for_test.h"

namespace trestle {
namespace {

class BatchGetItemTest : public OperationTest {
 protected:
  BatchGetItemTest() {
    Create(Definition("users"));
    Create(Definition("things", true));
    Store("users", ItemOf({{"pk", S("a")}, {"n", N("1")}}));
    Store("users", ItemOf({{"pk", S("b")}, {"text", S(std::string(5000, 'x'))}}));
    Store("things", ItemOf({{"pk", S("a")}, {"sk", N("1")}}));
  }
  static KeysAndAttributes Keys(const std::vector<std::string>& keys) {
    KeysAndAttributes reads;
    for (const std::string& key : keys) reads.keys.emplace_back(ItemOf({{"pk", S(key)}}));
    return reads;
  }
  Result<BatchGetItemResponse> Run(const BatchGetItemRequest& request) {
    OperationContext context = Context();
    return BatchGetItem(context, request);
  }
};

TEST_F(BatchGetItemTest, ReadsInTheOrderOfTheKeysAndLeavesOutWhatIsMissing) {
  const auto response = Run({.tables = {{"users", Keys({"b", "none", "a"})}}});
  ASSERT_TRUE(response);
  const auto& items = response->responses.at(0).second;
  ASSERT_EQ(items.size(), 2u);
  EXPECT_EQ(*items[1].Decode(), ItemOf({{"pk", S("a")}, {"n", N("1")}}));
  EXPECT_TRUE(response->unprocessed.empty());
}

TEST_F(BatchGetItemTest, KeepsAnEmptyListForATableWithNothing) {
  const auto response = Run({.tables = {{"users", Keys({"none"})}}});
  ASSERT_EQ(response->responses.size(), 1u);
  EXPECT_TRUE(response->responses[0].second.empty());
}

TEST_F(BatchGetItemTest, RoundsUpEachItemAndReportsEachTable) {
  KeysAndAttributes strong = Keys({"a", "b", "none"});
  strong.consistent_read = true;
  KeysAndAttributes eventual;
  eventual.keys.emplace_back(ItemOf({{"pk", S("a")}, {"sk", N("1")}}));
  const auto response = Run({.tables = {{"users", strong}, {"things", eventual}}});
  ASSERT_EQ(response->consumed.size(), 2u);
  EXPECT_EQ(response->consumed[0].table_name, "users");
  EXPECT_EQ(response->consumed[0].table, 4);  // 1 + 2 + 1
  EXPECT_EQ(response->consumed[1].table, 0.5);
}

TEST_F(BatchGetItemTest, RefusesDuplicatesBeforeItLooksForTheTable) {
  EXPECT_EQ(MessageOf(Run({.tables = {{"missing", Keys({"a", "a"})}}})),
            "Provided list of item keys contains duplicates");
}

TEST_F(BatchGetItemTest, TakesDifferentlySpelledNumbersForTwoKeys) {
  KeysAndAttributes reads;
  reads.keys = {ItemOf({{"pk", S("a")}, {"sk", N("1")}}),
                ItemOf({{"pk", S("a")}, {"sk", N("1.0")}})};
  reads.key_spellings = {"pk=a,sk=1", "pk=a,sk=1.0"};
  const auto response = Run({.tables = {{"things", reads}}});
  ASSERT_TRUE(response) << MessageOf(response);
  EXPECT_EQ(response->responses[0].second.size(), 2u);
}

TEST_F(BatchGetItemTest, RefusesMoreThanAHundredKeysInAll) {
  BatchGetItemRequest request;
  for (int table = 0; table < 2; ++table) {
    KeysAndAttributes reads;
    for (int i = 0; i < 51; ++i) reads.keys.emplace_back(ItemOf({{"pk", S(std::to_string(i))}}));
    request.tables.emplace_back("table-" + std::to_string(table), std::move(reads));
  }
  EXPECT_EQ(MessageOf(Run(request)), "Too many items requested for the BatchGetItem call");
}

TEST_F(BatchGetItemTest, RefusesTwoStylesOfProjectionInTwoTables) {
  BatchGetItemRequest request{.tables = {{"users", Keys({"a"})}, {"things", Keys({"a"})}}};
  request.tables[0].second.projection.expression = "n";
  request.tables[1].second.projection.attributes_to_get = {"n"};
  EXPECT_EQ(MessageOf(Run(request)),
            "Can not use both expression and non-expression parameters in the same request: "
            "Non-expression parameters: {AttributesToGet} Expression parameters: "
            "{ProjectionExpression}");
}

TEST_F(BatchGetItemTest, RefusesUnknownTablesBeforeKeysOfKnownOnes) {
  BatchGetItemRequest request{.tables = {{"things", Keys({"a"})}, {"missing", Keys({"a"})}}};
  EXPECT_EQ(CodeOf(Run(request)), ErrorCode::kResourceNotFound);
  request.tables.pop_back();
  EXPECT_EQ(MessageOf(Run(request)), "The provided key element does not match the schema");
}

TEST_F(BatchGetItemTest, LeavesOverWhatTheReplyCannotHold) {
  std::vector<std::string> keys;
  for (int i = 0; i < 50; ++i) {
    keys.push_back("large-" + std::to_string(i));
    Store("users", ItemOf({{"pk", S(keys.back())}, {"text", S(std::string(400'000, 'x'))}}));
  }
  const auto response = Run({.tables = {{"users", Keys(keys)}, {"things", Keys({})}}});
  ASSERT_TRUE(response);
  const std::size_t read = response->responses[0].second.size();
  EXPECT_EQ(read, 16u * 1024 * 1024 / 400'019);
  ASSERT_EQ(response->unprocessed.size(), 1u);
  EXPECT_EQ(response->unprocessed[0].second.keys.size(), keys.size() - read);
  EXPECT_EQ(*response->unprocessed[0].second.keys.front(), ItemOf({{"pk", S(keys[read])}}));
  EXPECT_EQ(response->consumed[0].table, static_cast<double>(read) * 49);  // 98 steps of a half
}

}  // namespace
}  // namespace trestle
