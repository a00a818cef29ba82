#include "systems/demo_items.h"

#include <gtest/gtest.h>

#include "base/time_text.h"
#include "json/plain_json.h"
#include "systems/system.h"

namespace trestle {
namespace {

const TimePoint kThisDay = *ParseInstant("2026-11-16T08:30:00Z");

TEST(DemoItemsTest, TimesCountFromNow) {
  const auto items = DemoItems(R"([{"entity": "E", "values":
      {"a": "@today+5", "b": "@now-3h", "c": ["@today-0T07:00:00.000Z"], "d": {"e": "x"}}}])",
                               kThisDay);
  ASSERT_TRUE(items.has_value()) << items.error().message;
  std::string out;
  AppendPlainJson(items->at(0).values, out);
  EXPECT_EQ(out, R"({"a":"2026-11-21","b":"2026-11-16T05:30:00Z","c":["2026-11-16T07:00:00.000Z"],)"
                 R"("d":{"e":"x"}})");
}

TEST(DemoItemsTest, RefusesWhatItDoesNotKnow) {
  EXPECT_FALSE(DemoItems(R"([{"entity": "E", "values": {"a": "@tomorrow"}}])", kThisDay));
  EXPECT_FALSE(DemoItems(R"([{"entity": "E", "values": {"a": "@now+soon"}}])", kThisDay));
  EXPECT_FALSE(DemoItems(R"([{"entity": "E"}])", kThisDay));
  EXPECT_FALSE(DemoItems("{}", kThisDay));
}

TEST(DemoItemsTest, TheSystemsDemosAreRead) {
  for (const System& system : Systems()) {
    const auto items = DemoItems(system.demo, kThisDay);
    ASSERT_TRUE(items.has_value()) << system.name << ": " << items.error().message;
    EXPECT_GE(items->size(), 10U) << system.name;
  }
}

}  // namespace
}  // namespace trestle
