#include "model/read.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>
#include <string>

#include "model/shop_for_test.h"

namespace trestle::model {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

constexpr std::string_view kHead = "model = \"m\"\n[tables.t]\npartition_key = \"PK\"\n";
std::string With(std::string_view rest) { return std::string(kHead).append(rest); }

TEST(ReadTest, ReadsAWholeModel) {
  const Model model = ModelOf(kShop);
  EXPECT_EQ(model.name, "shop");
  EXPECT_EQ(model.version, 3);
  const Table& table = *model.FindTable("shop");
  EXPECT_EQ(table.provisioned->write, 50);
  EXPECT_EQ(table.pitr_days, 35);
  EXPECT_EQ(table.stream, StreamView::kNewAndOldImages);
  const Index& index = *table.FindIndex("ByTotal");
  EXPECT_EQ(index.partition_key[1].name, "Country");
  EXPECT_EQ(index.sort_key[0].type, KeyType::kNumber);
  EXPECT_EQ(index.projection.kind, Projection::Kind::kInclude);
  const Entity& order = *model.FindEntity("Order");
  EXPECT_EQ(order.value, "Order");
  EXPECT_EQ(order.size, 1536);
  EXPECT_EQ(order.ttl.at(0).after, std::chrono::hours(24));
  ASSERT_NE(order.FindKey("GSI1PK"), nullptr);
  EXPECT_TRUE(order.FindKey("GSI1PK")->when);
  EXPECT_EQ(order.FindKey("SK")->value.parts.size(), 4U);
  EXPECT_TRUE(order.FindAttribute("CustomerId")->required);
  EXPECT_FALSE(order.FindAttribute("Country")->required);
  EXPECT_EQ(std::get<Generated>(*order.FindAttribute("OrderId")->default_value), Generated::kUlid);
}

TEST(ReadTest, GuessesKindsOfPatterns) {
  const Model model = ModelOf(kShop);
  EXPECT_EQ(model.FindPattern("Customer")->kind, PatternKind::kGet);
  EXPECT_EQ(model.FindPattern("Orders")->kind, PatternKind::kQuery);
  EXPECT_EQ(model.FindPattern("OpenBetween")->kind, PatternKind::kQuery);
  EXPECT_EQ(model.FindPattern("All")->kind, PatternKind::kScan);
}

TEST(ReadTest, InfersParameters) {
  const Model model = ModelOf(kShop);
  const Pattern& orders = *model.FindPattern("Orders");
  ASSERT_EQ(orders.parameters.size(), 2U);
  EXPECT_EQ(orders.FindParameter("least")->shape.type, Type::kDecimal);
  EXPECT_EQ(orders.FindParameter("customer")->shape.type, Type::kString);
  const Pattern& open = *model.FindPattern("OpenBetween");
  EXPECT_EQ(open.FindParameter("Status")->shape.type, Type::kEnum);
  EXPECT_EQ(open.FindParameter("to")->shape.type, Type::kTimestamp);
  EXPECT_NEAR(*orders.rate, 20.0 / 60, 1e-9);
}

TEST(ReadTest, PatternsThatWriteTakeWhatTheyWrite) {
  const Model model = ModelOf(With(R"(
[entities.E]
table = "t"
PK = "E#{Id}"
[entities.E.attributes]
Id = "string"
Count = "integer"
Text = { type = "string", computed = "{Id:upper}" }
[patterns.Write]
entity = "E"
kind = "update"
where = "PK = E#{Id}"
[patterns.Make]
kind = "transact"
transaction = "Make"
[transactions.Make]
parameters = { id = "string" }
steps = [{ put = "E", values = { Id = "{id}" } }]
[[tests]]
pattern = "Write"
with = { Id = "a", Count = 3 }
expect = [{ Count = 3 }]
)"));
  const Pattern& write = *model.FindPattern("Write");
  EXPECT_FALSE(write.FindParameter("Id")->optional);
  EXPECT_TRUE(write.FindParameter("Count")->optional);
  EXPECT_EQ(write.FindParameter("Text"), nullptr);
  EXPECT_NE(model.FindPattern("Make")->FindParameter("id"), nullptr);
}

TEST(ReadTest, ReadsWhatWorkflowsAreCalledWith) {
  const std::string workflow =
      "[workflows.Pay]\ntitle = \"Pay\"\nparameters = { order = \"string\", note = { type = "
      "\"string\", optional = true } }\n";
  const Model model =
      ModelOf(With(workflow + "[routes]\n\"POST /pay\" = { workflow = \"Pay\" }\n"));
  ASSERT_EQ(model.workflows.size(), 1u);
  EXPECT_EQ(model.workflows[0].title, "Pay");
  EXPECT_FALSE(model.workflows[0].parameters[0].optional);
  EXPECT_TRUE(model.workflows[0].parameters[1].optional);
  EXPECT_THAT(ProblemsOf(With(workflow + "[routes]\n\"POST /pay\" = { workflow = \"Play\" }\n")),
              ElementsAre(HasSubstr("did you mean 'Pay'?")));
}

TEST(ReadTest, ReadsWhichRoutesThereAre) {
  const std::string parts = R"(
[entities.E]
table = "t"
PK = "E#{Id}"
routes = "read"
[entities.E.attributes]
Id = "string"
[patterns.Read]
entity = "E"
where = "PK = E#{Id}"
routes = "none"
[transactions.Make]
routes = "none"
parameters = { id = "string" }
steps = [{ put = "E", values = { Id = "{id}" } }]
[workflows.Pay]
session = true
)";
  const Model model = ModelOf(With(parts));
  EXPECT_EQ(model.entities[0].routes, Served::kReads);
  EXPECT_EQ(model.FindPattern("Read")->routes, Served::kNone);
  EXPECT_EQ(model.FindTransaction("Make")->routes, Served::kNone);
  EXPECT_TRUE(model.workflows[0].session);
  std::string wrong = parts;
  wrong.replace(wrong.find("\"none\""), 6, "\"read\"");
  EXPECT_THAT(ProblemsOf(With(wrong)), ElementsAre(HasSubstr("all")));
}

TEST(ReadTest, StoresSamplesAsTheirShapesSay) {
  const Model model = ModelOf(kShop);
  EXPECT_EQ(*model.samples[0].values.Find("Tags"), AttributeValue::Of(StringSet({"x", "y"})));
  EXPECT_EQ(*model.samples[1].values.Find("PlacedAt"),
            AttributeValue::String("2026-02-13T10:30:45.000Z"));
  EXPECT_EQ(*model.samples[1].values.Find("Total"), AttributeValue::Of(*Number::Parse("12.5")));
}

TEST(ReadTest, ReportsUnknownKeysWithAHint) {
  EXPECT_THAT(ProblemsOf(With("sort_kye = \"SK\"\n")),
              ElementsAre("4:1: table t has no 'sort_kye'; did you mean 'sort_key'?"));
  EXPECT_THAT(ProblemsOf(With("[entities.E]\nPk = \"x\"\n")),
              ElementsAre("4:11: entity E has no template for the table's key 'PK'; write PK = "
                          "\"...\"",
                          "5:1: entity E has no 'Pk', and it is no key attribute of table t; did "
                          "you mean 'PK'?"));
}

TEST(ReadTest, ReportsWrongTypesAtTheirPlace) {
  EXPECT_THAT(ProblemsOf(With("ttl = 5\npitr = 40\n")),
              ElementsAre("4:7: ttl must be a text", "5:8: pitr must be 1 to 35"));
  EXPECT_THAT(ProblemsOf("model = 1\n"), ElementsAre("1:9: model must be a text"));
}

TEST(ReadTest, ARuleThatAlwaysHoldsIsTheLast) {
  std::string text(kShop);
  const std::string rule = "{ after = \"24h\", of = \"PlacedAt\", when = \"Status = 'done'\" }";
  text.replace(text.find(rule), rule.size(), "[{ after = \"1d\" }, " + rule + "]");
  const std::vector<std::string> lines = ProblemsOf(text);
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_THAT(lines[0], HasSubstr("hides those behind it"));
  text.replace(text.find("[{ after"), 1, "[5, ");
  EXPECT_FALSE(ProblemsOf(text).empty());
}

TEST(ReadTest, SinceWhenIsATime) {
  std::string text(kShop);
  text.insert(text.find("UpdatedAt = "),
              "A = { type = \"string\", since = \"Status = 'done'\" }\n"
              "B = { type = \"timestamp\", since = \"Stats = 'done'\" }\n");
  const std::vector<std::string> lines = ProblemsOf(text);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_THAT(lines[0], HasSubstr("its type must be timestamp or date"));
  EXPECT_THAT(lines[1], HasSubstr("Order has no attribute 'Stats'"));
}

TEST(ReadTest, RefusesFiguresThatNobodyMeans) {
  const std::string entity = "[entities.O]\nPK = \"O#{Id}\"\nattributes = { Id = \"string\" }\n";
  const std::string pattern = "[patterns.P]\nentity = \"O\"\nwhere = \"PK = O#{Id}\"\n";
  EXPECT_THAT(ProblemsOf(With(entity + pattern + "reads = 1e15\nrate = \"1e9/s\"\n")),
              ElementsAre());
  EXPECT_THAT(ProblemsOf(With(entity + pattern + "reads = 1e300\n")),
              ElementsAre("10:9: reads must be a number from 0 to 1e15"));
  EXPECT_THAT(ProblemsOf(With(entity + pattern + "rate = \"1e300/s\"\n")), SizeIs(1));
  EXPECT_THAT(ProblemsOf(With(entity + "size = \"1e9 GB\"\n")), SizeIs(1));
}

TEST(ReadTest, ReportsUnknownReferences) {
  const std::string entity =
      "[entities.Order]\nPK = \"O#{Id}\"\n[entities.Order.attributes]\nId = "
      "\"string\"\n";
  EXPECT_THAT(ProblemsOf(With(entity + "[patterns.P]\nentity = \"Ordr\"\n")),
              ElementsAre("9:10: there is no entity 'Ordr'; did you mean 'Order'?"));
  EXPECT_THAT(
      ProblemsOf(With("[entities.O]\nPK = \"O#{Ident}\"\nattributes = { Id = \"string\" }")),
      ElementsAre("5:7: O has no attribute 'Ident'"));
  EXPECT_THAT(ProblemsOf(With(entity + "[routes]\n\"GET /x\" = { pattern = \"P\" }\n")),
              ElementsAre("9:1: there is no pattern 'P'"));
}

TEST(ReadTest, LeavesAnIndexThatIsMissingToTheChecker) {
  EXPECT_THAT(
      ProblemsOf(With("[entities.O]\nPK = \"O#{Id}\"\nattributes = { Id = \"string\" }\n"
                      "[patterns.P]\nentity = \"O\"\nindex = \"GSI9\"\nwhere = \"X = {a}\"")),
      IsEmpty());
}

TEST(ReadTest, AFileOfAnOlderFormatIsUpgraded) {
  constexpr std::string_view kAlarms = R"(
[tables.shop]
partition_key = "PK"
[tables.shop.indexes.GSI1]
partition_key = "GSI1PK"
[alarms.Latency]
metric = "SuccessfulRequestLatency.p99"
above = 100
[alarms.Index]
metric = "ReadThrottleEvents.GSI1"
above = 10
[alarms.Plain]
metric = "SystemErrors"
above = 0
)";
  for (const std::string_view head : {"format = 1\nmodel = \"m\"", "model = \"m\""}) {
    const Model model = ModelOf(std::string(head).append(kAlarms));
    ASSERT_EQ(model.alarms.size(), 3U);
    EXPECT_EQ(model.alarms[0].metric, "SuccessfulRequestLatency");
    EXPECT_EQ(model.alarms[0].statistic, "p99");
    EXPECT_EQ(model.alarms[1].metric, "ReadThrottleEvents");
    EXPECT_EQ(model.alarms[1].index, "GSI1");
    EXPECT_EQ(model.alarms[2].statistic, "sum");
  }
}

TEST(ReadTest, AnAlarmNamesWhatThereIs) {
  EXPECT_THAT(ProblemsOf("format = 2\nmodel = \"m\"\n[tables.shop]\npartition_key = \"PK\"\n"
                         "[alarms.A]\nmetric = \"X\"\nabove = 1\nstatistic = \"mean\"\n"
                         "index = \"None\"\n"),
              ElementsAre("5:9: there is no index 'None'",
                          "8:13: 'mean' is no statistic: sum, average, minimum, maximum, or a "
                          "percentile such as p99"));
}

// The parser's library takes such letters for something that cannot come: the sanitizers would see.
TEST(ReadTest, LettersBeyondAsciiOutsideOfTextsAreRefused) {
  for (const std::string_view text : {"\xC3\xA9", "[\xC3\xA9]", "a = \xC3\xA9", "[ \xEF\xB7\xBA ]",
                                      "a = [1, \xC4\x80]", "a = { \xC3\xA9 = 1 }"}) {
    EXPECT_EQ(ProblemsOf(text).size(), 1U) << text;
  }
}

TEST(ReadTest, RefusesANewerFormat) {
  EXPECT_THAT(ProblemsOf("format = 3\nmodel = \"m\"\nwhatever = 1\n"),
              ElementsAre("1:10: format 3 is newer than this program, which reads up to 2; use a "
                          "newer trestle"));
}

TEST(ReadTest, SaysWhereTomlIsWrong) {
  const Reading reading = ReadModel("model = \"m\"\nx = = 1\n", "f");
  ASSERT_EQ(reading.problems.size(), 1U);
  EXPECT_EQ(reading.problems[0].place.line, 2U);
}

TEST(ReadTest, RefusesKeysOfVeryManyParts) {
  std::string text = "a";
  for (int i = 0; i < 100'000; ++i) text += ".a";
  EXPECT_EQ(ReadModel(text + " = 1", "f").problems.size(), 1U);
  EXPECT_EQ(ReadModel("[" + text + "]", "f").problems.size(), 1U);
}

TEST(ReadTest, RefusesADefaultThatDoesNotFit) {
  EXPECT_THAT(ProblemsOf(With("[entities.O]\nPK = \"{Id}\"\n[entities.O.attributes]\n"
                              "Id = \"string\"\nN = { type = \"integer\", default = 1.5 }\n")),
              ElementsAre("8:1: the default does not fit: must be a whole number"));
}

// What the fuzzer does for hours, for a moment.
TEST(ReadTest, DamagedFilesGiveProblemsAndNoCrash) {
  std::mt19937 random(20261115);
  constexpr std::string_view kBytes = "{}[]()'\"=.,:#\n <>-0aZ\xC3\\";
  const char* const laps = std::getenv("DAMAGED_FILES");
  for (int lap = laps == nullptr ? 40 : std::atoi(laps); lap > 0; --lap) {
    std::string text(kShop);
    for (unsigned changes = 1 + random() % 4; changes > 0; --changes) {
      const std::size_t at = random() % text.size();
      const char byte = kBytes[random() % kBytes.size()];
      switch (random() % 3) {
        case 0:
          text[at] = byte;
          break;
        case 1:
          text.insert(at, 1, byte);
          break;
        default:
          text.erase(at, 1 + random() % 40);
      }
    }
    for (const Problem& problem : ReadModel(text, "damaged.toml").problems) {
      EXPECT_FALSE(problem.message.empty());
    }
  }
}

}  // namespace
}  // namespace trestle::model
