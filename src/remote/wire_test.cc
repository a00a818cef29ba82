#include "remote/wire.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "base/mutex.h"
#include "client/scripted_server_for_test.h"
#include "operation/parameters.h"
#include "operation/throttling.h"

namespace trestle::remote {
namespace {

constexpr Call::Service kTables = Call::Service::kTables;

http::Response Refusal(int status, std::string body) {
  return {.status = status, .body = std::move(body)};
}
http::Response Throttled() {
  return Refusal(400, R"({"__type":"com.amazonaws.dynamodb.v20120810#ThrottlingException",
      "message":"slow","throttlingReasons":[{"reason":"TableReadX","resource":"arn:t"}]})");
}

// A server that gives its answers in order, the last one for ever, and a wire that never sleeps.
class WireTest : public ::testing::Test {
 protected:
  void Answers(std::vector<http::Response> answers) {
    answers_ = std::move(answers);
    server_ = std::make_unique<client::ScriptedServer>([this](const http::Request& request) {
      const MutexLock lock(mutex_);
      for (const http::Header& header : request.headers) {
        if (header.name == "x-amz-target") targets_.push_back(std::string(header.value));
      }
      const std::size_t place = std::min(asked_++, answers_.size() - 1);
      return http::Response{.status = answers_[place].status, .body = answers_[place].body};
    });
    Connect(server_->endpoint());
  }
  void Connect(const client::Endpoint& endpoint) {
    WireOptions options{.caller = client::kCaller,
                        .patience = std::chrono::seconds(20),
                        .backoff = {.attempts = 4},
                        .pause = [this](std::chrono::milliseconds) { return ++pauses_ < 100; }};
    wire_ = std::make_unique<Wire>(endpoint, endpoint, std::move(options), clock_);
  }
  Result<std::string> Send(bool repeatable) {
    return wire_->Send(
        {.operation = "Op", .body = "{}", .repeatable = repeatable, .service = kTables});
  }

  SystemClock clock_;
  Mutex mutex_;
  std::size_t asked_ = 0;
  std::vector<std::string> targets_;
  int pauses_ = 0;
  std::vector<http::Response> answers_;
  std::unique_ptr<client::ScriptedServer> server_;
  std::unique_ptr<Wire> wire_;
};

TEST_F(WireTest, RepeatsWhatWasThrottledWhateverItIs) {
  Answers({Throttled(), Throttled(), client::Ok("done")});
  EXPECT_EQ(*Send(false), "done");
  EXPECT_EQ(pauses_, 2);
}

TEST_F(WireTest, GivesUpAfterItsAttempts) {
  Answers({Throttled()});
  const Result<std::string> answer = Send(true);
  EXPECT_EQ(answer.error().code, ErrorCode::kThrottling);
  EXPECT_EQ(answer.error().message, "slow");
  const auto* detail = dynamic_cast<const Throttling*>(answer.error().detail.get());
  ASSERT_NE(detail, nullptr);
  EXPECT_EQ(detail->reasons.at(0).reason, "TableReadX");
  EXPECT_EQ(asked_, 4u);
}

TEST_F(WireTest, RepeatsAfterAServersFaultOnlyWhatMayBeDoneTwice) {
  Answers(
      {Refusal(500, R"({"__type":"x#InternalServerError","message":"oops"})"), client::Ok("done")});
  EXPECT_EQ(Send(false).error().code, ErrorCode::kInternalServerError);
  EXPECT_EQ(asked_, 1u);
  asked_ = 0;
  EXPECT_EQ(*Send(true), "done");
}

TEST_F(WireTest, DoesNotRepeatRefusals) {
  Answers({Refusal(400, R"({"__type":"a#ValidationException","message":"no\u00e9 \"x\""})")});
  const Result<std::string> answer = Send(true);
  EXPECT_EQ(answer.error().code, ErrorCode::kValidation);
  EXPECT_EQ(answer.error().message, "noé \"x\"");
  EXPECT_EQ(asked_, 1u);
}

TEST_F(WireTest, KeepsTheNamesOfExceptionsThatItDoesNotKnow) {
  Answers({Refusal(400, R"({"__type":"a#ExpiredTokenException","message":"too old"})"),
           Refusal(403, "<html>no</html>"), Refusal(404, "")});
  EXPECT_EQ(Send(true).error().message, "ExpiredTokenException: too old");
  const Result<std::string> forbidden = Send(true);
  EXPECT_EQ(forbidden.error().code, ErrorCode::kAccessDenied);
  EXPECT_EQ(forbidden.error().message, "HTTP 403");
  EXPECT_EQ(Send(true).error().message, "HTTP 404");
}

TEST_F(WireTest, BringsWhatStandsBesideAnError) {
  Answers({Refusal(400, R"({"__type":"a#ConditionalCheckFailedException",
                            "message":"The conditional request failed","Item":{"pk":{"S":"a"}}})"),
           Refusal(400, R"({"__type":"a#TransactionCanceledException","Message":"cancelled",
               "CancellationReasons":[{"Code":"None"},
               {"Code":"ConditionalCheckFailed","Message":"why","Item":{"pk":{"S":"b"}}}]})")});
  const Error condition = Send(true).error();
  EXPECT_EQ(condition.code, ErrorCode::kConditionalCheckFailed);
  const auto* failure = dynamic_cast<const ConditionFailure*>(condition.detail.get());
  ASSERT_TRUE(failure != nullptr && failure->item);
  EXPECT_EQ(*failure->item->Decode(), (Item{{"pk", AttributeValue::String("a")}}));
  const Error cancelled = Send(true).error();
  EXPECT_EQ(cancelled.message, "cancelled");
  const auto* detail = dynamic_cast<const Cancellation*>(cancelled.detail.get());
  ASSERT_TRUE(detail != nullptr && detail->reasons.size() == 2);
  EXPECT_EQ(detail->reasons[1].code, "ConditionalCheckFailed");
  EXPECT_EQ(*detail->reasons[1].message, "why");
  EXPECT_TRUE(detail->reasons[1].item);
}

TEST_F(WireTest, NamesTheServiceOfStreams) {
  Answers({client::Ok()});
  ASSERT_TRUE(wire_->Send({.operation = "GetRecords",
                           .body = "{}",
                           .repeatable = true,
                           .service = Call::Service::kStreams}));
  ASSERT_TRUE(Send(true));
  const MutexLock lock(mutex_);
  EXPECT_EQ(targets_, (std::vector<std::string>{"DynamoDBStreams_20120810.GetRecords",
                                                "DynamoDB_20120810.Op"}));
}

TEST_F(WireTest, DoesNotWaitForAnEndpointThatNeverAnswered) {
  client::Endpoint nobody = *client::Endpoint::Parse("http://127.0.0.1:1");
  ASSERT_TRUE(nobody.Resolve());
  Connect(nobody);
  const Result<std::string> answer = Send(false);
  EXPECT_EQ(answer.error().code, ErrorCode::kServiceUnavailable);
  EXPECT_NE(answer.error().message.find("does not answer"), std::string::npos);
  EXPECT_EQ(pauses_, 2);
}

TEST_F(WireTest, WaitsForAnEndpointThatHasGoneAway) {
  Answers({client::Ok()});
  ASSERT_TRUE(Send(true));
  server_.reset();
  EXPECT_EQ(Send(false).error().code, ErrorCode::kServiceUnavailable);
  EXPECT_EQ(pauses_, 3);  // all of its attempts: nothing of the call was ever sent
}

}  // namespace
}  // namespace trestle::remote
