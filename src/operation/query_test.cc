#include "operation/query.h"

#include <gmock/gmock.h>

#include "operation/page_for_test.h"

namespace trestle {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class QueryTest : public PageTest {
 protected:
  QueryTest() {
    for (int sk = 1; sk <= 5; ++sk) StoreBook("a", sk);
    StoreBook("b", 1);
  }
  std::string Refusal(const QueryRequest& request) { return MessageOf(Run(request)); }
};

TEST_F(QueryTest, AnswersOnePartitionInOrderOfTheSortKey) {
  const PageResponse page = Read(AskPartition("a"));
  EXPECT_THAT(SortKeys(page), ElementsAre("1", "2", "3", "4", "5"));
  EXPECT_EQ(page.count, 5);
  EXPECT_EQ(page.scanned_count, 5);
  EXPECT_FALSE(page.last_evaluated_key);
}

TEST_F(QueryTest, BackwardReversesTheOrder) {
  QueryRequest request = AskPartition("a");
  request.scan_index_forward = false;
  EXPECT_THAT(SortKeys(Read(request)), ElementsAre("5", "4", "3", "2", "1"));
}

TEST_F(QueryTest, BoundsOfTheSortKey) {
  const auto keys = [&](std::string condition) {
    return SortKeys(Read(
        Ask("pk = :p AND " + condition, ItemOf({{":p", S("a")}, {":x", N("2")}, {":y", N("4")}}))));
  };
  const auto keys_of_one = [&](std::string condition) {
    return SortKeys(
        Read(Ask("pk = :p AND " + condition, ItemOf({{":p", S("a")}, {":x", N("2")}}))));
  };
  EXPECT_THAT(keys_of_one("sk = :x"), ElementsAre("2"));
  EXPECT_THAT(keys_of_one("sk < :x"), ElementsAre("1"));
  EXPECT_THAT(keys_of_one("sk <= :x"), ElementsAre("1", "2"));
  EXPECT_THAT(keys_of_one("sk > :x"), ElementsAre("3", "4", "5"));
  EXPECT_THAT(keys_of_one("sk >= :x"), ElementsAre("2", "3", "4", "5"));
  EXPECT_THAT(keys("sk BETWEEN :x AND :y"), ElementsAre("2", "3", "4"));
}

TEST_F(QueryTest, FilterRunsAfterTheLimit) {
  QueryRequest request = AskPartition("a");
  request.filter_expression = "pages > :p2";
  request.substitutions.values = ItemOf({{":p", S("a")}, {":p2", N("10")}});
  request.limit = 2;
  const PageResponse page = Read(request);
  EXPECT_THAT(SortKeys(page), ElementsAre("2"));
  EXPECT_EQ(page.count, 1);
  EXPECT_EQ(page.scanned_count, 2);
  ASSERT_TRUE(page.last_evaluated_key);
  EXPECT_EQ(*page.last_evaluated_key, ItemOf({{"pk", S("a")}, {"sk", N("2")}}));
}

TEST_F(QueryTest, LimitLeavesAKeyEvenWhenNothingFollows) {
  QueryRequest request = AskPartition("a");
  request.limit = 5;
  const PageResponse page = Read(request);
  ASSERT_TRUE(page.last_evaluated_key);
  request.exclusive_start_key = *page.last_evaluated_key;
  const PageResponse next = Read(request);
  EXPECT_THAT(next.items, IsEmpty());
  EXPECT_FALSE(next.last_evaluated_key);
}

TEST_F(QueryTest, CountHasNoItems) {
  QueryRequest request = AskPartition("a");
  request.select = SelectAttributes::kCount;
  const PageResponse page = Read(request);
  EXPECT_TRUE(page.count_only);
  EXPECT_THAT(page.items, IsEmpty());
  EXPECT_EQ(page.count, 5);
}

TEST_F(QueryTest, ProjectionLeavesTheRestOut) {
  QueryRequest request = Ask("pk = :p AND sk = :x", ItemOf({{":p", S("a")}, {":x", N("1")}}));
  request.projection.expression = "title";
  EXPECT_EQ(*Read(request).items.front().Decode(), ItemOf({{"title", S("title1")}}));
}

TEST_F(QueryTest, LegacyParametersSayTheSame) {
  QueryRequest request;
  request.table_name = "t";
  request.key_conditions = LegacyConditionMap{{"pk", {LegacyComparison::kEq, std::vector{S("a")}}},
                                              {"sk", {LegacyComparison::kGt, std::vector{N("2")}}}};
  request.query_filter =
      LegacyConditionMap{{"pages", {LegacyComparison::kLt, std::vector{N("50")}}}};
  request.projection.attributes_to_get = {"sk"};
  const PageResponse page = Read(request);
  EXPECT_THAT(SortKeys(page), ElementsAre("3", "4"));
}

TEST_F(QueryTest, RefusesMixedStyles) {
  QueryRequest request = AskPartition("a");
  request.projection.attributes_to_get = {"pk"};
  request.key_conditions = LegacyConditionMap{};
  EXPECT_EQ(Refusal(request),
            "Can not use both expression and non-expression parameters in the same request: "
            "Non-expression parameters: {AttributesToGet, KeyConditions} Expression parameters: "
            "{KeyConditionExpression}");
}

TEST_F(QueryTest, RefusesSubstitutionsWithoutExpressions) {
  QueryRequest request;
  request.table_name = "t";
  request.substitutions.names = NameMap{{"#a", "a"}};
  EXPECT_EQ(Refusal(request),
            "ExpressionAttributeNames can only be specified when using expressions");
  request.substitutions.names.reset();
  request.substitutions.values = ItemOf({{":a", S("a")}});
  EXPECT_EQ(Refusal(request),
            "ExpressionAttributeValues can only be specified when using expressions: "
            "FilterExpression and KeyConditionExpression are null");
}

TEST_F(QueryTest, RefusesARequestWithoutKeyCondition) {
  QueryRequest request;
  request.table_name = "t";
  EXPECT_EQ(Refusal(request),
            "Either the KeyConditions or KeyConditionExpression parameter must be specified in "
            "the request.");
}

TEST_F(QueryTest, RefusesSelectThatContradictsTheProjection) {
  QueryRequest request = AskPartition("a");
  request.select = SelectAttributes::kSpecificAttributes;
  EXPECT_EQ(Refusal(request),
            "1 validation error detected: Must specify the AttributesToGet or "
            "ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES");
  request.projection.expression = "title";
  request.select = SelectAttributes::kAllAttributes;
  EXPECT_EQ(Refusal(request),
            "1 validation error detected: Cannot specify the ProjectionExpression when choosing "
            "to get ALL_ATTRIBUTES");
  request.select = SelectAttributes::kCount;
  EXPECT_EQ(Refusal(request),
            "1 validation error detected: Cannot specify the ProjectionExpression when choosing "
            "to get only the Count");
  request.projection.expression.reset();
  request.select = SelectAttributes::kAllProjectedAttributes;
  EXPECT_EQ(Refusal(request),
            "1 validation error detected: One or more parameter values were invalid: "
            "ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName");
}

TEST_F(QueryTest, ParameterErrorsComeBeforeTheTableIsLookedUp) {
  QueryRequest request = Ask("pk = :p AND", ItemOf({{":p", S("a")}}));
  request.table_name = "nowhere";
  EXPECT_TRUE(Refusal(request).starts_with("Invalid KeyConditionExpression: Syntax error"));
  request.key_condition_expression = "pk = :p";
  const Result<PageResponse> page = Run(request);
  EXPECT_EQ(CodeOf(page), ErrorCode::kResourceNotFound);
  EXPECT_EQ(MessageOf(page), "Requested resource not found");
}

TEST_F(QueryTest, LooksAtTheStartKeyAndTheProjectionBeforeItMissesAKeyCondition) {
  QueryRequest request;
  request.table_name = "t";
  request.projection.attributes_to_get = {"a", "a"};
  EXPECT_EQ(Refusal(request),
            "One or more parameter values were invalid: Duplicate value in attribute name: a");
  request.exclusive_start_key = ParsedItem(Fail(ErrorCode::kValidation, "it is broken"));
  EXPECT_EQ(Refusal(request), "The provided starting key is invalid: it is broken");
}

TEST_F(QueryTest, RefusesUnusedValues) {
  EXPECT_EQ(Refusal(Ask("pk = :p", ItemOf({{":p", S("a")}, {":q", S("b")}}))),
            "Value provided in ExpressionAttributeValues unused in expressions: keys: {:q}");
}

TEST_F(QueryTest, RefusesFiltersOnKeys) {
  QueryRequest request = AskPartition("a");
  request.filter_expression = "sk > :p";
  EXPECT_EQ(Refusal(request),
            "Filter Expression can only contain non-primary key attributes: Primary key "
            "attribute: sk");
  QueryRequest legacy;
  legacy.table_name = "t";
  legacy.key_conditions = LegacyConditionMap{{"pk", {LegacyComparison::kEq, std::vector{S("a")}}}};
  legacy.query_filter = LegacyConditionMap{{"sk", {LegacyComparison::kEq, std::vector{N("1")}}}};
  EXPECT_EQ(Refusal(legacy),
            "QueryFilter can only contain non-primary key attributes: Primary key attribute: sk");
}

TEST_F(QueryTest, FiltersOfAnIndexMayNameTheTablesKeys) {
  QueryRequest request = AskShelf("all");
  request.filter_expression = "pk = :p";
  request.substitutions.values = ItemOf({{":s", S("shelf")}, {":p", S("b")}});
  const PageResponse page = Read(request);
  EXPECT_EQ(page.count, 1);
}

TEST_F(QueryTest, RefusesAStartKeyThatDoesNotFit) {
  QueryRequest request = AskPartition("a");
  const auto refusal_after = [&](ParsedItem key) {
    request.exclusive_start_key = std::move(key);
    return Refusal(request);
  };
  EXPECT_EQ(refusal_after(ItemOf({{"pk", S("a")}})), "The provided starting key is invalid");
  EXPECT_EQ(refusal_after(ItemOf({{"pk", S("a")}, {"sk", S("1")}})),
            "The provided starting key is invalid");
  EXPECT_EQ(refusal_after(ItemOf({{"pk", S("a")}, {"sk", N("1")}, {"title", S("x")}})),
            "The provided starting key is invalid");
  EXPECT_EQ(refusal_after(ItemOf({{"pk", S("b")}, {"sk", N("1")}})),
            "The provided starting key is outside query boundaries based on provided conditions");
  EXPECT_EQ(refusal_after(ParsedItem(Fail(ErrorCode::kValidation, "it is broken"))),
            "The provided starting key is invalid: it is broken");
}

TEST_F(QueryTest, RefusesAStartKeyOutsideTheBoundsOfTheSortKey) {
  QueryRequest request = Ask("pk = :p AND sk >= :x", ItemOf({{":p", S("a")}, {":x", N("3")}}));
  request.exclusive_start_key = ItemOf({{"pk", S("a")}, {"sk", N("2")}});
  EXPECT_EQ(Refusal(request), "The provided starting key does not match the range key predicate");
  request.exclusive_start_key = ItemOf({{"pk", S("a")}, {"sk", N("3")}});
  EXPECT_THAT(SortKeys(Read(request)), ElementsAre("4", "5"));
}

TEST_F(QueryTest, RefusesWhatAnIndexCannotDo) {
  QueryRequest request = AskShelf("none");
  EXPECT_EQ(Refusal(request), "The table does not have the specified index: none");
  request.index_name = "some";
  request.consistent_read = true;
  EXPECT_EQ(Refusal(request), "Consistent reads are not supported on global secondary indexes");
  request.consistent_read = false;
  request.select = SelectAttributes::kAllAttributes;
  EXPECT_EQ(Refusal(request),
            "One or more parameter values were invalid: Select type ALL_ATTRIBUTES is not "
            "supported for global secondary index some because its projection type is not ALL");
  request.select.reset();
  request.projection.expression = "pages, title, #t, pages2";
  request.substitutions.names = NameMap{{"#t", "text"}};
  EXPECT_EQ(Refusal(request),
            "One or more parameter values were invalid: Global secondary index some does not "
            "project [pages, text, pages2]");
  request.projection.expression.reset();
  request.substitutions.names.reset();
  request.filter_expression = "pages = :s";
  EXPECT_EQ(Refusal(request),
            "One or more parameter values were invalid: Secondary index some does not project "
            "one or more filter attributes: [pages]");
}

TEST_F(QueryTest, AnIndexAnswersWhatItProjects) {
  QueryRequest request = AskShelf("some");
  request.limit = 1;
  const PageResponse page = Read(request);
  EXPECT_EQ(page.items.front().Decode()->size(), 4u);  // pk, sk, shelf, title
  ASSERT_TRUE(page.last_evaluated_key);
  EXPECT_EQ(page.last_evaluated_key->size(), 3u);
  EXPECT_TRUE(page.last_evaluated_key->Contains("shelf"));
}

TEST_F(QueryTest, ALocalIndexFetchesWhatItDoesNotHold) {
  QueryRequest request =
      Ask("pk = :p AND author = :a", ItemOf({{":p", S("a")}, {":a", S("author1")}}));
  request.index_name = "local";
  const PageResponse keys = Read(request);
  EXPECT_EQ(keys.items.front().Decode()->size(), 3u);
  EXPECT_EQ(keys.consumed.table, 0);
  EXPECT_EQ(keys.consumed.local_indexes.at("local"), 0.5);

  request.select = SelectAttributes::kAllAttributes;
  const PageResponse whole = Read(request);
  EXPECT_EQ(whole.items.front().Decode()->size(), 7u);
  EXPECT_EQ(whole.consumed.local_indexes.at("local"), 0.5);
  EXPECT_EQ(whole.consumed.table, 1.0);  // two rows, half a unit each

  request.select.reset();
  request.projection.expression = "title";
  EXPECT_EQ(*Read(request).items.front().Decode(), ItemOf({{"title", S("title1")}}));
}

TEST_F(QueryTest, CapacityIsTheBytesEvaluatedRoundedOnce) {
  for (int sk = 1; sk <= 3; ++sk) StoreBook("large", sk, 3000);
  const PageResponse eventual = Read(AskPartition("large"));
  EXPECT_EQ(eventual.consumed.table_name, "t");
  EXPECT_EQ(eventual.consumed.table, 1.5);  // 9.2 KB are three steps of 4 KB
  QueryRequest strong = AskPartition("large");
  strong.consistent_read = true;
  EXPECT_EQ(Read(strong).consumed.table, 3);
  EXPECT_EQ(Read(AskPartition("nothing")).consumed.table, 0.5);
  const PageResponse index = Read(AskShelf("all"));
  EXPECT_EQ(index.consumed.table, 0);
  EXPECT_GT(index.consumed.global_indexes.at("all"), 0);
}

TEST_F(QueryTest, APageEndsWithTheRowThatCrossesOneMegabyte) {
  for (int sk = 1; sk <= 5; ++sk) StoreBook("huge", sk, 300 * 1024);
  const PageResponse page = Read(AskPartition("huge"));
  EXPECT_EQ(page.count, 4);
  ASSERT_TRUE(page.last_evaluated_key);
  EXPECT_EQ(*page.last_evaluated_key->Find("sk"), N("4"));
  EXPECT_EQ(ReadAll(AskPartition("huge")).size(), 5u);
}

TEST_F(QueryTest, PagesOfAnySizeAndDirectionAreTheWholeInTurn) {
  for (int sk = 6; sk <= 17; ++sk) StoreBook("a", sk);
  const auto check = [&](QueryRequest request) {
    for (const bool forward : {true, false}) {
      request.scan_index_forward = forward;
      request.limit.reset();
      const std::vector<Item> whole = ReadAll(request);
      EXPECT_GE(whole.size(), 5u);
      for (const std::int64_t limit : {1, 2, 3, 7, 16, 17, 18, 100}) {
        request.limit = limit;
        EXPECT_EQ(ReadAll(request), whole) << limit << (forward ? " forward" : " backward");
      }
    }
  };
  check(AskPartition("a"));
  check(Ask("pk = :p AND sk BETWEEN :x AND :y",
            ItemOf({{":p", S("a")}, {":x", N("3")}, {":y", N("12")}})));
  check(AskShelf("all"));
  check(AskShelf("some"));
  QueryRequest local = AskPartition("a");
  local.index_name = "local";
  check(local);
}

}  // namespace
}  // namespace trestle
