#include "operation/time_to_live.h"

#include "operation/operation_for_test.h"

namespace trestle {
namespace {

using std::chrono::milliseconds;

class TimeToLiveOperationTest : public OperationTest {
 protected:
  TimeToLiveOperationTest() {
    catalog_.reset();
    catalog_ = *Catalog::Open(*store_, clock_, {.status_delay = milliseconds(100)});
    Create(Definition("Music"));
    clock_.Advance(milliseconds(100));
  }
  Result<TimeToLiveSpecification> Set(const std::string& attribute, bool enabled) {
    OperationContext context = Context();
    return UpdateTimeToLive(context,
                            {.table_name = "Music",
                             .specification = {.enabled = enabled, .attribute_name = attribute}});
  }
  TimeToLiveDescription Described() {
    OperationContext context = Context();
    return *DescribeTimeToLive(context, "Music");
  }
};

TEST_F(TimeToLiveOperationTest, StatesLastAsLongAsThoseOfTables) {
  EXPECT_EQ(Described().status, TimeToLiveStatus::kDisabled);
  EXPECT_EQ(Described().attribute_name, std::nullopt);
  ASSERT_TRUE(Set("ttl", true).has_value());
  EXPECT_EQ(Described().status, TimeToLiveStatus::kEnabling);
  EXPECT_EQ(Described().attribute_name, "ttl");
  clock_.Advance(milliseconds(100));
  EXPECT_EQ(Described().status, TimeToLiveStatus::kEnabled);
  ASSERT_TRUE(Set("ttl", false).has_value());
  EXPECT_EQ(Described().status, TimeToLiveStatus::kDisabling);
  EXPECT_EQ(Described().attribute_name, "ttl");
  clock_.Advance(milliseconds(100));
  EXPECT_EQ(Described().status, TimeToLiveStatus::kDisabled);
  EXPECT_EQ(Described().attribute_name, std::nullopt);
}

TEST_F(TimeToLiveOperationTest, AChangeMustSettleBeforeTheNext) {
  ASSERT_TRUE(Set("ttl", true).has_value());
  EXPECT_EQ(MessageOf(Set("ttl", false)),
            "Time to live has been modified multiple times within a fixed interval");
  EXPECT_EQ(MessageOf(Set("ttl", true)), "TimeToLive is already enabled");
  clock_.Advance(milliseconds(100));
  EXPECT_EQ(MessageOf(Set("ttl", false)), "");
}

TEST_F(TimeToLiveOperationTest, TheTableStaysActive) {
  ASSERT_TRUE(Set("ttl", true).has_value());
  EXPECT_EQ(catalog_->FindInAnyState("Music")->definition().status, TableStatus::kActive);
}

TEST_F(TimeToLiveOperationTest, ATableOfBeforeKeepsItAfterARestart) {
  ASSERT_TRUE(Set("ttl", true).has_value());
  catalog_.reset();
  catalog_ = *Catalog::Open(*store_, clock_, {});
  EXPECT_EQ(Described().attribute_name, "ttl");
}

}  // namespace
}  // namespace trestle
