#include <gmock/gmock.h>

#include <algorithm>
#include <random>
#include <utility>
#include <vector>

#include "model/geohash.h"
#include "repository/repository_for_test.h"

namespace trestle::repository {
namespace {

using testing::ElementsAre;

constexpr std::string_view kModel = R"toml(
model = "events"
[tables.main]
partition_key = "PK"
sort_key = "SK"
[tables.main.indexes.GSI1]
partition_key = "GSI1PK"
sort_key = "GSI1SK"
[tables.main.indexes.Keys]
partition_key = "KeysPK"
sort_key = { name = "Score", type = "number" }
projection = "keys_only"

[entities.User]
PK = "USER#{Id}"
SK = "PROFILE"
[entities.User.attributes]
Id = "string"
Name = "string"

[entities.Event]
PK = "USER#{Id}"
SK = "EVENT#{Day}#{Number:pad(4)}"
GSI1PK = "ALL#{Number:shard(5)}"
GSI1SK = "{Score:pad(6)}"
KeysPK = "DAY#{Day}"
[entities.Event.attributes]
Id = "string"
Day = "date"
Number = "integer"
Score = { type = "integer", default = 0 }
name = "string"
Cell = { type = "string", computed = "{Place:geohash(5)}" }
Place = "geo"

[entities.Site]
PK = "SITE#{Cell}"
SK = "{Id}"
[entities.Site.attributes]
Id = "string"
Place = "geo"
Cell = { type = "string", computed = "{Place:geohash(5)}" }

[patterns.User]
entity = "User"
where = "PK = USER#{Id} and SK = PROFILE"

[patterns.Span]
entity = "Event"
where = "PK = USER#{Id} and SK between EVENT#{first}# and EVENT#{last}#~"
parameters = { first = "date", last = "date" }

[patterns.Falling]
entity = "Event"
where = "PK = USER#{Id} and SK between EVENT#{most:descending(6)} and EVENT#{least:descending(6)}"
parameters = { most = "integer", least = "integer" }

[patterns.Names]
entity = "User"
where = "PK = USER#{Id} and SK = PROFILE"
kind = "batch_get"
fan_out = { parameter = "Id", by = "value", list = "ids" }
project = ["Name"]

[patterns.Mixed]
entities = ["User", "Event"]
where = "PK = USER#{Id}"

[patterns.Whole]
entity = "Event"
where = "PK = USER#{Id}"

[patterns.Events]
entity = "Event"
where = "PK = USER#{Id} and begins_with(SK, EVENT#)"
order = "descending"
project = ["Number"]

[patterns.High]
entity = "Event"
where = "PK = USER#{Id} and begins_with(SK, EVENT#)"
filter = "Score >= {least} and name <> 'x'"
project = ["Number"]

[patterns.HighCount]
entity = "Event"
where = "PK = USER#{Id}"
filter = "Score >= {least}"
count_only = true

[patterns.Days]
entity = "Event"
where = "PK = USER#{Id} and begins_with(SK, EVENT#{day}#)"
fan_out = { parameter = "day", from = "from", to = "to", by = "day" }
order = "descending"

[patterns.Best]
entity = "Event"
index = "GSI1"
where = "GSI1PK = ALL#{Number:shard(5)}"
order = "descending"

[patterns.DayScores]
entity = "Event"
index = "Keys"
where = "KeysPK = DAY#{day} and Score > {least}"
filter = "name = 'a'"
load = "Event"
parameters = { day = "date", least = "integer" }

[patterns.Near]
entity = "Site"
where = "PK = SITE#{cell}"
geo = { attribute = "Place", around = "center", radius = "km", precision = 5 }

[patterns.AllUsers]
entity = "User"

[patterns.Rename]
entity = "User"
kind = "update"

[patterns.Forget]
entity = "User"
kind = "delete"
)toml";

class PatternsTest : public RepositoryTest {
 protected:
  PatternsTest() { Open(kModel); }
  void Event(std::string day, int number, int score, std::string name = "a") {
    Made("Event", {{"Id", S("u")},
                   {"Day", S(std::move(day))},
                   {"Number", AttributeValue::Integer(number)},
                   {"Score", AttributeValue::Integer(score)},
                   {"name", S(std::move(name))}});
  }
};

TEST_F(PatternsTest, AWriteWithoutWhereTakesWhatTheKeyIsMadeOf) {
  Made("User", {{"Id", S("u")}, {"Name", S("Una")}});
  const auto renamed = repository().Write("Rename", {{"Id", S("u")}, {"Name", S("Ute")}});
  ASSERT_TRUE(renamed) << renamed.error().message;
  EXPECT_THAT(Values(Found("User", {{"Id", S("u")}}), "Name"), ElementsAre("Ute"));
  EXPECT_FALSE(repository().Write("Rename", {{"Name", S("Ute")}}));
  EXPECT_FALSE(repository().Write("Forget", {}));
  const auto forgotten = repository().Write("Forget", {{"Id", S("u")}});
  ASSERT_TRUE(forgotten) << forgotten.error().message;
  EXPECT_EQ(Found("User", {{"Id", S("u")}}).items.size(), 0u);
}

TEST_F(PatternsTest, GetsOneItem) {
  Made("User", {{"Id", S("u")}, {"Name", S("Una")}});
  const Page page = Found("User", {{"Id", S("u")}});
  EXPECT_THAT(Values(page, "Name"), ElementsAre("Una"));
  EXPECT_EQ(page.EntityOf(0)->name, "User");
  EXPECT_EQ(page.spent.requests, 1);
  EXPECT_EQ(page.spent.read_units, 0.5);
  EXPECT_TRUE(Found("User", {{"Id", S("v")}}).items.empty());
}

TEST_F(PatternsTest, SaysWhatIsWrongWithEachArgument) {
  const auto page = repository().Run("High", {{"least", S("x")}, {"Idd", S("u")}});
  ASSERT_FALSE(page);
  EXPECT_EQ(page.error().code, ErrorCode::kValidation);
  const auto* bad = dynamic_cast<const BadFields*>(page.error().detail.get());
  ASSERT_NE(bad, nullptr);
  EXPECT_THAT(bad->fields, testing::UnorderedElementsAre(
                               model::FieldError{"Id", "is required"},
                               model::FieldError{"least", "must be a number"},
                               model::FieldError{"Idd", "is not a parameter; did you mean 'Id'?"}));
  EXPECT_EQ(repository().Run("Nope", {}).error().code, ErrorCode::kResourceNotFound);
}

TEST_F(PatternsTest, NamesTheEntitiesOfACollection) {
  Made("User", {{"Id", S("u")}, {"Name", S("Una")}});
  Event("2026-11-01", 1, 5);
  const Page page = Found("Mixed", {{"Id", S("u")}});
  ASSERT_EQ(page.items.size(), 2U);
  EXPECT_EQ(page.EntityOf(0)->name, "Event");
  EXPECT_EQ(page.EntityOf(1)->name, "User");
  EXPECT_THAT(Values(Found("AllUsers", {}), "Name"), ElementsAre("Una"));
}

TEST_F(PatternsTest, ItemsOfOtherEntitiesStayOut) {
  Made("User", {{"Id", S("u")}, {"Name", S("Una")}});
  for (int i = 1; i <= 3; ++i) Event("2026-11-01", i, i);
  const Page page = Found("Whole", {{"Id", S("u")}});
  EXPECT_THAT(Values(page, "Number"), ElementsAre("1", "2", "3"));
  EXPECT_EQ(page.EntityOf(2)->name, "Event");
  EXPECT_EQ(page.count, 3);
}

TEST_F(PatternsTest, PagesThroughAQuery) {
  for (int i = 1; i <= 25; ++i) Event("2026-11-01", i, i);
  const auto numbers = All("Events", {{"Id", S("u")}}, "Number", 10);
  ASSERT_EQ(numbers.size(), 25U);
  EXPECT_EQ(numbers.front(), "25");
  EXPECT_EQ(numbers.back(), "1");
  const Page page = Found("Events", {{"Id", S("u")}});
  EXPECT_EQ(page.items.front().Decode()->size(), 1U);
}

TEST_F(PatternsTest, FillsPagesOfAFilter) {
  for (int i = 0; i < 300; ++i) Event("2026-11-01", i, i % 10, i % 20 == 9 ? "x" : "a");
  const auto numbers = All("High", {{"Id", S("u")}, {"least", N("9")}}, "Number", 4);
  EXPECT_EQ(numbers.size(), 15U);
  EXPECT_TRUE(
      std::ranges::is_sorted(numbers, {}, [](const auto& text) { return std::stoi(text); }));
  EXPECT_EQ(Found("HighCount", {{"Id", S("u")}, {"least", N("9")}}).count, 30);
  const Page first = Found("High", {{"Id", S("u")}, {"least", N("9")}}, {.limit = 4});
  EXPECT_EQ(first.items.size(), 4U);
  EXPECT_EQ(first.items.front().Decode()->size(), 1U);
}

TEST_F(PatternsTest, RefusesACursorOfOtherArguments) {
  for (int i = 1; i <= 5; ++i) Event("2026-11-01", i, i);
  const Page page = Found("Events", {{"Id", S("u")}}, {.limit = 2});
  ASSERT_TRUE(page.cursor);
  EXPECT_FALSE(repository().Run("Events", {{"Id", S("v")}}, {.cursor = page.cursor}));
  EXPECT_FALSE(repository().Run("Mixed", {{"Id", S("u")}}, {.cursor = page.cursor}));
  for (std::size_t i = 0; i < page.cursor->size(); ++i) {
    std::string other = *page.cursor;
    other[i] = other[i] == 'A' ? 'B' : 'A';
    EXPECT_FALSE(repository().Run("Events", {{"Id", S("u")}}, {.cursor = other}));
  }
  EXPECT_TRUE(repository().Run("Events", {{"Id", S("u")}}, {.cursor = page.cursor}));
}

TEST_F(PatternsTest, NamesAllThatIsWrongWithACall) {
  EXPECT_EQ(
      repository().Run("Events", {{"Ib", S("u")}}, {.limit = 0, .cursor = "x"}).error().message,
      "The arguments do not fit: cursor is not one of this pattern and these arguments; "
      "limit must be 1 to 10000; Id is required; Ib is not a parameter; did you mean 'Id'?");
}

TEST_F(PatternsTest, FansOutOverDays) {
  Event("2026-10-30", 1, 1);
  Event("2026-10-31", 2, 1);
  Event("2026-11-01", 3, 1);
  Event("2026-11-01", 4, 1);
  Event("2026-11-03", 5, 1);
  const Item arguments{{"Id", S("u")}, {"from", S("2026-10-31")}, {"to", S("2026-11-02")}};
  EXPECT_THAT(All("Days", arguments, "Number", 100), ElementsAre("4", "3", "2"));
  EXPECT_THAT(All("Days", arguments, "Number", 1), ElementsAre("4", "3", "2"));
  const auto backwards = repository().Run(
      "Days", {{"Id", S("u")}, {"from", S("2026-11-02")}, {"to", S("2026-11-01")}});
  EXPECT_EQ(backwards.error().message, "The arguments do not fit: to must not be before from");
}

TEST_F(PatternsTest, BoundsTheWrongWayRoundAreNamed) {
  Event("2026-11-01", 1, 1);
  const auto found = [&](const char* first, const char* last) {
    return repository().Run("Span", {{"Id", S("u")}, {"first", S(first)}, {"last", S(last)}});
  };
  EXPECT_EQ(found("2026-11-01", "2026-11-01")->items.size(), 1u);
  EXPECT_EQ(found("2026-11-02", "2026-11-01").error().message,
            "The arguments do not fit: last must not be less than first");
  const auto falling =
      repository().Run("Falling", {{"Id", S("u")}, {"most", N("1")}, {"least", N("5")}});
  EXPECT_EQ(falling.error().message,
            "The arguments do not fit: least must not be greater than most");
}

TEST_F(PatternsTest, LoadsWholeItemsOfAnIndexOfKeys) {
  for (int i = 0; i < 150; ++i) Event("2026-11-01", i, i, i % 2 == 0 ? "a" : "b");
  const Item arguments{{"day", S("2026-11-01")}, {"least", N("99")}};
  const auto numbers = All("DayScores", arguments, "Number", 20);
  ASSERT_EQ(numbers.size(), 25U);
  EXPECT_EQ(numbers.front(), "100");
  EXPECT_EQ(numbers.back(), "148");
}

TEST_F(PatternsTest, ReadsABatchInTheOrderOfTheList) {
  for (const char* id : {"a", "b", "c"}) Made("User", {{"Id", S(id)}, {"Name", S(id)}});
  const Item ids{{"ids", AttributeValue::Of(List{S("c"), S("nobody"), S("a"), S("c"), S("b")})}};
  EXPECT_THAT(All("Names", ids, "Name", 100), ElementsAre("c", "a", "b"));
  EXPECT_THAT(All("Names", ids, "Name", 2), ElementsAre("c", "a", "b"));
  EXPECT_EQ(Found("Names", ids).items.front().Decode()->size(), 1U);
}

TEST_F(PatternsTest, FindsTheNearestFirst) {
  const auto site = [&](std::string id, std::string lat, std::string lon) {
    Made("Site", {{"Id", S(std::move(id))},
                  {"Place", AttributeValue::Of(AttributeMap{{"lat", N(lat)}, {"lon", N(lon)}})}});
  };
  site("far", "52.70", "13.40");
  site("two", "52.54", "13.40");
  site("one", "52.53", "13.40");
  site("here", "52.52", "13.40");
  const AttributeValue center =
      AttributeValue::Of(AttributeMap{{"lat", N("52.52")}, {"lon", N("13.40")}});
  const Page page = Found("Near", {{"center", center}, {"km", N("5")}});
  EXPECT_THAT(Values(page, "Id"), ElementsAre("here", "one", "two"));
  EXPECT_NEAR(page.distances_km[1], 1.11, 0.01);
  EXPECT_THAT(All("Near", {{"center", center}, {"km", N("5")}}, "Id", 1),
              ElementsAre("here", "one", "two"));
  EXPECT_THAT(All("Near", {{"center", center}, {"km", N("0.5")}}, "Id", 1), ElementsAre("here"));
}

TEST_F(PatternsTest, TheNearestAreFoundWithoutReadingCellsBehindThem) {
  // Cells are five kilometres wide: a circle of twelve touches 37 of them.
  const model::GeoPoint center{.latitude = 52.52, .longitude = 13.40};
  std::vector<std::pair<double, std::string>> nearest;
  for (int i = 0; i < 100; ++i) {
    const model::GeoPoint place{.latitude = 52.40 + i % 10 * 0.025,
                                .longitude = 13.20 + i / 10 * 0.041};
    const std::string id = "s" + std::to_string(i);
    Made("Site", {{"Id", S(id)}, {"Place", model::GeoValue(place)}});
    const double km = model::DistanceKm(center, place);
    if (km <= 12) nearest.emplace_back(km, id);
  }
  std::ranges::sort(nearest);
  std::vector<std::string> ids;
  for (const auto& [km, id] : nearest) ids.push_back(id);
  ASSERT_GT(ids.size(), 40U);
  const Item around = {{"center", model::GeoValue(center)}, {"km", N("12")}};
  for (const int limit : {1, 7, 1000}) EXPECT_EQ(All("Near", around, "Id", limit), ids);
  const Page first = Found("Near", around, {.limit = 3});
  EXPECT_THAT(Values(first, "Id"), ElementsAre(ids[0], ids[1], ids[2]));
  EXPECT_LT(first.spent.requests, 10);
  EXPECT_GT(Found("Near", around, {.limit = 1000}).spent.requests, 30);
}

// Random scores, with ties, in pages of random sizes. A database for each is what it costs, so
// there are few.
TEST_F(PatternsTest, ShardsAreMergedInOrder) {
  std::mt19937 random(20261115);
  const auto below = [&](int most) { return static_cast<int>(random() % unsigned(most)); };
  for (int round = 0; round < 4; ++round) {
    if (round > 0) Open(kModel);
    std::vector<int> scores(static_cast<std::size_t>(below(80)));
    for (std::size_t i = 0; i < scores.size(); ++i) {
      scores[i] = below(30);
      Event("2026-11-01", static_cast<int>(i), scores[i]);
    }
    std::ranges::sort(scores, std::greater<>());
    for (const int limit : {1 + below(5), 1 + below(100)}) {
      std::vector<int> found;
      for (const std::string& score : All("Best", {}, "Score", limit)) {
        found.push_back(std::stoi(score));
      }
      EXPECT_EQ(found, scores);
      auto numbers = All("Best", {}, "Number", limit);
      std::ranges::sort(numbers);
      EXPECT_EQ(std::ranges::adjacent_find(numbers), numbers.end());
    }
  }
}

}  // namespace
}  // namespace trestle::repository
