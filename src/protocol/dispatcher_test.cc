#include <gmock/gmock.h>

#include <filesystem>
#include <future>

#include "protocol/api.h"
#include "protocol/dispatcher_for_test.h"

namespace trestle {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::string_view kJson = "application/x-amz-json-1.0";

TEST_F(DispatcherTest, PutsAndGetsAnItem) {
  CreateMusic();
  EXPECT_EQ(
      Call("PutItem", R"({"TableName": "Music", "Item": {"pk": {"S": "a"}, "n": {"N": "1.50"}}})")
          .body,
      "{}");
  const AnswerForTest got = Call(
      "GetItem",
      R"({"TableName": "Music", "Key": {"pk": {"S": "a"}}, "ReturnConsumedCapacity": "TOTAL"})");
  EXPECT_EQ(got.status, 200);
  EXPECT_EQ(got.body, R"({"ConsumedCapacity":{"TableName":"Music","CapacityUnits":0.5},)"
                      R"("Item":{"n":{"N":"1.5"},"pk":{"S":"a"}}})");
}

TEST_F(DispatcherTest, TheWritesOfATurnAreAnsweredAtItsEnd) {
  CreateMusic();
  const auto put = [this](std::string_view body) { return Begin("PutItem", body); };
  const auto first = put(R"({"TableName": "Music", "Item": {"pk": {"S": "a"}}})");
  const auto second = put(R"({"TableName": "Music", "Item": {"pk": {"S": "b"}}})");
  EXPECT_FALSE(first->reply || second->reply);
  // It looks for locks that the first two keep.
  const auto described = Begin("DescribeTable", R"({"TableName": "Music"})");
  ASSERT_TRUE(described->reply.has_value());
  EXPECT_THAT(described->reply->body, HasSubstr(R"("ItemCount":2)"));
  const auto failed = put(R"~({"TableName": "Music", "Item": {"pk": {"S": "a"}},
                              "ConditionExpression": "attribute_not_exists(pk)"})~");

  dispatcher_->EndOfTurn(0);
  ASSERT_TRUE(first->reply && second->reply && failed->reply);
  EXPECT_EQ(first->reply->body, "{}");
  EXPECT_EQ(second->reply->body, "{}");
  EXPECT_EQ(failed->reply->status, 400);
}

TEST_F(DispatcherTest, ATokenIsTakenUntilItsTransactionIsCommitted) {
  CreateMusic();
  constexpr std::string_view kBody =
      R"({"ClientRequestToken": "t", "TransactItems": [{"Update": {"TableName": "Music",
          "Key": {"pk": {"S": "a"}}, "UpdateExpression": "ADD n :one",
          "ExpressionAttributeValues": {":one": {"N": "1"}}}}]})";
  const auto first = Begin("TransactWriteItems", kBody);
  const auto again = Begin("TransactWriteItems", kBody);
  dispatcher_->EndOfTurn(0);
  EXPECT_EQ(first->reply->body, "{}");
  EXPECT_THAT(again->reply->body, HasSubstr("TransactionInProgressException"));
  EXPECT_EQ(Call("TransactWriteItems", kBody).body, "{}");
  EXPECT_THAT(Call("GetItem", R"({"TableName": "Music", "Key": {"pk": {"S": "a"}}})").body,
              HasSubstr(R"("n":{"N":"1"})"));
}

TEST_F(DispatcherTest, RepliesCarryIdChecksumAndType) {
  const AnswerForTest answer = Call("ListTables", "{}");
  EXPECT_EQ(answer.body, R"({"TableNames":[]})");
  EXPECT_THAT(answer.headers, HasSubstr("x-amzn-RequestId: "));
  EXPECT_THAT(answer.headers, HasSubstr("x-amz-crc32: 1315925753\r\n"));
  EXPECT_THAT(answer.headers, HasSubstr("Content-Type: application/x-amz-json-1.0\r\n"));
  EXPECT_THAT(answer.headers, Not(HasSubstr("Access-Control")));
}

TEST_F(DispatcherTest, TheRegionIsThatOfTheSignature) {
  CreateMusic();
  EXPECT_THAT(Call("DescribeTable", R"({"TableName": "Music"})").body,
              HasSubstr(R"("TableArn":"arn:aws:dynamodb:eu-west-1:000000000000:table/Music")"));
}

TEST_F(DispatcherTest, ReadsTheBodyBeforeItLooksAtOperationAndSignature) {
  const std::vector<http::Header> headers = {{"Content-Type", kJson}};
  EXPECT_EQ(Send({.headers = headers, .body = "hello"}).body,
            R"({"__type":"com.amazon.coral.service#SerializationException"})");
  EXPECT_EQ(Send({.headers = headers, .body = "{}"}).body,
            R"({"__type":"com.amazon.coral.service#UnknownOperationException"})");
}

TEST_F(DispatcherTest, LooksAtTheSignatureBeforeTheTypes) {
  const AnswerForTest answer =
      Send({.headers = {{"Content-Type", kJson}, {"X-Amz-Target", "DynamoDB_20120810.GetItem"}},
            .body = R"({"TableName": 1})"});
  EXPECT_EQ(answer.status, 400);
  EXPECT_EQ(answer.body,
            R"({"__type":"com.amazon.coral.service#MissingAuthenticationTokenException",)"
            R"("message":"Request is missing Authentication Token"})");
}

TEST_F(DispatcherTest, ChecksTypesBeforeConstraintsBeforeTables) {
  EXPECT_THAT(Call("GetItem", R"({"TableName": "", "Key": 1})").body,
              HasSubstr("SerializationException"));
  EXPECT_THAT(Call("GetItem", R"({"TableName": "", "Key": {}})").body,
              HasSubstr("1 validation error detected"));
  EXPECT_THAT(Call("GetItem", R"({"TableName": "Nobody", "Key": {"pk": {"S": "a"}}})").body,
              HasSubstr("com.amazonaws.dynamodb.v20120810#ResourceNotFoundException"));
}

TEST_F(DispatcherTest, AnswersOtherThingsThanOperationsAsTheServiceDoes) {
  const AnswerForTest healthy = Send({.method = http::Method::kGet});
  EXPECT_EQ(healthy.status, 200);
  EXPECT_EQ(healthy.body, "healthy: dynamodb.us-east-1.amazonaws.com ");
  EXPECT_THAT(healthy.headers, HasSubstr("x-amz-crc32: 3128867991\r\n"));
  for (const http::Method method :
       {http::Method::kPut, http::Method::kDelete, http::Method::kOptions}) {
    const AnswerForTest refused = Send({.method = method});
    EXPECT_EQ(refused.status, 404);
    EXPECT_EQ(refused.body, "<UnknownOperationException/>\n");
    EXPECT_THAT(refused.headers, HasSubstr("x-amz-crc32: 3552371480\r\n"));
  }
  EXPECT_EQ(Send({.headers = {{"Content-Type", "text/plain"}}, .body = "{}"}).status, 404);
  EXPECT_EQ(
      Send({.headers = {{"Content-Type", "application/json"}}, .body = "{}"}).body,
      R"({"Output":{"__type":"com.amazon.coral.service#UnknownOperationException","message":null},)"
      R"("Version":"1.0"})");
}

TEST_F(DispatcherTest, LetsBrowsersIn) {
  const AnswerForTest preflight =
      Send({.method = http::Method::kOptions,
            .headers = {{"Origin", "https://example.com"},
                        {"Access-Control-Request-Headers", "x-amz-target"},
                        {"Access-Control-Request-Method", "POST"}}});
  EXPECT_EQ(preflight.status, 200);
  EXPECT_THAT(preflight.headers, HasSubstr("Access-Control-Allow-Origin: *\r\n"));
  EXPECT_THAT(preflight.headers, HasSubstr("Access-Control-Allow-Headers: x-amz-target\r\n"));
  EXPECT_THAT(preflight.headers, HasSubstr("Access-Control-Allow-Methods: POST\r\n"));
  EXPECT_THAT(preflight.headers, HasSubstr("Access-Control-Max-Age: 172800\r\n"));
  const AnswerForTest plain =
      Send({.headers = {{"Origin", "https://example.com"}, {"Content-Type", kJson}}, .body = "{}"});
  EXPECT_THAT(plain.headers, HasSubstr("Access-Control-Allow-Origin: *\r\n"));
  EXPECT_THAT(plain.headers, HasSubstr("Access-Control-Expose-Headers: "));
}

TEST_F(DispatcherTest, RefusesWhatItDoesNotHaveAndNeverPretends) {
  const AnswerForTest answer = Call("DescribeGlobalTable", R"({"GlobalTableName": "Music"})");
  EXPECT_EQ(answer.status, 400);
  EXPECT_THAT(answer.body, HasSubstr("com.amazon.coral.service#UnknownOperationException"));
  EXPECT_THAT(answer.body, HasSubstr("DescribeGlobalTable"));
}

TEST_F(DispatcherTest, EveryOperationOfTheApiAnswersAnEmptyBodyWithoutAFaultOfTheServer) {
  for (const OperationShape& operation : api::Operations()) {
    const AnswerForTest answer = Send({.headers = {{"Content-Type", kJson},
                                                   {"X-Amz-Target", operation.target},
                                                   {"X-Amz-Date", "20261115T000000Z"},
                                                   {"Authorization", kAuthorization}},
                                       .body = "{}"});
    EXPECT_TRUE(answer.status == 200 || answer.status == 400) << operation.target << answer.body;
  }
}

TEST_F(DispatcherTest, TellsWhatIsTrueOfFeaturesThatItLacks) {
  CreateMusic();
  EXPECT_EQ(Call("DescribeTimeToLive", R"({"TableName": "Music"})").body,
            R"({"TimeToLiveDescription":{"TimeToLiveStatus":"DISABLED"}})");
  EXPECT_EQ(Call("DescribeContinuousBackups", R"({"TableName": "Music"})").status, 200);
  EXPECT_THAT(Call("DescribeContinuousBackups", R"({"TableName": "Nobody"})").body,
              HasSubstr("#TableNotFoundException"));
  EXPECT_EQ(Call("ListBackups", "{}").body, R"({"BackupSummaries":[]})");
}

TEST_F(DispatcherTest, CountsRequestsByOperation) {
  Call("ListTables", "{}");
  Call("ListTables", R"({"Limit": 0})");
  const std::string metrics = Send({.method = http::Method::kGet, .path = "/metrics"}).body;
  EXPECT_THAT(metrics,
              HasSubstr("trestle_requests_total{operation=\"ListTables\",status=\"200\"} 1\n"));
  EXPECT_THAT(metrics,
              HasSubstr("trestle_requests_total{operation=\"ListTables\",status=\"400\"} 1\n"));
  EXPECT_EQ(Send({.method = http::Method::kGet, .path = "/health"}).body, R"({"status":"ok"})");
}

TEST_F(DispatcherTest, RunsTheOtherItemOperations) {
  CreateMusic();
  EXPECT_EQ(Call("UpdateItem",
                 R"({"TableName": "Music", "Key": {"pk": {"S": "a"}}, "ReturnValues": "ALL_NEW",
      "UpdateExpression": "SET n = :n", "ExpressionAttributeValues": {":n": {"N": "1"}}})")
                .body,
            R"({"Attributes":{"n":{"N":"1"},"pk":{"S":"a"}}})");
  EXPECT_EQ(Call("Query", R"({"TableName": "Music", "KeyConditionExpression": "pk = :p",
      "ExpressionAttributeValues": {":p": {"S": "a"}}})")
                .body,
            R"({"Count":1,"Items":[{"n":{"N":"1"},"pk":{"S":"a"}}],"ScannedCount":1})");
  EXPECT_EQ(Call("Scan", R"({"TableName": "Music", "Select": "COUNT"})").body,
            R"({"Count":1,"ScannedCount":1})");
  EXPECT_EQ(
      Call("BatchGetItem", R"({"RequestItems": {"Music": {"Keys": [{"pk": {"S": "a"}}]}}})").body,
      R"({"Responses":{"Music":[{"n":{"N":"1"},"pk":{"S":"a"}}]},"UnprocessedKeys":{}})");
  EXPECT_EQ(Call("BatchWriteItem",
                 R"({"RequestItems": {"Music": [{"PutRequest": {"Item": {"pk": {"S": "b"}}}}]}})")
                .body,
            R"({"UnprocessedItems":{}})");
  EXPECT_EQ(Call("TransactWriteItems", R"({"TransactItems": [{"Delete": {"TableName": "Music",
      "Key": {"pk": {"S": "b"}}}}]})")
                .body,
            "{}");
  EXPECT_EQ(
      Call("TransactGetItems",
           R"({"TransactItems": [{"Get": {"TableName": "Music", "Key": {"pk": {"S": "b"}}}}]})")
          .body,
      R"({"Responses":[{}]})");
  EXPECT_EQ(Call("DeleteItem",
                 R"({"TableName": "Music", "Key": {"pk": {"S": "a"}}, "ReturnValues": "ALL_OLD"})")
                .body,
            R"({"Attributes":{"n":{"N":"1"},"pk":{"S":"a"}}})");
}

// Of a database whose writes reach the disk after they are made.
TEST(DurableDispatcherTest, AnswersAWriteOnceItIsDurable) {
  const SystemClock clock;
  const std::string folder = ::testing::TempDir() + "/durable_dispatcher";
  std::filesystem::remove_all(folder);
  const auto database = *LocalDatabase::Open({.store = {.folder = folder}}, clock);
  Dispatcher dispatcher(*database, 1);

  struct Target : http::ReplyTarget {
    void Reply(http::Response response) override { status.set_value(response.status); }
    std::promise<int> status;
  };
  const auto target = std::make_shared<Target>();
  const std::vector<http::Header> headers = {{"Content-Type", kJson},
                                             {"X-Amz-Target", "DynamoDB_20120810.CreateTable"},
                                             {"X-Amz-Date", "20261115T000000Z"},
                                             {"Authorization", DispatcherTest::kAuthorization}};
  http::Request request;
  request.method = http::Method::kPost;
  request.headers = headers;
  request.body = R"({"TableName": "Music", "BillingMode": "PAY_PER_REQUEST",
      "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
      "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}]})";
  dispatcher.Handle(request, http::Responder(target));
  dispatcher.EndOfTurn(0);
  EXPECT_EQ(target->status.get_future().get(), 200);
  OperationContext latest = database->NewContext("us-east-1");
  latest.AnswerAfterLatest();
  EXPECT_TRUE(database->IsDurable(latest.answer_after));
}

}  // namespace
}  // namespace trestle
