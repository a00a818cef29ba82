#include "protocol/snapshot_routes.h"

#include <arpa/inet.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstring>
#include <future>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "protocol/dispatcher.h"

namespace trestle {
namespace {

http::Address Loopback() {
  sockaddr_in in{};
  in.sin_family = AF_INET;
  in.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  sockaddr_storage storage{};
  std::memcpy(&storage, &in, sizeof in);
  return http::Address(storage);
}

// A dispatcher with three event loops, spoken to without sockets.
class SnapshotRoutesTest : public ::testing::Test {
 protected:
  struct Target : http::ReplyTarget {
    void Reply(http::Response response) override { reply.set_value(std::move(response)); }
    std::promise<http::Response> reply;
  };

  // One turn of a loop, with one request.
  http::Response Send(std::size_t loop, http::Request request) {
    const auto target = std::make_shared<Target>();
    request.method = http::Method::kPost;
    request.remote = Loopback();
    request.loop = loop;
    dispatcher_.Handle(request, http::Responder(target));
    dispatcher_.EndOfTurn(loop);
    return target->reply.get_future().get();
  }
  http::Response Admin(std::string_view path, std::string_view body = {}) {
    http::Request request;
    request.target = request.path = path;
    request.body = request.wire_body = body;
    return Send(2, request);
  }
  http::Response Call(std::size_t loop, std::string_view operation, std::string_view body) {
    const std::string target = "DynamoDB_20120810." + std::string(operation);
    const std::vector<http::Header> headers = {
        {"Content-Type", "application/x-amz-json-1.0"},
        {"X-Amz-Target", target},
        {"X-Amz-Date", "20261115T000000Z"},
        {"Authorization",
         "AWS4-HMAC-SHA256 Credential=AKID/20261115/eu-west-1/dynamodb/aws4_request, "
         "SignedHeaders=host, Signature=ab"}};
    http::Request request;
    request.target = request.path = "/";
    request.headers = headers;
    request.body = request.wire_body = body;
    return Send(loop, request);
  }

  ManualClock clock_{TimePoint(std::chrono::seconds(1'800'000'000))};
  std::unique_ptr<LocalDatabase> database_ =
      *LocalDatabase::Open({.store = {.folder = "", .in_memory = true}}, clock_);
  Dispatcher dispatcher_{*database_, 3};
};

TEST_F(SnapshotRoutesTest, TheLoopsGoOnWhileTheDatabaseGoesBack) {
  ASSERT_EQ(Call(0, "CreateTable", R"({"TableName": "Music", "BillingMode": "PAY_PER_REQUEST",
      "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
      "KeySchema": [{"AttributeName": "pk", "KeyType": "HASH"}]})")
                .status,
            200);
  ASSERT_EQ(Admin("/_trestle/snapshots", R"({"name": "empty"})").status, 200);
  std::atomic<bool> stopping = false;
  std::vector<std::thread> loops;
  for (const std::size_t loop : {0u, 1u}) {
    loops.emplace_back([this, loop, &stopping] {
      const std::string key = R"({"pk": {"S": ")" + std::to_string(loop) + R"("}})";
      while (!stopping) {
        EXPECT_EQ(Call(loop, "PutItem", R"({"TableName": "Music", "Item": )" + key + "}").status,
                  200);
        EXPECT_EQ(Call(loop, "Scan", R"({"TableName": "Music"})").status, 200);
      }
    });
  }
  for (int round = 0; round < 5; ++round) {
    const http::Response restored = Admin("/_trestle/snapshots/empty/restore");
    EXPECT_EQ(restored.body, R"({"tables":1})");
  }
  stopping = true;
  for (std::thread& loop : loops) loop.join();
  EXPECT_EQ(Admin("/_trestle/reset").body, R"({"tables":0})");
  EXPECT_EQ(Call(0, "Scan", R"({"TableName": "Music"})").status, 400);
  EXPECT_EQ(Admin("/_trestle/snapshots/empty/restore").status, 200);
  EXPECT_EQ(Call(1, "Scan", R"({"TableName": "Music"})").body,
            R"({"Count":0,"Items":[],"ScannedCount":0})");
}

}  // namespace
}  // namespace trestle
