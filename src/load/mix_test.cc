#include "load/mix.h"

#include <gtest/gtest.h>

#include <map>

#include "load/random.h"

namespace trestle::load {
namespace {

TEST(MixTest, ReadsWeights) {
  const Result<Mix> mix = Mix::Parse("get=3,put=1");
  ASSERT_TRUE(mix);
  EXPECT_EQ(mix->WeightOf(Workload::kGet), 3u);
  EXPECT_EQ(mix->WeightOf(Workload::kPut), 1u);
  EXPECT_FALSE(mix->Has(Workload::kScan));
  EXPECT_EQ(mix->ToString(), "get=3,put=1");
}

TEST(MixTest, TakesAWorkloadAlone) { EXPECT_EQ(Mix::Parse("gsiquery")->ToString(), "gsiquery=1"); }

TEST(MixTest, KnowsMixesByName) {
  EXPECT_EQ(*Mix::Parse("balanced"), *Mix::Parse("get=50,put=50"));
  const Mix everything = *Mix::Parse("everything");
  for (std::size_t i = 0; i < kWorkloadCount; ++i) {
    EXPECT_TRUE(everything.Has(static_cast<Workload>(i))) << i;
  }
}

TEST(MixTest, NamesTheWorkloadThatIsUnknown) {
  const Error error = Mix::Parse("get=1,fetch=2").error();
  EXPECT_EQ(error.code, ErrorCode::kValidation);
  EXPECT_TRUE(error.message.starts_with("'fetch' is neither a workload nor a mix"))
      << error.message;
}

TEST(MixTest, RefusesWeightsThatAreNoNumbers) {
  for (const std::string_view text :
       {"get=", "get=x", "get=-1", "get=1.5", "get=1000001", "get=1 "}) {
    EXPECT_FALSE(Mix::Parse(text)) << text;
  }
}

TEST(MixTest, RefusesMixesWithoutRequests) {
  for (const std::string_view text : {"", "get=0", "get=0,put=0", ","}) {
    EXPECT_FALSE(Mix::Parse(text)) << text;
  }
}

TEST(MixTest, ChoosesInProportion) {
  const Mix mix = *Mix::Parse("query=1,put=3");
  Random random(1);
  std::map<Workload, int> counts;
  for (int i = 0; i < 100'000; ++i) ++counts[mix.Choose(random.Next())];
  EXPECT_EQ(counts.size(), 2u);
  EXPECT_NEAR(counts[Workload::kPut], 75'000, 1'000);
}

TEST(MixTest, ChoosesWithinBoundsAtTheEnds) {
  const Mix mix = *Mix::Parse("query=1,put=3");
  EXPECT_EQ(mix.Choose(0), Workload::kQuery);
  EXPECT_EQ(mix.Choose(~std::uint64_t{0}), Workload::kPut);
}

}  // namespace
}  // namespace trestle::load
