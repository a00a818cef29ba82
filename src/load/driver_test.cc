#include "load/driver.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <thread>

#include "client/scripted_server_for_test.h"
#include "load/call.h"

namespace trestle::load {
namespace {

using client::kCaller;
using client::Ok;
using client::ScriptedServer;

using std::chrono::milliseconds;
using std::chrono::seconds;

// Sends `count` requests and remembers what became of them.
class CountedTraffic : public Traffic {
 public:
  explicit CountedTraffic(std::uint64_t count) : count_(count) {}
  bool Next(Outgoing& request) override {
    if (sent_ == count_) return false;
    request.operation = "GetItem";
    request.body = "{}";
    request.ticket = {.number = sent_++};
    return true;
  }
  void Answered(const Answer& answer) override {
    ++statuses_[answer.status];
    if (answer.status == 0) failures_.emplace_back(answer.body);
    latencies_.push_back(answer.received - answer.due);
    ++answered_;
  }
  bool Done() const override { return answered_ == count_; }

  std::uint64_t count_;
  std::uint64_t sent_ = 0;
  std::uint64_t answered_ = 0;
  std::map<int, int> statuses_;
  std::vector<std::string> failures_;
  std::vector<Nanoseconds> latencies_;
};

class DriverTest : public testing::Test {
 protected:
  std::unique_ptr<Driver> Open(const ScriptedServer& server, const DriverOptions& options,
                               Traffic& traffic) {
    return *Driver::Open(server.endpoint(), server.MakeWriter(), options, traffic, stop_);
  }
  static Instant Soon() { return SteadyClock::now() + seconds(20); }
  std::atomic<bool> stop_ = false;
};

TEST_F(DriverTest, SendsEveryRequestOnce) {
  ScriptedServer server([](const http::Request&) { return Ok(); });
  CountedTraffic traffic(1000);
  Open(server, {.connections = 8}, traffic)->RunUntil(Soon());
  EXPECT_EQ(traffic.statuses_, (std::map<int, int>{{200, 1000}}));
}

TEST_F(DriverTest, EndsWhenToldTo) {
  ScriptedServer server([](const http::Request&) { return Ok(); });
  CountedTraffic traffic(~std::uint64_t{0});
  const auto driver = Open(server, {.connections = 2}, traffic);
  const Instant begin = SteadyClock::now();
  std::thread stopper([this] {
    std::this_thread::sleep_for(milliseconds(200));
    stop_ = true;
  });
  driver->RunUntil(begin + seconds(60));
  driver->Drain(seconds(5));
  stopper.join();
  EXPECT_LT(SteadyClock::now() - begin, seconds(30));
  EXPECT_EQ(traffic.answered_, traffic.sent_);
}

TEST_F(DriverTest, KeepsToItsRate) {
  ScriptedServer server([](const http::Request&) { return Ok(); });
  CountedTraffic traffic(~std::uint64_t{0});
  const auto driver = Open(server, {.connections = 4, .rate = 500}, traffic);
  driver->RunUntil(SteadyClock::now() + milliseconds(1000));
  driver->Drain(seconds(5));
  EXPECT_GE(traffic.answered_ + driver->unsent(), 499u);
  EXPECT_LE(traffic.answered_, 502u);
}

// Coordinated omission: one stall of the server must be seen by every request that was due in it.
TEST_F(DriverTest, CountsLatencyFromWhenARequestWasDue) {
  std::atomic<int> requests = 0;
  ScriptedServer server([&](const http::Request&) {
    if (++requests == 10) std::this_thread::sleep_for(milliseconds(300));
    return Ok();
  });
  CountedTraffic traffic(~std::uint64_t{0});
  const auto driver = Open(server, {.connections = 1, .rate = 200}, traffic);
  driver->RunUntil(SteadyClock::now() + milliseconds(1000));
  driver->Drain(seconds(5));
  const auto delayed =
      std::count_if(traffic.latencies_.begin(), traffic.latencies_.end(),
                    [](Nanoseconds latency) { return latency > milliseconds(50); });
  EXPECT_GT(delayed, 40);  // 60 were due in the stall, 50 of them more than 50 ms before its end
}

TEST_F(DriverTest, SaysHowManyRequestsCouldNotBeSent) {
  ScriptedServer server([](const http::Request&) {
    std::this_thread::sleep_for(milliseconds(20));
    return Ok();
  });
  CountedTraffic traffic(~std::uint64_t{0});
  const auto driver = Open(server, {.connections = 1, .rate = 1000}, traffic);
  driver->RunUntil(SteadyClock::now() + milliseconds(500));
  EXPECT_GT(driver->unsent(), 400u);
  driver->Drain(seconds(5));
}

TEST_F(DriverTest, MakesConnectionsAnewWhenTheServerClosesThem) {
  ScriptedServer server([](const http::Request&) {
    http::Response response = Ok();
    response.close = true;
    return response;
  });
  CountedTraffic traffic(50);
  Open(server, {.connections = 4}, traffic)->RunUntil(Soon());
  EXPECT_EQ(traffic.statuses_[200], 50);
}

TEST_F(DriverTest, ReportsAnswersThatNeverCome) {
  ScriptedServer server([](const http::Request&) {
    std::this_thread::sleep_for(milliseconds(400));
    return Ok();
  });
  CountedTraffic traffic(1);
  const auto driver = Open(server, {.connections = 1}, traffic);
  driver->RunUntil(SteadyClock::now() + milliseconds(50));
  driver->Drain(milliseconds(50));
  EXPECT_THAT(traffic.failures_, testing::ElementsAre("no answer in time"));
}

TEST_F(DriverTest, SaysWhereNobodyListens) {
  Endpoint endpoint = *Endpoint::Parse("http://127.0.0.1:1");
  ASSERT_TRUE(endpoint.Resolve());
  const SystemClock clock;
  const Result<Reply> reply = Call(endpoint, {endpoint.host(), kCaller, clock}, "ListTables", "{}");
  ASSERT_FALSE(reply);
  EXPECT_THAT(reply.error().message, testing::HasSubstr("does not answer"));
}

TEST(CallTest, NamesErrorsByTheirType) {
  EXPECT_EQ(
      ErrorTypeOf(400, R"({"__type":"com.amazonaws.dynamodb.v20120810#ResourceInUseException"})"),
      "ResourceInUseException");
  EXPECT_EQ(ErrorTypeOf(400, R"({"message":"x","__type":"Plain"})"), "Plain");
  EXPECT_EQ(ErrorTypeOf(503, "<html>"), "HTTP 503");
}

}  // namespace
}  // namespace trestle::load
