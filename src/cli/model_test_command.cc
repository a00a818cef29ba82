#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "cli/database_options.h"
#include "cli/exit_codes.h"
#include "cli/interruption.h"
#include "cli/model_files.h"
#include "cli/model_subcommands.h"
#include "json/json_writer.h"
#include "json/plain_json.h"
#include "operation/local_database.h"
#include "trial/trial.h"

namespace trestle {
namespace {

constexpr std::chrono::milliseconds kTestPause{200};

struct TestOptions {
  std::vector<std::string> files;
  std::string endpoint;
  CallerArguments caller;
  std::string pattern;
  std::string format = "text";
};

std::string TestPlace(const model::Model& model, const model::PatternTest& test) {
  return model.file + ":" + std::to_string(test.place.line) + ":" +
         std::to_string(test.place.column);
}

void PrintOutcome(const model::Model& model, const TestOutcome& outcome) {
  std::string arguments;
  AppendPlainJson(outcome.test->arguments, arguments);
  const bool passed = outcome.differences.empty();
  std::string line = (passed ? "ok   " : "FAIL ") + outcome.test->pattern + " " + arguments;
  if (passed) {
    line += ": " + std::to_string(outcome.found) + (outcome.found == 1 ? " item" : " items");
  } else {
    line += " (" + TestPlace(model, *outcome.test) + ")";
  }
  for (const std::string& difference : outcome.differences) line += "\n  " + difference;
  std::printf("%s\n", line.c_str());
  std::fflush(stdout);
}

void WriteOutcome(const model::Model& model, const TestOutcome& outcome, JsonWriter& writer) {
  writer.BeginObject();
  writer.Name("pattern");
  writer.String(outcome.test->pattern);
  writer.Name("place");
  writer.String(TestPlace(model, *outcome.test));
  writer.Name("passed");
  writer.Boolean(outcome.differences.empty());
  writer.Name("found");
  writer.Integer(outcome.found);
  writer.Name("differences");
  writer.BeginArray();
  for (const std::string& difference : outcome.differences) writer.String(difference);
  writer.EndArray();
  writer.EndObject();
}

std::string UntestedPatterns(const model::Model& model) {
  std::set<std::string> tested;
  for (const model::PatternTest& test : model.tests) tested.insert(test.pattern);
  std::string names;
  for (const model::Pattern& pattern : model.patterns) {
    if (!tested.contains(pattern.name)) names += (names.empty() ? "" : ", ") + pattern.name;
  }
  return names;
}

// One that nobody has, on an endpoint that others use as well.
std::string NewTablePrefix() {
  std::random_device random;
  return "trestle-test-" + std::to_string(random()) + "-";
}

// Runs models on one database after the other.
class TestRun {
 public:
  explicit TestRun(const TestOptions& options) : options_(options), writer_(json_) {
    if (Json()) writer_.BeginArray();
  }

  Status On(const std::shared_ptr<const model::Model>& model, Database& database,
            const Clock& clock, const std::string& where, std::function<bool()> pause) {
    if (Json()) {
      writer_.BeginObject();
      writer_.Name("model");
      writer_.String(model->name);
      writer_.Name("database");
      writer_.String(where);
      writer_.Name("tests");
      writer_.BeginArray();
    }
    TrialOptions how;
    how.table_prefix = NewTablePrefix();
    how.pattern = options_.pattern;
    how.pause = std::move(pause);
    how.on_outcome = [&](const TestOutcome& outcome) {
      if (Json()) {
        WriteOutcome(*model, outcome, writer_);
      } else {
        PrintOutcome(*model, outcome);
      }
    };
    TRESTLE_TRY(const TrialTotals totals, RunTests(model, database, clock, how));
    failed_ = failed_ || totals.failed > 0;
    const std::string untested = options_.pattern.empty() ? UntestedPatterns(*model) : "";
    if (Json()) {
      writer_.EndArray();
      writer_.Name("passed");
      writer_.Integer(static_cast<std::int64_t>(totals.passed));
      writer_.Name("failed");
      writer_.Integer(static_cast<std::int64_t>(totals.failed));
      writer_.Name("untested");
      writer_.String(untested);
      writer_.EndObject();
      return {};
    }
    std::printf("%s, %s: %zu passed, %zu failed%s%s\n", model->name.c_str(), where.c_str(),
                totals.passed, totals.failed,
                untested.empty() ? "" : "; without a test: ", untested.c_str());
    return {};
  }

  int Finish() {
    if (Json()) {
      writer_.EndArray();
      std::printf("%s\n", json_.c_str());
    }
    return failed_ ? kFailed : 0;
  }

 private:
  bool Json() const { return options_.format == "json"; }

  const TestOptions& options_;
  std::string json_;
  JsonWriter writer_;
  bool failed_ = false;
};

Status TestModel(const std::shared_ptr<const model::Model>& model, const TestOptions& options,
                 const Clock& clock, TestRun& run) {
  TRESTLE_TRY(const std::unique_ptr<LocalDatabase> local,
              LocalDatabase::Open({.store = {.in_memory = true}}, clock));
  TRESTLE_RETURN_IF_ERROR(run.On(model, *local, clock, "in memory", nullptr));
  if (options.endpoint.empty()) return {};
  const Interruption interruption;
  const DatabaseArguments arguments{
      .endpoint = options.endpoint, .data = {}, .caller = options.caller};
  TRESTLE_TRY(const OpenedDatabase remote, OpenDatabase(arguments, clock, interruption));
  return run.On(model, *remote.database, clock, remote.name,
                [&] { return interruption.Wait(kTestPause); });
}

int TestModels(const TestOptions& options) {
  ModelFiles read = ReadModelFiles(options.files);
  if (read.exit_code != 0) return read.exit_code;
  const SystemClock clock;
  TestRun run(options);
  for (model::Model& model : read.models) {
    const auto shared = std::make_shared<const model::Model>(std::move(model));
    if (!options.pattern.empty() && shared->FindPattern(options.pattern) == nullptr) {
      std::fprintf(stderr, "trestle: %s has no pattern %s\n", shared->file.c_str(),
                   options.pattern.c_str());
      return kWrongUsage;
    }
    const Status tested = TestModel(shared, options, clock, run);
    if (!tested) {
      std::fprintf(stderr, "trestle: %s\n", tested.error().message.c_str());
      return kFailed;
    }
  }
  return run.Finish();
}

}  // namespace

RunModelCommand AddModelTest(CLI::App& command) {
  const auto options = std::make_shared<TestOptions>();  // shared with what runs
  AddModelFiles(command, options->files);
  command
      .add_option("--endpoint", options->endpoint,
                  "Run them there as well, in tables of their own that are dropped at the end")
      ->type_name("URL");
  AddCaller(command, options->caller);
  command.add_option("--pattern", options->pattern, "Run the tests of this pattern alone")
      ->type_name("NAME");
  command.add_option("--format", options->format, "text or json")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  return [options] { return TestModels(*options); };
}

}  // namespace trestle
