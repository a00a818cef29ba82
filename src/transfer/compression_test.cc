#include "transfer/compression.h"

#include <gtest/gtest.h>

#include <string>

namespace trestle {
namespace {

// A few bytes at a time, as a network may give them.
class SlowSource final : public ByteSource {
 public:
  SlowSource(std::string bytes, std::size_t step) : bytes_(std::move(bytes)), step_(step) {}
  Result<std::size_t> Read(std::span<char> into) override {
    const std::size_t size = std::min({step_, into.size(), bytes_.size() - at_});
    bytes_.copy(into.data(), size, at_);
    at_ += size;
    return size;
  }

 private:
  std::string bytes_;
  std::size_t step_;
  std::size_t at_ = 0;
};

std::string Packed(Compression compression, std::string_view text) {
  const auto compressor = NewCompressor(compression);
  for (std::size_t i = 0; i < text.size(); i += 1000) compressor->Add(text.substr(i, 1000));
  return compressor->Finish();
}

Result<std::string> Unpacked(Compression compression, std::string bytes, std::size_t step = 7) {
  const auto source = Decompress(std::make_unique<SlowSource>(std::move(bytes), step), compression);
  std::string text;
  std::array<char, 100> buffer;
  while (true) {
    TRESTLE_TRY(const std::size_t size, source->Read(buffer));
    if (size == 0) return text;
    text.append(buffer.data(), size);
  }
}

std::string LongText() {
  std::string text;
  for (int i = 0; i < 5000; ++i) text.append(std::to_string(i * 7919)).append(",");
  return text;
}

class CompressionTest : public ::testing::TestWithParam<Compression> {};

TEST_P(CompressionTest, WhatIsPackedIsUnpacked) {
  const std::string text = LongText();
  EXPECT_EQ(Unpacked(GetParam(), Packed(GetParam(), text)).value(), text);
  EXPECT_EQ(Unpacked(GetParam(), Packed(GetParam(), text), 1 << 20).value(), text);
  EXPECT_EQ(Unpacked(GetParam(), Packed(GetParam(), "")).value(), "");
}

TEST_P(CompressionTest, NothingIsNothing) { EXPECT_EQ(Unpacked(GetParam(), "").value(), ""); }

TEST_P(CompressionTest, PartsFollowEachOther) {
  const std::string two = Packed(GetParam(), "one ") + Packed(GetParam(), "two");
  EXPECT_EQ(Unpacked(GetParam(), two).value(), "one two");
}

TEST_P(CompressionTest, ACompressorBeginsAgain) {
  const auto compressor = NewCompressor(GetParam());
  compressor->Add("first");
  EXPECT_EQ(Unpacked(GetParam(), compressor->Finish()).value(), "first");
  compressor->Add("second");
  EXPECT_EQ(Unpacked(GetParam(), compressor->Finish()).value(), "second");
}

TEST_P(CompressionTest, DamageIsAnErrorOfTheData) {
  if (GetParam() == Compression::kNone) return;
  const std::string packed = Packed(GetParam(), LongText());
  const auto early = Unpacked(GetParam(), packed.substr(0, packed.size() - 5));
  ASSERT_FALSE(early);
  EXPECT_EQ(early.error().code, ErrorCode::kSerialization);
  const auto plain = Unpacked(GetParam(), R"({"Item":{}})");
  ASSERT_FALSE(plain);
  EXPECT_EQ(plain.error().code, ErrorCode::kSerialization);
}

INSTANTIATE_TEST_SUITE_P(All, CompressionTest,
                         ::testing::Values(Compression::kNone, Compression::kGzip,
                                           Compression::kZstd));

}  // namespace
}  // namespace trestle
