#include "http/gzip.h"

#include <gtest/gtest.h>

#include "http/gzip_test_data.h"

namespace trestle::http {
namespace {

TEST(GzipTest, UndoesCompression) {
  for (const std::size_t size : {0, 1, 4095, 4096, 4097, 100'000}) {
    std::string text;
    for (std::size_t i = 0; i < size; ++i) text += static_cast<char>((i * i) >> 3);
    std::string output;
    ASSERT_EQ(InflateGzip(Gzip(text), 100'000, output), InflateState::kDone) << size;
    EXPECT_EQ(output, text);
  }
}

TEST(GzipTest, ReadsSeveralMembers) {
  std::string output;
  ASSERT_EQ(InflateGzip(Gzip("one ") + Gzip("two"), 100, output), InflateState::kDone);
  EXPECT_EQ(output, "one two");
}

TEST(GzipTest, StopsAtTheLimit) {
  std::string output;
  EXPECT_EQ(InflateGzip(Gzip(std::string(1000, 'a')), 1000, output), InflateState::kDone);
  EXPECT_EQ(InflateGzip(Gzip(std::string(1001, 'a')), 1000, output), InflateState::kTooLarge);
  EXPECT_EQ(InflateGzip(Gzip(std::string(10 << 20, 'a')), 1000, output), InflateState::kTooLarge);
}

TEST(GzipTest, RefusesDamagedData) {
  const std::string packed = Gzip("some text that is long enough to be cut");
  std::string output;
  for (std::size_t size = 0; size < packed.size(); ++size) {
    EXPECT_EQ(InflateGzip(packed.substr(0, size), 1000, output), InflateState::kBad) << size;
  }
  EXPECT_EQ(InflateGzip(packed + "x", 1000, output), InflateState::kBad);
  std::string wrong_checksum = packed;
  wrong_checksum[packed.size() - 6] ^= 1;
  EXPECT_EQ(InflateGzip(wrong_checksum, 1000, output), InflateState::kBad);
}

}  // namespace
}  // namespace trestle::http
