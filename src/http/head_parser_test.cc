#include "http/head_parser.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace trestle::http {
namespace {

struct Parsed {
  Head head;
  Request request;
  std::vector<Header> headers;
};

Parsed Parse(std::string_view text, const Limits& limits = {}) {
  Parsed parsed;
  parsed.head = ParseHead(text, limits, parsed.request, parsed.headers);
  return parsed;
}

int StatusOf(std::string_view text) {
  const Parsed parsed = Parse(text);
  return parsed.head.state == Head::State::kRefused ? parsed.head.refusal.status : 0;
}

// A request with these header lines and a Host.
std::string With(std::string_view lines) {
  return "POST / HTTP/1.1\r\nHost: h\r\n" + std::string(lines) + "\r\n";
}

TEST(HeadParserTest, ReadsWhatASdkSends) {
  const std::string text =
      "POST /?a=b HTTP/1.1\r\n"
      "Host: 127.0.0.1:8000\r\n"
      "X-Amz-Target: DynamoDB_20120810.GetItem\r\n"
      "content-type:application/x-amz-json-1.0\r\n"
      "Empty:\r\n"
      "Padded: \t two words \t\r\n"
      "Content-Length: 12\r\n\r\nrest";
  const Parsed parsed = Parse(text);
  ASSERT_EQ(parsed.head.state, Head::State::kComplete);
  EXPECT_EQ(parsed.head.size, text.size() - 4);
  EXPECT_EQ(parsed.head.framing.content_length, 12U);
  EXPECT_TRUE(parsed.head.framing.keep_alive);
  const Request& request = parsed.request;
  EXPECT_EQ(request.method, Method::kPost);
  EXPECT_EQ(request.target, "/?a=b");
  EXPECT_EQ(request.path, "/");
  EXPECT_EQ(request.query, "a=b");
  EXPECT_EQ(request.headers.size(), 6U);
  EXPECT_EQ(request.Find("x-amz-target"), "DynamoDB_20120810.GetItem");
  EXPECT_EQ(request.Find("Content-Type"), "application/x-amz-json-1.0");
  EXPECT_EQ(request.Find("empty"), "");
  EXPECT_EQ(request.Find("padded"), "two words");
  EXPECT_EQ(request.Find("missing"), std::nullopt);
}

TEST(HeadParserTest, KnowsTheMethods) {
  const std::pair<const char*, Method> methods[] = {
      {"GET", Method::kGet},         {"HEAD", Method::kHead},   {"POST", Method::kPost},
      {"PUT", Method::kPut},         {"PATCH", Method::kPatch}, {"DELETE", Method::kDelete},
      {"OPTIONS", Method::kOptions}, {"BREW", Method::kOther},  {"get", Method::kOther},
  };
  for (const auto& [name, method] : methods) {
    const std::string text = std::string(name) + " / HTTP/1.1\r\nHost: h\r\n\r\n";
    const Parsed parsed = Parse(text);
    EXPECT_EQ(parsed.head.state, Head::State::kComplete) << name;
    EXPECT_EQ(parsed.request.method, method) << name;
    EXPECT_EQ(parsed.request.method_name, name);
  }
}

TEST(HeadParserTest, CutsTargetsIntoPathAndQuery) {
  struct Case {
    const char *sent, *target, *path, *query;
  };
  for (const Case& test :
       {Case{"/", "/", "/", ""}, Case{"/a/b?c=d?e", "/a/b?c=d?e", "/a/b", "c=d?e"},
        Case{"/?", "/?", "/", ""}, Case{"http://h:80/a?b", "/a?b", "/a", "b"},
        Case{"HTTPS://h", "/", "/", ""}, Case{"http://h?x", "?x", "/", "x"},
        Case{"/%41\xc3\xa9", "/%41\xc3\xa9", "/%41\xc3\xa9", ""}}) {
    const std::string text = "GET " + std::string(test.sent) + " HTTP/1.1\r\nHost: h\r\n\r\n";
    const Parsed parsed = Parse(text);
    EXPECT_EQ(parsed.head.state, Head::State::kComplete) << test.sent;
    EXPECT_EQ(parsed.request.target, test.target);
    EXPECT_EQ(parsed.request.path, test.path);
    EXPECT_EQ(parsed.request.query, test.query);
  }
}

TEST(HeadParserTest, RefusesBadRequestLines) {
  for (const char* line :
       {"GET", "GET /", "GET / ", "GET  / HTTP/1.1", "GET /  HTTP/1.1", "GET / http/1.1",
        "GET / HTTP", " GET / HTTP/1.1", "G(T / HTTP/1.1", "GET a HTTP/1.1", "GET * HTTP/1.1",
        "GET /a b HTTP/1.1", "GET http:/// HTTP/1.1", "GET ://h/ HTTP/1.1", "GET /\x7f HTTP/1.1",
        "GET /\t HTTP/1.1", "GET / HTTP/1.1 ", "\x16\x03\x01"}) {
    EXPECT_EQ(StatusOf(std::string(line) + "\r\nHost: h\r\n\r\n"), 400) << line;
  }
  for (const char* version : {"HTTP/2.0", "HTTP/0.9", "HTTP/1.2", "HTTP/1.10", "HTTP/"}) {
    EXPECT_EQ(StatusOf("GET / " + std::string(version) + "\r\nHost: h\r\n\r\n"), 505) << version;
  }
  EXPECT_EQ(StatusOf("OPTIONS * HTTP/1.1\r\nHost: h\r\n\r\n"), 0);
}

TEST(HeadParserTest, RefusesBadHeaders) {
  for (const char* lines : {"no colon\r\n", ": empty name\r\n", "Blank : v\r\n", " Folded: v\r\n",
                            "A: b\r\n folded\r\n", "A: b\r\n\tfolded\r\n", "B\xc3\xa9: v\r\n",
                            "A: b\rc\r\n", "A: b\x01\r\n", "A: 12345678\x7f\r\n", "A: b\n",
                            "A: b\nC: d\r\n", "(): v\r\n", "Host: second\r\n"}) {
    EXPECT_EQ(StatusOf(With(lines)), 400) << lines;
  }
  EXPECT_EQ(StatusOf(With(std::string("A: b\0c\r\n", 8))), 400);
  EXPECT_EQ(StatusOf("GET / HTTP/1.1\r\n\r\n"), 400) << "no Host";
  EXPECT_EQ(StatusOf("GET / HTTP/1.0\r\n\r\n"), 0) << "HTTP/1.0 had no Host";
  EXPECT_EQ(StatusOf("GET / HTTP/1.1\nHost: h\n\n"), 400) << "LF alone ends no line";
}

TEST(HeadParserTest, AcceptsTabsAndBytesAboveAsciiInValues) {
  const std::string text = With("A: one\ttwo \xc3\xa9 and enough to fill words\r\n");
  const Parsed parsed = Parse(text);
  ASSERT_EQ(parsed.head.state, Head::State::kComplete);
  EXPECT_EQ(parsed.request.Find("a"), "one\ttwo \xc3\xa9 and enough to fill words");
}

TEST(HeadParserTest, RefusesWhatLeavesTheLengthOfTheBodyOpen) {
  for (const char* lines :
       {"Content-Length: 1\r\nContent-Length: 1\r\n", "Content-Length: 1\r\nContent-Length: 2\r\n",
        "Content-Length: 1, 1\r\n", "Content-Length: -1\r\n", "Content-Length: +1\r\n",
        "Content-Length: 0x1\r\n", "Content-Length:\r\n", "Content-Length: 1 2\r\n",
        "Content-Length: 1\r\nTransfer-Encoding: chunked\r\n",
        "Transfer-Encoding: chunked\r\nContent-Length: 0\r\n"}) {
    EXPECT_EQ(StatusOf(With(lines)), 400) << lines;
  }
  for (const char* lines :
       {"Transfer-Encoding: gzip, chunked\r\n", "Transfer-Encoding: identity\r\n",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
        "Transfer-Encoding: xchunked\r\n"}) {
    EXPECT_EQ(StatusOf(With(lines)), 501) << lines;
  }
  EXPECT_EQ(StatusOf("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n"), 501);
}

TEST(HeadParserTest, RefusesBodiesThatAreAnnouncedTooLarge) {
  const Limits limits;
  EXPECT_EQ(StatusOf(With("Content-Length: " + std::to_string(limits.max_body_bytes) + "\r\n")), 0);
  EXPECT_EQ(StatusOf(With("Content-Length: " + std::to_string(limits.max_body_bytes + 1) + "\r\n")),
            413);
  EXPECT_EQ(StatusOf(With("Content-Length: 99999999999999999999999999\r\n")), 413);
}

TEST(HeadParserTest, KeepsConnectionsAliveAsTheVersionAndTheClientSay) {
  const auto keep_alive = [](const std::string& text) {
    return Parse(text).head.framing.keep_alive;
  };
  EXPECT_TRUE(keep_alive(With("")));
  EXPECT_TRUE(keep_alive(With("Connection: Keep-Alive\r\n")));
  EXPECT_FALSE(keep_alive(With("Connection: Close\r\n")));
  EXPECT_FALSE(keep_alive(With("Connection: x, close ,y\r\n")));
  EXPECT_FALSE(keep_alive(With("Connection: close\r\nConnection: keep-alive\r\n")));
  EXPECT_FALSE(keep_alive("GET / HTTP/1.0\r\n\r\n"));
  EXPECT_TRUE(keep_alive("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"));
}

TEST(HeadParserTest, ReadsExpectationsAndEncodings) {
  EXPECT_TRUE(Parse(With("Expect: 100-Continue\r\n")).head.framing.expects_continue);
  EXPECT_EQ(StatusOf(With("Expect: a miracle\r\n")), 417);
  EXPECT_TRUE(Parse(With("Content-Encoding: GZIP\r\n")).head.framing.gzip);
  EXPECT_FALSE(Parse(With("Content-Encoding: br\r\n")).head.framing.gzip);
  EXPECT_TRUE(Parse(With("transfer-encoding: Chunked\r\n")).head.framing.chunked);
}

TEST(HeadParserTest, RefusesMoreHeadersThanTheLimit) {
  Limits limits;
  limits.max_headers = 3;
  EXPECT_EQ(Parse(With("A: 1\r\nB: 2\r\n"), limits).head.state, Head::State::kComplete);
  EXPECT_EQ(Parse(With("A: 1\r\nB: 2\r\nC: 3\r\n"), limits).head.refusal.status, 431);
}

TEST(HeadParserTest, EveryPrefixIsIncomplete) {
  const std::string text = With("Content-Length: 3\r\nConnection: close\r\n");
  for (std::size_t size = 0; size < text.size(); ++size) {
    EXPECT_EQ(Parse(text.substr(0, size)).head.state, Head::State::kIncomplete) << size;
  }
}

}  // namespace
}  // namespace trestle::http
