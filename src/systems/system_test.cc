#include "systems/system.h"

#include <gtest/gtest.h>

#include "model/read.h"

namespace trestle {
namespace {

TEST(SystemTest, TheModelOfEachIsRead) {
  ASSERT_EQ(Systems().size(), 5U);
  for (const System& system : Systems()) {
    const model::Reading reading = model::ReadModel(system.model, std::string(system.name));
    for (const model::Problem& problem : reading.problems) {
      ADD_FAILURE() << system.name << ":" << problem.place.line << ": " << problem.message;
    }
    EXPECT_EQ(reading.model.name, system.name);
    EXPECT_NE(system.demo.find("\"entity\""), std::string_view::npos);
    EXPECT_EQ(FindSystem(system.name), &system);
  }
  EXPECT_EQ(FindSystem("unknown"), nullptr);
}

}  // namespace
}  // namespace trestle
