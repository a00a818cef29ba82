#include "http/request_reader.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "http/gzip_test_data.h"

namespace trestle::http {
namespace {

using State = RequestReader::State;

// What a connection's bytes amount to: one line for each request, then how it ended.
class Feed {
 public:
  explicit Feed(const Limits& limits = {}) : limits_(limits), reader_(limits_) {}

  void Bytes(std::string_view bytes) {
    while (!bytes.empty() && !refused_) {
      const std::span<char> space = reader_.Space();
      const std::size_t size = std::min(space.size(), bytes.size());
      std::memcpy(space.data(), bytes.data(), size);
      reader_.Added(size);
      bytes.remove_prefix(size);
      TakeRequests();
    }
  }

  const std::vector<std::string>& seen() const { return seen_; }
  RequestReader& reader() { return reader_; }

 private:
  void TakeRequests() {
    for (;;) {
      const State state = reader_.Next();
      if (state == State::kNeedMore) return;
      if (state == State::kRefused) {
        seen_.push_back("refused " + std::to_string(reader_.refusal().status));
        refused_ = true;
        return;
      }
      const Request& request = reader_.request();
      std::string line = std::string(request.method_name) + " " + std::string(request.target);
      for (const Header& header : request.headers) {
        line.append(" ").append(header.name).append("=").append(header.value);
      }
      seen_.push_back(line.append(" [").append(request.body).append("]"));
      reader_.Consume();
    }
  }

  Limits limits_;
  RequestReader reader_;
  std::vector<std::string> seen_;
  bool refused_ = false;
};

std::vector<std::string> Read(std::string_view bytes, const Limits& limits = {}) {
  Feed feed(limits);
  feed.Bytes(bytes);
  return feed.seen();
}

using Lines = std::vector<std::string>;

const std::string kPost = "POST /p HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\nhello";
const std::string kGet = "GET /g HTTP/1.1\r\nHost: h\r\n\r\n";
const std::string kChunked =
    "POST /c HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n"
    "4;ext=\"x\"\r\nWiki\r\n0b \r\npedia in \r\n\r\n0\r\nTrailer: ignored\r\n\r\n";

TEST(RequestReaderTest, ReadsPipelinedRequests) {
  EXPECT_EQ(Read(kPost + kGet + kChunked + kPost),
            (Lines{"POST /p Host=h Content-Length=5 [hello]", "GET /g Host=h []",
                   "POST /c Host=h Transfer-Encoding=chunked [Wikipedia in \r\n]",
                   "POST /p Host=h Content-Length=5 [hello]"}));
}

TEST(RequestReaderTest, SplitsMakeNoDifference) {
  const std::string bytes = "\r\n" + kPost + "\r\n\r\n" + kChunked + kGet + kPost;
  const Lines whole = Read(bytes);
  ASSERT_EQ(whole.size(), 4U);
  for (std::size_t split = 1; split < bytes.size(); ++split) {
    Feed feed;
    feed.Bytes(std::string_view(bytes).substr(0, split));
    feed.Bytes(std::string_view(bytes).substr(split));
    EXPECT_EQ(feed.seen(), whole) << "split at " << split;
  }
  Feed trickle;
  for (const char c : bytes) trickle.Bytes({&c, 1});
  EXPECT_EQ(trickle.seen(), whole);
  EXPECT_TRUE(trickle.reader().empty());
}

TEST(RequestReaderTest, SplitsMakeNoDifferenceToRefusals) {
  for (const std::string& bad :
       {std::string("GET / HTTP/3.0\r\n\r\n"),
        std::string("GET / HTTP/1.1\r\nHost: h\r\nA b\r\n\r\n"), kPost + "NOT(A / METHOD\r\n\r\n",
        std::string(
            "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabcd\r\n")}) {
    const Lines whole = Read(bad);
    ASSERT_FALSE(whole.empty());
    EXPECT_TRUE(whole.back().starts_with("refused")) << bad;
    Feed trickle;
    for (const char c : bad) trickle.Bytes({&c, 1});
    EXPECT_EQ(trickle.seen(), whole) << bad;
  }
}

TEST(RequestReaderTest, ReadsBodiesLargerThanItsFirstBuffer) {
  for (const std::size_t size : {15'000, 16'384, 100'000, 3'000'000}) {
    const std::string body(size, 'b');
    const std::string head =
        "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: " + std::to_string(size) + "\r\n\r\n";
    const Lines seen = Read(head + body + kGet);
    ASSERT_EQ(seen.size(), 2U);
    EXPECT_EQ(seen[0], "POST / Host=h Content-Length=" + std::to_string(size) + " [" + body + "]");
    EXPECT_EQ(seen[1], "GET /g Host=h []");
  }
}

TEST(RequestReaderTest, ReadsChunkedBodiesLargerThanItsFirstBuffer) {
  std::string bytes = "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n";
  std::string body;
  for (int i = 0; i < 3000; ++i) {
    const std::string data(1 + i % 37, static_cast<char>('a' + i % 26));
    char size[8];
    std::snprintf(size, sizeof size, "%zx", data.size());
    bytes.append(size).append("\r\n").append(data).append("\r\n");
    body += data;
  }
  const Lines seen = Read(bytes + "0\r\n\r\n" + kGet);
  ASSERT_EQ(seen.size(), 2U);
  EXPECT_EQ(seen[0], "POST / Host=h Transfer-Encoding=chunked [" + body + "]");
}

TEST(RequestReaderTest, BoundsTheHead) {
  Limits limits;
  limits.max_head_bytes = 1000;
  const std::string start = "GET / HTTP/1.1\r\nHost: h\r\nA: ";
  const std::string exact = start + std::string(1000 - start.size() - 4, 'a') + "\r\n\r\n";
  EXPECT_EQ(Read(exact, limits).size(), 1U);
  EXPECT_NE(Read(exact, limits), Lines{"refused 431"});
  EXPECT_EQ(Read(start + std::string(2000, 'a') + "\r\n\r\n", limits), Lines{"refused 431"});
  EXPECT_EQ(Read(start + std::string(2000, 'a'), limits), Lines{"refused 431"})
      << "without its end";
  EXPECT_EQ(Read("GET /" + std::string(2000, 'a'), limits), Lines{"refused 414"});
  Feed trickle(limits);
  for (const char c : start + std::string(2000, 'a')) trickle.Bytes({&c, 1});
  EXPECT_EQ(trickle.seen(), Lines{"refused 431"});
}

TEST(RequestReaderTest, BoundsTheBody) {
  Limits limits;
  limits.max_body_bytes = 10;
  const std::string chunked = "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n";
  EXPECT_EQ(Read("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 11\r\n\r\n", limits),
            Lines{"refused 413"});
  EXPECT_EQ(Read(chunked + "a\r\n0123456789\r\n0\r\n\r\n", limits).size(), 1U);
  EXPECT_EQ(Read(chunked + "b\r\n", limits), Lines{"refused 413"});
  EXPECT_EQ(Read(chunked + "6\r\nabcdef\r\n5\r\n", limits), Lines{"refused 413"});
  EXPECT_EQ(Read(chunked + "fffffffffffffffff\r\n", limits), Lines{"refused 413"});
}

TEST(RequestReaderTest, RefusesBadChunks) {
  const std::string chunked = "POST / HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n";
  for (const char* chunks : {"\r\n", "x\r\n", "-1\r\n", "1\n", "1\r\naX", "1\r\na\rX", "1;\x01\r\n",
                             "0\r\nA: b\n", "00000000000000001\r\n", "1;a\rb", "0\r\n\rX"}) {
    EXPECT_EQ(Read(chunked + chunks), Lines{"refused 400"}) << chunks;
  }
  EXPECT_EQ(Read(chunked + "0\r\nA: " + std::string(70'000, 'a')), Lines{"refused 400"})
      << "trailers";
  EXPECT_EQ(Read(chunked + "1;" + std::string(70'000, 'a')), Lines{"refused 400"}) << "extension";
}

TEST(RequestReaderTest, DecompressesGzipBodies) {
  const std::string packed = Gzip("hello hello hello");
  const std::string head =
      "POST / HTTP/1.1\r\nHost: h\r\nContent-Encoding: gzip\r\nContent-Length: ";
  Feed feed;
  const std::string bytes = head + std::to_string(packed.size()) + "\r\n\r\n" + packed;
  const std::span<char> space = feed.reader().Space();
  std::memcpy(space.data(), bytes.data(), bytes.size());
  feed.reader().Added(bytes.size());
  ASSERT_EQ(feed.reader().Next(), State::kReady);
  EXPECT_EQ(feed.reader().request().body, "hello hello hello");
  EXPECT_EQ(feed.reader().request().wire_body, packed) << "what a signature covers";
  feed.reader().Consume();

  EXPECT_EQ(Read(head + "3\r\n\r\nabc"), Lines{"refused 400"});
  const std::string bomb = Gzip(std::string(17 << 20, '\0'));
  ASSERT_LT(bomb.size(), 20'000U);
  EXPECT_EQ(Read(head + std::to_string(bomb.size()) + "\r\n\r\n" + bomb), Lines{"refused 413"});
  EXPECT_EQ(Read(head + "0\r\n\r\n").size(), 1U) << "no body, nothing to decompress";
}

TEST(RequestReaderTest, TellsOnceWhenAClientWaitsToSendItsBody) {
  Feed feed;
  feed.Bytes("POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n");
  EXPECT_TRUE(feed.reader().TakeContinue());
  EXPECT_FALSE(feed.reader().TakeContinue());
  feed.Bytes("ok");
  EXPECT_EQ(feed.seen().size(), 1U);

  Feed hasty;
  hasty.Bytes("POST / HTTP/1.1\r\nHost: h\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\no");
  EXPECT_FALSE(hasty.reader().TakeContinue()) << "it did not wait";
}

TEST(RequestReaderTest, GivesUpLargeBuffers) {
  Feed feed;
  feed.Bytes("POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1000000\r\n\r\n" +
             std::string(1'000'000, 'x'));
  EXPECT_GT(feed.reader().capacity(), 1'000'000U);
  feed.reader().Reset();
  EXPECT_EQ(feed.reader().capacity(), 0U);
  feed.Bytes(kGet);
  EXPECT_EQ(feed.seen().back(), "GET /g Host=h []");
}

}  // namespace
}  // namespace trestle::http
