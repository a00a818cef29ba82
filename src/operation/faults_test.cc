#include "operation/faults.h"

#include "operation/batch_write_item.h"
#include "operation/gatekeeper.h"
#include "operation/operation_for_test.h"
#include "operation/query.h"
#include "operation/transact_write_items.h"

namespace trestle {
namespace {

using std::chrono::seconds;

class FaultsTest : public OperationTest {
 protected:
  FaultsTest() {
    Create(Definition("t", true));
    Create(Definition("u", true));
  }
  static Item Thing(std::string key, std::string_view sort_key) {
    return ItemOf({{"pk", S(std::move(key))}, {"sk", N(sort_key)}});
  }
  OperationContext ContextOf(std::string_view operation) {
    OperationContext context = Context();
    context.gate = keeper_.GateFor(operation);
    return context;
  }
  Status Put(const std::string& table, Item item) {
    OperationContext context = ContextOf("PutItem");
    const auto done = PutItem(context, {.table_name = table, .item = std::move(item)});
    if (!done) return tl::unexpected(done.error());
    return {};
  }
  ErrorCode CodeOfPut(const std::string& table, Item item) {
    return CodeOf(Put(table, std::move(item)));
  }

  Gatekeeper keeper_{clock_, Gatekeeper::Enforcement::kOff};
  Faults& faults_ = keeper_.faults();
};

TEST_F(FaultsTest, HitsSoManyTimesAndIsThenFree) {
  faults_.Add({.fault = FaultKind::kInternal, .times = 2});
  EXPECT_EQ(CodeOfPut("t", Thing("a", "1")), ErrorCode::kInternalServerError);
  EXPECT_EQ(CodeOfPut("t", Thing("a", "1")), ErrorCode::kInternalServerError);
  EXPECT_TRUE(Put("t", Thing("a", "1")));
  EXPECT_FALSE(faults_.Any());
  ASSERT_EQ(faults_.List().size(), 1u);
  EXPECT_EQ(faults_.List()[0].hits, 2u);
  EXPECT_TRUE(faults_.List()[0].over);
}

TEST_F(FaultsTest, LastsByTheClock) {
  faults_.Add({.fault = FaultKind::kThrottle, .lasts = seconds(30)});
  EXPECT_EQ(CodeOfPut("t", Thing("a", "1")), ErrorCode::kProvisionedThroughputExceeded);
  clock_.Advance(seconds(30));
  EXPECT_TRUE(Put("t", Thing("a", "1")));
  EXPECT_FALSE(faults_.Any());
}

TEST_F(FaultsTest, MatchesOperationTableAndKey) {
  faults_.Add({.operation = "PutItem",
               .table = "t",
               .key = Thing("a", "1"),
               .fault = FaultKind::kUnavailable});
  EXPECT_EQ(CodeOfPut("t", Thing("a", "1.0")), ErrorCode::kServiceUnavailable);
  EXPECT_TRUE(Put("t", Thing("a", "2")));
  EXPECT_TRUE(Put("u", Thing("a", "1")));
  OperationContext context = ContextOf("GetItem");
  EXPECT_TRUE(GetItem(context, {.table_name = "t", .key = Thing("a", "1")}));
}

TEST_F(FaultsTest, APartitionKeyMatchesAllOfItsItemsAndItsQueries) {
  faults_.Add({.table = "t", .key = ItemOf({{"pk", S("a")}}), .fault = FaultKind::kInternal});
  EXPECT_FALSE(Put("t", Thing("a", "1")));
  EXPECT_TRUE(Put("t", Thing("aa", "1")));
  QueryRequest query{.table_name = "t"};
  query.key_condition_expression = "pk = :p and sk > :s";
  query.substitutions.values = ItemOf({{":p", S("a")}, {":s", N("5")}});
  OperationContext context = ContextOf("Query");
  EXPECT_EQ(CodeOf(Query(context, query)), ErrorCode::kInternalServerError);
  query.substitutions.values = ItemOf({{":p", S("b")}, {":s", N("5")}});
  EXPECT_TRUE(Query(context, query));
}

TEST_F(FaultsTest, AKeyThatDoesNotFitTheTableMatchesNothing) {
  faults_.Add({.key = ItemOf({{"pk", N("1")}}), .fault = FaultKind::kInternal});
  faults_.Add({.key = ItemOf({{"other", S("a")}}), .fault = FaultKind::kInternal});
  EXPECT_TRUE(Put("t", Thing("a", "1")));
}

TEST_F(FaultsTest, AConflictIsForTransactionsAndSingleWrites) {
  faults_.Add({.fault = FaultKind::kConflict, .times = 2});
  EXPECT_EQ(CodeOfPut("t", Thing("a", "1")), ErrorCode::kTransactionConflict);
  OperationContext get = ContextOf("GetItem");
  EXPECT_TRUE(GetItem(get, {.table_name = "t", .key = Thing("a", "1")}));
  OperationContext context = ContextOf("TransactWriteItems");
  TransactWrite put{.action = TransactAction::kPut, .table_name = "t"};
  put.item_or_key = Thing("a", "1");
  const auto cancelled = TransactWriteItems(context, {.writes = {put}});
  ASSERT_FALSE(cancelled);
  EXPECT_EQ(MessageOf(cancelled),
            "Transaction cancelled, please refer cancellation reasons for specific reasons "
            "[TransactionConflict]");
}

TEST_F(FaultsTest, MembersOfABatchStayUnprocessedEvenIfAllDo) {
  faults_.Add({.fault = FaultKind::kUnprocessed, .times = 2});
  EXPECT_TRUE(Put("t", Thing("a", "1")));
  OperationContext context = ContextOf("BatchWriteItem");
  const std::vector<WriteRequest> writes = {{.put_item = Thing("a", "2"), .delete_key = {}},
                                            {.put_item = Thing("a", "3"), .delete_key = {}}};
  const auto response = BatchWriteItem(context, {.tables = {{"t", writes}}});
  ASSERT_TRUE(response) << MessageOf(response);
  ASSERT_EQ(response->unprocessed.size(), 1u);
  EXPECT_EQ(response->unprocessed[0].second.size(), 2u);
  EXPECT_TRUE(Load("t", Thing("a", "2")).empty());
}

TEST_F(FaultsTest, AnInternalErrorFailsABatchAsAWhole) {
  faults_.Add({.key = Thing("a", "3"), .fault = FaultKind::kInternal});
  OperationContext context = ContextOf("BatchWriteItem");
  const std::vector<WriteRequest> writes = {{.put_item = Thing("a", "2"), .delete_key = {}},
                                            {.put_item = Thing("a", "3"), .delete_key = {}}};
  EXPECT_EQ(CodeOf(BatchWriteItem(context, {.tables = {{"t", writes}}})),
            ErrorCode::kInternalServerError);
  EXPECT_TRUE(Load("t", Thing("a", "2")).empty());
}

TEST_F(FaultsTest, LatencyAddsUpAndLetsThrough) {
  faults_.Add({.fault = FaultKind::kLatency, .delay = std::chrono::milliseconds(200)});
  faults_.Add({.fault = FaultKind::kLatency, .delay = std::chrono::milliseconds(50)});
  OperationContext context = ContextOf("PutItem");
  EXPECT_TRUE(PutItem(context, {.table_name = "t", .item = Thing("a", "1")}));
  EXPECT_EQ(context.gate->delay(), std::chrono::milliseconds(250));
}

TEST_F(FaultsTest, FallsAsOftenAsItsProbabilitySays) {
  faults_.Add({.fault = FaultKind::kInternal, .probability = 0.25});
  int hits = 0;
  for (int i = 0; i < 2000; ++i) hits += Put("t", Thing("a", "1")) ? 0 : 1;
  EXPECT_NEAR(hits, 500, 120);
  EXPECT_EQ(faults_.List()[0].hits, static_cast<std::uint64_t>(hits));
}

TEST_F(FaultsTest, CallsThatAreNotAboutItemsAreHitByNameAndTable) {
  faults_.Add({.operation = "DescribeTable", .table = "t", .fault = FaultKind::kThrottle});
  Gate gate({.clock = clock_, .faults = faults_, .operation = "DescribeTable"});
  EXPECT_EQ(CodeOf(gate.AdmitCall("t")), ErrorCode::kThrottling);
  EXPECT_EQ(CodeOf(gate.AdmitCall("arn:aws:dynamodb:eu-west-1:000000000000:table/t")),
            ErrorCode::kThrottling);
  EXPECT_TRUE(gate.AdmitCall("u"));
}

TEST_F(FaultsTest, CanBeRemoved) {
  const std::uint64_t first = faults_.Add({.fault = FaultKind::kInternal});
  faults_.Add({.fault = FaultKind::kThrottle});
  EXPECT_TRUE(faults_.Remove(first));
  EXPECT_FALSE(faults_.Remove(first));
  EXPECT_EQ(CodeOfPut("t", Thing("a", "1")), ErrorCode::kProvisionedThroughputExceeded);
  faults_.Clear();
  EXPECT_TRUE(Put("t", Thing("a", "1")));
}

}  // namespace
}  // namespace trestle
