#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "model/outputs_for_test.h"
#include "model/random_model_for_test.h"

namespace trestle::model {
namespace {

// What is wrong with a text that is no model, or with what is made of one that is.
std::string ComplaintAbout(const std::string& text, std::size_t& models) {
  const Reading reading = ReadModel(text, "random.toml");
  for (const Problem& problem : reading.problems) {
    if (problem.message.empty()) return "a problem says nothing";
    const std::string place = PlaceComplaint(text, problem.place);
    if (!place.empty()) return problem.message + ": " + place;
  }
  if (!reading.problems.empty()) return {};
  ++models;
  return OutputComplaint(reading.model, text);
}

TEST(OutputsPropertyTest, RandomModelsAreCheckedPricedDrawnAndExported) {
  constexpr std::uint32_t kTexts = 50;
  std::size_t models = 0;
  for (std::uint32_t seed = 1; seed <= kTexts; ++seed) {
    const std::string text = OddModel(seed).Text();
    const std::string complaint = ComplaintAbout(text, models);
    ASSERT_EQ(complaint, "") << "seed " << seed << "\n" << text;
  }
  EXPECT_GT(models, kTexts / 2);  // else the texts have become too odd to prove anything
}

TEST(OutputsPropertyTest, SlipsInRealModelsAreTakenOrRefused) {
  const std::string here = __FILE__;
  const std::string systems = here.substr(0, here.rfind("/model/")) + "/systems/";
  Chance chance(7);
  std::size_t models = 0;
  for (const std::string name : {"venue", "ecobid", "todo", "hotel", "glad"}) {
    for (const std::string& form : {name, std::string("as-written")}) {
      std::ifstream file(systems + name + "/" + form + ".trestle.toml", std::ios::binary);
      const std::string text{std::istreambuf_iterator<char>(file), {}};
      ASSERT_FALSE(text.empty()) << name;
      ASSERT_EQ(ComplaintAbout(text, models), "") << name << " " << form;
      const std::string slipped = Slipped(text, chance);
      ASSERT_EQ(ComplaintAbout(slipped, models), "") << name << " " << form << ", slipped";
    }
  }
  EXPECT_GT(models, 10U);  // slips among them that the reader takes
}

}  // namespace
}  // namespace trestle::model
