#include "operation/transact_write_items.h"

#include <thread>

#include "operation/operation_for_test.h"
#include "operation/transact_get_items.h"

namespace trestle {
namespace {

class TransactWriteItemsTest : public OperationTest {
 protected:
  TransactWriteItemsTest() {
    Create(Definition("users"));
    TableDefinition indexed = Definition("indexed");
    indexed.attributes.push_back({.name = "email", .type = AttributeType::kString});
    indexed.indexes = {GlobalIndex("by-email", "email")};
    Create(std::move(indexed));
  }
  static Item Key(std::string key) { return ItemOf({{"pk", S(std::move(key))}}); }
  static TransactWrite Action(TransactAction action, Item item, std::string table = "users") {
    TransactWrite write;
    write.action = action;
    write.table_name = std::move(table);
    write.item_or_key = std::move(item);
    return write;
  }
  static TransactWrite Put(Item item) { return Action(TransactAction::kPut, std::move(item)); }
  static TransactWrite Delete(Item key) { return Action(TransactAction::kDelete, std::move(key)); }
  static TransactWrite Check(Item key, std::string condition) {
    TransactWrite write = Action(TransactAction::kConditionCheck, std::move(key));
    write.condition_expression = std::move(condition);
    return write;
  }
  static TransactWrite Update(Item key, std::string expression, Item values = {}) {
    TransactWrite write = Action(TransactAction::kUpdate, std::move(key));
    write.update_expression = std::move(expression);
    if (!values.empty()) write.substitutions.values = std::move(values);
    return write;
  }
  Result<TransactWriteItemsResponse> Run(TransactWriteItemsRequest request) {
    context_ = std::make_unique<OperationContext>(Context());
    return TransactWriteItems(*context_, std::move(request));
  }
  Result<TransactWriteItemsResponse> Run(std::vector<TransactWrite> writes) {
    return Run(TransactWriteItemsRequest{.writes = std::move(writes)});
  }
  static const std::vector<CancellationReason>& ReasonsOf(
      const Result<TransactWriteItemsResponse>& response) {
    return dynamic_cast<const Cancellation&>(*response.error().detail).reasons;
  }

  std::unique_ptr<OperationContext> context_;
};

TEST_F(TransactWriteItemsTest, DoesAllActionsTogether) {
  Store("users", Key("old"));
  Store("users", ItemOf({{"pk", S("count")}, {"n", N("1")}}));
  const auto response = Run({Put(Key("new")), Delete(Key("old")),
                             Update(Key("count"), "ADD n :n", ItemOf({{":n", N("2")}})),
                             Check(Key("none"), "attribute_not_exists(pk)")});
  ASSERT_TRUE(response) << MessageOf(response);
  EXPECT_FALSE(Load("users", Key("new")).empty());
  EXPECT_TRUE(Load("users", Key("old")).empty());
  EXPECT_EQ(Load("users", Key("count")), ItemOf({{"pk", S("count")}, {"n", N("3")}}));
}

TEST_F(TransactWriteItemsTest, DoublesTheTableArmAndNotTheIndexes) {
  TransactWrite put = Put(ItemOf({{"pk", S("a")}, {"email", S("a@b")}}));
  put.table_name = "indexed";
  Store("users", ItemOf({{"pk", S("large")}, {"text", S(std::string(2500, 'x'))}}));
  Store("users", ItemOf({{"pk", S("seen")}, {"text", S(std::string(1500, 'x'))}}));
  const auto response =
      Run({put, Delete(Key("large")), Check(Key("seen"), "attribute_exists(pk)")});
  ASSERT_TRUE(response) << MessageOf(response);
  ASSERT_EQ(response->consumed.size(), 2u);
  EXPECT_EQ(response->consumed[0].table, 2);
  EXPECT_EQ(response->consumed[0].global_indexes.at("by-email"), 1);
  EXPECT_EQ(response->consumed[1].table, 6 + 4);
  EXPECT_EQ(response->consumed[1].report, ConsumedCapacity::Report::kWrite);
}

TEST_F(TransactWriteItemsTest, NamesEveryConditionThatFails) {
  const Item stored = ItemOf({{"pk", S("a")}, {"n", N("1")}});
  Store("users", stored);
  TransactWrite put = Put(Key("a"));
  put.condition_expression = "attribute_not_exists(pk)";
  put.on_condition_failure = ReturnValuesOnConditionCheckFailure::kAllOld;
  const auto response = Run({put, Put(Key("b")), Check(Key("c"), "attribute_exists(pk)")});
  ASSERT_FALSE(response);
  EXPECT_EQ(CodeOf(response), ErrorCode::kTransactionCanceled);
  EXPECT_EQ(MessageOf(response),
            "Transaction cancelled, please refer cancellation reasons for specific reasons "
            "[ConditionalCheckFailed, None, ConditionalCheckFailed]");
  const auto& reasons = ReasonsOf(response);
  EXPECT_EQ(reasons[0].message, "The conditional request failed");
  EXPECT_EQ(Decoded(reasons[0].item), stored);
  EXPECT_EQ(reasons[1].code, "None");
  EXPECT_FALSE(reasons[1].message);
  EXPECT_FALSE(reasons[2].item);
  EXPECT_TRUE(Load("users", Key("b")).empty());
  EXPECT_EQ(context_->answer_after, store_->LatestPosition());
}

TEST_F(TransactWriteItemsTest, CancelsForAnUpdateThatCannotBeDone) {
  Store("users", ItemOf({{"pk", S("a")}, {"n", S("text")}}));
  Store("users", ItemOf({{"pk", S("b")}, {"n", S("text")}}));
  const Item one = ItemOf({{":n", N("1")}});
  const auto response =
      Run({Put(Key("new")), Update(Key("a"), "ADD n :n", one), Update(Key("b"), "ADD n :n", one)});
  EXPECT_EQ(MessageOf(response),
            "Transaction cancelled, please refer cancellation reasons for specific reasons "
            "[None, ValidationError, None]");
  EXPECT_TRUE(Load("users", Key("new")).empty());
}

TEST_F(TransactWriteItemsTest, CancelsForAnUpdateOfTheKeyOrOfAnItemThatGrowsTooLarge) {
  EXPECT_EQ(ReasonsOf(Run({Update(Key("a"), "REMOVE pk")}))[0].message,
            "One or more parameter values were invalid: Cannot update attribute pk. This attribute "
            "is part of the key");
  const Item large = ItemOf({{":t", S(std::string(410'000, 'x'))}});
  EXPECT_EQ(ReasonsOf(Run({Update(Key("a"), "SET t = :t", large)}))[0].message,
            "Item size to update has exceeded the maximum allowed size");
}

TEST_F(TransactWriteItemsTest, CancelsForKeysOfTheWrongTypeAndRefusesEmptyOnes) {
  EXPECT_EQ(ReasonsOf(Run({Put(ItemOf({{"pk", N("1")}}))}))[0].message,
            "One or more parameter values were invalid: Type mismatch for key pk expected: S "
            "actual: N");
  EXPECT_EQ(ReasonsOf(Run({Delete(ItemOf({{"pk", N("1")}}))}))[0].message,
            "The provided key element does not match the schema");
  EXPECT_EQ(CodeOf(Run({Put(Key(""))})), ErrorCode::kValidation);
  EXPECT_EQ(CodeOf(Run({Put(ItemOf({{"pk", N("1")}})), Delete(Key(""))})), ErrorCode::kValidation);
}

TEST_F(TransactWriteItemsTest, CancelsForIndexKeysOfTheWrongTypeAndRefusesEmptyOnes) {
  TransactWrite put = Put(ItemOf({{"pk", S("a")}, {"email", N("1")}}));
  put.table_name = "indexed";
  EXPECT_EQ(CodeOf(Run({put})), ErrorCode::kTransactionCanceled);
  put.item_or_key->Set("email", S(""));
  EXPECT_EQ(CodeOf(Run({put})), ErrorCode::kValidation);
  TransactWrite update = Update(Key("a"), "SET email = :e", ItemOf({{":e", N("1")}}));
  update.table_name = "indexed";
  EXPECT_EQ(CodeOf(Run({update})), ErrorCode::kTransactionCanceled);
  update.substitutions.values = ItemOf({{":e", S("")}});
  EXPECT_EQ(CodeOf(Run({update})), ErrorCode::kValidation);
}

TEST_F(TransactWriteItemsTest, RefusesOneItemTwiceAfterItsKeyIsKnownToFit) {
  EXPECT_EQ(MessageOf(Run({Put(Key("a")), Check(Key("a"), "attribute_exists(pk)")})),
            "Transaction request cannot include multiple operations on one item");
  EXPECT_EQ(CodeOf(Run({Put(Key("a")), Put(Key("a")), Put(ItemOf({{"pk", N("1")}}))})),
            ErrorCode::kTransactionCanceled);
}

TEST_F(TransactWriteItemsTest, RefusesMembersThatAreNotOneAction) {
  TransactWrite both = Put(Key("a"));
  both.actions_given = 2;
  EXPECT_EQ(MessageOf(Run({both})),
            "TransactItems can only contain one of Check, Put, Update or Delete");
  both.actions_given = 0;
  EXPECT_EQ(MessageOf(Run({both})),
            "TransactItems can only contain one of Check, Put, Update or Delete");
}

TEST_F(TransactWriteItemsTest, RefusesBadExpressionsBeforeUnknownTablesAndThoseBeforeKeys) {
  TransactWrite unknown = Put(Key("a"));
  unknown.table_name = "missing";
  EXPECT_EQ(CodeOf(Run({unknown, Check(Key("a"), "(")})), ErrorCode::kValidation);
  EXPECT_EQ(CodeOf(Run({Put(ItemOf({{"pk", N("1")}})), unknown})), ErrorCode::kResourceNotFound);
}

TEST_F(TransactWriteItemsTest, RefusesLargeItemsAndLargeRequests) {
  Item large = Key("a");
  large.Set("text", S(std::string(410'000, 'x')));
  EXPECT_EQ(MessageOf(Run({Put(large)})), "Item size has exceeded the maximum allowed size");
  TransactWriteItemsRequest request{.writes = {Put(Key("a"))}};
  request.payload_bytes = (4 << 20) + 1;
  EXPECT_EQ(CodeOf(Run(request)), ErrorCode::kValidation);
}

TEST_F(TransactWriteItemsTest, AnswersARepeatedRequestWithoutDoingItAgain) {
  TransactWriteItemsRequest request{
      .writes = {Update(Key("a"), "ADD n :n SET t = :t",
                        ItemOf({{":n", N("1")}, {":t", S(std::string(1500, 'x'))}}))}};
  request.client_request_token = "token";
  request.content_digest = "digest";
  const auto first = Run(request);
  ASSERT_TRUE(first) << MessageOf(first);
  EXPECT_EQ(first->consumed[0].table, 4);
  const auto again = Run(request);
  ASSERT_TRUE(again) << MessageOf(again);
  EXPECT_EQ(again->consumed[0].table, 2);
  EXPECT_EQ(again->consumed[0].report, ConsumedCapacity::Report::kRead);
  EXPECT_EQ(context_->answer_after, store_->LatestPosition());
  EXPECT_EQ(*Load("users", Key("a")).Find("n"), N("1"));
}

TEST_F(TransactWriteItemsTest, RemembersTokensAcrossARestartAndForTenMinutes) {
  TransactWriteItemsRequest request{
      .writes = {Update(Key("a"), "ADD n :n", ItemOf({{":n", N("1")}}))}};
  request.client_request_token = "token";
  request.content_digest = "digest";
  ASSERT_TRUE(Run(request));
  tokens_ = std::make_unique<TransactionTokens>(*store_, clock_);
  clock_.Advance(std::chrono::minutes(10) - Duration(1));
  ASSERT_TRUE(Run(request));
  EXPECT_EQ(*Load("users", Key("a")).Find("n"), N("1"));
  clock_.Advance(Duration(1));
  ASSERT_TRUE(Run(request));
  EXPECT_EQ(*Load("users", Key("a")).Find("n"), N("2"));
}

TEST_F(TransactWriteItemsTest, RefusesATokenWithOtherContentButNotAfterAFailure) {
  TransactWriteItemsRequest request{.writes = {Check(Key("a"), "attribute_exists(pk)")}};
  request.client_request_token = "token";
  request.content_digest = "one";
  EXPECT_EQ(CodeOf(Run(request)), ErrorCode::kTransactionCanceled);
  Store("users", Key("a"));
  EXPECT_TRUE(Run(request));
  request.content_digest = "two";
  EXPECT_EQ(CodeOf(Run(request)), ErrorCode::kIdempotentParameterMismatch);
}

TEST_F(TransactWriteItemsTest, RefusesATokenThatAnotherRequestHolds) {
  TokenClaim other(*tokens_);
  ASSERT_TRUE(other.Take("token", "one"));
  TransactWriteItemsRequest request{.writes = {Put(Key("a"))}};
  request.client_request_token = "token";
  request.content_digest = "one";
  EXPECT_EQ(CodeOf(Run(request)), ErrorCode::kTransactionInProgress);
  request.content_digest = "two";
  EXPECT_EQ(CodeOf(Run(request)), ErrorCode::kIdempotentParameterMismatch);
}

TEST_F(TransactWriteItemsTest, KeepsTheSumOfAccountsThatThreadsTransferBetween) {
  constexpr int kAccounts = 4;
  constexpr int kTransfers = 200;
  for (int i = 0; i < kAccounts; ++i) {
    Store("users", ItemOf({{"pk", S(std::to_string(i))}, {"n", N("100")}}));
  }
  const auto transfer = [&](int seed) {
    for (int i = 0; i < kTransfers; ++i) {
      const int from = (seed + i) % kAccounts;
      const int to = (from + 1 + i % (kAccounts - 1)) % kAccounts;
      TransactWrite take =
          Update(Key(std::to_string(from)), "SET n = n - :n", ItemOf({{":n", N("1")}}));
      take.condition_expression = "n >= :n";
      OperationContext context = Context();
      const auto done =
          TransactWriteItems(context, {.writes = {take, Update(Key(std::to_string(to)), "ADD n :n",
                                                               ItemOf({{":n", N("1")}}))}});
      ASSERT_TRUE(done || CodeOf(done) == ErrorCode::kTransactionCanceled) << MessageOf(done);
    }
  };
  const auto sum = [&] {
    TransactGetItemsRequest request;
    for (int i = 0; i < kAccounts; ++i) {
      request.gets.push_back({.table_name = "users", .key = Key(std::to_string(i))});
    }
    OperationContext context = Context();
    const auto accounts = TransactGetItems(context, request);
    Number total;
    for (const auto& account : accounts->responses) {
      total = *total.Plus(*Decoded(account).Find("n")->As<Number>());
    }
    return total.ToString();
  };
  std::thread first(transfer, 0);
  std::thread second(transfer, 1);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(sum(), "400");
  first.join();
  second.join();
  EXPECT_EQ(sum(), "400");
}

}  // namespace
}  // namespace trestle
