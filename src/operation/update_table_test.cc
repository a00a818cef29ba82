#include "operation/update_table.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <thread>

#include "operation/query.h"
#include "operation/table_for_test.h"

namespace trestle {
namespace {

constexpr char kInvalid[] = "One or more parameter values were invalid: ";

class UpdateTableTest : public TableTest {
 protected:
  static GlobalIndexUpdate Removal(std::string name) {
    GlobalIndexUpdate update;
    update.remove = std::move(name);
    return update;
  }
  static GlobalIndexUpdate IndexChange(GlobalIndexUpdate::Change change) {
    GlobalIndexUpdate update;
    update.update = std::move(change);
    return update;
  }
  std::vector<std::string> AttributeNames() {
    std::vector<std::string> names;
    for (const KeyAttribute& attribute : Described().attributes) names.push_back(attribute.name);
    return names;
  }
  // The backfill runs on a thread of its own.
  void WaitUntilFilled() {
    for (int tries = 0; tries < 2000; ++tries) {
      const TableDefinition table = Described();
      if (std::none_of(table.indexes.begin(), table.indexes.end(),
                       [](const IndexDefinition& index) { return index.backfilling; })) {
        return;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    ADD_FAILURE() << "still filling";
  }
};

TEST_F(UpdateTableTest, RefusesARequestThatChangesNothing) {
  ASSERT_TRUE(Run(NewTable()));
  EXPECT_EQ(Refusal(Change()),
            "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, "
            "GlobalSecondaryIndexUpdates or SSESpecification or ReplicaUpdates is required");
}

TEST_F(UpdateTableTest, RefusesATableThatIsNotThere) {
  UpdateTableRequest request = Change("nowhere");
  request.deletion_protection = true;
  const Result<TableDescription> updated = Run(request);
  EXPECT_EQ(CodeOf(updated), ErrorCode::kResourceNotFound);
  EXPECT_EQ(MessageOf(updated), "Requested resource not found: Table: nowhere not found");
}

TEST_F(UpdateTableTest, ThroughputGoesUpAndDown) {
  ASSERT_TRUE(Run(NewProvisionedTable()));
  UpdateTableRequest request = Change();
  request.throughput = ThroughputRequest{.read = 10, .write = 5};
  const Result<TableDescription> updated = Run(request);
  ASSERT_TRUE(updated) << MessageOf(updated);
  EXPECT_EQ(updated->status, TableStatus::kUpdating);
  EXPECT_TRUE(Described().throughput.last_increase);
  EXPECT_EQ(Described().throughput.decreases_today, 0);
  request.throughput = ThroughputRequest{.read = 3, .write = 5};
  ASSERT_TRUE(Run(request));
  EXPECT_EQ(Described().throughput.decreases_today, 1);
  EXPECT_EQ(Described().warm_throughput->read, 10);
  EXPECT_EQ(Seen().status, TableStatus::kActive);
}

TEST_F(UpdateTableTest, RefusesThroughputThatIsTheSame) {
  ASSERT_TRUE(Run(NewProvisionedTable()));
  UpdateTableRequest request = Change();
  request.throughput = ThroughputRequest{.read = 5, .write = 5};
  EXPECT_EQ(Refusal(request),
            "The provisioned throughput for the table will not change. The requested value equals "
            "the current value. Current ReadCapacityUnits provisioned for the table: 5. Requested "
            "ReadCapacityUnits: 5. Current WriteCapacityUnits provisioned for the table: 5. "
            "Requested WriteCapacityUnits: 5. Refer to the Amazon DynamoDB Developer Guide for "
            "current limits and how to request higher limits.");
}

TEST_F(UpdateTableTest, BillingModeSwitchesBothWays) {
  ASSERT_TRUE(Run(NewProvisionedTable()));
  UpdateTableRequest request = Change();
  request.billing = BillingMode::kPayPerRequest;
  request.on_demand_maximum = UnitsPerSecond{.read = 20, .write = 15};
  ASSERT_EQ(Refusal(request), "");
  EXPECT_EQ(Described().throughput.read, 0);
  EXPECT_EQ(Described().last_to_pay_per_request, clock_.Now());
  EXPECT_EQ(Described().warm_throughput->read, 12000);

  request = Change();
  request.throughput = ThroughputRequest{.read = 5, .write = 5};
  EXPECT_EQ(Refusal(request),
            kInvalid + std::string("Neither ReadCapacityUnits nor WriteCapacityUnits can be "
                                   "specified when BillingMode is PAY_PER_REQUEST"));
  request = Change();
  request.billing = BillingMode::kProvisioned;
  EXPECT_EQ(Refusal(request),
            kInvalid + std::string("ReadCapacityUnits and WriteCapacityUnits must both be "
                                   "specified when BillingMode is PROVISIONED"));
  request.throughput = ThroughputRequest{.read = 7, .write = 5};
  ASSERT_EQ(Refusal(request), "");
  EXPECT_EQ(Described().throughput.read, 7);
  EXPECT_FALSE(Described().on_demand_maximum);
}

TEST_F(UpdateTableTest, OnDemandMaximaMergeAndMinusOneTakesOneAway) {
  CreateTableRequest table = NewTable();
  table.on_demand_maximum = UnitsPerSecond{.read = 20, .write = 15};
  ASSERT_TRUE(Run(table));
  UpdateTableRequest request = Change();
  request.on_demand_maximum = UnitsPerSecond{.read = 40};
  ASSERT_TRUE(Run(request));
  EXPECT_EQ(Described().on_demand_maximum, (UnitsPerSecond{.read = 40, .write = 15}));
  request.on_demand_maximum = UnitsPerSecond{.read = -1};
  const Result<TableDescription> updated = Run(request);
  EXPECT_EQ(updated->table->definition().on_demand_maximum,
            (UnitsPerSecond{.read = -1, .write = 15}));
  EXPECT_EQ(Described().on_demand_maximum, (UnitsPerSecond{.read = {}, .write = 15}));
}

TEST_F(UpdateTableTest, RefusesOnDemandMaximaOfProvisionedTables) {
  ASSERT_TRUE(Run(NewProvisionedTable()));
  UpdateTableRequest request = Change();
  request.on_demand_maximum = UnitsPerSecond{.read = 40};
  EXPECT_EQ(Refusal(request),
            kInvalid + std::string("MaxReadRequestUnits for OnDemandThroughput cannot be "
                                   "specified when the table BillingMode is PROVISIONED"));
}

TEST_F(UpdateTableTest, ANewIndexIsFilledWithWhatTheTableHolds) {
  ASSERT_TRUE(Run(NewTable()));
  Store("table", ItemOf({{"pk", S("a")}, {"sk", S("b")}, {"holder", S("me")}}));
  Store("table", ItemOf({{"pk", S("a")}, {"sk", S("c")}}));
  const Result<TableDescription> updated =
      Run(AddIndex(IndexOn("byHolder", {Hash("holder")}), Strings({"holder", "unused"})));
  ASSERT_TRUE(updated) << MessageOf(updated);
  EXPECT_EQ(updated->table->definition().indexes.front().status, IndexStatus::kCreating);
  WaitUntilFilled();
  EXPECT_EQ(Described().indexes.front().status, IndexStatus::kActive);
  EXPECT_THAT(AttributeNames(), ::testing::ElementsAre("pk", "sk", "holder"));

  OperationContext context = Context();
  QueryRequest query{.table_name = "table", .index_name = "byHolder"};
  query.key_condition_expression = "holder = :o";
  query.substitutions.values = ItemOf({{":o", S("me")}});
  const Result<PageResponse> page = Query(context, query);
  ASSERT_TRUE(page) << MessageOf(page);
  EXPECT_EQ(page->count, 1);
}

TEST_F(UpdateTableTest, TakingAnIndexAwayForgetsItsAttributes) {
  CreateTableRequest table = NewTable();
  table.attributes = Strings({"pk", "sk", "holder"});
  table.global_indexes = std::vector{IndexOn("byHolder", {Hash("holder"), Range("sk")})};
  ASSERT_TRUE(Run(table));
  UpdateTableRequest request = Change();
  request.global_index_updates = std::vector{Removal("byHolder")};
  const Result<TableDescription> updated = Run(request);
  ASSERT_TRUE(updated) << MessageOf(updated);
  EXPECT_EQ(updated->table->definition().indexes.front().status, IndexStatus::kDeleting);
  EXPECT_TRUE(Described().indexes.empty());
  EXPECT_THAT(AttributeNames(), ::testing::ElementsAre("pk", "sk"));
  EXPECT_EQ(Refusal(request), "Requested resource not found");
}

TEST_F(UpdateTableTest, ANewIndexBringsItsDefinitions) {
  ASSERT_TRUE(Run(NewTable()));
  EXPECT_EQ(Refusal(AddIndex(IndexOn("gsi", {Hash("sk")}), Strings({"other"}))),
            "Invalid KeySchema: Some index key attribute have no definition");
  std::vector<AttributeDefinition> numbers{{.name = "sk", .type = AttributeType::kNumber}};
  ASSERT_EQ(Refusal(AddIndex(IndexOn("gsi", {Hash("sk")}), numbers)), "");
  EXPECT_EQ(Described().indexes.front().keys.hash.front().type, AttributeType::kString);
}

TEST_F(UpdateTableTest, OneIndexAtATime) {
  ASSERT_TRUE(Run(NewTable()));
  UpdateTableRequest request = AddIndex(IndexOn("one", {Hash("sk")}), Strings({"sk"}));
  request.global_index_updates->push_back(Removal("two"));
  const Result<TableDescription> updated = Run(request);
  EXPECT_EQ(CodeOf(updated), ErrorCode::kLimitExceeded);
  EXPECT_EQ(MessageOf(updated),
            "Subscriber limit exceeded: Only 1 online index can be created or deleted "
            "simultaneously per table");
}

TEST_F(UpdateTableTest, RefusesIndexUpdatesOfTheWrongShape) {
  ASSERT_TRUE(Run(NewTable()));
  UpdateTableRequest request = Change();
  request.global_index_updates = std::vector<GlobalIndexUpdate>(1);
  EXPECT_EQ(Refusal(request),
            kInvalid + std::string("One of GlobalSecondaryIndexUpdate.Update, "
                                   "GlobalSecondaryIndexUpdate.Create, "
                                   "GlobalSecondaryIndexUpdate.Delete must not be null"));
  request.global_index_updates = std::vector{Removal("a"), Removal("a")};
  EXPECT_EQ(Refusal(request),
            kInvalid + std::string("Only one global secondary index update per index is allowed "
                                   "simultaneously. Index: a"));
}

TEST_F(UpdateTableTest, IndexThroughputChanges) {
  CreateTableRequest table = NewProvisionedTable();
  table.global_indexes = std::vector{IndexOn("gsi", {Hash("sk")})};
  table.global_indexes->front().throughput = ThroughputRequest{.read = 1, .write = 1};
  ASSERT_TRUE(Run(table));
  UpdateTableRequest request = Change();
  request.global_index_updates =
      std::vector{IndexChange({.name = "gsi", .throughput = ThroughputRequest{1, 1}})};
  EXPECT_THAT(Refusal(request),
              ::testing::StartsWith("The provisioned throughput for the index gsi will not "
                                    "change. The requested value equals the current value. "
                                    "Current ReadCapacityUnits provisioned for the index: 1."));
  request.global_index_updates->front().update->throughput->read = 2;
  ASSERT_EQ(Refusal(request), "");
  EXPECT_EQ(Described().indexes.front().throughput.read, 2);
  request.global_index_updates->front().update->name = "none";
  EXPECT_EQ(Refusal(request), "Requested resource not found");

  UpdateTableRequest addition = AddIndex(IndexOn("new", {Hash("sk")}), Strings({"sk"}));
  EXPECT_EQ(Refusal(addition),
            kInvalid + std::string("Both ReadCapacityUnits and WriteCapacityUnits must be "
                                   "specified for index: new"));
}

TEST_F(UpdateTableTest, StreamsAreEnabledAndDisabledOnce) {
  ASSERT_TRUE(Run(NewTable()));
  UpdateTableRequest request = Change();
  request.stream = StreamRequest{.enabled = false};
  EXPECT_EQ(Refusal(request), "Table has no stream to disable: TableName: table");
  request.stream = StreamRequest{.enabled = true, .view = StreamView::kKeysOnly};
  ASSERT_EQ(Refusal(request), "");
  const std::string first = Described().stream.label;
  EXPECT_EQ(Refusal(request), "Table already has an enabled stream: TableName: table");
  request.stream = StreamRequest{.enabled = false};
  ASSERT_EQ(Refusal(request), "");
  EXPECT_EQ(Described().stream.label, first);
  clock_.Advance(std::chrono::seconds(1));
  request.stream = StreamRequest{.enabled = true, .view = StreamView::kKeysOnly};
  ASSERT_EQ(Refusal(request), "");
  EXPECT_NE(Described().stream.label, first);
}

TEST_F(UpdateTableTest, AFailedUpdateChangesNothing) {
  ASSERT_TRUE(Run(NewProvisionedTable()));
  UpdateTableRequest request = Change();
  request.throughput = ThroughputRequest{.read = 9, .write = 9};
  request.stream = StreamRequest{.enabled = false};
  EXPECT_THAT(Refusal(request), ::testing::HasSubstr("no stream"));
  EXPECT_EQ(Described().throughput.read, 5);
}

}  // namespace
}  // namespace trestle
