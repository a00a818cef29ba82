#include "operation/create_table.h"

#include <gmock/gmock.h>

#include "operation/table_for_test.h"

namespace trestle {
namespace {

constexpr char kInvalid[] = "One or more parameter values were invalid: ";

class CreateTableTest : public TableTest {};

TEST_F(CreateTableTest, AnswersCreatingAndIsActiveAtOnce) {
  CreateTableRequest request = NewTable();
  request.global_indexes = std::vector{IndexOn("byOwner", {Hash("owner")})};
  request.attributes = Strings({"pk", "sk", "owner"});
  const Result<TableDescription> created = Run(request);
  ASSERT_TRUE(created) << MessageOf(created);
  EXPECT_EQ(created->status, TableStatus::kCreating);
  EXPECT_EQ(created->table->definition().indexes.front().status, IndexStatus::kCreating);
  EXPECT_EQ(created->index_statistics.size(), 1u);

  EXPECT_EQ(Seen().status, TableStatus::kActive);
  const TableDefinition table = Described();
  EXPECT_EQ(table.indexes.front().status, IndexStatus::kActive);
  EXPECT_EQ(table.Arn(), "arn:aws:dynamodb:eu-west-1:000000000000:table/table");
  EXPECT_EQ(table.warm_throughput, (UnitsPerSecond{.read = 12000, .write = 4000}));
  EXPECT_TRUE(table.last_to_pay_per_request);
}

TEST_F(CreateTableTest, KeepsEverySetting) {
  CreateTableRequest request = NewProvisionedTable();
  request.stream = StreamRequest{.enabled = true, .view = StreamView::kNewImage};
  request.encryption = EncryptionRequest{.enabled = true};
  request.table_class = TableClass::kStandardInfrequentAccess;
  request.deletion_protection = true;
  request.tags = std::vector<Tag>{{.key = "team", .value = "books"}};
  ASSERT_EQ(Refusal(request), "");
  const TableDefinition table = Described();
  EXPECT_EQ(table.throughput.read, 5);
  EXPECT_EQ(table.StreamArn(),
            "arn:aws:dynamodb:eu-west-1:000000000000:table/table/stream/2027-01-15T08:00:00.000");
  EXPECT_TRUE(table.encryption->key_arn.starts_with("arn:aws:kms:eu-west-1:000000000000:key/"));
  EXPECT_EQ(table.table_class, TableClass::kStandardInfrequentAccess);
  EXPECT_TRUE(table.deletion_protection);
  EXPECT_EQ(table.tags.at("team"), "books");
}

TEST_F(CreateTableTest, RefusesANameThatIsTaken) {
  ASSERT_TRUE(Run(NewTable()));
  const Result<TableDescription> again = Run(NewTable());
  EXPECT_EQ(CodeOf(again), ErrorCode::kResourceInUse);
  EXPECT_EQ(MessageOf(again), "Table already exists: table");
}

TEST_F(CreateTableTest, RefusesMissingParts) {
  CreateTableRequest request = NewTable();
  request.attributes.reset();
  EXPECT_EQ(Refusal(request),
            "1 validation error detected: Value null at 'attributeDefinitions' failed to satisfy "
            "constraint: Member must not be null");
  request.key_schema.reset();
  EXPECT_TRUE(Refusal(request).starts_with("2 validation errors detected: Value null at "));
}

TEST_F(CreateTableTest, RefusesBillingThatContradictsThroughput) {
  CreateTableRequest request = NewTable();
  request.throughput = ThroughputRequest{.read = 1, .write = 1};
  EXPECT_EQ(Refusal(request),
            kInvalid + std::string("Neither ReadCapacityUnits nor WriteCapacityUnits can be "
                                   "specified when BillingMode is PAY_PER_REQUEST"));
  request.billing.reset();
  request.throughput.reset();
  EXPECT_EQ(Refusal(request),
            kInvalid + std::string("ReadCapacityUnits and WriteCapacityUnits must both be "
                                   "specified when BillingMode is PROVISIONED"));
  request.throughput = ThroughputRequest{.read = 1'000'000'000'001, .write = 1};
  EXPECT_EQ(Refusal(request), "Given value 1000000000001 for ReadCapacityUnits is out of bounds");
}

TEST_F(CreateTableTest, RefusesIndexThroughputThatContradictsBilling) {
  CreateTableRequest request = NewProvisionedTable();
  request.global_indexes = std::vector{IndexOn("gsi", {Hash("sk")})};
  EXPECT_EQ(Refusal(request),
            kInvalid + std::string("ProvisionedThroughput is not specified for index: gsi"));
  request.global_indexes->front().throughput = ThroughputRequest{.read = 1, .write = 1};
  request.throughput.reset();
  request.billing = BillingMode::kPayPerRequest;
  EXPECT_EQ(Refusal(request),
            kInvalid + std::string("ProvisionedThroughput should not be specified for index: gsi "
                                   "when BillingMode is PAY_PER_REQUEST"));
}

TEST_F(CreateTableTest, RefusesKeySchemasOfTheWrongShape) {
  CreateTableRequest request = NewTable();
  request.key_schema = std::vector{Range("pk"), Hash("sk")};
  EXPECT_EQ(Refusal(request),
            "Invalid KeySchema: The first KeySchemaElement is not a HASH key type");
  request.key_schema = std::vector{Hash("pk"), Hash("sk")};
  EXPECT_EQ(Refusal(request),
            "Invalid KeySchema: The second KeySchemaElement is not a RANGE key type");
  request.key_schema = std::vector{Hash("pk"), Range("pk")};
  EXPECT_EQ(Refusal(request),
            "Both the Hash Key and the Range Key element in the KeySchema have the same name");
  request.key_schema = std::vector{Hash("pk"), Range("sk"), Range("x")};
  EXPECT_EQ(Refusal(request),
            "1 validation error detected: Value '[KeySchemaElement(attributeName=pk, "
            "keyType=HASH), KeySchemaElement(attributeName=sk, keyType=RANGE), "
            "KeySchemaElement(attributeName=x, keyType=RANGE)]' at 'keySchema' failed to satisfy "
            "constraint: Member must have length less than or equal to 2");
}

TEST_F(CreateTableTest, RefusesDefinitionsThatDoNotMatchTheKeys) {
  CreateTableRequest request = NewTable();
  request.attributes = Strings({"pk"});
  EXPECT_EQ(Refusal(request), "Invalid KeySchema: Some index key attribute have no definition");
  request.attributes = Strings({"pk", "other"});
  EXPECT_EQ(Refusal(request), "Invalid KeySchema: Some index key attribute have no definition");
  request.attributes = Strings({"pk", "sk", "other"});
  EXPECT_EQ(Refusal(request),
            kInvalid + std::string("Number of attributes in KeySchema does not exactly match "
                                   "number of attributes defined in AttributeDefinitions"));
  request.global_indexes = std::vector{IndexOn("gsi", {Hash("sk")})};
  EXPECT_EQ(Refusal(request),
            kInvalid + std::string("Some AttributeDefinitions are not used. AttributeDefinitions: "
                                   "[pk, sk, other], keys used: [pk, sk]"));
  request.global_indexes = std::vector{IndexOn("gsi", {Hash("x"), Range("sk")})};
  EXPECT_EQ(Refusal(request),
            kInvalid + std::string("Some index key attributes are not defined in "
                                   "AttributeDefinitions. Keys: [x], AttributeDefinitions: "
                                   "[pk, sk, other]"));
}

TEST_F(CreateTableTest, RefusesLocalIndexesThatDoNotFitTheTable) {
  CreateTableRequest request = NewTable();
  request.attributes = Strings({"pk", "sk", "x"});
  const auto refusal = [&](IndexRequest index) {
    request.local_indexes = std::vector{std::move(index)};
    return Refusal(request);
  };
  EXPECT_EQ(refusal(IndexOn("lsi", {Hash("pk")})),
            kInvalid + std::string("Index KeySchema does not have a range key for index: lsi"));
  EXPECT_EQ(refusal(IndexOn("lsi", {Hash("x"), Range("sk")})),
            kInvalid + std::string("Index KeySchema does not have the same leading hash key as "
                                   "table KeySchema for index: lsi. index hash key: x, table hash "
                                   "key: pk"));
  request.local_indexes = std::vector<IndexRequest>();
  EXPECT_EQ(Refusal(request), kInvalid + std::string("List of LocalSecondaryIndexes is empty"));
  request.key_schema = std::vector{Hash("pk")};
  EXPECT_EQ(refusal(IndexOn("lsi", {Hash("pk"), Range("x")})),
            kInvalid + std::string("Table KeySchema does not have a range key, which is required "
                                   "when specifying a LocalSecondaryIndex"));
}

TEST_F(CreateTableTest, RefusesTooManyIndexesAndTheSameNameTwice) {
  CreateTableRequest request = NewTable();
  request.global_indexes = std::vector{IndexOn("gsi", {Hash("sk")}), IndexOn("gsi", {Hash("pk")})};
  EXPECT_EQ(Refusal(request), kInvalid + std::string("Duplicate index name: gsi"));
  request.global_indexes->clear();
  EXPECT_EQ(Refusal(request), kInvalid + std::string("List of GlobalSecondaryIndexes is empty"));
  for (int i = 0; i < 21; ++i) {
    request.global_indexes->push_back(IndexOn("gsi" + std::to_string(i), {Hash("sk")}));
  }
  EXPECT_EQ(Refusal(request),
            kInvalid + std::string("GlobalSecondaryIndex count exceeds the per-table limit of 20"));
  request.global_indexes.reset();
  request.local_indexes.emplace();
  for (int i = 0; i < 6; ++i) {
    request.local_indexes->push_back(IndexOn("lsi" + std::to_string(i), {Hash("pk"), Range("sk")}));
  }
  EXPECT_EQ(Refusal(request),
            kInvalid + std::string("Number of LocalSecondaryIndexes exceeds per-table limit of 5"));
}

TEST_F(CreateTableTest, RefusesProjectionsThatContradictThemselves) {
  CreateTableRequest request = NewTable();
  const auto refusal = [&](ProjectionRequest projection) {
    request.global_indexes = std::vector{IndexOn("gsi", {Hash("sk")})};
    request.global_indexes->front().projection = std::move(projection);
    return Refusal(request);
  };
  EXPECT_EQ(refusal({}), kInvalid + std::string("Unknown ProjectionType: null"));
  EXPECT_EQ(refusal({.type = ProjectionType::kInclude}),
            kInvalid + std::string("ProjectionType is INCLUDE, but NonKeyAttributes is not "
                                   "specified"));
  EXPECT_EQ(refusal({.type = ProjectionType::kAll, .non_key_attributes = {{"a"}}}),
            kInvalid + std::string("ProjectionType is ALL, but NonKeyAttributes is specified"));
  EXPECT_EQ(
      refusal({.type = ProjectionType::kKeysOnly, .non_key_attributes = {{"a"}}}),
      kInvalid + std::string("ProjectionType is KEYS_ONLY, but NonKeyAttributes is specified"));
}

TEST_F(CreateTableTest, GlobalIndexesHaveUpToFourKeysOfEachKind) {
  CreateTableRequest request = NewTable();
  request.attributes = Strings({"pk", "sk", "a", "b", "c", "d", "e"});
  const auto run = [&](std::vector<KeySchemaElement> keys) {
    request.global_indexes = std::vector{IndexOn("gsi", std::move(keys))};
    return Refusal(request);
  };
  EXPECT_EQ(run({Hash("a"), Hash("b"), Hash("c"), Hash("d"), Hash("e")}),
            "Invalid KeySchema: The KeySchema exceeds the maximum allowed number of HASH key "
            "attributes");
  EXPECT_EQ(run({Hash("pk"), Range("a"), Range("b"), Range("c"), Range("d"), Range("e")}),
            "Invalid KeySchema: The KeySchema exceeds the maximum allowed number of RANGE key "
            "attributes");
  EXPECT_EQ(run({Hash("a"), Range("b"), Hash("c")}),
            "Invalid KeySchema: All HASH key attributes must precede RANGE key attributes in the "
            "KeySchema");
  EXPECT_EQ(run({Hash("a"), Hash("b"), Range("a")}),
            "Both the Hash Key and the Range Key element in the KeySchema have the same name");
  EXPECT_EQ(run({Hash("a"), Hash("b"), Range("c"), Range("d"), Range("e")}), "");
  const KeySchema keys = Described().indexes.front().keys;
  EXPECT_EQ(keys.hash.size(), 2u);
  EXPECT_EQ(keys.range.back().name, "e");
}

TEST_F(CreateTableTest, RefusesStreamsWithoutViewAndViewsWithoutStream) {
  CreateTableRequest request = NewTable();
  request.stream = StreamRequest{.enabled = false, .view = StreamView::kNewImage};
  EXPECT_EQ(Refusal(request),
            kInvalid + std::string("Table is being created with a stream disabled, UpdateViewType "
                                   "should not be specified"));
  request.stream = StreamRequest{.enabled = true, .view = {}};
  EXPECT_THAT(Refusal(request), ::testing::StartsWith(kInvalid));
}

TEST_F(CreateTableTest, OnDemandMaximaNeedOnDemandTables) {
  CreateTableRequest request = NewProvisionedTable();
  request.on_demand_maximum = UnitsPerSecond{.read = {}, .write = 0};
  EXPECT_EQ(Refusal(request),
            kInvalid + std::string("MaxWriteRequestUnits for OnDemandThroughput cannot be "
                                   "specified when table BillingMode is PROVISIONED."));
  request = NewTable();
  request.on_demand_maximum = UnitsPerSecond{.read = -1};
  EXPECT_THAT(Refusal(request), ::testing::HasSubstr("MaxReadRequestUnits"));
  request.on_demand_maximum = UnitsPerSecond{};
  EXPECT_EQ(Refusal(request), "");
  EXPECT_FALSE(Described().on_demand_maximum);
}

TEST_F(CreateTableTest, WarmThroughputIsNeverLessThanWhatATableHasAnyway) {
  CreateTableRequest request = NewTable();
  request.warm_throughput = UnitsPerSecond{.read = 11999};
  EXPECT_EQ(Refusal(request),
            kInvalid + std::string("Requested ReadUnitsPerSecond for WarmThroughput for table is "
                                   "lower than current WarmThroughput, decreasing WarmThroughput "
                                   "is not supported"));
  request.warm_throughput = UnitsPerSecond{.read = 13000};
  EXPECT_EQ(Refusal(request), "");
  EXPECT_EQ(Described().warm_throughput, (UnitsPerSecond{.read = 13000, .write = 4000}));
}

TEST_F(CreateTableTest, BillingIsCheckedBeforeKeysAndKeysBeforeTheName) {
  ASSERT_TRUE(Run(NewTable()));
  CreateTableRequest request = NewTable();
  request.key_schema = std::vector{Range("pk")};
  request.throughput = ThroughputRequest{.read = 1, .write = 1};
  EXPECT_THAT(Refusal(request), ::testing::HasSubstr("PAY_PER_REQUEST"));
  request.throughput.reset();
  EXPECT_THAT(Refusal(request), ::testing::HasSubstr("HASH"));
}

TEST_F(CreateTableTest, RefusesWhatIsNotHereYet) {
  CreateTableRequest request = NewTable();
  request.asks_for_vector_indexes = true;
  EXPECT_EQ(CodeOf(Run(request)), ErrorCode::kValidation);
  EXPECT_EQ(CodeOf(Describe()), ErrorCode::kResourceNotFound);
}

}  // namespace
}  // namespace trestle
