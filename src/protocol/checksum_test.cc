#include "protocol/checksum.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <zlib.h>

#include <string>

namespace trestle {
namespace {

std::uint32_t ChecksumOfZlib(const std::string& bytes) {
  return static_cast<std::uint32_t>(
      crc32_z(0, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()));
}

std::string Bytes(std::size_t size) {
  std::string bytes;
  for (std::size_t i = 0; i < size; ++i) bytes.push_back(static_cast<char>(i * i * 31 + i));
  return bytes;
}

TEST(ChecksumTest, HasTheKnownCheckValue) { EXPECT_EQ(Crc32("123456789"), 0xCBF43926); }

TEST(ChecksumTest, AgreesWithZlibAtEveryLength) {
  for (std::size_t size = 0; size <= 600; ++size) {
    const std::string bytes = Bytes(size);
    ASSERT_EQ(Crc32(bytes), ChecksumOfZlib(bytes)) << size;
  }
}

TEST(ChecksumTest, AgreesWithZlibAtEveryAlignment) {
  const std::string bytes = Bytes(300);
  for (std::size_t start = 0; start < 64; ++start) {
    ASSERT_EQ(Crc32(std::string_view(bytes).substr(start)), ChecksumOfZlib(bytes.substr(start)));
  }
}

RC_GTEST_PROP(ChecksumTest, AgreesWithZlibOnAnyBytes, (const std::string& piece)) {
  std::string bytes;
  for (int i = 0; i < 20; ++i) bytes.append(piece).push_back(static_cast<char>(i));
  RC_ASSERT(Crc32(bytes) == ChecksumOfZlib(bytes));
}

}  // namespace
}  // namespace trestle
