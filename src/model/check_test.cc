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

TEST(CheckTest, BoundsHaveValuesBetweenThem) {
  const std::vector<Finding> found = Of("conflicting-attribute", R"(
[entities.User]
table = "shop"
PK = "USER#{Name}"
SK = "PROFILE"
unique = ["Tags", "Mail"]
[entities.User.attributes]
Name = { type = "string", min_length = 9, max_length = 5 }
Age = { type = "integer", min = 5, max = 2 }
Same = { type = "integer", min = 2, max = 2 }
A = { type = "string", computed = "{B}-" }
B = { type = "string", computed = "{C}-" }
C = { type = "string", computed = "{A}-" }
D = { type = "string", computed = "{Name}-" }
Tags = "string_set"
Mail = "string"
)");
  std::vector<std::string> messages;
  for (const Finding& finding : found) messages.push_back(finding.message);
  EXPECT_THAT(messages,
              testing::ElementsAre(
                  "Name of User is 9 long or longer and at most 5",
                  "Age of User is at least 5 and at most 2", "A of User is computed from itself",
                  "B of User is computed from itself", "C of User is computed from itself",
                  "Tags of User is unique, which only texts, numbers and binary values can be"));
}

TEST(CheckTest, ANumberBehindAComputedAttributeIsStillText) {
  const auto with = [](std::string_view part) {
    return std::string(R"(
[entities.Product]
table = "shop"
PK = "PRODUCT#{Id}"
SK = "PRODUCT"
GSI1PK = "{Kind}"
GSI1SK = "{PriceKey}"
[entities.Product.attributes]
Id = "uuid"
Kind = { type = "string", required = true }
Price = { type = "integer", required = true, min = 0, max = 9999 }
PriceKey = { type = "string", computed = "PRICE#{)")
        .append(part)
        .append("}\" }\n");
  };
  ASSERT_EQ(Of("number-sorts-as-text", with("Price")).size(), 1u);
  EXPECT_TRUE(Of("number-sorts-as-text", with("Price:pad(4)")).empty());
}

TEST(CheckTest, WhatAKeysConditionKeepsOutNeedNotBeAskedFor) {
  const auto with = [](std::string_view when, std::string_view pattern) {
    return std::string(R"(
[entities.Order]
table = "shop"
PK = "ORDER#{Id}"
SK = "ORDER"
GSI1PK = { template = "STATUS#{Status}", when = ")")
        .append(when)
        .append(R"(" }
GSI1SK = "{Id}"
[entities.Order.attributes]
Id = "ulid"
Rush = "boolean"
Status = { enum = ["open", "paid", "done"], default = "open" }
[patterns.P]
entity = "Order"
index = "GSI1"
)")
        .append(pattern)
        .append("\n");
  };
  const std::string two =
      "where = \"GSI1PK = STATUS#{status}\"\n"
      "parameters = { status = { enum = [\"open\", \"paid\"] } }";
  EXPECT_TRUE(Of("enum-differs", with("Status in ('open', 'paid')", two)).empty());
  EXPECT_TRUE(Of("enum-differs", with("Status <> 'done' and Rush = true", two)).empty());
  EXPECT_EQ(Of("enum-differs", with("Rush = true", two)).size(), 1u);
  EXPECT_EQ(Of("enum-differs", with("Status <> 'paid' or Rush = true", two)).size(), 1u);

  const std::string literal = "where = \"GSI1PK = STATUS#done\"";
  const std::vector<Finding> never = Of("never-matches", with("Status <> 'done'", literal));
  ASSERT_EQ(never.size(), 1u);
  EXPECT_EQ(never[0].message, "a Order whose Status is done has no GSI1PK");
  EXPECT_TRUE(Of("never-matches", with("Status <> 'open'", literal)).empty());
}

TEST(CheckTest, WhatShowsThatAKeysAttributeChanges) {
  const auto with = [](std::string_view entity, std::string_view more) {
    return std::string(R"(
[tables.shop]
partition_key = "PK"
sort_key = "SK"
ttl = "ExpiresAt"
stream = "new_and_old_images"
[entities.Order]
table = "shop"
PK = "ORDER#{Id}"
SK = "{Place}"
)")
        .append(entity)
        .append(R"(
[entities.Order.attributes]
Id = "ulid"
Status = { enum = ["open", "done"], default = "open" }
Place = { type = "string", computed = "STATUS#{Status}" }
)")
        .append(more)
        .append("\n");
  };
  EXPECT_TRUE(Of("mutable-key", with("", "")).empty());
  EXPECT_EQ(
      Of("mutable-key", with("ttl = { after = \"24h\", when = \"Status = 'done'\" }", "")).size(),
      1u);
  EXPECT_TRUE(Of("mutable-key", with("ttl = { after = \"24h\", of = \"At\", when = \"Status = "
                                     "'done'\" }",
                                     "At = \"timestamp\""))
                  .empty());
  EXPECT_EQ(
      Of("mutable-key", with("", "DoneAt = { type = \"timestamp\", since = \"Status = 'done'\" }"))
          .size(),
      1u);
  const std::string trigger = R"([transactions.T]
steps = [{ update = "Order", key = { Id = "{id}", Place = "STATUS#open" }, set = { Note = "x" } }]
[triggers.Done]
on = ["modify"]
entity = "Order"
when = "new.Status = 'done' and old.Status <> 'done'"
run = "T"
with = { id = "{new.Id}" }
)";
  EXPECT_EQ(Of("mutable-key", with("", "Note = \"string\"\n" + trigger)).size(), 1u);
}

TEST(CheckTest, AWriteNeedsTheWholeKeyToo) {
  const auto with = [](std::string_view kind, std::string_view where) {
    return std::string(kUser)
        .append("[patterns.P]\nentity = \"User\"\nkind = \"")
        .append(kind)
        .append("\"\n")
        .append(where)
        .append("\n");
  };
  for (const std::string_view kind : {"update", "delete"}) {
    EXPECT_TRUE(
        Of("get-without-whole-key", with(kind, "where = \"PK = USER#{UserId} and SK = PROFILE\""))
            .empty());
    EXPECT_EQ(Of("get-without-whole-key", with(kind, "where = \"PK = USER#{UserId}\"")).size(), 1u);
    EXPECT_EQ(Of("get-without-whole-key",
                 with(kind, "where = \"PK = USER#{UserId} and begins_with(SK, PRO)\""))
                  .size(),
              1u);
    EXPECT_TRUE(Of("get-without-whole-key", with(kind, "")).empty());
  }
  EXPECT_TRUE(Of("get-without-whole-key", with("put", "")).empty());
}

TEST(CheckTest, ALocalIndexHoldsWhatItProjects) {
  const auto with = [](std::string_view more) {
    return std::string(R"(
[tables.shop]
partition_key = "PK"
sort_key = "SK"
[tables.shop.indexes.ByAge]
local = true
sort_key = "Age"
projection = "keys_only"
[entities.User]
table = "shop"
PK = "TEAM#{Team}"
SK = "{Name}"
Age = "{Age:pad(3)}"
[entities.User.attributes]
Team = "string"
Name = "string"
Age = { type = "integer", min = 0, max = 200, required = true }
Mail = "string"
[patterns.P]
entity = "User"
index = "ByAge"
where = "PK = TEAM#{Team}"
)")
        .append(more)
        .append("\n");
  };
  EXPECT_EQ(Of("not-projected", with("")).size(), 1u);
  EXPECT_TRUE(Of("not-projected", with("load = \"User\"")).empty());
  EXPECT_TRUE(Of("not-projected", with("project = [\"Mail\"]")).empty());
  EXPECT_TRUE(Of("not-projected", with("count_only = true")).empty());
}

TEST(CheckTest, WhatIsLoadedMayBeFilteredByAnything) {
  EXPECT_TRUE(Of("not-projected", R"(
[tables.shop]
partition_key = "PK"
[tables.shop.indexes.ByTeam]
partition_key = "Team"
projection = "keys_only"
[entities.User]
table = "shop"
PK = "USER#{Name}"
[entities.User.attributes]
Name = "string"
Team = { type = "string", required = true }
Mail = "string"
[patterns.P]
entity = "User"
index = "ByTeam"
where = "Team = {Team}"
filter = "Mail = {mail}"
load = "User"
)")
                  .empty());
}

TEST(CheckTest, CountsTellWhatAFilterReads) {
  const auto with = [](std::string_view where, std::string_view more) {
    return std::string(R"(
[entities.Maker]
table = "shop"
PK = "MAKER#{Maker}"
SK = "MAKER"
count = 100
[entities.Maker.attributes]
Maker = "string"
[entities.Product]
table = "shop"
PK = "MAKER#{Maker}"
SK = "PRODUCT#{Id}"
GSI1PK = "KIND#{Kind}"
GSI1SK = "{Id}"
parent = "Maker"
count = 10_000
[entities.Product.attributes]
Maker = "string"
Id = "string"
Kind = { enum = ["book", "film"], default = "book" }
Colour = "string"
[patterns.P]
entity = "Product"
filter = "Colour = {colour}"
)")
        .append(where)
        .append("\n")
        .append(more)
        .append("\n");
  };
  const std::string index = "index = \"GSI1\"\nwhere = \"GSI1PK = KIND#{Kind}\"";
  const std::string parent = "where = \"PK = MAKER#{Maker} and begins_with(SK, PRODUCT#)\"";
  const std::vector<Finding> found = Of("filter-reads-more", with(index, "returns = 5"));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].message, "the filter reads 5000 items, and all are paid for, to return 5");
  EXPECT_TRUE(Of("filter-reads-more", with(index, "returns = 5\nreads = 20")).empty());
  EXPECT_TRUE(Of("filter-reads-more", with(index, "returns = 2000")).empty());
  EXPECT_TRUE(Of("filter-reads-more", with(index, "")).empty());
  EXPECT_EQ(Of("filter-reads-more", with(parent, "returns = 5")).size(), 1u);
  EXPECT_TRUE(Of("filter-reads-more", with(parent, "returns = 15")).empty());
  EXPECT_TRUE(
      Of("filter-reads-more", with("where = \"PK = MAKER#{Maker} and SK > PRODUCT#{least}\"",
                                   "returns = 5\nparameters = { least = \"string\" }"))
          .empty());
}

TEST(CheckTest, APartitionThatAPatternNamesMayBeHot) {
  const auto with = [](std::string_view where) {
    return std::string(R"(
[entities.Order]
table = "shop"
PK = "ORDER#{Id}"
SK = "ORDER"
GSI1PK = "STATUS#{Status}"
GSI1SK = "{Id}"
size = "1 KB"
[entities.Order.attributes]
Id = "ulid"
Status = { type = "string", required = true }
[patterns.P]
entity = "Order"
index = "GSI1"
returns = 10
rate = "9000/s"
where = ")")
        .append(where)
        .append("\"\n");
  };
  ASSERT_EQ(Of("hot-partition", with("GSI1PK = STATUS#pending")).size(), 1u);
  EXPECT_TRUE(Of("hot-partition", with("GSI1PK = STATUS#{Status}")).empty());
}

TEST(CheckTest, ADayIsOnePartitionForAllThatIsNew) {
  const auto with = [](std::string_view partition, std::string_view at) {
    return std::string(R"(
[entities.Event]
table = "shop"
PK = ")")
        .append(partition)
        .append(R"("
SK = "{At}#{Id}"
size = "1 KB"
[entities.Event.attributes]
Id = "ulid"
Day = { type = "string", computed = "{At:date}" }
)")
        .append(at)
        .append(R"(
[patterns.Add]
entity = "Event"
kind = "put"
rate = "1500/s"
)");
  };
  const std::string now = "At = { type = \"timestamp\", default = \"now\" }";
  for (const std::string key : {"DAY#{At:date}", "{At:hour}", "{Day}"}) {
    const std::vector<Finding> found = Of("hot-partition", with(key, now));
    ASSERT_EQ(found.size(), 1u) << key;
    EXPECT_THAT(found[0].message, HasSubstr("has to take 1,500 write units"));
  }
  EXPECT_TRUE(Of("hot-partition", with("DAY#{At:date}#{Id:shard(4)}", now)).empty());
  EXPECT_TRUE(Of("hot-partition", with("DAY#{At:date}#{Id}", now)).empty());
  EXPECT_TRUE(Of("hot-partition", with("DAY#{At:date}", "At = \"timestamp\"")).empty());
}

TEST(CheckTest, AMonthCostsWhatItsRatesComeTo) {
  const auto with = [](std::string_view size, std::string_view dollars) {
    return std::string(R"(
[entities.Order]
table = "shop"
PK = "ORDER#{Id}"
SK = "ORDER"
)")
        .append(size)
        .append(R"(
[entities.Order.attributes]
Id = "ulid"
[patterns.Put]
entity = "Order"
kind = "put"
rate = "10/s"
[[figures.claims]]
what = "a month"
monthly_dollars = )")
        .append(dollars)
        .append("\n");
  };
  // 10 units a second, $16.20; provisioned for 70 %, $7.02.
  const std::vector<Finding> found = Of("wrong-price", with("size = \"1 KB\"", "3"));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_THAT(found[0].message, HasSubstr("$16.20 a month on demand"));
  EXPECT_TRUE(Of("wrong-price", with("size = \"1 KB\"", "18")).empty());
  EXPECT_TRUE(Of("wrong-price", with("size = \"1 KB\"", "8")).empty());
  EXPECT_TRUE(Of("wrong-price", with("", "3")).empty());  // its size is a guess
}

TEST(CheckTest, APartitionTakesItsOwnStepOfATransaction) {
  const auto with = [](std::string_view rate) {
    return std::string(R"(
[entities.Order]
table = "shop"
PK = "ORDER#{Id}"
SK = "ORDER"
size = "1 KB"
[entities.Order.attributes]
Id = "ulid"
[entities.Counter]
table = "shop"
PK = "COUNTER"
SK = "COUNTER"
size = "100 B"
count = 1
[entities.Counter.attributes]
N = "integer"
[transactions.Add]
steps = [
  { put = "Order", values = { Id = "{id}" } },
  { update = "Counter", key = {}, add = { N = 1 } },
]
[patterns.P]
kind = "transact"
entities = ["Order"]
transaction = "Add"
rate = ")")
        .append(rate)
        .append("\"\n");
  };
  EXPECT_TRUE(Of("hot-partition", with("400/s")).empty());
  ASSERT_EQ(Of("hot-partition", with("600/s")).size(), 1u);
  EXPECT_THAT(Of("hot-partition", with("600/s"))[0].message, HasSubstr("1,200 write units"));
}

TEST(CheckTest, TransactionsUseTheirParameters) {
  const std::vector<Finding> found = Of("unused-parameter", std::string(kUser) + R"(
[transactions.Age]
parameters = { user = "string", limit = "integer", by = "integer", note = "string" }
steps = [
  { update = "User", key = { UserId = "{user}" }, add = { Age = "{by}" }, if = "Age < {limit}" },
]
[patterns.Put]
entity = "User"
kind = "put"
parameters = { UserId = "string" }
)");
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].message, "Age does nothing with its parameter note");
}

TEST(CheckTest, ASampleMayStateANativeKey) {
  EXPECT_TRUE(Of("sample-does-not-fit", R"(
[tables.shop]
partition_key = "PK"
sort_key = "SK"
[tables.shop.indexes.ByRole]
partition_key = ["Role", "Team"]
[entities.User]
table = "shop"
PK = "USER#{UserId}"
SK = "PROFILE"
Role = "{Role}"
Team = "{Team}"
[entities.User.attributes]
UserId = "string"
Role = "string"
Team = { type = "string", default = "none" }
[[samples]]
entity = "User"
values = { UserId = "u1", Role = "admin" }
)")
                  .empty());
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
