#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "protocol/dispatcher.h"

namespace trestle {

struct AnswerForTest {
  int status = 0;
  std::string headers;
  std::string body;
};

// A dispatcher over an empty in-memory database, spoken to without a socket.
class DispatcherTest : public ::testing::Test {
 public:
  static constexpr std::string_view kAuthorization =
      "AWS4-HMAC-SHA256 Credential=AKID/20261115/eu-west-1/dynamodb/aws4_request, "
      "SignedHeaders=host, Signature=ab";

 protected:
  DispatcherTest() {
    database_ = *LocalDatabase::Open({.store = {.folder = "", .in_memory = true}}, clock_);
    dispatcher_ = std::make_unique<Dispatcher>(*database_, 1);
  }

  struct Message {
    http::Method method = http::Method::kPost;
    std::string_view path = "/";
    std::vector<http::Header> headers = {};
    std::string_view body = {};
  };

  struct Target : http::ReplyTarget {
    void Reply(http::Response response) override { reply = std::move(response); }
    std::optional<http::Response> reply;
  };

  // The request within a turn of the loop, which EndOfTurn ends. Shared with the responder.
  std::shared_ptr<Target> Begin(const Message& message) {
    auto target = std::make_shared<Target>();
    http::Request request;
    request.method = message.method;
    request.target = request.path = message.path;
    request.headers = message.headers;
    request.body = request.wire_body = message.body;
    dispatcher_->Handle(request, http::Responder(target));
    return target;
  }

  AnswerForTest Send(const Message& message) {
    const std::shared_ptr<Target> target = Begin(message);
    dispatcher_->EndOfTurn(0);
    if (!target->reply) return {};
    return {target->reply->status, std::string(target->reply->headers.text()), target->reply->body};
  }

  std::shared_ptr<Target> Begin(std::string_view operation, std::string_view body) {
    const std::string target = "DynamoDB_20120810." + std::string(operation);
    return Begin({.headers = SignedHeaders(target), .body = body});
  }
  AnswerForTest Call(std::string_view operation, std::string_view body) {
    const std::string target = "DynamoDB_20120810." + std::string(operation);
    return Send({.headers = SignedHeaders(target), .body = body});
  }
  static std::vector<http::Header> SignedHeaders(std::string_view target) {
    return {{"Host", "localhost:8000"},
            {"Content-Type", "application/x-amz-json-1.0"},
            {"X-Amz-Target", target},
            {"X-Amz-Date", "20261115T000000Z"},
            {"Authorization", kAuthorization}};
  }

  void CreateMusic() {
    ASSERT_EQ(Call("CreateTable", R"({"TableName": "Music", "BillingMode": "PAY_PER_REQUEST",
        "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
        "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}]})")
                  .status,
              200);
  }

  ManualClock clock_{TimePoint(std::chrono::seconds(1763206654))};
  std::unique_ptr<LocalDatabase> database_;
  std::unique_ptr<Dispatcher> dispatcher_;
};

}  // namespace trestle
