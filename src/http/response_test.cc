#include "http/response.h"

#include <gtest/gtest.h>

#include "base/clock.h"
#include "http/address.h"
#include "http/date_header.h"
#include "http/output.h"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <cstring>

namespace trestle::http {
namespace {

using std::chrono::seconds;

// Everything in the output, sent `step` bytes at a time.
std::string Drain(Output& output, std::size_t step = 1 << 20) {
  std::string sent;
  while (!output.empty()) {
    const auto parts = output.Parts();
    const std::string both = std::string(parts[0]) + std::string(parts[1]);
    const std::size_t size = std::min(step, both.size());
    sent.append(both, 0, size);
    output.Sent(size);
  }
  return sent;
}

TEST(ResponseHeadersTest, KeepsOrderAndOutgrowsItsInlineSpace) {
  ResponseHeaders headers;
  std::string expected;
  for (int i = 0; i < 50; ++i) {
    headers.Add("Name-" + std::to_string(i), "value");
    expected += "Name-" + std::to_string(i) + ": value\r\n";
  }
  EXPECT_EQ(headers.text(), expected);
}

TEST(ResponseHeadersTest, NoValueBeginsAnotherHeader) {
  ResponseHeaders headers;
  headers.Add("A", "b\r\nSet-Cookie: c");
  EXPECT_EQ(headers.text(), "A: b  Set-Cookie: c\r\n");
}

TEST(OutputTest, WritesAReply) {
  Response response{.status = 404, .body = "{}"};
  response.headers.Add("Content-Type", "application/json");
  Output output;
  output.Add(std::move(response), {.date = "Date: d\r\n", .keep_alive = false});
  EXPECT_EQ(
      Drain(output),
      "HTTP/1.1 404 Not Found\r\nDate: d\r\nContent-Type: application/json\r\nConnection: close\r\n"
      "Content-Length: 2\r\n\r\n{}");
}

TEST(OutputTest, RepliesWithoutABody) {
  Output output;
  output.Add(Response{.status = 204}, {});
  EXPECT_EQ(Drain(output), "HTTP/1.1 204 No Content\r\nConnection: keep-alive\r\n\r\n");
  output.Add(Response{.body = "left out"}, {.body_omitted = true});
  EXPECT_EQ(Drain(output), "HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nContent-Length: 8\r\n\r\n")
      << "HEAD tells the length that GET would have";
}

TEST(OutputTest, PartialWritesLoseNothing) {
  const std::string large(10'000, 'x');
  for (const std::size_t step : {1, 7, 150, 4096, 1 << 20}) {
    Output output;
    output.Add(Response{.body = "small"}, {});
    output.Add(Response{.body = large}, {});
    ASSERT_TRUE(output.has_large_body());
    const std::string sent = Drain(output, step);
    EXPECT_TRUE(sent.ends_with("Content-Length: 10000\r\n\r\n" + large)) << step;
    EXPECT_TRUE(output.empty());
    EXPECT_FALSE(output.has_large_body());
  }
}

TEST(OutputTest, DoesNotGrowWhileAClientReadsSlowly) {
  Output output;
  for (int i = 0; i < 10'000; ++i) {
    output.Add(Response{.body = std::string(1000, 'x')}, {});
    output.Sent(output.size() - 1);
  }
  EXPECT_LT(output.capacity(), 200'000U);
}

TEST(DateHeaderTest, FollowsTheClock) {
  ManualClock clock(TimePoint(seconds(784111777)));
  DateHeader date(clock);
  EXPECT_EQ(date.text(), "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n");
  clock.Advance(seconds(23));
  date.Refresh();
  EXPECT_EQ(date.text(), "Date: Sun, 06 Nov 1994 08:50:00 GMT\r\n");
}

Address MakeAddress(const char* text) {
  sockaddr_storage storage{};
  sockaddr_in in{};
  sockaddr_in6 in6{};
  if (::inet_pton(AF_INET, text, &in.sin_addr) == 1) {
    in.sin_family = AF_INET;
    in.sin_port = htons(80);
    std::memcpy(&storage, &in, sizeof in);
  } else if (::inet_pton(AF_INET6, text, &in6.sin6_addr) == 1) {
    in6.sin6_family = AF_INET6;
    in6.sin6_port = htons(80);
    std::memcpy(&storage, &in6, sizeof in6);
  }
  return Address(storage);
}

TEST(AddressTest, KnowsLoopback) {
  EXPECT_TRUE(MakeAddress("127.0.0.1").IsLoopback());
  EXPECT_TRUE(MakeAddress("127.8.9.1").IsLoopback());
  EXPECT_TRUE(MakeAddress("::1").IsLoopback());
  EXPECT_TRUE(MakeAddress("::ffff:127.0.0.1").IsLoopback());
  EXPECT_FALSE(MakeAddress("10.0.0.1").IsLoopback());
  EXPECT_FALSE(MakeAddress("::2").IsLoopback());
  EXPECT_FALSE(Address().IsLoopback());
  EXPECT_EQ(MakeAddress("::ffff:10.0.0.1").ToString(), "10.0.0.1");
  EXPECT_EQ(MakeAddress("fe80::1").ToString(), "fe80::1");
  EXPECT_EQ(MakeAddress("10.0.0.1").port(), 80);
}

}  // namespace
}  // namespace trestle::http
