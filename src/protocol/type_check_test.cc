#include "protocol/type_check.h"

#include <gtest/gtest.h>

#include "protocol/body_for_test.h"

namespace trestle {
namespace {

struct Case {
  std::string_view operation;
  std::string_view body;
  std::string_view message;
};

constexpr std::string_view kParameterized =
    "class sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl cannot be cast to class "
    "java.lang.Class (sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl and "
    "java.lang.Class are in module java.base of loader 'bootstrap')";

// source: texts that clients of the service report, and the API's shapes.
constexpr Case kCases[] = {
    {"GetItem", R"({"TableName": 23})", "NUMBER_VALUE cannot be converted to String"},
    {"GetItem", R"({"TableName": 2.5})", "DECIMAL_VALUE cannot be converted to String"},
    {"GetItem", R"({"TableName": true})", "TRUE_VALUE cannot be converted to String"},
    {"GetItem", R"({"TableName": false})", "FALSE_VALUE cannot be converted to String"},
    {"GetItem", R"({"TableName": []})", "Unrecognized collection type class java.lang.String"},
    {"GetItem", R"({"TableName": {}})", "Start of structure or map found where not expected"},
    {"GetItem", R"({"ConsistentRead": "true"})", "Unexpected token received from parser"},
    {"GetItem", R"({"ConsistentRead": 1})", "NUMBER_VALUE cannot be converted to Boolean"},
    {"GetItem", R"({"Key": "a"})", "Unexpected field type"},
    {"GetItem", R"({"Key": []})",
     "Unrecognized collection type java.util.Map<java.lang.String, "
     "com.amazonaws.dynamodb.v20120810.AttributeValue>"},
    {"GetItem", R"({"Key": {"a": "b"}})", "Unexpected value type in payload"},
    {"GetItem", R"({"Key": {"a": []}})",
     "Unrecognized collection type class com.amazonaws.dynamodb.v20120810.AttributeValue"},
    {"GetItem", R"({"Key": {"a": {"N": 1}}})", "NUMBER_VALUE cannot be converted to String"},
    {"GetItem", R"({"Key": {"a": {"B": 1}}})",
     "only base-64-encoded strings are convertible to bytes"},
    {"GetItem", R"({"Key": {"a": {"SS": "a"}}})", "Unexpected field type"},
    {"GetItem", R"({"Key": {"a": {"L": ["a"]}}})", "Unexpected value type in payload"},
    {"GetItem", R"({"Key": {"a": {"M": {"x": {"BOOL": "a"}}}}})",
     "Unexpected token received from parser"},
    {"GetItem", R"({"AttributesToGet": {}})", "Start of structure or map found where not expected"},
    {"GetItem", R"({"ExpressionAttributeNames": []})",
     "Unrecognized collection type java.util.Map<java.lang.String, java.lang.String>"},
    {"Query", R"({"Limit": "1"})", "STRING_VALUE cannot be converted to Integer"},
    {"Query", R"({"Limit": []})", "Unrecognized collection type class java.lang.Integer"},
    {"CreateTable", R"({"ProvisionedThroughput": {"ReadCapacityUnits": true}})",
     "TRUE_VALUE cannot be converted to Long"},
    {"CreateTable", R"({"ProvisionedThroughput": "a"})", "Unexpected value type in payload"},
    {"CreateTable", R"({"KeySchema": ["a"]})", "Unexpected value type in payload"},
    {"BatchGetItem", R"({"RequestItems": {"a": {"Keys": [1]}}})", kParameterized},
    {"BatchWriteItem", R"({"RequestItems": {"a": {}}})", kParameterized},
    {"BatchWriteItem", R"({"RequestItems": []})",
     "Unrecognized collection type java.util.Map<java.lang.String, "
     "java.util.List<com.amazonaws.dynamodb.v20120810.WriteRequest>>"},
};

TEST(TypeCheckTest, NamesWhatStandsWhereSomethingElseBelongs) {
  for (const Case& one : kCases) {
    const ParsedForTest body(one.body);
    const Status status = CheckTypes(*OperationForTest(one.operation).input, *body);
    ASSERT_FALSE(status) << one.body;
    EXPECT_EQ(status.error().code, ErrorCode::kSerialization) << one.body;
    EXPECT_EQ(status.error().message, one.message) << one.body;
  }
}

TEST(TypeCheckTest, TakesNullsAndUnknownMembersAndFractionsOfIntegers) {
  const ParsedForTest body(
      R"({"TableName": null, "Limit": 2.5, "Nobody": [1], "KeyConditions": {"a": null}})");
  EXPECT_TRUE(CheckTypes(*OperationForTest("Query").input, *body));
}

TEST(TypeCheckTest, ReportsTheFirstFaultInTheOrderOfTheBody) {
  const ParsedForTest body(R"({"ConsistentRead": 1, "TableName": 23})");
  EXPECT_EQ(CheckTypes(*OperationForTest("GetItem").input, *body).error().message,
            "NUMBER_VALUE cannot be converted to Boolean");
}

TEST(TypeCheckTest, WantsAnObject) {
  const ParsedForTest body("[]");
  EXPECT_EQ(CheckTypes(*OperationForTest("GetItem").input, *body).error().code,
            ErrorCode::kSerialization);
}

}  // namespace
}  // namespace trestle
