#include "model/design_diff.h"

#include <gmock/gmock.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/read.h"

namespace trestle::model {
namespace {

using ::testing::AllOf;
using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

constexpr std::string_view kDiffShop = R"toml(format = 1
model = "shop"
version = 1

[tables.shop]
partition_key = "PK"
sort_key = "SK"

[tables.shop.indexes.GSI1]
partition_key = "GSI1PK"
sort_key = "GSI1SK"

[entities.Order]
table = "shop"
PK = "CUSTOMER#{Customer}"
SK = "ORDER#{Id}"
GSI1PK = "STATUS#{Status}"
GSI1SK = "{Level:rank}#{Id}"
count = 1_000_000
size = "1 KB"
unique = ["Invoice"]
version = "Version"
[entities.Order.attributes]
Customer = "string"
Id = "string"
Status = { enum = ["open", "paid", "closed"] }
Level = { enum = ["low", "high"], default = "low" }
Total = { type = "number", max = 1000 }
Invoice = "string"
PaidAt = { type = "timestamp" }
Note = { type = "string", max_length = 100 }

[patterns.AP1]
title = "Orders of a status"
entity = "Order"
index = "GSI1"
where = "GSI1PK = STATUS#{status}"
rate = "10/s"
returns = 10

[routes]
"GET /orders" = { pattern = "AP1" }
)toml";

using ShopEdits = std::vector<std::pair<std::string, std::string>>;

Model EditedShop(const ShopEdits& replacements = {}) {
  std::string text(kDiffShop);
  for (const auto& [from, to] : replacements) {
    const std::size_t place = text.find(from);
    EXPECT_NE(place, std::string::npos) << from;
    text.replace(place, from.size(), to);
  }
  Reading reading = ReadModel(text, "shop");
  for (const Problem& problem : reading.problems) ADD_FAILURE() << problem.message;
  return std::move(reading.model);
}

std::vector<DesignChange> ShopChanges(const ShopEdits& replacements) {
  const Model after = EditedShop(replacements);
  return DesignChanges(EditedShop(), after, ChangeCosts(after, Prices{}, {}));
}

// "subject: what", with " !" where it breaks.
std::vector<std::string> ShopChangeLines(const ShopEdits& replacements) {
  std::vector<std::string> lines;
  for (const DesignChange& change : ShopChanges(replacements)) {
    lines.push_back(change.subject + ": " + change.what + (change.breaks ? " !" : ""));
  }
  return lines;
}

TEST(DesignDiffTest, TheSameIsNoChange) { EXPECT_THAT(ShopChangeLines({}), IsEmpty()); }

TEST(DesignDiffTest, AnotherIndexKeyIsWrittenIntoEveryItem) {
  const auto changes = ShopChanges({{"\"STATUS#{Status}\"", "\"ST#{Status}\""}});
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(changes[0].what, "GSI1PK becomes ST#{Status} instead of STATUS#{Status}");
  EXPECT_TRUE(changes[0].breaks);
  EXPECT_THAT(changes[0].consequence, AllOf(HasSubstr("verify --repair"), HasSubstr("AP1")));
  // A unit for each item, and two for its entry, which goes and comes: 3 million at $0.625. The
  // scan reads 1,000,000 KB in steps of 4.
  EXPECT_EQ(changes[0].cost.write_units, 3'000'000);
  EXPECT_EQ(changes[0].cost.read_units, 250'000);
  EXPECT_THAT(changes[0].cost.once, DoubleNear(1.875 + 0.03125, 1e-9));
}

TEST(DesignDiffTest, AnotherPrimaryKeyMeansMoving) {
  const auto changes = ShopChanges({{"\"ORDER#{Id}\"", "\"O#{Id}\""}});
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_TRUE(changes[0].breaks);
  EXPECT_THAT(changes[0].consequence, HasSubstr("trestle model migrate"));
  EXPECT_EQ(changes[0].cost.write_units, 3'000'000);  // in transactions, and the entry
  EXPECT_EQ(changes[0].cost.read_units, 1'250'000);
}

TEST(DesignDiffTest, OtherRanksAreOtherKeys) {
  EXPECT_THAT(
      ShopChangeLines({{"[\"low\", \"high\"]", "[\"none\", \"low\", \"high\"]"}}),
      ElementsAre("entity Order: GSI1SK has other ranks !", "entity Order: Level allows more"));
  EXPECT_THAT(ShopChangeLines({{"[\"low\", \"high\"]", "[\"low\", \"high\", \"top\"]"}}),
              ElementsAre("entity Order: Level allows more"));
}

TEST(DesignDiffTest, WhatIsStricterBreaks) {
  EXPECT_THAT(
      ShopChangeLines(
          {{"max = 1000", "max = 10, min = 1"}, {"max_length = 100", "max_length = 200"}}),
      ElementsAre("entity Order: Total must be at least 1 !",
                  "entity Order: Total must be at most 10 !", "entity Order: Note allows more"));
  EXPECT_THAT(ShopChangeLines({{"\"open\", \"paid\", \"closed\"", "\"open\", \"closed\""}}),
              ElementsAre("entity Order: Status must not be 'paid' any more !",
                          "pattern AP1: takes other parameters !"));
  EXPECT_THAT(
      ShopChangeLines({{"Invoice = \"string\"", "Invoice = { type = \"uuid\", required = true }"}}),
      ElementsAre("entity Order: Invoice must be of type uuid instead of string !",
                  "entity Order: Invoice is required !"));
  EXPECT_THAT(
      ShopChangeLines({{"Note = {", "Note = { pattern = \"[a-z]+\", immutable = true, "}}),
      ElementsAre("entity Order: Note must match [a-z]+ !", "entity Order: Note is immutable !"));
}

TEST(DesignDiffTest, ATimeMayTellSinceWhenSomethingIsSo) {
  EXPECT_THAT(
      ShopChangeLines({{"\"timestamp\" }", "\"timestamp\", since = \"Status = 'paid'\" }"}}),
      ElementsAre("entity Order: PaidAt tells when it became true: Status = 'paid'"));
}

TEST(DesignDiffTest, AttributesComeAndGo) {
  EXPECT_THAT(
      ShopChangeLines({{"Note = { type = \"string\", max_length = 100 }",
                        "Color = \"string\"\nKind = { type = \"string\", required = true }\n"
                        "Size = { type = \"string\", required = true, default = \"m\" }"}}),
      ElementsAre("entity Order: has a new attribute Color",
                  "entity Order: has a new attribute Kind, which is required !",
                  "entity Order: has a new attribute Size",
                  "entity Order: has no attribute Note any more !"));
}

TEST(DesignDiffTest, UniqueValuesGetGuards) {
  const auto changes = ShopChanges({{"[\"Invoice\"]", "[\"Invoice\", \"Note\"]"}});
  ASSERT_GE(changes.size(), 1u);
  EXPECT_EQ(changes[0].what, "Note must be unique");
  EXPECT_TRUE(changes[0].breaks);
  EXPECT_EQ(changes[0].cost.write_units, 1'000'000);
  const auto back = ShopChanges({{"unique = [\"Invoice\"]\n", ""}});
  ASSERT_GE(back.size(), 1u);
  EXPECT_EQ(back[0].what, "Invoice need not be unique any more");
  EXPECT_FALSE(back[0].breaks);
}

TEST(DesignDiffTest, VersionsTellOfWhatProtectsWrites) {
  EXPECT_THAT(ShopChangeLines({{"version = \"Version\"\n", ""}}),
              ElementsAre("entity Order: has no version any more !"));
  EXPECT_THAT(ShopChangeLines({{"version = \"Version\"", "version = \"Number\""}}),
              ElementsAre("entity Order: has its version in Number instead of Version !"));
}

TEST(DesignDiffTest, PatternsAreHeldAgainstTheirCallers) {
  EXPECT_THAT(ShopChangeLines({{"where = \"GSI1PK = STATUS#{status}\"",
                                "where = \"GSI1PK = STATUS#{state}\""}}),
              ElementsAre(HasSubstr("pattern AP1: takes other parameters")));
  const auto gone = ShopChangeLines({{"[patterns.AP1]", "[patterns.AP2]"}, {"\"AP1\"", "\"AP2\""}});
  EXPECT_THAT(gone, UnorderedElementsAre("pattern AP2: is new", "pattern AP1: is gone !",
                                         "route GET /orders: runs AP2 instead of AP1 !"));
}

TEST(DesignDiffTest, PatternsArePricedByTheirRates) {
  const auto changes = ShopChanges({{"rate = \"10/s\"", "rate = \"20/s\""}});
  ASSERT_EQ(changes.size(), 1u);
  // 10 items of 1 KB are 1.5 units, 10 times a second more for 30 days, at $0.125 a million.
  EXPECT_THAT(changes[0].cost.monthly, DoubleNear(4.86, 0.01));
  EXPECT_FALSE(changes[0].breaks);
}

TEST(DesignDiffTest, WhatIsHeldNowCountsForWhatIsPaidOnce) {
  const Model after = EditedShop({{"\"STATUS#{Status}\"", "\"ST#{Status}\""}});
  const ChangeCosts costs(after, Prices{}, {{"shop", {.items = 500, .bytes = 500 * 1024.0}}});
  const auto changes = DesignChanges(EditedShop(), after, costs);
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(changes[0].cost.write_units, 1500);
}

TEST(DesignDiffTest, WithoutCountsAnItemIsPriced) {
  const auto changes =
      ShopChanges({{"\"STATUS#{Status}\"", "\"ST#{Status}\""}, {"count = 1_000_000\n", ""}});
  ASSERT_GE(changes.size(), 1u);
  EXPECT_EQ(CostWords(changes[0].cost), "3 write units for each stored item, and a scan");
}

}  // namespace
}  // namespace trestle::model
