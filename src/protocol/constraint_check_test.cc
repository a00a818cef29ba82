#include "protocol/constraint_check.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "protocol/body_for_test.h"
#include "protocol/operations.h"

namespace trestle {
namespace {

std::string MessageOf(std::string_view operation, std::string_view body) {
  const OperationShape& shape = OperationForTest(operation);
  const ParsedForTest json(body);
  const Members members(*shape.input, *json);
  const Status status = CheckConstraints(members, FindServed(shape.target)->rules);
  return status ? "" : status.error().message;
}

TEST(ConstraintCheckTest, TakesARequestThatSatisfiesAll) {
  EXPECT_EQ(MessageOf("GetItem", R"({"TableName": "Music", "Key": {"a": {"S": "x"}}})"), "");
}

TEST(ConstraintCheckTest, NamesWhatIsMissing) {
  EXPECT_EQ(MessageOf("GetItem", R"({"Key": {}})"),
            "1 validation error detected: Value null at 'tableName' failed to satisfy constraint: "
            "Member must not be null");
}

TEST(ConstraintCheckTest, ListsSeveralInTheOrderOfTheService) {
  EXPECT_EQ(MessageOf("GetItem", R"({"TableName": "a;", "ReturnConsumedCapacity": "hi",
                                     "AttributesToGet": []})"),
            "4 validation errors detected: "
            "Value 'hi' at 'returnConsumedCapacity' failed to satisfy constraint: Member must "
            "satisfy enum value set: [INDEXES, TOTAL, NONE]; "
            "Value 'a;' at 'tableName' failed to satisfy constraint: Member must satisfy regular "
            "expression pattern: [a-zA-Z0-9_.-]+; "
            "Value '[]' at 'attributesToGet' failed to satisfy constraint: Member must have length "
            "greater than or equal to 1; "
            "Value null at 'key' failed to satisfy constraint: Member must not be null");
}

TEST(ConstraintCheckTest, ListsNoMoreThanTen) {
  std::string definitions;
  for (int i = 0; i < 12; ++i) definitions.append(definitions.empty() ? "{}" : ",{}");
  const std::string message = MessageOf(
      "CreateTable", R"({"TableName": "abc", "AttributeDefinitions": [)" + definitions + "]}");
  EXPECT_TRUE(message.starts_with("10 validation errors detected: ")) << message;
}

TEST(ConstraintCheckTest, WritesListsOfStructuresAsTheServiceDoes) {
  EXPECT_EQ(
      MessageOf("CreateTable", R"({"TableName": "abc", "KeySchema": [
                {"AttributeName": "pk", "KeyType": "HASH"},
                {"AttributeName": "sk", "KeyType": "RANGE"},
                {"AttributeName": "extra", "KeyType": "RANGE"}]})"),
      "1 validation error detected: Value '[KeySchemaElement(attributeName=pk, keyType=HASH), "
      "KeySchemaElement(attributeName=sk, keyType=RANGE), "
      "KeySchemaElement(attributeName=extra, keyType=RANGE)]' at 'keySchema' failed to satisfy "
      "constraint: Member must have length less than or equal to 2");
}

TEST(ConstraintCheckTest, AllowsMoreKeysInAGlobalIndex) {
  EXPECT_EQ(MessageOf("CreateTable",
                      R"({"TableName": "abc", "GlobalSecondaryIndexes": [{"IndexName": "abc",
                "Projection": {}, "KeySchema": [{"AttributeName": "a", "KeyType": "HASH"},
                {"AttributeName": "b", "KeyType": "HASH"}, {"AttributeName": "c", "KeyType": "RANGE"}]}]})"),
            "");
}

TEST(ConstraintCheckTest, GivesThePathOfNestedMembers) {
  EXPECT_EQ(
      MessageOf("CreateTable",
                R"({"TableName": "abc", "KeySchema": [{"AttributeName": "a", "KeyType": "HASH"},
                {"AttributeName": "b", "KeyType": "X"}]})"),
      "1 validation error detected: Value 'X' at 'keySchema.2.member.keyType' failed to satisfy "
      "constraint: "
      "Member must satisfy enum value set: [HASH, RANGE]");
  EXPECT_EQ(
      MessageOf("TransactWriteItems", R"({"TransactItems": [{"Put": {"TableName": "abc"}}]})"),
      "1 validation error detected: Value null at 'transactItems.1.member.put.item' failed to "
      "satisfy "
      "constraint: Member must not be null");
  EXPECT_EQ(MessageOf("BatchWriteItem", R"({"RequestItems": {"abc": [{"DeleteRequest": {}}]}})"),
            "1 validation error detected: Value null at "
            "'requestItems.abc.member.1.member.deleteRequest.key' failed to "
            "satisfy constraint: Member must not be null");
}

TEST(ConstraintCheckTest, ReportsElementsAtTheirContainer) {
  EXPECT_EQ(MessageOf("BatchWriteItem", R"({"RequestItems": {"abc": []}})"),
            "1 validation error detected: Value '{abc=[]}' at 'requestItems' failed to satisfy "
            "constraint: Map value "
            "must satisfy constraint: [Member must have length less than or equal to 25, Member "
            "must have length "
            "greater than or equal to 1]");
  EXPECT_EQ(MessageOf("CreateTable",
                      R"({"TableName": "abc", "LocalSecondaryIndexes": [{"IndexName": "abc",
                "KeySchema": [{"AttributeName": "a", "KeyType": "HASH"}], "Projection": {"NonKeyAttributes": [""]}}]})"),
            "1 validation error detected: Value '[]' at "
            "'localSecondaryIndexes.1.member.projection.nonKeyAttributes' "
            "failed to satisfy constraint: Member must satisfy constraint: [Member must have "
            "length less than or equal "
            "to 255, Member must have length greater than or equal to 1]");
}

TEST(ConstraintCheckTest, ReportsGlobalIndexesBeforeLocalOnes) {
  const std::string message = MessageOf("CreateTable", R"({"TableName": "abc",
      "LocalSecondaryIndexes": [{"IndexName": "l", "KeySchema": [{"AttributeName": "a", "KeyType": "HASH"}],
                                 "Projection": {}}],
      "GlobalSecondaryIndexes": [{"IndexName": "g", "KeySchema": [{"AttributeName": "a", "KeyType": "HASH"}],
                                  "Projection": {}}]})");
  EXPECT_LT(message.find("'globalSecondaryIndexes.1.member.indexName'"),
            message.find("'localSecondaryIndexes.1.member.indexName'"));
}

TEST(ConstraintCheckTest, HoldsTableNamesOfTableOperationsToTheirLength) {
  EXPECT_EQ(MessageOf("DescribeTable", R"({"TableName": "ab"})"),
            "1 validation error detected: Value 'ab' at 'tableName' failed to satisfy constraint: "
            "Member must have "
            "length greater than or equal to 3");
  EXPECT_EQ(MessageOf("GetItem", R"({"TableName": "ab", "Key": {}})"), "");
  EXPECT_EQ(MessageOf("PutItem", R"({"TableName": "", "Item": {}})"),
            "1 validation error detected: Value '' at 'tableName' failed to satisfy constraint: "
            "Member must have length "
            "greater than or equal to 1");
  EXPECT_EQ(MessageOf("DescribeTable",
                      R"({"TableName": "arn:aws:dynamodb:us-east-1:000000000000:table/abc"})"),
            "");
}

TEST(ConstraintCheckTest, ShowsEnumerationsInTheOrderOfTheService) {
  EXPECT_EQ(MessageOf("UpdateItem", R"({"TableName": "abc", "Key": {}, "ReturnValues": "hi"})"),
            "1 validation error detected: Value 'hi' at 'returnValues' failed to satisfy "
            "constraint: Member must "
            "satisfy enum value set: [ALL_NEW, UPDATED_OLD, ALL_OLD, NONE, UPDATED_NEW]");
}

TEST(ConstraintCheckTest, WantsEveryRequiredMemberOfEveryOperation) {
  for (const OperationShape& operation : api::Operations()) {
    const ParsedForTest json("{}");
    const Status status = CheckConstraints(Members(*operation.input, *json), {});
    const auto required =
        std::count_if(operation.input->members.begin(), operation.input->members.end(),
                      [](const Member& member) { return member.required; });
    EXPECT_EQ(status.has_value(), required == 0) << operation.name;
    if (status) continue;
    EXPECT_TRUE(status.error().message.starts_with(std::to_string(required) + " validation error"))
        << operation.name;
  }
}

TEST(ConstraintCheckTest, ListsAllForPutItemAndUpdateItem) {
  EXPECT_EQ(MessageOf("PutItem", R"({"TableName": "", "Item": {}, "ReturnValues": "hi"})"),
            "2 validation errors detected: "
            "Value '' at 'tableName' failed to satisfy constraint: Member must have length greater "
            "than or equal to 1; "
            "Value 'hi' at 'returnValues' failed to satisfy constraint: Member must satisfy enum "
            "value set: [ALL_NEW, UPDATED_OLD, ALL_OLD, NONE, UPDATED_NEW]");
}

TEST(ConstraintCheckTest, MissesTheNameOfATableAfterAllElse) {
  EXPECT_EQ(MessageOf("DescribeTable", "{}"),
            "The parameter 'TableName' is required but was not present in the request");
  EXPECT_EQ(MessageOf("CreateTable", R"({"BillingMode": "x"})"),
            "1 validation error detected: Value 'x' at 'billingMode' failed to satisfy constraint: "
            "Member must satisfy enum value set: [PROVISIONED, PAY_PER_REQUEST]");
}

TEST(ConstraintCheckTest, LeavesValuesOutForQueryAndBatchGetItem) {
  EXPECT_EQ(MessageOf("Query", R"({"TableName": "abc", "Limit": 0})"),
            "1 validation error detected: Value at 'Limit' failed to satisfy constraint: Member "
            "must have value greater "
            "than or equal to 1");
  EXPECT_EQ(MessageOf("Scan", R"({"TableName": "abc", "Limit": 0})"),
            "1 validation error detected: Value '0' at 'limit' failed to satisfy constraint: "
            "Member must have value "
            "greater than or equal to 1");
  EXPECT_EQ(MessageOf("BatchGetItem", R"({"RequestItems": {}})"),
            "1 validation error detected: Value at 'RequestItems' failed to satisfy constraint: "
            "Member must have length "
            "greater than or equal to 1");
  std::string keys;
  for (int i = 0; i < 101; ++i) keys.append(keys.empty() ? "{}" : ",{}");
  EXPECT_EQ(MessageOf("BatchGetItem", R"({"RequestItems": {"tab": {"Keys": [)" + keys + "]}}}"),
            "1 validation error detected: Value at 'RequestItems.tab.member.Keys' failed to "
            "satisfy constraint: Member "
            "must have length less than or equal to 100");
}

}  // namespace
}  // namespace trestle
