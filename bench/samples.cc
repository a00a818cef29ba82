#include "samples.h"

#include <fmt/format.h>

#include "json/attribute_value_json.h"

namespace trestle::bench {
namespace {

Item ItemOf(const std::string& json) {
  JsonParser parser;
  return *DecodeAttributeMap(*parser.Parse(json));
}

std::string PartitionText(std::size_t number) {
  return fmt::format("customer#{:06}", number / kItemsOfPartition);
}

std::string SortText(std::size_t place) { return fmt::format("order#{:08}", place); }

std::string KeyMembers(std::size_t number) {
  return fmt::format(R"("pk":{{"S":"{}"}},"sk":{{"S":"{}"}})", PartitionText(number),
                     SortText(number % kItemsOfPartition));
}

std::string OtherMembers(std::size_t number) {
  return fmt::format(R"("gpk":{{"S":"status#{:06}"}},"gsk":{{"S":"2026-01-01T00:{:02}:{:02}Z"}},)"
                     R"("cnt":{{"N":"0"}},"price":{{"N":"{}.25"}},"active":{{"BOOL":true}},)"
                     R"("tags":{{"SS":["blue","green"]}},)"
                     R"("address":{{"M":{{"city":{{"S":"Reykjavik"}},"zip":{{"N":"10115"}}}}}})",
                     number / kItemsOfIndexPartition, number / 60 % 60, number % 60, number % 9973);
}

// Looks like the hexadecimal digest that it stands for, and has no pattern that a parser likes.
std::string Digits(std::size_t number, std::size_t count) {
  std::string text;
  text.reserve(count);
  std::uint32_t state = static_cast<std::uint32_t>(number) * 2654435761u + 1;
  for (std::size_t i = 0; i < count; ++i) {
    state = state * 1664525u + 1013904223u;
    text.push_back("0123456789abcdef"[state >> 28]);
  }
  return text;
}

constexpr std::string_view kRangeQuery =
    R"("TableName":"bench","KeyConditionExpression":"pk = :p AND sk BETWEEN :a AND :b")";

// Of kRangeQuery, 20 items; the brace of the values stays open.
std::string RangeValues(std::size_t number) {
  const std::size_t first = number % (kItemsOfPartition - 20);
  return fmt::format(
      R"("ExpressionAttributeValues":{{":p":{{"S":"{}"}},":a":{{"S":"{}"}},":b":{{"S":"{}"}})",
      PartitionText(number), SortText(first), SortText(first + 19));
}

constexpr std::string_view kCounterUpdate =
    R"j("UpdateExpression":"ADD cnt :one","ConditionExpression":"attribute_exists(pk)",)j"
    R"("ExpressionAttributeValues":{":one":{"N":"1"}})";

}  // namespace

std::string KeyJson(std::size_t number) { return "{" + KeyMembers(number) + "}"; }

std::string SmallItemJson(std::size_t number) {
  return fmt::format(R"({{{},{},"data":{{"S":"{}"}}}})", KeyMembers(number), OtherMembers(number),
                     Digits(number, 256));
}

std::string LargeItemJson(std::size_t number) {
  constexpr std::size_t kLines = 250;
  std::string lines;
  for (std::size_t i = 0; i < kLines; ++i) {
    lines += fmt::format(R"({}{{"M":{{{},"data":{{"S":"{}"}}}}}})", i == 0 ? "" : ",",
                         OtherMembers(number + i), Digits(number + i, 256));
  }
  return fmt::format(R"({{{},"lines":{{"L":[{}]}}}})", KeyMembers(number), lines);
}

Item SampleItem(std::size_t number) { return ItemOf(SmallItemJson(number)); }

Item LargeSampleItem(std::size_t number) { return ItemOf(LargeItemJson(number)); }

Item SampleKey(std::size_t number) { return ItemOf(KeyJson(number)); }

std::string CreateTableBody() {
  return R"({"TableName":"bench","BillingMode":"PAY_PER_REQUEST","AttributeDefinitions":[
      {"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"sk","AttributeType":"S"},
      {"AttributeName":"gpk","AttributeType":"S"},{"AttributeName":"gsk","AttributeType":"S"}],
      "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"sk","KeyType":"RANGE"}],
      "GlobalSecondaryIndexes":[{"IndexName":"gsi","KeySchema":[
        {"AttributeName":"gpk","KeyType":"HASH"},{"AttributeName":"gsk","KeyType":"RANGE"}],
        "Projection":{"ProjectionType":"ALL"}}]})";
}

std::string GetItemBody(std::size_t number) {
  return fmt::format(R"({{"TableName":"bench","Key":{}}})", KeyJson(number));
}

std::string BatchGetItemBody(std::size_t first) {
  constexpr std::size_t kStride = 37;  // neighbours in the request lie apart in the table
  std::string keys;
  for (std::size_t i = 0; i < 25; ++i) {
    keys += (i == 0 ? "" : ",") + KeyJson((first + i * kStride) % 1000);
  }
  return fmt::format(R"({{"RequestItems":{{"bench":{{"Keys":[{}]}}}}}})", keys);
}

std::string QueryBody(std::size_t number) {
  return fmt::format("{{{},{}}}}}", kRangeQuery, RangeValues(number));
}

std::string FilteredQueryBody(std::size_t number) {
  return fmt::format(R"({{{},"FilterExpression":"active = :on","ProjectionExpression":"price",{},)"
                     R"(":on":{{"BOOL":true}}}}}})",
                     kRangeQuery, RangeValues(number));
}

std::string IndexQueryBody(std::size_t number) {
  return fmt::format(
      R"({{"TableName":"bench","IndexName":"gsi","KeyConditionExpression":"gpk = :g",)"
      R"("ExpressionAttributeValues":{{":g":{{"S":"status#{:06}"}}}}}})",
      number / kItemsOfIndexPartition);
}

std::string UpdateItemBody(std::size_t number) {
  return fmt::format(R"({{"TableName":"bench","Key":{},{},"ReturnValues":"UPDATED_NEW"}})",
                     KeyJson(number), kCounterUpdate);
}

std::string PutItemBody(std::size_t number) {
  return fmt::format(R"({{"TableName":"bench","Item":{}}})", SmallItemJson(number));
}

std::string LargePutItemBody(std::size_t number) {
  return fmt::format(R"({{"TableName":"bench","Item":{}}})", LargeItemJson(number));
}

std::string TransactWriteItemsBody(std::size_t first_new, std::size_t present) {
  return fmt::format(R"({{"TransactItems":[{{"Put":{{"TableName":"bench","Item":{}}}}},)"
                     R"({{"Put":{{"TableName":"bench","Item":{}}}}},)"
                     R"({{"Update":{{"TableName":"bench","Key":{},{}}}}},)"
                     R"({{"ConditionCheck":{{"TableName":"bench","Key":{},)"
                     R"j("ConditionExpression":"attribute_exists(pk)"}}}}]}})j",
                     SmallItemJson(first_new), SmallItemJson(first_new + 1), KeyJson(present),
                     kCounterUpdate, KeyJson(present + 1));
}

std::string RequestBytes(std::string_view operation, std::string_view body) {
  return fmt::format(
      "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Encoding: identity\r\n"
      "X-Amz-Target: DynamoDB_20120810.{}\r\nContent-Type: application/x-amz-json-1.0\r\n"
      "User-Agent: aws-sdk-bench/1.0 md/linux lang/any cfg/retry-mode#standard\r\n"
      "X-Amz-Date: 20260101T000000Z\r\n"
      "Authorization: AWS4-HMAC-SHA256 "
      "Credential=AKIAIOSFODNN7EXAMPLE/20260101/us-east-1/dynamodb/aws4_request, "
      "SignedHeaders=content-type;host;x-amz-date;x-amz-target, Signature={}\r\n"
      "amz-sdk-invocation-id: 3f1c2f0e-7a51-4b0e-9d5d-3c1f0b6d2a77\r\n"
      "amz-sdk-request: attempt=1\r\nContent-Length: {}\r\n\r\n{}",
      operation, Digits(1, 64), body.size(), body);
}

}  // namespace trestle::bench
