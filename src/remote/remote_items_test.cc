#include <gtest/gtest.h>

#include "remote/remote_for_test.h"
#include "value/number.h"

namespace trestle {
namespace {

AttributeValue S(std::string text) { return AttributeValue::String(std::move(text)); }
AttributeValue N(std::string_view text) { return AttributeValue::Of(*Number::Parse(text)); }

template <class T>
std::string MessageOf(const Result<T>& result) {
  return result ? std::string() : result.error().message;
}

class RemoteItemsTest : public RemoteTest {
 protected:
  RemoteItemsTest() { Create("ttt"); }
};

// Every type, and texts that JSON must escape.
Item Rich(Item key) {
  key.Set("text", S("a \"quoted\"\n\tline \\ \x01 é 🌉"));
  key.Set("number", N("-1.5e-20"));
  key.Set("bytes", AttributeValue::Of(Binary{std::string("\0\xff\x80", 3)}));
  key.Set("texts", AttributeValue::Of(StringSet({"b", "a"})));
  key.Set("numbers", AttributeValue::Of(NumberSet({*Number::Parse("2"), *Number::Parse("-1")})));
  key.Set("blobs", AttributeValue::Of(BinarySet({Binary{"y"}, Binary{"x"}})));
  key.Set("map", AttributeValue::Of(AttributeMap{{"in", AttributeValue::Of(List{S(""), N("0")})}}));
  key.Set("none", AttributeValue::Of(Null{}));
  key.Set("yes", AttributeValue::Of(true));
  return key;
}

TEST_F(RemoteItemsTest, ItemsComeBackAsTheyWent) {
  const Item item = Rich(Key("a", "1"));
  Put("ttt", item);
  const auto got = remote_->GetItem({.table_name = "ttt",
                                     .key = Key("a", "1"),
                                     .consistent_read = true,
                                     .return_consumed_capacity = ReturnConsumedCapacity::kIndexes});
  ASSERT_TRUE(got && got->item) << MessageOf(got);
  EXPECT_EQ(*got->item->Decode(), item);
  EXPECT_EQ(got->consumed.table_name, "ttt");
  EXPECT_EQ(got->consumed.table, 1);
  const auto missing = remote_->GetItem({.table_name = "ttt", .key = Key("a", "2")});
  ASSERT_TRUE(missing);
  EXPECT_FALSE(missing->item);
}

TEST_F(RemoteItemsTest, WritesHaveTheirConditionsAndReturnValues) {
  Put("ttt", With(Key("a", "1"), "n", N("1")));
  const auto updated = remote_->UpdateItem({
      .table_name = "ttt",
      .key = Key("a", "1"),
      .update_expression = "SET #n = #n + :one",
      .condition = {.expression = "#n = :one"},
      .substitutions = {.names = NameMap{{"#n", "n"}}, .values = Item{{":one", N("1")}}},
      .return_values = ReturnValues::kUpdatedNew,
  });
  ASSERT_TRUE(updated) << MessageOf(updated);
  EXPECT_EQ(*updated->attributes->Decode(), (Item{{"n", N("2")}}));
  const auto refused =
      remote_->DeleteItem({.table_name = "ttt",
                           .key = Key("a", "1"),
                           .condition = {.expression = "attribute_not_exists(pk)"},
                           .on_condition_failure = ReturnValuesOnConditionCheckFailure::kAllOld});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kConditionalCheckFailed);
  EXPECT_EQ(refused.error().message, "The conditional request failed");
  const auto* failure = dynamic_cast<const ConditionFailure*>(refused.error().detail.get());
  ASSERT_TRUE(failure != nullptr && failure->item);
  EXPECT_EQ(*failure->item->Decode(), With(Key("a", "1"), "n", N("2")));
  const auto removed = remote_->DeleteItem(
      {.table_name = "ttt", .key = Key("a", "1"), .return_values = ReturnValues::kAllOld});
  ASSERT_TRUE(removed && removed->attributes);
}

TEST_F(RemoteItemsTest, LegacyParametersGoOverTheWire) {
  Put("ttt", With(Key("a", "1"), "n", N("1")));
  AttributeUpdateMap updates;
  updates["n"] = {.action = AttributeAction::kAdd, .value = N("5")};
  ExpectedMap expected;
  expected["n"] = {.exists = std::nullopt,
                   .value = std::nullopt,
                   .comparison = LegacyComparison::kBetween,
                   .values = std::vector{N("0"), N("2")}};
  const auto updated =
      remote_->UpdateItem({.table_name = "ttt",
                           .key = Key("a", "1"),
                           .attribute_updates = Result<AttributeUpdateMap>(updates),
                           .condition = {.expected = Result<ExpectedMap>(expected)},
                           .return_values = ReturnValues::kAllNew});
  ASSERT_TRUE(updated) << MessageOf(updated);
  EXPECT_EQ(*updated->attributes->Decode(), With(Key("a", "1"), "n", N("6")));
  LegacyConditionMap keys;
  keys["pk"] = {.comparison = LegacyComparison::kEq, .values = std::vector{S("a")}};
  LegacyConditionMap filter;
  filter["n"] = {.comparison = LegacyComparison::kGt, .values = std::vector{N("9")}};
  const auto page = remote_->Query({.table_name = "ttt",
                                    .key_conditions = Result<LegacyConditionMap>(keys),
                                    .query_filter = Result<LegacyConditionMap>(filter)});
  ASSERT_TRUE(page) << MessageOf(page);
  EXPECT_EQ(page->count, 0);
  EXPECT_EQ(page->scanned_count, 1);
}

TEST_F(RemoteItemsTest, PagesGoOnWhereTheyEnded) {
  for (const char* sk : {"1", "2", "3"}) {
    Put("ttt", With(With(Key("a", sk), "owner", S("o")), "note", S(sk)));
  }
  QueryRequest query{
      .table_name = "ttt",
      .index_name = "by-owner",
      .key_condition_expression = "#o = :o",
      .projection = {.expression = "note"},
      .substitutions = {.names = NameMap{{"#o", "owner"}}, .values = Item{{":o", S("o")}}},
      .limit = 2,
      .scan_index_forward = false};
  const auto first = remote_->Query(query);
  ASSERT_TRUE(first && first->last_evaluated_key) << MessageOf(first);
  EXPECT_EQ(first->items.size(), 2u);
  EXPECT_EQ(*first->items[0].Decode(), (Item{{"note", S("3")}}));
  query.exclusive_start_key = *first->last_evaluated_key;
  const auto second = remote_->Query(query);
  ASSERT_TRUE(second) << MessageOf(second);
  EXPECT_EQ(second->items.size(), 1u);
  EXPECT_FALSE(second->last_evaluated_key);
  const auto counted = remote_->Scan(
      {.table_name = "ttt", .select = SelectAttributes::kCount, .segment = 0, .total_segments = 1});
  ASSERT_TRUE(counted);
  EXPECT_TRUE(counted->count_only);
  EXPECT_EQ(counted->count, 3);
}

TEST_F(RemoteItemsTest, BatchesAndTransactions) {
  BatchWriteItemRequest writes;
  writes.tables = {{"ttt", {{.put_item = Key("a", "1")}, {.put_item = Key("a", "2")}}}};
  const auto written = remote_->BatchWriteItem(std::move(writes));
  ASSERT_TRUE(written) << MessageOf(written);
  EXPECT_TRUE(written->unprocessed.empty());
  BatchGetItemRequest asked;
  asked.tables = {{"ttt", {.keys = {Key("a", "1"), Key("a", "9")}, .consistent_read = true}}};
  const auto found = remote_->BatchGetItem(asked);
  ASSERT_TRUE(found) << MessageOf(found);
  ASSERT_EQ(found->responses.size(), 1u);
  EXPECT_EQ(found->responses[0].second.size(), 1u);

  TransactWriteItemsRequest transaction;
  transaction.writes = {{.action = TransactAction::kUpdate,
                         .table_name = "ttt",
                         .item_or_key = Key("a", "1"),
                         .update_expression = "SET x = :x",
                         .substitutions = {.values = Item{{":x", N("1")}}}},
                        {.action = TransactAction::kConditionCheck,
                         .table_name = "ttt",
                         .item_or_key = Key("a", "2"),
                         .condition_expression = "attribute_exists(pk)"}};
  ASSERT_TRUE(remote_->TransactWriteItems(transaction));
  transaction.writes[1].condition_expression = "attribute_not_exists(pk)";
  transaction.writes[1].on_condition_failure = ReturnValuesOnConditionCheckFailure::kAllOld;
  const auto cancelled = remote_->TransactWriteItems(transaction);
  ASSERT_FALSE(cancelled);
  EXPECT_EQ(cancelled.error().code, ErrorCode::kTransactionCanceled);
  const auto* detail = dynamic_cast<const Cancellation*>(cancelled.error().detail.get());
  ASSERT_TRUE(detail != nullptr && detail->reasons.size() == 2);
  EXPECT_EQ(detail->reasons[1].code, "ConditionalCheckFailed");
  EXPECT_EQ(*detail->reasons[1].item->Decode(), Key("a", "2"));

  TransactGetItemsRequest gets;
  gets.gets = {{.table_name = "ttt", .key = Key("a", "1")},
               {.table_name = "ttt", .key = Key("b", "")}};
  gets.gets[1].key = Key("b", "1");
  const auto got = remote_->TransactGetItems(gets);
  ASSERT_TRUE(got) << MessageOf(got);
  EXPECT_EQ(*got->responses[0]->Decode(), With(Key("a", "1"), "x", N("1")));
  EXPECT_FALSE(got->responses[1]);
}

TEST_F(RemoteItemsTest, Statements) {
  Put("ttt", With(Key("a", "1"), "x", N("1")));
  const auto selected =
      remote_->ExecuteStatement({.statement = {.statement = "SELECT x FROM ttt WHERE pk = ?",
                                               .parameters = partiql::Parameters{S("a")}}});
  ASSERT_TRUE(selected) << MessageOf(selected);
  EXPECT_EQ(*selected->items.front().Decode(), (Item{{"x", N("1")}}));
  BatchExecuteStatementRequest batch;
  batch.statements = {{.statement = "INSERT INTO ttt VALUE {'pk': 'a', 'sk': '1'}"},
                      {.statement = "INSERT INTO ttt VALUE {'pk': 'a', 'sk': '0'}"}};
  const auto inserted = remote_->BatchExecuteStatement(batch);
  ASSERT_TRUE(inserted && inserted->responses.size() == 2) << MessageOf(inserted);
  EXPECT_EQ(inserted->responses[0].error->code, ErrorCode::kDuplicateItem);
  EXPECT_FALSE(inserted->responses[1].error);
  batch.statements = {{.statement = "SELECT * FROM ttt WHERE pk = 'a' AND sk = '1'"}};
  const auto read = remote_->BatchExecuteStatement(batch);
  ASSERT_TRUE(read && read->responses.size() == 1) << MessageOf(read);
  EXPECT_TRUE(read->responses[0].item);
  ExecuteTransactionRequest transaction;
  transaction.statements = {{.statement = "INSERT INTO ttt VALUE {'pk': 'a', 'sk': '2'}"}};
  ASSERT_TRUE(remote_->ExecuteTransaction(transaction));
  EXPECT_EQ(remote_->ExecuteTransaction(transaction).error().code,
            ErrorCode::kTransactionCanceled);  // each call has a token of its own
}

TEST_F(RemoteItemsTest, ErrorsKeepTheirCodesAndTexts) {
  const auto got = remote_->GetItem({.table_name = "missing", .key = Key("a", "1")});
  EXPECT_EQ(got.error().code, ErrorCode::kResourceNotFound);
  EXPECT_EQ(got.error().message,
            MessageOf(local_->GetItem({.table_name = "missing", .key = Key("a", "1")})));
  const ParsedItem malformed_item = tl::unexpected(Number::Parse("x").error());
  const auto malformed = remote_->PutItem({.table_name = "ttt", .item = malformed_item});
  EXPECT_EQ(malformed.error().message, Number::Parse("x").error().message);
}

}  // namespace
}  // namespace trestle
