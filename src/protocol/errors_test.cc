#include "protocol/errors.h"

#include <gtest/gtest.h>

#include "operation/parameters.h"

namespace trestle {
namespace {

std::string BodyOf(const Error& error) {
  std::string body;
  AppendErrorBody(error, body);
  return body;
}

TEST(ErrorsTest, NamesTheTypeWithTheServicesPrefix) {
  EXPECT_EQ(BodyOf({.code = ErrorCode::kValidation, .message = "no"}),
            R"({"__type":"com.amazon.coral.validate#ValidationException","message":"no"})");
  EXPECT_EQ(
      BodyOf({.code = ErrorCode::kResourceNotFound, .message = "Requested resource not found"}),
      R"({"__type":"com.amazonaws.dynamodb.v20120810#ResourceNotFoundException",)"
      R"("message":"Requested resource not found"})");
  EXPECT_EQ(BodyOf({.code = ErrorCode::kSerialization, .message = "bad"}),
            R"({"__type":"com.amazon.coral.service#SerializationException","Message":"bad"})");
}

TEST(ErrorsTest, LeavesOutATextThatIsEmpty) {
  EXPECT_EQ(BodyOf({.code = ErrorCode::kSerialization}),
            R"({"__type":"com.amazon.coral.service#SerializationException"})");
}

TEST(ErrorsTest, ShowsTheItemThatFailedACondition) {
  Item item;
  item.Set("a", AttributeValue::String("x"));
  auto failure = std::make_shared<ConditionFailure>();
  failure->item = EncodedItem::From(item);
  EXPECT_EQ(BodyOf({.code = ErrorCode::kConditionalCheckFailed,
                    .message = "The conditional request failed",
                    .detail = failure}),
            R"({"__type":"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException",)"
            R"("message":"The conditional request failed","Item":{"a":{"S":"x"}}})");
}

TEST(ErrorsTest, ShowsTheReasonsOfACancelledTransaction) {
  auto cancellation = std::make_shared<Cancellation>();
  cancellation->reasons.resize(2);
  cancellation->reasons[1] = {.code = "ConditionalCheckFailed",
                              .message = "The conditional request failed"};
  EXPECT_EQ(
      BodyOf({.code = ErrorCode::kTransactionCanceled,
              .message = "cancelled",
              .detail = cancellation}),
      R"({"__type":"com.amazonaws.dynamodb.v20120810#TransactionCanceledException","Message":"cancelled",)"
      R"("CancellationReasons":[{"Code":"None"},)"
      R"({"Code":"ConditionalCheckFailed","Message":"The conditional request failed"}]})");
}

TEST(ErrorsTest, FaultsOfTheServerAreFiveHundreds) {
  EXPECT_EQ(WireErrorOf(ErrorCode::kStorageUnavailable).status, 500);
  EXPECT_EQ(WireErrorOf(ErrorCode::kInternalServerError).status, 500);
  EXPECT_EQ(WireErrorOf(ErrorCode::kValidation).status, 400);
}

}  // namespace
}  // namespace trestle
