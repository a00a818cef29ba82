#include "model/cost.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>

#include "model/cost_report.h"
#include "model/model_for_test.h"

namespace trestle::model {
namespace {

using ::testing::DoubleNear;
using ::testing::HasSubstr;

const PatternCost& CostOf(const CostReport& report, std::string_view pattern) {
  return *std::ranges::find(report.patterns, pattern, &PatternCost::pattern);
}

TEST(CostTest, CountsAnItemsUnitsByItsSize) {
  const CostReport report = Cost(ShopModel(), {});
  EXPECT_EQ(CostOf(report, "P1").ReadUnits(), 0.5);
  // 20 items of 1.5 KB are 30 KB: 8 steps of 4 KB, half of it as the read is not consistent.
  EXPECT_EQ(CostOf(report, "P2").ReadUnits(), 4);
  EXPECT_EQ(CostOf(report, "P2").table_read, 0);
}

TEST(CostTest, CountsTheIndexEntriesThatAWriteTouches) {
  const CostReport report = Cost(ShopModel(), {});
  const PatternCost& put = CostOf(report, "P3");
  EXPECT_EQ(put.table_write, 2);
  ASSERT_EQ(put.indexes.size(), 2u);
  EXPECT_EQ(put.indexes[0].write, 2);  // all attributes
  EXPECT_EQ(put.indexes[1].write, 1);  // some
  EXPECT_EQ(put.WriteUnits(), 5);
  EXPECT_EQ(CostOf(report, "P4").WriteUnits(), 5);
}

TEST(CostTest, AnUpdateMayMoveEveryEntry) {
  Model shop = ShopModel();
  shop.patterns[2].kind = PatternKind::kUpdate;
  const PatternCost cost = UnitsOf(shop, shop.patterns[2]);
  EXPECT_EQ(cost.WriteUnits(), 5);
  EXPECT_EQ(cost.worst_write, 2 + 2 * 2 + 2 * 1);
}

TEST(CostTest, AnEntryThatHoldsNothingThatChangesDoesNotMove) {
  Model shop = ShopModel();
  shop.entities[1].keys[2] = KeyOf("GSI1PK", "ORDERS#{CustomerId}");
  shop.entities[1].keys[3] = KeyOf("GSI1SK", "{OrderId}");
  shop.patterns[2].kind = PatternKind::kUpdate;
  EXPECT_EQ(UnitsOf(shop, shop.patterns[2]).worst_write, 2 + 2 + 2 * 1);
}

TEST(CostTest, ATransactionDoublesTheTablesUnitsAlone) {
  Model shop = ShopModel();
  Transaction transaction{.name = "Place"};
  transaction.steps = {{.kind = Step::Kind::kPut, .entity = "Order"},
                       {.kind = Step::Kind::kCheck, .entity = "Customer"}};
  shop.transactions = {transaction};
  shop.patterns[2].kind = PatternKind::kTransact;
  shop.patterns[2].transaction = "Place";
  const PatternCost cost = UnitsOf(shop, shop.patterns[2]);
  EXPECT_EQ(cost.table_write, 4 + 2);
  EXPECT_EQ(cost.WriteUnits(), 6 + 3);
}

TEST(CostTest, AGuardedAttributeMakesAPutATransaction) {
  Model shop = ShopModel();
  shop.patterns[2].entities = {"Customer"};
  EXPECT_EQ(UnitsOf(shop, shop.patterns[2]).WriteUnits(), 2 + 2);
}

TEST(CostTest, AFanOutPaysForEachOfItsQueries) {
  Model shop = ShopModel();
  shop.patterns[1].returns = 3;
  shop.patterns[1].fan_out =
      FanOut{.parameter = "status", .by = FanOut::By::kValue, .list = "statuses"};
  const PatternCost cost = UnitsOf(shop, shop.patterns[1]);
  EXPECT_EQ(cost.requests, 3);
  EXPECT_EQ(cost.ReadUnits(), 1.5);
}

TEST(CostTest, AScanReadsTheWholeTable) {
  const CostReport report = Cost(ShopModel(), {});
  // 1,000 KB + 75,000 KB in steps of 4 KB, half of it.
  EXPECT_EQ(CostOf(report, "P5").ReadUnits(), (1000 + 75000) / 4 / 2.0);
}

TEST(CostTest, KeysOnlyThenLoadReadsBoth) {
  Model shop = ShopModel();
  shop.tables[0].indexes[0].projection = {.kind = Projection::Kind::kKeysOnly};
  shop.patterns[1].load = "Order";
  const PatternCost cost = UnitsOf(shop, shop.patterns[1]);
  EXPECT_EQ(cost.indexes[0].read, 0.5);
  EXPECT_EQ(cost.table_read, 20 * 0.5);
}

// The arithmetic of a published cost analysis: 30 days of 1 KB items.
TEST(CostTest, AStatedLoadComesToThePublishedFigures) {
  Model shop = ShopModel();
  shop.loads = {{.name = "current", .reads = 1000, .writes = 100, .monthly_dollars = 324},
                {.name = "proposed: table", .reads = 1200, .writes = 150, .monthly_dollars = 437},
                {.name = "proposed: GSI1", .reads = 100, .writes = 50, .monthly_dollars = 97}};
  const CostReport report = Cost(shop, {});
  EXPECT_THAT(report.loads[0].reads, DoubleNear(162, 0.01));
  EXPECT_THAT(report.loads[0].writes, DoubleNear(162, 0.01));
  EXPECT_THAT(report.loads[0].total, DoubleNear(324, 0.01));
  EXPECT_THAT(report.loads[1].reads, DoubleNear(194.4, 0.01));
  EXPECT_THAT(report.loads[1].writes, DoubleNear(243, 0.01));
  EXPECT_THAT(report.loads[2].reads, DoubleNear(16.2, 0.01));
  EXPECT_THAT(report.loads[2].writes, DoubleNear(81, 0.01));
  for (const LoadCost& load : report.loads) EXPECT_TRUE(load.agrees) << load.name;
  ASSERT_EQ(report.load_sums.size(), 2u);
  EXPECT_THAT(report.load_sums[1].total, DoubleNear(534.6, 0.01));
  EXPECT_THAT(*report.load_sums[1].increase, DoubleNear(0.65, 0.001));
}

TEST(CostTest, SaysWhyAFigureIsWrong) {
  Model shop = ShopModel();
  shop.claims = {{.what = "Delete", .pattern = "P4", .write_units = 0.5},
                 {.what = "Get", .pattern = "P1", .read_units = 0.5},
                 {.what = "Analytics", .pattern = "P5", .read_units = 200}};
  const std::vector<ClaimCost> claims = Cost(shop, {}).claims;
  ASSERT_EQ(claims.size(), 3u);
  EXPECT_FALSE(claims[0].agrees);
  EXPECT_EQ(claims[0].computed, 5);
  EXPECT_THAT(claims[0].reason, HasSubstr("whole"));
  EXPECT_THAT(claims[0].reason, HasSubstr("GSI1, ByPlace"));
  EXPECT_TRUE(claims[1].agrees);
  EXPECT_FALSE(claims[2].agrees);
  EXPECT_THAT(claims[2].reason, HasSubstr("51,000 items"));
}

TEST(CostTest, ProvisionedIsCheaperAboveTheBreakEven) {
  const CostReport report = Cost(ShopModel(), {});
  EXPECT_THAT(report.read_break_even, DoubleNear(0.289, 0.001));
  EXPECT_THAT(report.write_break_even, DoubleNear(0.289, 0.001));
  EXPECT_LT(report.provisioned, report.on_demand);
  Prices idle;
  idle.utilisation = 0.1;
  EXPECT_GT(Cost(ShopModel(), idle).provisioned, report.on_demand);
}

TEST(CostTest, DataCostsItsStorageRecoveryBackupsAndStream) {
  Model shop = ShopModel();
  shop.tables[0].backups = BackupPlan{std::chrono::hours(24), std::chrono::hours(24 * 35)};
  const StorageCost data = Cost(shop, {}).storage.at(0);
  EXPECT_EQ(data.items, 51000);
  EXPECT_EQ(data.table_bytes, 1000 * 1124.0 + 50000 * 1636.0);
  EXPECT_THAT(data.pitr, DoubleNear(data.table_bytes / (1 << 30) * 0.2, 1e-9));
  EXPECT_THAT(data.backups, DoubleNear(data.table_bytes / (1 << 30) * 35 * 0.1, 1e-9));
  EXPECT_THAT(data.streams, DoubleNear(4 * 2592000 / 1e5 * 0.02, 1e-9));
  const StorageCost free = Cost(shop, WithFreeTier({})).storage.at(0);
  EXPECT_EQ(free.storage, 0);
  EXPECT_LT(free.streams, data.streams);
}

TEST(CostTest, ReadsWhatItWritesOfAPriceList) {
  const Result<Prices> prices = ReadPrices(
      "region = \"eu-west-1\"  # dearer\nread_million = 0.1415\n\nutilisation = 0.5\n", "eu.toml");
  ASSERT_TRUE(prices);
  EXPECT_EQ(prices->region, "eu-west-1");
  EXPECT_EQ(prices->standard.read_million, 0.1415);
  EXPECT_EQ(prices->standard.write_million, 0.625);
  EXPECT_EQ(PriceList(*ReadPrices(PriceList(*prices), "")), PriceList(*prices));
  EXPECT_EQ(ReadPrices("\nreads = 1\n", "p.toml").error().message,
            "p.toml:2:1: there is no price reads");
  EXPECT_EQ(ReadPrices("pitr = -1", "p.toml").error().message,
            "p.toml:1:1: pitr must be a number that is not negative");
}

TEST(CostTest, ThePictureSaysWhatItHasNoRoomFor) {
  Model shop = ShopModel();
  const Pattern get = shop.patterns[0];
  shop.patterns.clear();
  shop.tables[0].stream = StreamView::kNone;
  for (Entity& entity : shop.entities) entity.count.reset();  // no data, requests alone
  for (int i = 0; i < 30; ++i) {
    shop.patterns.push_back(get);
    shop.patterns.back().name = "Get" + std::to_string(i);
  }
  const std::string picture = CostPicture(Cost(shop, {}));
  EXPECT_NE(picture.find("6 more<"), std::string::npos);
  EXPECT_NE(picture.find("$972.00"), std::string::npos);  // six times $162
}

TEST(CostTest, Outputs) {
  Model shop = ShopModel();
  shop.claims = {{.what = "Delete", .pattern = "P4", .write_units = 0.5, .source_line = 12}};
  shop.loads = {{.name = "now", .reads = 1000, .writes = 100, .monthly_dollars = 324}};
  const CostReport report = Cost(shop, {});
  const std::string text = CostText(report);
  EXPECT_EQ(text, Golden("cost.txt", text));
  const std::string json = CostJson(report);
  EXPECT_EQ(json, Golden("cost.json", json));
  const std::string picture = CostPicture(report);
  EXPECT_EQ(picture, Golden("cost.svg", picture));
}

}  // namespace
}  // namespace trestle::model
