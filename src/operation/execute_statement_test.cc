#include "operation/execute_statement.h"

#include <algorithm>

#include "operation/batch_execute_statement.h"
#include "operation/execute_transaction.h"
#include "operation/operation_for_test.h"
#include "operation/transact_write_items.h"

namespace trestle {
namespace {

class ExecuteStatementTest : public OperationTest {
 protected:
  ExecuteStatementTest() {
    TableDefinition definition = Definition("t", true);
    definition.indexes = {GlobalIndex("g", "gpk")};
    definition.attributes.push_back({.name = "gpk", .type = AttributeType::kString});
    Create(std::move(definition));
  }

  static StatementRequest Of(std::string statement, partiql::Parameters parameters = {}) {
    StatementRequest request;
    request.statement = std::move(statement);
    request.parameters = std::move(parameters);
    return request;
  }
  Result<ExecuteStatementResponse> Run(ExecuteStatementRequest request) {
    OperationContext context = Context();
    return ExecuteStatement(context, request);
  }
  Result<ExecuteStatementResponse> Run(std::string statement, partiql::Parameters parameters = {}) {
    return Run({.statement = Of(std::move(statement), std::move(parameters))});
  }
  // The sort keys of the items, in their order.
  static std::string SortKeys(const Result<ExecuteStatementResponse>& response) {
    EXPECT_TRUE(response) << MessageOf(response);
    std::string keys;
    if (!response) return keys;
    for (const EncodedItemView item : response->items) {
      const Item decoded = *item.Decode();
      keys.append(decoded.Find("pk")->As<std::string>()->c_str());
      keys.append(decoded.Find("sk")->As<Number>()->ToString()).append(" ");
    }
    return keys;
  }
  void Fill() {
    for (const std::string pk : {"a", "b"}) {
      for (const std::string_view sk : {"1", "2", "3"}) {
        Store("t", ItemOf({{"pk", S(pk)}, {"sk", N(sk)}, {"x", N(sk)}, {"gpk", S("g" + pk)}}));
      }
    }
  }
};

TEST_F(ExecuteStatementTest, InsertsOnce) {
  EXPECT_TRUE(Run("INSERT INTO t VALUE {'pk': 'a', 'sk': ?}", {N("1")}));
  EXPECT_EQ(Load("t", ItemOf({{"pk", S("a")}, {"sk", N("1")}})).size(), 2u);
  EXPECT_EQ(CodeOf(Run("INSERT INTO t VALUE {'pk': 'a', 'sk': 1, 'x': 2}")),
            ErrorCode::kDuplicateItem);
}

TEST_F(ExecuteStatementTest, UpdatesWhatIsThere) {
  Store("t", ItemOf({{"pk", S("a")}, {"sk", N("1")}, {"n", N("5")}}));
  const auto updated =
      Run("UPDATE t SET n = n + 1 WHERE pk = 'a' AND sk = 1 AND n = 5 RETURNING MODIFIED NEW *");
  ASSERT_TRUE(updated) << MessageOf(updated);
  ASSERT_EQ(updated->items.size(), 1u);
  EXPECT_EQ(*updated->items.front().Decode(), ItemOf({{"n", N("6")}}));
  EXPECT_EQ(CodeOf(Run("UPDATE t SET n = 1 WHERE pk = 'a' AND sk = 1 AND n = 5")),
            ErrorCode::kConditionalCheckFailed);
  EXPECT_EQ(CodeOf(Run("UPDATE t SET n = 1 WHERE pk = 'a' AND sk = 2")),
            ErrorCode::kConditionalCheckFailed);
  EXPECT_EQ(CodeOf(Run("UPDATE t SET n = 1 WHERE pk = 'a'")), ErrorCode::kValidation);
}

TEST_F(ExecuteStatementTest, DeletesWhatMatchesAndNothingWithoutComplaint) {
  Store("t", ItemOf({{"pk", S("a")}, {"sk", N("1")}, {"n", N("5")}}));
  EXPECT_EQ(CodeOf(Run("DELETE FROM t WHERE pk = 'a' AND sk = 1 AND n = 6")),
            ErrorCode::kConditionalCheckFailed);
  EXPECT_TRUE(Run("DELETE FROM t WHERE pk = 'a' AND sk = 9 AND n = 6"));
  const auto removed = Run("DELETE FROM t WHERE pk = 'a' AND sk = 1 RETURNING ALL OLD *");
  ASSERT_TRUE(removed);
  EXPECT_EQ(removed->items.size(), 1u);
  EXPECT_TRUE(Load("t", ItemOf({{"pk", S("a")}, {"sk", N("1")}})).empty());
}

TEST_F(ExecuteStatementTest, SelectsByKeyByFilterAndFromAnIndex) {
  Fill();
  EXPECT_EQ(SortKeys(Run("SELECT * FROM t WHERE pk = 'a'")), "a1 a2 a3 ");
  EXPECT_EQ(SortKeys(Run("SELECT * FROM t WHERE pk = 'a' AND sk >= 2 AND x <> 3")), "a2 ");
  EXPECT_EQ(SortKeys(Run("SELECT * FROM t WHERE pk = 'a' AND (sk = 1 OR sk = 3)")), "a1 a3 ");
  EXPECT_EQ(SortKeys(Run("SELECT * FROM t WHERE pk = 'b' ORDER BY sk DESC")), "b3 b2 b1 ");
  EXPECT_EQ(SortKeys(Run("SELECT * FROM t WHERE pk IN ['b', 'a'] AND sk < 2")), "b1 a1 ");
  EXPECT_EQ(Run("SELECT * FROM t WHERE x = 2")->items.size(), 2u);
  EXPECT_EQ(Run("SELECT * FROM t.g WHERE gpk = 'ga' AND x > 1")->items.size(), 2u);
}

TEST_F(ExecuteStatementTest, PagesWithTokensBoundToTheStatement) {
  Fill();
  const StatementRequest statement = Of("SELECT * FROM t WHERE pk IN [?, 'b']", {S("a")});
  std::string seen;
  std::optional<std::string> token;
  std::size_t pages = 0;
  do {
    const auto page = Run({.statement = statement, .limit = 2, .next_token = token});
    ASSERT_TRUE(page) << MessageOf(page);
    seen += SortKeys(page);
    token = page->next_token;
    ++pages;
  } while (token && pages < 10);
  EXPECT_EQ(seen, "a1 a2 a3 b1 b2 b3 ");

  token = Run({.statement = statement, .limit = 2})->next_token;
  const StatementRequest other = Of("SELECT * FROM t WHERE pk IN [?, 'b']", {S("c")});
  EXPECT_EQ(MessageOf(Run({.statement = other, .next_token = token})),
            "NextToken does not match request");
  EXPECT_EQ(MessageOf(Run({.statement = statement, .next_token = "bm8="})),
            "NextToken does not match request");
}

TEST_F(ExecuteStatementTest, AScanGoesOnWhereItStopped) {
  Fill();
  std::size_t items = 0;
  std::size_t pages = 0;
  std::optional<std::string> token;
  do {
    const auto page = Run({.statement = Of("SELECT x FROM t"), .limit = 4, .next_token = token});
    ASSERT_TRUE(page) << MessageOf(page);
    items += page->items.size();
    token = page->next_token;
    EXPECT_EQ(page->last_evaluated_key.has_value(), token.has_value());
  } while (token && ++pages < 10);
  EXPECT_EQ(items, 6u);
}

TEST_F(ExecuteStatementTest, NestedColumnsComeByTheirLastName) {
  AttributeMap map;
  map.Set("b", AttributeValue::Of(List{N("7"), N("8")}));
  Store("t", ItemOf({{"pk", S("a")}, {"sk", N("1")}, {"m", AttributeValue::Of(map)}}));
  const auto selected = Run("SELECT sk, m.b[1], m.b, q FROM t WHERE pk = 'a'");
  ASSERT_TRUE(selected);
  const Item item = *selected->items.front().Decode();
  EXPECT_EQ(item.size(), 3u);
  EXPECT_EQ(*item.Find("b[1]"), N("8"));
  EXPECT_EQ(item.Find("b")->As<List>()->size(), 2u);
}

TEST_F(ExecuteStatementTest, ABatchAnswersEachStatement) {
  Fill();
  OperationContext context = Context();
  BatchExecuteStatementRequest batch;
  batch.statements = {Of("SELECT x FROM t WHERE pk = 'a' AND sk = 1"),
                      Of("SELECT x FROM t WHERE pk = 'a'"), Of("SELECT"),
                      Of("SELECT * FROM t WHERE pk = 'a' AND sk = 9"),
                      Of("SELECT * FROM nowhere WHERE pk = 'a'")};
  const auto response = BatchExecuteStatement(context, batch);
  ASSERT_TRUE(response) << MessageOf(response);
  ASSERT_EQ(response->responses.size(), 5u);
  EXPECT_EQ(Decoded(response->responses[0].item), ItemOf({{"x", N("1")}}));
  EXPECT_EQ(response->responses[1].error->code, ErrorCode::kValidation);
  EXPECT_EQ(response->responses[2].error->code, ErrorCode::kValidation);
  EXPECT_FALSE(response->responses[3].item || response->responses[3].error);
  EXPECT_EQ(response->responses[4].error->code, ErrorCode::kResourceNotFound);
  batch.statements.push_back(Of("DELETE FROM t WHERE pk = 'a' AND sk = 1"));
  EXPECT_EQ(CodeOf(BatchExecuteStatement(context, batch)), ErrorCode::kValidation);
}

TEST_F(ExecuteStatementTest, ATransactionDoesAllOrNothing) {
  Fill();
  OperationContext context = Context();
  ExecuteTransactionRequest transaction;
  transaction.statements = {Of("EXISTS(SELECT * FROM t WHERE pk = 'b' AND sk = 1 AND x = 1)"),
                            Of("UPDATE t SET x = 10 WHERE pk = 'a' AND sk = 1"),
                            Of("INSERT INTO t VALUE {'pk': 'c', 'sk': 1}"),
                            Of("DELETE FROM t WHERE pk = 'a' AND sk = 2")};
  ASSERT_TRUE(ExecuteTransaction(context, transaction));
  EXPECT_EQ(*Load("t", ItemOf({{"pk", S("a")}, {"sk", N("1")}})).Find("x"), N("10"));

  transaction.statements[1] = Of("UPDATE t SET x = 11 WHERE pk = 'a' AND sk = 1");
  const auto repeated = ExecuteTransaction(context, transaction);
  ASSERT_FALSE(repeated);
  const auto* cancellation = dynamic_cast<const Cancellation*>(repeated.error().detail.get());
  ASSERT_NE(cancellation, nullptr);
  EXPECT_EQ(cancellation->reasons[2].code, "DuplicateItem");
  EXPECT_EQ(cancellation->reasons[3].code, "None");
  EXPECT_EQ(*Load("t", ItemOf({{"pk", S("a")}, {"sk", N("1")}})).Find("x"), N("10"));
}

TEST_F(ExecuteStatementTest, TransactionTokensAreApartFromThoseOfTransactWriteItems) {
  Fill();
  OperationContext context = Context();
  ExecuteTransactionRequest transaction;
  transaction.client_request_token = "token";
  transaction.statements = {Of("UPDATE t SET x = x + 1 WHERE pk = 'a' AND sk = 1")};
  ASSERT_TRUE(ExecuteTransaction(context, transaction));
  ASSERT_TRUE(ExecuteTransaction(context, transaction));
  EXPECT_EQ(*Load("t", ItemOf({{"pk", S("a")}, {"sk", N("1")}})).Find("x"), N("2"));
  transaction.statements[0].statement += " ";
  EXPECT_EQ(CodeOf(ExecuteTransaction(context, transaction)),
            ErrorCode::kIdempotentParameterMismatch);
  TransactWriteItemsRequest writes;
  writes.client_request_token = "token";
  writes.content_digest = "another";
  TransactWrite& put = writes.writes.emplace_back();
  put.table_name = "t";
  put.item_or_key = ItemOf({{"pk", S("z")}, {"sk", N("1")}});
  EXPECT_TRUE(TransactWriteItems(context, writes));
}

}  // namespace
}  // namespace trestle
