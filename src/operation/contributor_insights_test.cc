#include "operation/contributor_insights.h"

#include "operation/gatekeeper.h"
#include "operation/operation_for_test.h"
#include "table/table_state.h"

namespace trestle {
namespace {

class ContributorInsightsTest : public OperationTest {
 protected:
  ContributorInsightsTest() {
    TableDefinition definition = Definition("t", true);
    definition.indexes = {GlobalIndex("gsi", "g"), LocalIndex("lsi", "l")};
    Create(definition);
    Create(Definition("other"));
  }
  OperationContext KeptContext() {
    OperationContext context = Context();
    context.gatekeeper = &keeper_;
    context.gate = keeper_.GateFor("Test");
    return context;
  }
  Result<ContributorInsights> Update(UpdateContributorInsightsRequest request) {
    OperationContext context = KeptContext();
    return UpdateContributorInsights(context, request);
  }
  Result<ContributorInsights> Describe(std::optional<std::string> index = std::nullopt) {
    OperationContext context = KeptContext();
    return DescribeContributorInsights(context, {.table_name = "t", .index_name = index});
  }
  void PutOne() {
    OperationContext context = KeptContext();
    Item item = ItemOf({{"pk", S("a")}, {"sk", N("1")}, {"g", S("x")}});
    ASSERT_TRUE(PutItem(context, {.table_name = "t", .item = std::move(item)}));
  }

  Gatekeeper keeper_{clock_, Gatekeeper::Enforcement::kOff};
};

TEST_F(ContributorInsightsTest, NobodyCountsUntilTheyAreEnabled) {
  EXPECT_EQ(keeper_.GateFor("PutItem"), nullptr);
  ASSERT_TRUE(Update({.table_name = "t", .index_name = "gsi", .enable = true}));
  PutOne();
  const std::vector<ResourceHeat> heat = (*catalog_->Find("t"))->state()->meter.Heat(10);
  ASSERT_EQ(heat.size(), 1u);  // of the index alone
  EXPECT_NE(heat[0].index_id, 0u);
  EXPECT_EQ(heat[0].partition_keys[0].weight, 1);
}

TEST_F(ContributorInsightsTest, ThrottledKeysAloneCountNoAccess) {
  ASSERT_TRUE(Update({.table_name = "t", .enable = true, .mode = InsightsMode::kThrottledKeys}));
  PutOne();
  EXPECT_TRUE((*catalog_->Find("t"))->state()->meter.Heat(10).empty());
}

TEST_F(ContributorInsightsTest, SurvivesAReopenedCatalog) {
  ASSERT_TRUE(Update({.table_name = "t", .enable = true}));
  EXPECT_TRUE(AnyInsights(*catalog_));
  catalog_.reset();
  catalog_ = *Catalog::Open(*store_, clock_, {});
  EXPECT_TRUE(AnyInsights(*catalog_));
  EXPECT_EQ(Describe()->status, InsightsStatus::kEnabled);
}

TEST_F(ContributorInsightsTest, RulesThatStayKeepTheirNames) {
  ASSERT_TRUE(Update({.table_name = "t", .enable = true}));
  const std::vector<std::string> all = Describe()->rules;
  ASSERT_EQ(all.size(), 4u);
  clock_.Advance(std::chrono::seconds(1));
  const auto narrowed =
      Update({.table_name = "t", .enable = true, .mode = InsightsMode::kThrottledKeys});
  EXPECT_EQ(narrowed->status, InsightsStatus::kEnabling);
  EXPECT_EQ(Describe()->rules, std::vector<std::string>(all.begin() + 2, all.end()));
  ASSERT_TRUE(Update({.table_name = "t"}));
  ASSERT_TRUE(Update({.table_name = "t", .enable = true}));
  EXPECT_NE(Describe()->rules, all);
}

TEST_F(ContributorInsightsTest, IndexesThatAreNotGlobalHaveNone) {
  EXPECT_EQ(MessageOf(Describe("lsi")),
            "Requested resource not found: Index: lsi not found for table: t");
}

}  // namespace
}  // namespace trestle
