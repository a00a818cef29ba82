#include "model/check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "model/findings_text.h"
#include "model/geo_cells.h"
#include "model/read.h"
#include "model/text_form.h"

namespace trestle::model {
namespace {

using testing::HasSubstr;

constexpr std::string_view kHead = "format = 1\nmodel = \"example\"\n";
constexpr std::string_view kTable = R"(
[tables.shop]
partition_key = "PK"
sort_key = "SK"
[tables.shop.indexes.GSI1]
partition_key = "GSI1PK"
sort_key = "GSI1SK"
)";

Model ModelOf(std::string_view text) {
  const std::string whole =
      std::string(kHead)
          .append(text.find("[tables.") == std::string_view::npos ? kTable : std::string_view())
          .append(text);
  Reading reading = ReadModel(whole, "example.trestle.toml");
  for (const Problem& problem : reading.problems) {
    ADD_FAILURE() << problem.message << " at line " << problem.place.line << " of\n" << whole;
  }
  return std::move(reading.model);
}

std::vector<Finding> Of(std::string_view rule, std::string_view text) {
  std::vector<Finding> found;
  for (const Finding& finding : Check(ModelOf(text)).all) {
    if (finding.rule->id == rule) found.push_back(finding);
  }
  return found;
}

std::string DocumentOf(const std::string& name) {
  const std::string here = __FILE__;
  const std::string path = here.substr(0, here.rfind("/src/")) + "/docs/rules/" + name;
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::vector<std::string> Examples(const std::string& page) {
  constexpr std::string_view kOpen = "```toml\n";
  std::vector<std::string> examples;
  for (std::size_t at = page.find(kOpen); at != std::string::npos; at = page.find(kOpen, at)) {
    at += kOpen.size();
    const std::size_t end = page.find("```", at);
    examples.push_back(page.substr(at, end - at));
    at = end;
  }
  return examples;
}

// The examples of a rule's page are its first two tests: the wrong one fires, the right one does
// not.
TEST(CheckTest, EveryPageShowsWhatItsRuleFinds) {
  for (const Rule& rule : Rules()) {
    SCOPED_TRACE(rule.id);
    const std::string page = DocumentOf(std::string(rule.id) + ".md");
    EXPECT_THAT(page, HasSubstr(std::string(rule.summary)));
    EXPECT_THAT(page, HasSubstr(std::string(rule.instead)));
    EXPECT_THAT(page, HasSubstr("Severity: " + std::string(SeverityName(rule.severity))));
    const std::vector<std::string> examples = Examples(page);
    if (examples.empty() &&
        (rule.id.starts_with("too-many-") || rule.id == "transaction-too-large"))
      continue;  // too long for a page; below
    ASSERT_EQ(examples.size(), 2U);
    EXPECT_FALSE(Of(rule.id, examples[0]).empty());
    for (const Finding& finding : Of(rule.id, examples[1])) ADD_FAILURE() << finding.message;
  }
}

TEST(CheckTest, TheListOfRulesIsCurrent) {
  EXPECT_THAT(DocumentOf("README.md"), HasSubstr(RuleTable()));
}

constexpr std::string_view kUser = R"(
[entities.User]
table = "shop"
PK = "USER#{UserId}"
SK = "PROFILE"
[entities.User.attributes]
UserId = "string"
Age = "integer"
Role = { enum = ["admin", "user"] }
)";

TEST(CheckTest, AKeyShowsNothingThatIsHidden) {
  const std::vector<Finding> found = Of("conflicting-attribute", R"(
[entities.User]
table = "shop"
PK = "USER#{Name}"
SK = "PROFILE"
GSI1PK = "EMAIL#{Email:lower}"
GSI1SK = "USER"
[entities.User.attributes]
Name = "string"
Email = { type = "string", hidden = true }
Secret = { type = "string", hidden = true }
Initial = { type = "string", computed = "{Secret}" }
Other = { type = "string", hidden = true }
)");
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].message, "Email of User is hidden, and GSI1PK shows it");
  EXPECT_EQ(found[1].message, "Secret of User is hidden, and Initial shows it");
}

TEST(CheckTest, WhatTellsSinceWhenIsNothingElse) {
  const std::vector<Finding> found = Of("conflicting-attribute", R"(
[entities.User]
table = "shop"
PK = "USER#{Name}"
SK = "PROFILE"
[entities.User.attributes]
Name = "string"
Left = "boolean"
Initial = { type = "string", computed = "{Name}" }
A = { type = "timestamp", since = "Left = true", required = true }
B = { type = "timestamp", since = "Left = true", immutable = true }
C = { type = "timestamp", since = "Left = true", on_write = "now" }
D = { type = "timestamp", since = "D > '2'" }
E = { type = "timestamp", since = "Initial = 'a'" }
F = { type = "date", since = "Left = true" }
G = { type = "timestamp", since = "exists(F) and Left = true" }
H = { type = "timestamp", since = "SK = 'PROFILE'" }
)");
  ASSERT_EQ(found.size(), 7u);
  EXPECT_EQ(found[0].message, "A of User is required, and absent while its condition is false");
  EXPECT_EQ(found[1].message, "B of User never changes, and comes and goes with its condition");
  EXPECT_EQ(found[2].message,
            "C of User tells since when something is so, and has another value besides");
  EXPECT_EQ(found[3].message, "D of User comes and goes with itself");
  EXPECT_EQ(found[4].message, "E of User comes and goes with Initial, which is computed after it");
  EXPECT_EQ(found[5].message, "G of User comes and goes with F, which tells since when itself");
  EXPECT_EQ(found[6].message, "H of User comes and goes with SK, which is computed after it");
}

TEST(CheckTest, CountsIndexes) {
  const auto with = [](int indexes, bool local) {
    std::string text = "[tables.shop]\npartition_key = \"PK\"\nsort_key = \"SK\"\n";
    for (int i = 0; i < indexes; ++i) {
      text += "[tables.shop.indexes.I" + std::to_string(i) + "]\n" +
              (local ? "local = true\nsort_key = \"A\"\n" : "partition_key = \"A\"\n");
    }
    return text.append(kUser);
  };
  EXPECT_TRUE(Of("too-many-indexes", with(20, false)).empty());
  EXPECT_FALSE(Of("too-many-indexes", with(21, false)).empty());
  EXPECT_TRUE(Of("too-many-indexes", with(5, true)).empty());
  EXPECT_FALSE(Of("too-many-indexes", with(6, true)).empty());
}

TEST(CheckTest, CountsProjectedAttributes) {
  const auto with = [](int attributes) {
    std::string text =
        "[tables.shop]\npartition_key = \"PK\"\nsort_key = \"SK\"\n[tables.shop.indexes.I]\n"
        "partition_key = \"A\"\nprojection = [";
    for (int i = 0; i < attributes; ++i) text += "\"A" + std::to_string(i) + "\", ";
    return text.append("]\n").append(kUser);
  };
  EXPECT_TRUE(Of("too-many-projected", with(100)).empty());
  EXPECT_FALSE(Of("too-many-projected", with(101)).empty());
}

std::string Tasks(std::string_view sort_key, std::string_view pattern) {
  return std::string(R"(
[entities.Task]
table = "shop"
PK = "USER#{UserId}"
SK = "TASK#{TaskId}"
GSI1PK = "USER#{UserId}"
GSI1SK = ")")
      .append(sort_key)
      .append(R"("
[entities.Task.attributes]
UserId = "string"
TaskId = "string"
Level = { enum = ["low", "medium", "high"], required = true }
Score = { type = "decimal", required = true }
Due = { type = "date", required = true }
At = { type = "timestamp", required = true }
[patterns.P]
entity = "Task"
index = "GSI1"
)")
      .append(pattern)
      .append("\n");
}

struct Case {
  std::string_view rule;
  std::string_view sort_key;
  std::string_view pattern;
  bool fires;
};

// Conditions on sort keys that a page's examples leave out.
TEST(CheckTest, ReadsConditionsAgainstTheKeysTemplate) {
  const std::vector<Case> cases = {
      {"upper-bound-too-low", "{At}",
       "where = \"GSI1PK = USER#{u} and GSI1SK <= {day}\"\nparameters = { day = \"date\" }", true},
      {"upper-bound-too-low", "DUE#{Due}",
       "where = \"GSI1PK = USER#{u} and GSI1SK between DUE#{a} and DUE#{b}\"\n"
       "parameters = { a = \"date\", b = \"date\" }",
       false},
      {"upper-bound-too-low", "DUE#{Due}#{TaskId}",
       "where = \"GSI1PK = USER#{u} and GSI1SK < DUE#{day}#\"\nparameters = { day = \"date\" }",
       false},
      {"equality-on-prefix", "DUE#{Due}", "where = \"GSI1PK = USER#{u} and GSI1SK = DUE#{Due}\"",
       false},
      {"never-matches", "LEVEL#{Level}#{TaskId}",
       "where = \"GSI1PK = USER#{u} and begins_with(GSI1SK, LEVEL#urgent#)\"", true},
      {"never-matches", "LEVEL#{Level}#{TaskId}",
       "where = \"GSI1PK = USER#{u} and begins_with(GSI1SK, LEVEL#high#)\"", false},
      {"never-matches", "LEVEL#{Level}#{TaskId}",
       "where = \"GSI1PK = USER#{u} and begins_with(GSI1SK, PRIORITY#)\"", true},
      {"filter-on-key", "LEVEL#{Level}#{TaskId}",
       "where = \"GSI1PK = USER#{u}\"\nfilter = \"Score > 3 or GSI1SK = 'LEVEL#high#7'\"", true},
      {"filter-on-key", "LEVEL#{Level}#{TaskId}",
       "where = \"GSI1PK = USER#{u}\"\nfilter = \"SK = 'TASK#7' and Level = 'high'\"", false},
      {"open-prefix", "SCORE#{Score}",
       "where = \"GSI1PK = USER#{u} and begins_with(GSI1SK, SCORE#{s})\"\n"
       "parameters = { s = \"integer\" }",
       true},
      {"open-prefix", "DUE#{Due}#{TaskId}",
       "where = \"GSI1PK = USER#{u} and begins_with(GSI1SK, DUE#{Due})\"", false},
      {"open-prefix", "LEVEL#{Level}#{TaskId}",
       "where = \"GSI1PK = USER#{u} and begins_with(GSI1SK, LEVEL#{Level})\"", false},
      {"enum-order", "LEVEL#{Level}", "where = \"GSI1PK = USER#{u} and GSI1SK >= LEVEL#{Level}\"",
       true},
      {"enum-order", "LEVEL#{Level}#{TaskId}",
       "where = \"GSI1PK = USER#{u} and begins_with(GSI1SK, LEVEL#high#)\"\n"
       "order = \"descending\"",
       false},
      {"number-sorts-as-text", "SCORE#{Score}", "where = \"GSI1PK = USER#{u}\"", true},
      {"number-sorts-as-text", "SCORE#{Score:fixed(3, 2)}", "where = \"GSI1PK = USER#{u}\"", false},
      {"no-key", "SCORE#{Score:fixed(3, 2)}", "kind = \"query\"", true},
      {"no-key", "SCORE#{Score:fixed(3, 2)}", "where = \"begins_with(GSI1SK, SCORE#)\"", true},
  };
  for (const Case& each : cases) {
    const std::string text = Tasks(each.sort_key, each.pattern);
    EXPECT_EQ(!Of(each.rule, text).empty(), each.fires) << each.rule << text;
  }
}

TEST(CheckTest, ASampleThatStatesKeysStatesAll) {
  const auto sample = [](std::string_view keys) {
    return std::string(Tasks("DUE#{Due}", "where = \"GSI1PK = USER#{u}\"")) +
           "[[samples]]\nentity = \"Task\"\nvalues = { UserId = \"u\", TaskId = \"t\", Level = "
           "\"low\", Score = 1, Due = \"2026-01-01\", At = \"2026-01-01T00:00:00.000Z\"" +
           std::string(keys) + " }\nsource_line = 9\n";
  };
  EXPECT_TRUE(Of("sample-does-not-fit", sample("")).empty());
  EXPECT_TRUE(Of("sample-does-not-fit", sample(", PK = \"USER#u\", SK = \"TASK#t\", GSI1PK = "
                                               "\"USER#u\", GSI1SK = \"DUE#2026-01-01\""))
                  .empty());
  const std::vector<Finding> found =
      Of("sample-does-not-fit", sample(", PK = \"USER#u\", SK = \"TASK#t\", GSI1PK = \"USER#u\""));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].message,
            "a sample is no Task: it has keys, but not GSI1SK, which DUE#{Due} gives");
  EXPECT_EQ(found[0].source_line, 9);
}

TEST(CheckTest, NothingOnDemandIsFree) {
  const std::string text = std::string(kUser) +
                           "[patterns.P]\nentity = \"User\"\nwhere = \"PK = USER#{id} and SK = "
                           "PROFILE\"\n[[figures.claims]]\nwhat = \"free\"\nmonthly_dollars = ";
  EXPECT_EQ(Of("wrong-price", text + "0\n").size(), 1U);
  EXPECT_TRUE(Of("wrong-price", text + "0.1\n").empty());
  const std::string table =
      "[tables.shop]\npartition_key = \"PK\"\nsort_key = \"SK\"\nbilling = "
      "{ read = 5, write = 5 }\n";
  EXPECT_TRUE(Of("wrong-price", table + text + "0\n").empty());
}

TEST(CheckTest, TablesThatTheServiceRefuses) {
  const auto with = [](std::string_view name, std::string_view index) {
    return "[tables." + std::string(name) +
           "]\npartition_key = \"PK\"\nsort_key = \"SK\"\n[tables." + std::string(name) +
           ".indexes.Index]\n" + std::string(index) + "\n[entities.E]\ntable = \"" +
           std::string(name) +
           "\"\nPK = \"{Id}\"\nSK = \"E\"\n[entities.E.attributes]\nId = \"string\"\n";
  };
  const auto fires = [&](std::string_view name, std::string_view index) {
    return !Of("table-not-allowed", with(name, index)).empty();
  };
  EXPECT_FALSE(fires("abc", "partition_key = \"A\""));
  EXPECT_TRUE(fires("ab", "partition_key = \"A\""));
  EXPECT_TRUE(fires("abc", "partition_key = [\"A\", \"A\"]"));
  EXPECT_TRUE(fires("abc", "partition_key = { name = \"SK\", type = \"number\" }"));
  EXPECT_TRUE(fires("abc", "local = true\nsort_key = [\"A\", \"B\"]"));
  EXPECT_FALSE(fires("abc", "local = true\nsort_key = \"A\""));
}

TEST(CheckTest, AFindingNamesItsPlace) {
  Model model = ModelOf(Tasks("DUE#{Due}#{TaskId}",
                              "where = \"GSI1PK = USER#{u} and GSI1SK = DUE#{Due}#\"\n"
                              "source_line = 120"));
  const Findings findings = Check(model);
  const auto found = std::ranges::find_if(findings.all, [](const Finding& finding) {
    return finding.rule->id == "equality-on-prefix";
  });
  ASSERT_NE(found, findings.all.end());
  EXPECT_EQ(found->element, "pattern P");
  EXPECT_EQ(found->source_line, 120);
  EXPECT_GT(found->place.line, 20U);
  EXPECT_EQ(found->message, "GSI1SK of Task goes on with {TaskId}, so nothing equals DUE#{Due}#");
  const std::vector<CheckedModel> checked = {{.model = &model, .findings = findings}};
  EXPECT_THAT(FindingsText(checked), HasSubstr("nothing equals DUE#{Due}# [equality-on-prefix]\n"));
  EXPECT_THAT(FindingsJson(checked), HasSubstr("\"source_line\": 120"));
}

TEST(CheckTest, AnAcceptedFindingIsCounted) {
  const std::string text = std::string(kUser) + R"(
[patterns.All]
entity = "User"
kind = "scan"
accept = { scan = "once a month" }
)";
  const Findings findings = Check(ModelOf(text));
  EXPECT_EQ(findings.accepted, 1U);
  EXPECT_TRUE(Of("unused-acceptance", text).empty());
}

TEST(CheckTest, IdsAreDifferentAndPlain) {
  std::vector<std::string_view> ids;
  for (const Rule& rule : Rules()) {
    ids.push_back(rule.id);
    EXPECT_EQ(rule.id.find_first_not_of("abcdefghijklmnopqrstuvwxyz-"), std::string_view::npos);
    EXPECT_TRUE(rule.summary.ends_with('.')) << rule.id;
  }
  std::ranges::sort(ids);
  EXPECT_EQ(std::ranges::adjacent_find(ids), ids.end());
  EXPECT_EQ(FindRule("nothing"), nullptr);
}

TEST(CheckTest, CountsTheCellsOfACircle) {
  EXPECT_EQ(GeohashCells(0, 6), 1);
  EXPECT_EQ(GeohashCells(5, 5), 9);
  EXPECT_EQ(GeohashCells(5, 6), 129);
  EXPECT_NEAR(GeohashCells(2000, 6), 1.68e7, 1e5);  // too many to count one by one
}

TEST(CheckTest, TellsWhichCharactersAPatternAdmits) {
  EXPECT_FALSE(PatternAdmits("[a-z0-9-]+", '#'));
  EXPECT_TRUE(PatternAdmits("[a-z0-9+#.-]+", '#'));
  EXPECT_TRUE(PatternAdmits("[^@]+@[^@]+", '#'));
  EXPECT_FALSE(PatternAdmits("[^#]+", '#'));
  EXPECT_FALSE(PatternAdmits("\\w{3,20}(-\\d+)?", '#'));
  EXPECT_TRUE(PatternAdmits(".*", '#'));
  EXPECT_TRUE(PatternAdmits("a\\#b", '#'));
  EXPECT_FALSE(PatternAdmits("", '#'));
}

}  // namespace
}  // namespace trestle::model
