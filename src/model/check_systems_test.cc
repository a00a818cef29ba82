#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "model/check.h"
#include "model/read.h"

namespace trestle::model {
namespace {

// The systems run on designs without errors and warnings; what they mean they accept, with reasons.
TEST(CheckSystemsTest, TheFiveSystemsAreClean) {
  const std::string here = __FILE__;
  const std::string systems = here.substr(0, here.rfind("/model/")) + "/systems/";
  for (const std::string name : {"venue", "ecobid", "todo", "hotel", "glad"}) {
    const std::string path = systems + name + "/" + name + ".trestle.toml";
    std::ifstream file(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    const Reading reading = ReadModel(text, path);
    ASSERT_TRUE(reading.problems.empty()) << path << ": " << reading.problems.front().message;
    ASSERT_FALSE(reading.model.entities.empty()) << path;
    for (const Finding& finding : Check(reading.model).all) {
      if (finding.rule->severity == Severity::kInfo) continue;
      ADD_FAILURE() << path << ":" << finding.place.line << ": " << finding.message << " ["
                    << finding.rule->id << "]";
    }
  }
}

}  // namespace
}  // namespace trestle::model
