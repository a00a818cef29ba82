#include "auth/md5.h"

#include <gtest/gtest.h>

namespace trestle {
namespace {

// RFC 1321, section A.5.
TEST(Md5Test, AgreesWithTheSpecification) {
  EXPECT_EQ(Md5Hex(Md5("")), "d41d8cd98f00b204e9800998ecf8427e");
  EXPECT_EQ(Md5Hex(Md5("message digest")), "f96b697d7cb7938d525a2f31aaf161d0");
  EXPECT_EQ(BytesOf(Md5("a")).size(), 16u);
}

}  // namespace
}  // namespace trestle
