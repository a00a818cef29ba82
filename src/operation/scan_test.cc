#include "operation/scan.h"

#include <gmock/gmock.h>

#include <set>

#include "operation/page_for_test.h"

namespace trestle {
namespace {

class ScanTest : public PageTest {
 protected:
  ScanTest() {
    for (int pk = 0; pk < 20; ++pk) {
      for (int sk = 1; sk <= 2; ++sk) StoreBook("p" + std::to_string(pk), sk);
    }
  }
  std::string Refusal(const ScanRequest& request) { return MessageOf(Run(request)); }
  static std::set<std::string> Names(const std::vector<Item>& items) {
    std::set<std::string> names;
    for (const Item& item : items) {
      names.insert(*item.Find("pk")->As<std::string>() + "/" +
                   item.Find("sk")->As<Number>()->ToString());
    }
    return names;
  }
};

TEST_F(ScanTest, AnswersEverything) {
  const PageResponse page = Read(ScanAll());
  EXPECT_EQ(page.count, 40);
  EXPECT_FALSE(page.last_evaluated_key);
}

TEST_F(ScanTest, PagesOfAnySizeAreTheWholeInTurn) {
  for (const char* index : {"", "local", "all", "some"}) {
    ScanRequest request = ScanAll();
    if (*index != '\0') request.index_name = index;
    const std::vector<Item> whole = ReadAll(request);
    EXPECT_EQ(Names(whole).size(), 40u);
    for (const std::int64_t limit : {1, 7, 39, 40, 41}) {
      request.limit = limit;
      EXPECT_EQ(ReadAll(request), whole) << index << " " << limit;
    }
  }
}

TEST_F(ScanTest, SegmentsCoverEverythingOnce) {
  for (const std::int64_t total : {1, 2, 3, 7, 1000}) {
    std::vector<Item> items;
    for (std::int64_t segment = 0; segment < total; ++segment) {
      ScanRequest request = ScanAll();
      request.segment = segment;
      request.total_segments = total;
      request.limit = 3;
      for (Item& item : ReadAll(request)) items.push_back(std::move(item));
    }
    EXPECT_EQ(items.size(), 40u) << total;
    EXPECT_EQ(Names(items).size(), 40u) << total;
  }
}

TEST_F(ScanTest, FilterMayNameKeys) {
  ScanRequest request = ScanAll();
  request.filter_expression = "pk = :p";
  request.substitutions.values = ItemOf({{":p", S("p3")}});
  const PageResponse page = Read(request);
  EXPECT_EQ(page.count, 2);
  EXPECT_EQ(page.scanned_count, 40);
}

TEST_F(ScanTest, RefusesHalfASegment) {
  ScanRequest request = ScanAll();
  request.segment = 1;
  EXPECT_EQ(Refusal(request),
            "The TotalSegments parameter is required but was not present in the request when "
            "Segment parameter is present");
  request.segment.reset();
  request.total_segments = 4;
  EXPECT_EQ(Refusal(request),
            "The Segment parameter is required but was not present in the request when parameter "
            "TotalSegments is present");
  request.segment = 4;
  EXPECT_EQ(Refusal(request),
            "The Segment parameter is zero-based and must be less than parameter TotalSegments: "
            "Segment: 4 is not less than TotalSegments: 4");
}

TEST_F(ScanTest, SelectErrorsStandBare) {
  ScanRequest request = ScanAll();
  request.select = SelectAttributes::kSpecificAttributes;
  EXPECT_EQ(Refusal(request),
            "Must specify the AttributesToGet or ProjectionExpression when choosing to get "
            "SPECIFIC_ATTRIBUTES");
  request.select = SelectAttributes::kAllProjectedAttributes;
  EXPECT_EQ(Refusal(request),
            "One or more parameter values were invalid: ALL_PROJECTED_ATTRIBUTES can be used only "
            "when Querying using an IndexName");
  request.projection.attributes_to_get = {"pk"};
  EXPECT_EQ(Refusal(request),
            "Cannot specify the AttributesToGet when choosing to get ALL_PROJECTED_ATTRIBUTES");
}

TEST_F(ScanTest, RefusesConditionalOperatorsThatCombineNothing) {
  ScanRequest request = ScanAll();
  request.conditional_operator = ConditionalOperator::kOr;
  EXPECT_EQ(Refusal(request), "ConditionalOperator cannot be used without Filter or Expected");
  request.scan_filter = LegacyConditionMap{{"pages", {LegacyComparison::kNull, {}}}};
  EXPECT_EQ(Refusal(request),
            "ConditionalOperator can only be used when Filter or Expected has two or more "
            "elements");
}

TEST_F(ScanTest, RefusesAStartKeyThatDoesNotFit) {
  ScanRequest request = ScanAll();
  request.exclusive_start_key = ItemOf({{"bad", S("p")}});
  EXPECT_EQ(Refusal(request),
            "The provided starting key is invalid: The provided key element does not match the "
            "schema");
  request.index_name = "all";
  EXPECT_EQ(Refusal(request), "The provided starting key is invalid");
}

TEST_F(ScanTest, RefusesAStartKeyOfAnotherSegment) {
  ScanRequest request = ScanAll();
  request.total_segments = 2;
  request.segment = 0;
  request.limit = 1;
  request.exclusive_start_key = *Read(request).last_evaluated_key;
  request.segment = 1;
  EXPECT_EQ(Refusal(request),
            "The provided starting key is invalid: Invalid ExclusiveStartKey. Please use "
            "ExclusiveStartKey with correct Segment. TotalSegments: 2 Segment: 1");
}

TEST_F(ScanTest, AWholeScanOfAnOnDemandTablePaysForFourPartitions) {
  TableDefinition on_demand = Definition("d");
  on_demand.billing = BillingMode::kPayPerRequest;
  Create(std::move(on_demand));
  Store("d", ItemOf({{"pk", S("a")}}));
  ScanRequest request = ScanAll();
  request.table_name = "d";
  EXPECT_EQ(Read(request).consumed.table, 2);
  request.consistent_read = true;
  EXPECT_EQ(Read(request).consumed.table, 4);
  request.limit = 1;
  EXPECT_EQ(Read(request).consumed.table, 1);
  EXPECT_EQ(Read(ScanAll()).consumed.table, 0.5);
}

}  // namespace
}  // namespace trestle
