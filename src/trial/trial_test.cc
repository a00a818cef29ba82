#include "trial/trial.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "model/read.h"
#include "operation/local_database.h"

namespace trestle {
namespace {

using ::testing::ElementsAre;

constexpr std::string_view kNotes = R"toml(format = 1
model = "notes"

[tables.notes]
partition_key = "PK"
sort_key = "SK"

[entities.Note]
table = "notes"
PK = "OWNER#{Owner}"
SK = "NOTE#{Id}"
unique = ["Title"]
[entities.Note.attributes]
Owner = "string"
Id = "string"
Title = "string"
Stars = "integer"

[patterns.ByOwner]
entity = "Note"
where = "PK = OWNER#{Owner} and begins_with(SK, NOTE#)"
limit = 1

[patterns.Remove]
entity = "Note"
kind = "delete"
where = "PK = OWNER#{Owner} and SK = NOTE#{Id}"

[patterns.Rename]
entity = "Note"
kind = "update"
where = "PK = OWNER#{Owner} and SK = NOTE#{Id}"

[[samples]]
entity = "Note"
values = { Owner = "a", Id = "1", Title = "one", Stars = 3 }

[[samples]]
entity = "Note"
values = { Owner = "a", Id = "2", Title = "two" }
)toml";

std::shared_ptr<const model::Model> ModelWith(const std::string& tests) {
  model::Reading reading = model::ReadModel(std::string(kNotes) + tests, "notes.trestle.toml");
  EXPECT_TRUE(reading.problems.empty()) << reading.problems.front().message;
  return std::make_shared<const model::Model>(std::move(reading.model));
}

class TrialTest : public ::testing::Test {
 protected:
  Result<TrialTotals> Run(const std::shared_ptr<const model::Model>& model) {
    TrialOptions options{.table_prefix = "trial-"};
    options.on_outcome = [this](const TestOutcome& outcome) {
      differences_.push_back(outcome.differences);
    };
    return RunTests(model, *database_, clock_, options);
  }

  SystemClock clock_;
  std::unique_ptr<LocalDatabase> database_ =
      *LocalDatabase::Open({.store = {.in_memory = true}}, clock_);
  std::vector<std::vector<std::string>> differences_;
};

TEST_F(TrialTest, EachTestSeesTheSamplesAlone) {
  const auto totals = Run(ModelWith(R"toml(
[[tests]]
pattern = "Remove"
with = { Owner = "a", Id = "1" }
count = 0
[[tests]]
pattern = "ByOwner"
with = { Owner = "a" }
expect = [{ Title = "one", Stars = 3 }, { Title = "two" }]
[[tests]]
pattern = "Rename"
with = { Owner = "a", Id = "2", Title = "three" }
expect = [{ Id = "2", Title = "three" }]
)toml"));
  ASSERT_TRUE(totals) << totals.error().message;
  EXPECT_EQ(totals->passed, 3U);
  EXPECT_EQ(totals->failed, 0U);
  EXPECT_TRUE(database_->ListTables({})->table_names.empty());
}

TEST_F(TrialTest, WhatDiffersIsShown) {
  const auto totals = Run(ModelWith(R"toml(
[[tests]]
pattern = "ByOwner"
with = { Owner = "a" }
expect = [{ Title = "one", Stars = 4 }, { Title = "two" }, { Title = "three" }]
[[tests]]
pattern = "ByOwner"
with = { Owner = "a" }
count = 5
[[tests]]
pattern = "Rename"
with = { Owner = "a", Id = "2", Title = "one" }
expect = [{ Title = "one" }]
)toml"));
  ASSERT_TRUE(totals) << totals.error().message;
  EXPECT_EQ(totals->failed, 3U);
  EXPECT_THAT(differences_[0],
              ElementsAre(R"(- 1: {"Stars":4,"Title":"one"})", R"(+ 1: {"Stars":3,"Title":"one"})",
                          R"(- 3: {"Title":"three"})"));
  EXPECT_THAT(differences_[1], ElementsAre("- count 5", "+ count 2"));
  EXPECT_EQ(differences_[2].size(), 1U);  // somebody else has the title
}

TEST_F(TrialTest, ASampleThatCannotBeIsAnError) {
  const auto totals = Run(ModelWith(R"toml(
[[samples]]
entity = "Note"
values = { Owner = "b", Id = "9", Title = "two" }
)toml"));
  ASSERT_FALSE(totals);
  EXPECT_EQ(totals.error().message,
            "notes.trestle.toml:42:1: the sample of Note cannot be written: an earlier sample has "
            "the same key or unique value");
}

TEST_F(TrialTest, TheTestsOfTheFiveSystemsPass) {
  const std::string here = __FILE__;
  const std::string systems = here.substr(0, here.rfind("/trial/")) + "/systems/";
  for (const std::string name : {"venue", "ecobid", "todo", "hotel", "glad"}) {
    const std::string path = systems + name + "/" + name + ".trestle.toml";
    std::ifstream file(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    model::Reading reading = model::ReadModel(text, path);
    ASSERT_TRUE(reading.problems.empty()) << path << ": " << reading.problems.front().message;
    const auto model = std::make_shared<const model::Model>(std::move(reading.model));
    TrialOptions options{.table_prefix = "trial-"};
    options.on_outcome = [&](const TestOutcome& outcome) {
      for (const std::string& difference : outcome.differences) {
        ADD_FAILURE() << path << ":" << outcome.test->place.line << " " << outcome.test->pattern
                      << " " << difference;
      }
    };
    const auto totals = RunTests(model, *database_, clock_, options);
    ASSERT_TRUE(totals) << totals.error().message;
    EXPECT_GE(totals->passed, 10U) << path;
  }
}

}  // namespace
}  // namespace trestle
