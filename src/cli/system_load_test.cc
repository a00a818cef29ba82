#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "cli/system_bench.h"
#include "model/read.h"

namespace trestle {
namespace {

// A pattern that is new may wait for its line; the mix as a whole is the model's.
TEST(SystemLoadTest, SendsTheModelsMix) {
  for (const System& system : Systems()) {
    const Result<load::Script> script = LoadOf(system);
    ASSERT_TRUE(script) << system.name << ": " << script.error().message;
    const model::Reading reading = model::ReadModel(system.model, std::string(system.name));
    double expected = 0;
    double sent = 0;
    for (const model::Pattern& pattern : reading.model.patterns) {
      expected += pattern.rate.value_or(0);
      const auto found =
          std::ranges::find(script->requests, pattern.name, &load::ScriptRequest::name);
      if (found != script->requests.end()) sent += found->rate;
    }
    EXPECT_GT(sent, 0.9 * expected) << system.name;
    EXPECT_LE(sent, 1.000001 * expected) << system.name;
  }
}

}  // namespace
}  // namespace trestle
