#include "client/response_reader.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

namespace trestle::client {
namespace {

using State = ResponseReader::State;

State Feed(ResponseReader& reader, std::string_view bytes, std::size_t step) {
  State state = State::kNeedMore;
  while (!bytes.empty()) {
    EXPECT_EQ(state, State::kNeedMore);
    const std::span<char> space = reader.Space();
    const std::size_t size = std::min({step, bytes.size(), space.size()});
    std::copy_n(bytes.data(), size, space.data());
    bytes.remove_prefix(size);
    state = reader.Advance(size);
    if (state == State::kBroken) return state;
  }
  return state;
}

// However the bytes are cut into pieces, the answer is the same.
class ResponseReaderTest : public testing::TestWithParam<std::size_t> {
 protected:
  State Feed(std::string_view bytes) { return client::Feed(reader_, bytes, GetParam()); }
  ResponseReader reader_;
};

INSTANTIATE_TEST_SUITE_P(Pieces, ResponseReaderTest, testing::Values(1, 2, 3, 7, 100'000));

TEST_P(ResponseReaderTest, ReadsABodyWithALength) {
  const std::string answer = "HTTP/1.1 200 OK\r\ncontent-length:  7 \r\nX: y\r\n\r\n{\"a\":1}";
  ASSERT_EQ(Feed(answer), State::kComplete);
  EXPECT_EQ(reader_.status(), 200);
  EXPECT_EQ(reader_.body(), "{\"a\":1}");
  EXPECT_TRUE(reader_.keeps_alive());
  EXPECT_EQ(reader_.total_bytes(), answer.size());
}

TEST_P(ResponseReaderTest, ReadsAnEmptyBody) {
  ASSERT_EQ(Feed("HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n"), State::kComplete);
  EXPECT_EQ(reader_.body(), "");
}

TEST_P(ResponseReaderTest, SomeAnswersHaveNoBodyWhateverTheirHeadSays) {
  ASSERT_EQ(Feed("HTTP/1.1 204 No Content\r\nContent-Length: 9\r\n\r\n"), State::kComplete);
  EXPECT_EQ(reader_.body(), "");
}

TEST_P(ResponseReaderTest, ReadsChunks) {
  ASSERT_EQ(Feed("HTTP/1.1 400 Bad Request\r\nTransfer-Encoding: chunked\r\n\r\n"
                 "4;x=y\r\nWiki\r\n6\r\npedia \r\nB\r\nin \r\nchunks\r\n0\r\nTrailer: 1\r\n\r\n"),
            State::kComplete);
  EXPECT_EQ(reader_.status(), 400);
  EXPECT_EQ(reader_.body(), "Wikipedia in \r\nchunks");
}

TEST_P(ResponseReaderTest, ReadsSeveralAnswersInTurn) {
  for (int i = 0; i < 3; ++i) {
    ASSERT_EQ(Feed("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhi\r\n0\r\n\r\n"),
              State::kComplete);
    EXPECT_EQ(reader_.body(), "hi");
    reader_.Reset();
    ASSERT_EQ(Feed("HTTP/1.1 500 No\r\nContent-Length: 3\r\n\r\nabc"), State::kComplete);
    EXPECT_EQ(reader_.body(), "abc");
    reader_.Reset();
  }
}

TEST_P(ResponseReaderTest, PassesOverInterimAnswers) {
  ASSERT_EQ(Feed("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"),
            State::kComplete);
  EXPECT_EQ(reader_.status(), 200);
  EXPECT_EQ(reader_.body(), "ok");
}

TEST_P(ResponseReaderTest, ReadsUpToTheConnectionsEnd) {
  ASSERT_EQ(Feed("HTTP/1.0 200 OK\r\n\r\nall of it"), State::kNeedMore);
  ASSERT_EQ(reader_.End(), State::kComplete);
  EXPECT_EQ(reader_.body(), "all of it");
  EXPECT_FALSE(reader_.keeps_alive());
}

TEST_P(ResponseReaderTest, TellsWhetherTheConnectionStays) {
  ASSERT_EQ(Feed("HTTP/1.1 200 OK\r\nConnection: Close\r\nContent-Length: 0\r\n\r\n"),
            State::kComplete);
  EXPECT_FALSE(reader_.keeps_alive());
  reader_.Reset();
  ASSERT_EQ(Feed("HTTP/1.0 200 OK\r\nConnection: keep-alive\r\nContent-Length: 0\r\n\r\n"),
            State::kComplete);
  EXPECT_TRUE(reader_.keeps_alive());
}

TEST_P(ResponseReaderTest, GrowsForLargeBodies) {
  const std::string body(300'000, 'x');
  ASSERT_EQ(Feed("HTTP/1.1 200 OK\r\nContent-Length: 300000\r\n\r\n" + body), State::kComplete);
  EXPECT_EQ(reader_.body(), body);
  reader_.Reset();
  ASSERT_EQ(Feed("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n493e0\r\n" + body +
                 "\r\n0\r\n\r\n"),
            State::kComplete);
  EXPECT_EQ(reader_.body(), body);
}

TEST_P(ResponseReaderTest, RefusesWhatIsNoAnswer) {
  for (const std::string_view bytes :
       {"SSH-2.0-OpenSSH\r\n\r\n", "HTTP/1.1 2x0 OK\r\n\r\n", "HTTP/2 200 OK\r\n\r\n",
        "HTTP/1.1 200 OK\r\nno colon\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"}) {
    reader_.Reset();
    EXPECT_EQ(Feed(bytes), State::kBroken) << bytes;
  }
}

TEST(ResponseReaderEndTest, IsBrokenWhenTheConnectionEndsTooEarly) {
  for (const std::string_view bytes :
       {"", "HTTP/1.1 200 OK\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n"}) {
    ResponseReader reader;
    Feed(reader, bytes, 100'000);
    EXPECT_EQ(reader.End(), State::kBroken) << bytes;
  }
}

TEST(ResponseReaderEndTest, IsBrokenByBytesThatNobodyAskedFor) {
  ResponseReader reader;
  EXPECT_EQ(Feed(reader, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1", 100'000),
            State::kBroken);
}

}  // namespace
}  // namespace trestle::client
