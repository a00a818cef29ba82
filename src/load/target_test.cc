#include "load/target.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <mutex>

#include "client/scripted_server_for_test.h"

namespace trestle::load {
namespace {

using client::kCaller;
using client::Ok;
using client::ScriptedServer;

// A table that takes its time, and a service that leaves items unprocessed and throttles.
TEST(TargetTest, WaitsForTheTableAndSendsAgainWhatWasLeft) {
  std::mutex mutex;
  std::map<std::string, int> calls;
  std::size_t stored = 0;
  ScriptedServer server([&](const http::Request& request) -> http::Response {
    const std::lock_guard lock(mutex);
    const std::string target(request.Find("x-amz-target").value_or(""));
    const std::string operation = target.substr(target.find('.') + 1);
    const int call = ++calls[operation];
    if (operation == "DescribeTable") {
      return Ok(
          call < 2 ? R"({"Table":{"TableStatus":"CREATING"}})"
          : call < 3
              ? R"({"Table":{"TableStatus":"ACTIVE","GlobalSecondaryIndexes":[{"IndexStatus":"CREATING"}]}})"
              : R"({"Table":{"TableStatus":"ACTIVE","GlobalSecondaryIndexes":[{"IndexStatus":"ACTIVE"}]}})");
    }
    if (operation == "BatchWriteItem") {
      if (call == 2) return {.status = 400, .body = R"({"__type":"x#ThrottlingException"})"};
      std::size_t items = 0;
      for (std::size_t at = 0; (at = request.body.find("PutRequest", at)) != std::string::npos;
           ++at)
        ++items;
      if (call == 1) {
        stored += items - 1;
        return Ok(R"({"UnprocessedItems":{"mine":[{"PutRequest":{"Item":{"pk":{"S":"left"}}}}]}})");
      }
      stored += items;
      return Ok(R"({"UnprocessedItems":{}})");
    }
    return Ok();
  });
  const SystemClock clock;
  const std::atomic<bool> never = false;
  Target target(server.endpoint(), "mine", kCaller, clock);
  ASSERT_TRUE(target.CreateTable(never));
  EXPECT_EQ(calls["DescribeTable"], 3);
  std::uint64_t last = 0;
  ASSERT_TRUE(target.LoadItems(
      {.items = 110, .item_bytes = 400}, 2,
      [&](std::uint64_t loaded, std::uint64_t) { last = loaded; }, never));
  EXPECT_EQ(stored, 110u);
  EXPECT_EQ(last, 110u);
  ASSERT_TRUE(target.DeleteTable());
  EXPECT_EQ(calls["DeleteTable"], 1);
}

TEST(TargetTest, NeverDeletesATableThatWasThere) {
  int deleted = 0;
  ScriptedServer server([&](const http::Request& request) -> http::Response {
    if (request.Find("x-amz-target")->ends_with("DeleteTable")) ++deleted;
    return {.status = 400, .body = R"({"__type":"x#ResourceInUseException"})"};
  });
  const SystemClock clock;
  const std::atomic<bool> never = false;
  Target target(server.endpoint(), "theirs", kCaller, clock);
  const Status status = target.CreateTable(never);
  ASSERT_FALSE(status);
  EXPECT_THAT(status.error().message, testing::HasSubstr("'theirs' is already at"));
  EXPECT_TRUE(target.DeleteTable());
  EXPECT_EQ(deleted, 0);
}

}  // namespace
}  // namespace trestle::load
