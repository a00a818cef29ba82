#include "value/attribute_names.h"

#include <gtest/gtest.h>

namespace trestle {
namespace {

TEST(AttributeNamesTest, EachNameStandsOnceInByteOrder) {
  const AttributeNames names({"b", "a", "\xc3\xa4", "b", "B", ""});
  EXPECT_EQ(std::vector<std::string_view>(names.begin(), names.end()),
            (std::vector<std::string_view>{"", "B", "a", "b", "\xc3\xa4"}));
  EXPECT_EQ(names.size(), 5u);
}

TEST(AttributeNamesTest, ThereMayBeNone) { EXPECT_EQ(AttributeNames().size(), 0u); }

}  // namespace
}  // namespace trestle
