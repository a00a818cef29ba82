#include "base/quantity.h"

#include <gtest/gtest.h>

namespace trestle {
namespace {

TEST(QuantityTest, ReadsRates) {
  EXPECT_EQ(ParseRate("20/s"), 20);
  EXPECT_EQ(ParseRate(" 0.5 / second "), 0.5);
  EXPECT_EQ(ParseRate("30/min"), 0.5);
  EXPECT_EQ(ParseRate("7200/h"), 2);
  EXPECT_EQ(ParseRate("86400/day"), 1);
  EXPECT_EQ(ParseRate("0/s"), 0);
}

TEST(QuantityTest, ReadsSizes) {
  EXPECT_EQ(ParseSize("400 B"), 400);
  EXPECT_EQ(ParseSize("1.5 KB"), 1536);
  EXPECT_EQ(ParseSize("2MB"), 2 << 20);
  EXPECT_EQ(ParseSize("1 GB"), 1 << 30);
  EXPECT_EQ(ParseSize("7"), 7);
}

TEST(QuantityTest, ReadsSpans) {
  EXPECT_EQ(ParseSpan("90s"), std::chrono::seconds(90));
  EXPECT_EQ(ParseSpan("24h"), std::chrono::hours(24));
  EXPECT_EQ(ParseSpan("35d"), std::chrono::hours(35 * 24));
}

TEST(QuantityTest, RefusesEverythingElse) {
  for (const char* text :
       {"", "s", "20", "20/", "/s", "20/week", "-1/s", "nan/s", "inf/s", "1e16/s", "20/s more"}) {
    EXPECT_FALSE(ParseRate(text)) << text;
  }
  for (const char* text : {"", "KB", "-1 KB", "1 kB", "1 TB", "1e15 KB", "1 KB of it"}) {
    EXPECT_FALSE(ParseSize(text)) << text;
  }
  for (const char* text : {"", "24", "h", "1 fortnight"}) EXPECT_FALSE(ParseSpan(text)) << text;
}

}  // namespace
}  // namespace trestle
