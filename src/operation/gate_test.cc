#include "operation/gate.h"

#include "operation/batch_get_item.h"
#include "operation/batch_write_item.h"
#include "operation/delete_item.h"
#include "operation/gatekeeper.h"
#include "operation/operation_for_test.h"
#include "operation/query.h"
#include "operation/scan.h"
#include "operation/transact_get_items.h"
#include "operation/transact_write_items.h"
#include "operation/update_item.h"
#include "table/table_state.h"

namespace trestle {
namespace {

using std::chrono::seconds;

// Tables of one read and one write unit, whose burst is 300 units of each.
class EnforcedTest : public OperationTest {
 protected:
  EnforcedTest() {
    TableDefinition small = Definition("small");
    small.throughput = {.read = 1, .write = 1};
    IndexDefinition index = GlobalIndex("gsi", "g");
    index.throughput = {.read = 1, .write = 1};
    small.indexes = {index};
    Create(small);
    TableDefinition on_demand = Definition("demand");
    on_demand.billing = BillingMode::kPayPerRequest;
    on_demand.on_demand_maximum = UnitsPerSecond{.read = 3, .write = 2};
    Create(on_demand);
  }

  OperationContext GatedContext() {
    OperationContext context = Context();
    context.gate = keeper_.GateFor("Test");
    return context;
  }
  static Item User(std::string key) { return ItemOf({{"pk", S(std::move(key))}}); }
  static Item Indexed(std::string key, std::string group) {
    return ItemOf({{"pk", S(std::move(key))}, {"g", S(std::move(group))}});
  }

  Result<ItemWriteResponse> Put(const std::string& table, Item item) {
    OperationContext context = GatedContext();
    return PutItem(context, {.table_name = table, .item = std::move(item)});
  }
  Result<GetItemResponse> Get(const std::string& table, Item key) {
    OperationContext context = GatedContext();
    return GetItem(context, {.table_name = table, .key = std::move(key), .consistent_read = true});
  }
  Result<BatchWriteItemResponse> Write(std::vector<WriteRequest> writes) {
    OperationContext context = GatedContext();
    return BatchWriteItem(context, {.tables = {{"small", std::move(writes)}}});
  }
  // Leaves so many write units in the table's bucket.
  void LeaveWrites(int left) { Use(nullptr, Access::kWrite, 300 - left); }
  void LeaveReads(int left) { Use(nullptr, Access::kRead, 300 - left); }
  void Use(const IndexDefinition* index, Access access, double units) {
    const TablePtr table = *catalog_->Find("small");
    table->state()->meter.Charge({.index_id = index != nullptr ? index->id : 0,
                                  .terms = TermsOf(table->definition(), index),
                                  .access = access},
                                 units, clock_.Now());
  }
  void UseIndexWrites(double units) {
    const TablePtr table = *catalog_->Find("small");
    Use(table->definition().FindIndex("gsi"), Access::kWrite, units);
  }

  static std::string ReasonOf(const Error& error) {
    const auto* throttling = dynamic_cast<const Throttling*>(error.detail.get());
    if (throttling == nullptr) return "none";
    std::string reasons;
    for (const ThrottlingReason& reason : throttling->reasons) {
      reasons += reason.reason + " " + reason.resource + ";";
    }
    return reasons;
  }
  static WriteRequest PutRequest(Item item) {
    return {.put_item = std::move(item), .delete_key = {}};
  }

  Gatekeeper keeper_{clock_, Gatekeeper::Enforcement::kEnforce};
};

constexpr std::string_view kTableText =
    "The level of configured provisioned throughput for the table was exceeded. Consider "
    "increasing your provisioning level with the UpdateTable API.";

TEST_F(EnforcedTest, ATableHasItsBurstAndThenItsRate) {
  for (int i = 0; i < 300; ++i) ASSERT_TRUE(Put("small", User("a"))) << i;
  const auto refused = Put("small", User("a"));
  ASSERT_FALSE(refused);
  EXPECT_EQ(CodeOf(refused), ErrorCode::kProvisionedThroughputExceeded);
  EXPECT_EQ(MessageOf(refused), kTableText);
  EXPECT_EQ(ReasonOf(refused.error()),
            "TableWriteProvisionedThroughputExceeded "
            "arn:aws:dynamodb:eu-west-1:000000000000:table/small;");
  clock_.Advance(seconds(2));
  EXPECT_TRUE(Put("small", User("a")));
  EXPECT_TRUE(Put("small", User("a")));
  EXPECT_FALSE(Put("small", User("a")));
}

TEST_F(EnforcedTest, ARefusedWriteChangesNothing) {
  LeaveWrites(0);
  EXPECT_FALSE(Put("small", User("a")));
  EXPECT_TRUE(Load("small", User("a")).empty());
}

TEST_F(EnforcedTest, ReadsAndWritesHaveBucketsOfTheirOwn) {
  LeaveWrites(0);
  EXPECT_TRUE(Get("small", User("a")));
  LeaveReads(0);
  const auto refused = Get("small", User("a"));
  ASSERT_FALSE(refused);
  EXPECT_EQ(ReasonOf(refused.error()),
            "TableReadProvisionedThroughputExceeded "
            "arn:aws:dynamodb:eu-west-1:000000000000:table/small;");
}

TEST_F(EnforcedTest, AnIndexWithoutCapacityHoldsUpTheTable) {
  UseIndexWrites(300);
  EXPECT_TRUE(Put("small", User("not indexed")));
  const auto refused = Put("small", Indexed("a", "x"));
  ASSERT_FALSE(refused);
  EXPECT_EQ(MessageOf(refused),
            "The level of configured provisioned throughput for one or more global secondary "
            "indexes of the table was exceeded. Consider increasing your provisioning level for "
            "the under-provisioned global secondary indexes with the UpdateTable API");
  EXPECT_EQ(ReasonOf(refused.error()),
            "IndexWriteProvisionedThroughputExceeded "
            "arn:aws:dynamodb:eu-west-1:000000000000:table/small/index/gsi;");
  EXPECT_TRUE(Load("small", User("a")).empty());
}

TEST_F(EnforcedTest, AnOnDemandMaximumThrottles) {
  ASSERT_TRUE(Put("demand", User("a")));
  ASSERT_TRUE(Put("demand", User("a")));
  const auto refused = Put("demand", User("a"));
  ASSERT_FALSE(refused);
  EXPECT_EQ(CodeOf(refused), ErrorCode::kThrottling);
  EXPECT_EQ(MessageOf(refused),
            "Throughput exceeds the maximum OnDemandThroughput configured on table or index");
  EXPECT_EQ(ReasonOf(refused.error()),
            "TableWriteMaxOnDemandThroughputExceeded "
            "arn:aws:dynamodb:eu-west-1:000000000000:table/demand;");
  clock_.Advance(seconds(1));
  EXPECT_TRUE(Put("demand", User("a")));
}

TEST_F(EnforcedTest, AFailedConditionCosts) {
  ASSERT_TRUE(Put("small", User("a")));
  LeaveWrites(1 + 1);
  for (int i = 0; i < 2; ++i) {
    OperationContext context = GatedContext();
    PutItemRequest request{.table_name = "small", .item = User("a")};
    request.condition.expression = "attribute_not_exists(pk)";
    const auto failed = PutItem(context, std::move(request));
    EXPECT_EQ(CodeOf(failed), i == 0 ? ErrorCode::kConditionalCheckFailed
                                     : ErrorCode::kProvisionedThroughputExceeded);
  }
}

TEST_F(EnforcedTest, UpdatesAndDeletesAskToo) {
  LeaveWrites(0);
  OperationContext context = GatedContext();
  EXPECT_EQ(CodeOf(UpdateItem(context, {.table_name = "small", .key = User("a")})),
            ErrorCode::kProvisionedThroughputExceeded);
  EXPECT_EQ(CodeOf(DeleteItem(context, {.table_name = "small", .key = User("a")})),
            ErrorCode::kProvisionedThroughputExceeded);
}

TEST_F(EnforcedTest, ABatchOfWritesLeavesWhatIsThrottled) {
  LeaveWrites(2);
  const auto response =
      Write({PutRequest(User("a")), PutRequest(User("b")), PutRequest(User("c"))});
  ASSERT_TRUE(response) << MessageOf(response);
  ASSERT_EQ(response->unprocessed.size(), 1u);
  ASSERT_EQ(response->unprocessed[0].second.size(), 1u);
  EXPECT_EQ(**response->unprocessed[0].second[0].put_item, User("c"));
  EXPECT_EQ(response->consumed[0].table, 2);
  EXPECT_FALSE(Load("small", User("b")).empty());
  EXPECT_TRUE(Load("small", User("c")).empty());
}

TEST_F(EnforcedTest, ABatchOfWritesLeavesWhatAnIndexCannotFollow) {
  UseIndexWrites(300);
  const auto response = Write({PutRequest(Indexed("a", "x")), PutRequest(User("b"))});
  ASSERT_TRUE(response) << MessageOf(response);
  ASSERT_EQ(response->unprocessed.size(), 1u);
  EXPECT_EQ(**response->unprocessed[0].second[0].put_item, Indexed("a", "x"));
  EXPECT_TRUE(Load("small", User("a")).empty());
  EXPECT_FALSE(Load("small", User("b")).empty());
}

TEST_F(EnforcedTest, ABatchFailsWhenAllIsThrottled) {
  LeaveWrites(0);
  EXPECT_EQ(MessageOf(Write({PutRequest(User("a")), PutRequest(User("b"))})), kTableText);
}

TEST_F(EnforcedTest, ABatchOfReadsLeavesWhatIsThrottled) {
  ASSERT_TRUE(Put("small", User("a")));
  LeaveReads(1);
  OperationContext context = GatedContext();
  KeysAndAttributes asked{.keys = {User("a"), User("b")}, .consistent_read = true};
  const auto response = BatchGetItem(context, {.tables = {{"small", asked}}});
  ASSERT_TRUE(response) << MessageOf(response);
  EXPECT_EQ(response->responses[0].second.size(), 1u);
  ASSERT_EQ(response->unprocessed.size(), 1u);
  ASSERT_EQ(response->unprocessed[0].second.keys.size(), 1u);
  EXPECT_EQ(*response->unprocessed[0].second.keys[0], User("b"));
  EXPECT_TRUE(response->unprocessed[0].second.consistent_read);
  OperationContext next = GatedContext();
  EXPECT_EQ(MessageOf(BatchGetItem(next, {.tables = {{"small", asked}}})), kTableText);
}

TEST_F(EnforcedTest, ATransactionIsCancelled) {
  LeaveWrites(0);
  OperationContext context = GatedContext();
  TransactWrite put{.action = TransactAction::kPut, .table_name = "small"};
  put.item_or_key = User("a");
  TransactWrite other{.action = TransactAction::kPut, .table_name = "demand"};
  other.item_or_key = User("b");
  const auto cancelled = TransactWriteItems(context, {.writes = {other, put}});
  ASSERT_FALSE(cancelled);
  EXPECT_EQ(CodeOf(cancelled), ErrorCode::kTransactionCanceled);
  const auto* detail = dynamic_cast<const Cancellation*>(cancelled.error().detail.get());
  ASSERT_NE(detail, nullptr);
  EXPECT_EQ(detail->reasons[0].code, "None");
  EXPECT_EQ(detail->reasons[1].code, "ProvisionedThroughputExceeded");
  EXPECT_EQ(detail->reasons[1].message, kTableText);
  EXPECT_TRUE(Load("demand", User("b")).empty());
}

TEST_F(EnforcedTest, ATransactionOfReadsIsCancelled) {
  LeaveReads(0);
  OperationContext context = GatedContext();
  const auto cancelled =
      TransactGetItems(context, {.gets = {{.table_name = "small", .key = User("a")}}});
  ASSERT_FALSE(cancelled);
  EXPECT_EQ(CodeOf(cancelled), ErrorCode::kTransactionCanceled);
}

TEST_F(EnforcedTest, APageIsLetInWhileAnythingIsLeft) {
  Item large = User("large");
  large.Set("text", S(std::string(300'000, 'x')));
  OperationTest::Store("small", large);
  LeaveReads(1);
  OperationContext context = GatedContext();
  QueryRequest query{.table_name = "small"};
  query.key_condition_expression = "pk = :p";
  query.substitutions.values = ItemOf({{":p", S("large")}});
  query.consistent_read = true;
  const auto page = Query(context, query);
  ASSERT_TRUE(page) << MessageOf(page);
  EXPECT_EQ(page->consumed.table, 74);
  EXPECT_EQ(MessageOf(Query(context, query)), kTableText);
  EXPECT_EQ(MessageOf(Scan(context, {.table_name = "small"})), kTableText);
  clock_.Advance(seconds(72));  // the debt is 73
  EXPECT_FALSE(Query(context, query));
  clock_.Advance(seconds(2));
  EXPECT_TRUE(Query(context, query));
}

TEST_F(EnforcedTest, CountsKeys) {
  ASSERT_TRUE(Put("small", Indexed("a", "x")));
  ASSERT_TRUE(Put("small", Indexed("a", "x")));
  ASSERT_TRUE(Get("small", User("a")));
  const std::vector<ResourceHeat> heat = (*catalog_->Find("small"))->state()->meter.Heat(10);
  ASSERT_EQ(heat.size(), 2u);
  ASSERT_EQ(heat[0].partition_keys.size(), 1u);
  EXPECT_EQ(*EncodedItemView(heat[0].partition_keys[0].key).Decode(), User("a"));
  EXPECT_EQ(heat[0].partition_keys[0].weight, 3);
  EXPECT_EQ(heat[0].partition_keys[0].writes, 2u);
  EXPECT_TRUE(heat[0].items.empty());  // no sort key
  ASSERT_EQ(heat[1].partition_keys.size(), 1u);
  EXPECT_EQ(*EncodedItemView(heat[1].partition_keys[0].key).Decode(), ItemOf({{"g", S("x")}}));
}

TEST_F(EnforcedTest, NothingIsAskedWhenNothingIsOn) {
  Gatekeeper off(clock_, Gatekeeper::Enforcement::kOff);
  EXPECT_EQ(off.GateFor("PutItem"), nullptr);
  const std::uint64_t id = off.faults().Add({.fault = FaultKind::kInternal, .times = 1});
  EXPECT_NE(off.GateFor("PutItem"), nullptr);
  off.faults().Remove(id);
  EXPECT_EQ(off.GateFor("PutItem"), nullptr);
  off.CountAll(true);
  EXPECT_NE(off.GateFor("PutItem"), nullptr);
}

}  // namespace
}  // namespace trestle
