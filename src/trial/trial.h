#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "model/model.h"

namespace trestle {

class Database;

// What became of one test of a model file.
struct TestOutcome {
  const model::PatternTest* test = nullptr;  // of the model
  std::int64_t found = 0;                    // items
  // Empty: it passed. Else lines "- 2: what was expected" and "+ 2: what was found".
  std::vector<std::string> differences;
};

struct TrialOptions {
  std::string table_prefix;  // of the tables that are made, and dropped at the end
  std::string pattern;       // run its tests alone; empty: all
  std::function<void(const TestOutcome&)> on_outcome = [](const TestOutcome&) {};
  // Between attempts at a read that did not find what it should: indexes may be late. False gives
  // up. Null: there is one attempt.
  std::function<bool()> pause;
};
struct TrialTotals {
  std::size_t passed = 0;
  std::size_t failed = 0;
};
// Runs the tests of the model in the order of the file, each on the samples alone. An error is one
// of the database or of a sample, not of a test.
Result<TrialTotals> RunTests(const std::shared_ptr<const model::Model>& model, Database& database,
                             const Clock& clock, const TrialOptions& options);

}  // namespace trestle
