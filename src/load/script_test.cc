#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <string>

#include "base/time_text.h"
#include "load/script.h"
#include "load/script_traffic.h"
#include "load/script_writer.h"

namespace trestle::load {
namespace {

using testing::EndsWith;
using testing::HasSubstr;

std::optional<double> ModelRate(std::string_view name) {
  return name == "P1" ? std::optional(20.0) : std::nullopt;
}

Script Parsed(std::string_view text) {
  Result<Script> script = Script::Parse(text, ModelRate);
  EXPECT_TRUE(script) << script.error().message;
  return script ? *std::move(script) : Script();
}

std::string Refusal(std::string_view text) {
  const Result<Script> script = Script::Parse(text, ModelRate);
  return script ? "" : script.error().message;
}

ScriptWriter Writer() {
  return ScriptWriter({.host = "here",
                       .base = "/api/shop",
                       .fresh = "b-",
                       .now = *ParseInstant("2026-11-15T12:00:00Z"),
                       .seed = 1});
}

std::string Written(ScriptWriter& writer, const ScriptRequest& request, std::int64_t number = 0) {
  std::string out;
  writer.Write(request, number, out);
  return out;
}

Answer AnswerTo(const Outgoing& request, int status, std::string_view body) {
  const Instant now = SteadyClock::now();
  return {.ticket = request.ticket, .due = now, .received = now, .status = status, .body = body};
}

TEST(ScriptTest, TakesRatesFromTheLineOrFromTheModel) {
  const Script script = Parsed("# the load\nP1 GET /patterns/P1\n\nBook 30/min POST /book {}\n");
  ASSERT_EQ(script.requests.size(), 2u);
  EXPECT_EQ(script.requests[0].rate, 20);
  EXPECT_EQ(script.requests[1].rate, 0.5);
  EXPECT_EQ(script.Rate(), 20.5);
}

TEST(ScriptTest, ARateIsWrittenAsInAModel) {
  EXPECT_EQ(Parsed("Book 7200/h POST /book {}\n").requests[0].rate, 2);
  EXPECT_THAT(Refusal("Book 0/s POST /book {}\n"), HasSubstr("a rate above 0"));
}

TEST(ScriptTest, NamesTheLineThatItCannotRead) {
  EXPECT_EQ(Refusal("P1 GET /x\nNone GET /y"),
            "line 2 of the load: nothing says how often it is sent");
  EXPECT_EQ(Refusal("P1 GET /<colour>"), "line 1 of the load: <colour> is not known");
  EXPECT_EQ(Refusal("P1 GET"), "line 1 of the load: write METHOD /PATH {BODY}");
  EXPECT_EQ(Refusal("P1 GET /<9..1>"), "line 1 of the load: <9..1> is not known");
  EXPECT_EQ(Refusal("list x ="), "line 1 of the load: the list is empty");
  EXPECT_THAT(Refusal("P1 GET /<take ghost>"), HasSubstr("ghost, which nothing keeps"));
  EXPECT_EQ(Refusal("# nothing"), "the load has no requests");
}

TEST(ScriptWriterTest, FillsPlaceholders) {
  const Script script = Parsed(
      "list city = rome\n"
      "prepare 90 POST /Night/<n/30> {\"day\": \"<today+n%30>\"}\n"
      "P1 GET /x?city=<city>&from=<today+3>&to=<then+2>&n=<7>&again=<same>\n");
  ScriptWriter writer = Writer();
  EXPECT_EQ(Written(writer, script.requests[0]),
            "GET /api/shop/x?city=rome&from=2026-11-18&to=2026-11-20&n=7&again=7 HTTP/1.1\r\n"
            "host: here\r\n\r\n");
  const std::string night = Written(writer, script.preparations[0], 61);
  EXPECT_THAT(night, HasSubstr("POST /api/shop/Night/2 HTTP/1.1"));
  EXPECT_THAT(night, HasSubstr("content-length: 21\r\n"));
  EXPECT_THAT(night, EndsWith("\r\n\r\n{\"day\": \"2026-11-16\"}"));
}

TEST(ScriptWriterTest, NewWordsDifferAndRisingNumbersRise) {
  const Script script =
      Parsed("A 1/s POST /a {\"id\": \"<new>\"}\nB 1/s POST /b {\"bid\": <rising>}\n");
  ScriptWriter writer = Writer();
  EXPECT_THAT(Written(writer, script.requests[0]), EndsWith("{\"id\": \"b-1\"}"));
  EXPECT_THAT(Written(writer, script.requests[0]), EndsWith("{\"id\": \"b-2\"}"));
  const std::string first = Written(writer, script.requests[1]);
  EXPECT_LT(first, Written(writer, script.requests[1]));
}

TEST(ScriptTrafficTest, MakesFirstWhatARequestTakes) {
  const Script script = Parsed(
      "Cancel 1000000/s POST /bookings/<take booking>/cancel {\"user\": \"<taken 2>\"}\n"
      "Book 0.000001/s POST /bookings {} keep booking=id,user\n");
  ScriptTraffic traffic(script, Writer(), 1);
  traffic.BeginMeasuring(SteadyClock::now());
  Outgoing request;
  ASSERT_TRUE(traffic.Next(request));
  EXPECT_THAT(request.body, HasSubstr("POST /api/shop/bookings HTTP"));
  traffic.Answered(AnswerTo(request, 201, R"({"booking":{"id":"b7","user":"ann"}})"));
  ASSERT_TRUE(traffic.Next(request));
  EXPECT_THAT(request.body, HasSubstr("POST /api/shop/bookings/b7/cancel"));
  EXPECT_THAT(request.body, EndsWith("{\"user\": \"ann\"}"));
}

TEST(ScriptTrafficTest, TellsConflictsFromErrors) {
  const Script script = Parsed("P1 GET /x\n");
  ScriptTraffic traffic(script, Writer(), 1);
  traffic.BeginMeasuring(SteadyClock::now());
  Outgoing request;
  for (const int status : {200, 409, 404}) {
    traffic.Next(request);
    traffic.Answered(AnswerTo(request, status, R"({"detail":"There is none"})"));
  }
  const ScriptTally& tally = traffic.tallies()[0];
  EXPECT_EQ(tally.tally.succeeded(), 2u);
  EXPECT_EQ(tally.conflicts, 1u);
  EXPECT_EQ(tally.tally.errors.at("HTTP 404: There is none"), 1u);
}

TEST(PreparingTrafficTest, EndsWhenAllAreAnsweredOrOneIsRefused) {
  const Script script = Parsed("prepare 2 POST /User {\"id\": \"u<n>\"}\nP1 GET /x\n");
  PreparedPools pools;
  PreparingTraffic traffic(script.preparations[0], Writer(), pools);
  Outgoing request;
  ASSERT_TRUE(traffic.Next(request));
  ASSERT_TRUE(traffic.Next(request));
  EXPECT_THAT(request.body, EndsWith("{\"id\": \"u1\"}"));
  EXPECT_FALSE(traffic.Next(request));
  traffic.Answered(AnswerTo(request, 409, "{}"));
  EXPECT_FALSE(traffic.Done());
  traffic.Answered(AnswerTo(request, 400, R"({"detail":"id is bad"})"));
  EXPECT_TRUE(traffic.Done());
  EXPECT_EQ(traffic.failure(), "HTTP 400: id is bad");
}

TEST(PreparingTrafficTest, KeepsByTheNumberOfTheRequest) {
  const Script script = Parsed(
      "prepare 3 POST /login {\"user\": \"u<n>\"} keep login=token\n"
      "prepare 6 POST /Thing {\"user\": \"u<n/2>\", \"token\": \"<kept login same>\"}\n"
      "P1 GET /x?token=<kept login 2>\n");
  PreparedPools pools;
  PreparingTraffic traffic(script.preparations[0], Writer(), pools);
  std::array<Outgoing, 3> requests;
  for (Outgoing& request : requests) ASSERT_TRUE(traffic.Next(request));
  traffic.Answered(AnswerTo(requests[2], 201, R"({"token":"t2"})"));
  traffic.Answered(AnswerTo(requests[0], 201, R"({"token":"t0"})"));
  traffic.Answered(AnswerTo(requests[1], 409, "{}"));
  ScriptWriter writer({.host = "here", .base = "/api/shop", .fresh = "b-", .prepared = &pools});
  EXPECT_THAT(Written(writer, script.preparations[1], 5),
              EndsWith("{\"user\": \"u2\", \"token\": \"t2\"}"));
  EXPECT_THAT(Written(writer, script.preparations[1], 2),
              EndsWith("{\"user\": \"u1\", \"token\": \"\"}"));
  EXPECT_THAT(Written(writer, script.requests[0]), HasSubstr("?token=t2 HTTP"));
  EXPECT_THAT(Refusal("P1 GET /<kept ghost 1>"), HasSubstr("ghost, which nothing keeps"));
  EXPECT_EQ(Refusal("P1 GET /<kept ghost>"), "line 1 of the load: <kept ghost> is not known");
}

}  // namespace
}  // namespace trestle::load
