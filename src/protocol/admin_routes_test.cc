#include "protocol/admin_routes.h"

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstring>
#include <future>
#include <memory>

#include "protocol/dispatcher.h"

namespace trestle {
namespace {

using ::testing::HasSubstr;

constexpr TimePoint kStart{std::chrono::seconds(1794766800)};  // 2026-11-15T18:20:00Z

http::Address AddressOf(const char* text) {
  sockaddr_in in{};
  in.sin_family = AF_INET;
  ::inet_pton(AF_INET, text, &in.sin_addr);
  sockaddr_storage storage{};
  std::memcpy(&storage, &in, sizeof in);
  return http::Address(storage);
}

struct Target : http::ReplyTarget {
  void Reply(http::Response response) override { reply.set_value(std::move(response)); }
  std::promise<http::Response> reply;
};

class AdminRoutesTest : public ::testing::Test {
 protected:
  struct Message {
    http::Method method = http::Method::kPost;
    std::string_view path = "/_trestle/clock";
    std::string_view body = {};
    std::vector<http::Header> headers = {};
    const char* from = "127.0.0.1";
  };

  http::Response Send(const Message& message) { return Send(message, {.clock = &clock_}); }
  http::Response Send(const Message& message, AdminOptions options) {
    Dispatcher dispatcher(*database_, 1, std::move(options));
    const auto target = std::make_shared<Target>();
    http::Request request;
    request.method = message.method;
    request.method_name = "PUT";
    request.target = request.path = message.path;
    request.headers = message.headers;
    request.body = request.wire_body = message.body;
    request.remote = AddressOf(message.from);
    dispatcher.Handle(request, http::Responder(target));
    return target->reply.get_future().get();
  }
  std::string Refusal(std::string_view body) {
    const http::Response response = Send({.body = body});
    EXPECT_EQ(response.status, 400);
    EXPECT_EQ(clock_.Now(), kStart);
    return response.body;
  }

  ManualClock clock_{kStart};
  std::unique_ptr<LocalDatabase> database_ =
      *LocalDatabase::Open({.store = {.folder = "", .in_memory = true}}, clock_);
};

TEST_F(AdminRoutesTest, ShowsTheClock) {
  const http::Response shown = Send({.method = http::Method::kGet});
  EXPECT_EQ(shown.status, 200);
  EXPECT_EQ(shown.body, R"({"now":"2026-11-15T18:20:00Z","epoch":1794766800.0,"mode":"manual"})");
  EXPECT_THAT(std::string(shown.headers.text()), HasSubstr("Content-Type: application/json\r\n"));
  EXPECT_THAT(Send({.method = http::Method::kGet}, {}).body, HasSubstr(R"("mode":"system")"));
}

TEST_F(AdminRoutesTest, MovesTheClock) {
  EXPECT_EQ(Send({.body = R"({"advance": "1d12h"})"}).status, 200);
  EXPECT_EQ(clock_.Now(), kStart + std::chrono::hours(36));
  const http::Response moved = Send({.body = R"({"set": "2026-11-18T00:00:00.5Z"})"});
  EXPECT_EQ(moved.body,
            R"({"now":"2026-11-18T00:00:00.500Z","epoch":1794960000.5,"mode":"manual"})");
}

TEST_F(AdminRoutesTest, DoesWhatIsDueBeforeTheAnswer) {
  std::atomic<int> runs = 0;
  database_->housekeeper().Add({.name = "counting", .every = std::chrono::hours(1), .run = [&] {
                                  ++runs;
                                  return Status();
                                }});
  ASSERT_TRUE(database_->housekeeper().RunDue());
  const int before = runs;
  EXPECT_EQ(Send({.body = R"({"advance": "1ms"})"}).status, 200);
  EXPECT_GT(runs, before);
}

TEST_F(AdminRoutesTest, WhoFollowsChangesHasDealtWithThemBeforeTimePasses) {
  ChangeSignal::Watch watch(database_->changes());
  auto moved =
      std::async(std::launch::async, [&] { return Send({.body = R"({"advance": "96h"})"}); });
  EXPECT_EQ(moved.wait_for(std::chrono::milliseconds(30)), std::future_status::timeout);
  EXPECT_EQ(clock_.Now(), kStart);
  watch.Handled(watch.count());
  EXPECT_EQ(moved.get().status, 200);
  EXPECT_EQ(clock_.Now(), kStart + std::chrono::hours(96));
}

TEST_F(AdminRoutesTest, RefusesABodyThatItCannotFollow) {
  EXPECT_THAT(Refusal("[]"), HasSubstr("JSON object"));
  EXPECT_THAT(Refusal("nonsense"), HasSubstr("JSON object"));
  EXPECT_THAT(Refusal(""), HasSubstr("advance"));
  EXPECT_THAT(Refusal(R"({"advance": "1h", "set": "2027-01-01"})"), HasSubstr("not both"));
  EXPECT_THAT(Refusal(R"({"advance": 5})"), HasSubstr("advance: must be a string"));
  EXPECT_THAT(Refusal(R"({"advance": "5"})"), HasSubstr("advance: must be a duration"));
  EXPECT_THAT(Refusal(R"({"advanced": "5s"})"), HasSubstr("advanced: is not known"));
  EXPECT_THAT(Refusal(R"({"advance": "1h", "set": null})"), HasSubstr("set: must be a string"));
  EXPECT_THAT(Refusal(R"({"set": "yesterday"})"), HasSubstr("set: must be an instant"));
  EXPECT_THAT(Refusal(R"({"set": "2026-11-15T18:19:59Z"})"),
              HasSubstr("already 2026-11-15T18:20:00Z"));
}

TEST_F(AdminRoutesTest, TheClockStopsAtTheYear9999) {
  EXPECT_EQ(Send({.body = R"({"set": "9999-12-31T00:00:00Z"})"}).status, 200);
  const http::Response refused = Send({.body = R"({"advance": "24h"})"});
  EXPECT_EQ(refused.status, 400);
  EXPECT_THAT(refused.body, HasSubstr("9999"));
}

TEST_F(AdminRoutesTest, TheSystemsClockIsNotMoved) {
  const http::Response refused = Send({.body = R"({"advance": "1h"})"}, {});
  EXPECT_EQ(refused.status, 409);
  EXPECT_THAT(refused.body, HasSubstr("--clock=manual"));
}

TEST_F(AdminRoutesTest, UnknownRoutesAndMethodsSayWhatThereIs) {
  const http::Response unknown = Send({.path = "/_trestle/clocks"});
  EXPECT_EQ(unknown.status, 404);
  EXPECT_THAT(unknown.body, HasSubstr("/_trestle/clock"));
  EXPECT_EQ(Send({.method = http::Method::kPut}).status, 405);
}

TEST_F(AdminRoutesTest, OnlyThisMachineOrTheTokenMayUseThem) {
  const Message get{.method = http::Method::kGet, .from = "192.0.2.1"};
  EXPECT_EQ(Send(get).status, 403);
  const auto with = [&](std::string_view authorization) {
    Message message = get;
    message.headers = {{"Authorization", authorization}};
    return Send(message, {.clock = &clock_, .token = "secret"}).status;
  };
  EXPECT_EQ(with("Bearer secret"), 200);
  EXPECT_EQ(with("Bearer secreT"), 403);
  EXPECT_EQ(with("Bearer "), 403);
  EXPECT_EQ(with("secret"), 403);
}

TEST_F(AdminRoutesTest, ProxiesAndPagesOfOtherSitesAreNotThisMachine) {
  const auto with = [&](std::vector<http::Header> headers) {
    return Send({.method = http::Method::kGet, .headers = std::move(headers)}).status;
  };
  EXPECT_EQ(with({{"X-Forwarded-For", "192.0.2.1"}}), 403);
  EXPECT_EQ(with({{"Host", "localhost:8000"}, {"Origin", "http://localhost:8000"}}), 200);
  EXPECT_EQ(with({{"Host", "localhost:8000"}, {"Origin", "http://localhost:9000"}}), 403);
  EXPECT_EQ(with({{"Host", "localhost:8000"}, {"Origin", "null"}}), 403);
  EXPECT_EQ(with({{"Host", "evil.example:8000"}, {"Origin", "http://evil.example:8000"}}), 403);
}

}  // namespace
}  // namespace trestle
