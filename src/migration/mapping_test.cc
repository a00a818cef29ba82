#include "migration/mapping.h"

#include <gtest/gtest.h>

#include <utility>

#include "model/read.h"

namespace trestle::migration {
namespace {

AttributeValue S(std::string text) { return AttributeValue::String(std::move(text)); }

std::shared_ptr<const model::Model> ModelOf(std::string_view text) {
  model::Reading reading = model::ReadModel(text, "test");
  for (const model::Problem& problem : reading.problems) ADD_FAILURE() << problem.message;
  return std::make_shared<const model::Model>(std::move(reading.model));
}

constexpr std::string_view kPeople = R"toml(
model = "people"
[tables.people]
partition_key = "PK"
sort_key = "SK"
[entities.User]
table = "people"
PK = "USER#{Username}"
SK = "PROFILE"
version = "Version"
[entities.User.attributes]
Username = "string"
Name = { type = "string", max_length = 10 }
Plan = "string"
Level = { type = "integer", default = 1 }
CreatedAt = { type = "timestamp", default = "now", immutable = true }
UpdatedAt = { type = "timestamp", on_write = "now" }
[entities.Robot]
table = "people"
PK = "ROBOT#{Username}"
SK = "PROFILE"
[entities.Robot.attributes]
Username = "string"

[[migrations]]
from = "users"
entity = "Robot"
when = "kind = 'robot'"
set = { Username = "{username}" }

[[migrations]]
from = "users"
entity = "User"
set = { Username = "{username}", Name = "{name}", Plan = "free", CreatedAt = "{created_at}" }
drop = ["secret"]
)toml";

Mapping People() {
  auto mapping = Mapping::Of(
      ModelOf(kPeople),
      {.from = "users", .keys = {.hash = {{.name = "username"}}, .range = {}}, .model = nullptr});
  EXPECT_TRUE(mapping) << mapping.error().message;
  return *std::move(mapping);
}

const TimePoint kNow = TimePoint(std::chrono::hours(24 * 365 * 50));

TEST(MappingTest, MakesAnItemOfItsEntity) {
  const auto made = People().Forward({{"username", S("ann")},
                                      {"name", S("Ann")},
                                      {"created_at", S("2025-01-01T00:00:00Z")},
                                      {"secret", S("x")},
                                      {"note", S("kept")}},
                                     {}, kNow);
  ASSERT_TRUE(made) << made.error().message;
  ASSERT_TRUE(*made);
  const Item& item = **made;
  EXPECT_EQ(*item.Find("PK"), S("USER#ann"));
  EXPECT_EQ(*item.Find("SK"), S("PROFILE"));
  EXPECT_EQ(*item.Find("EntityType"), S("User"));
  EXPECT_EQ(*item.Find("Name"), S("Ann"));
  EXPECT_EQ(*item.Find("Plan"), S("free"));
  EXPECT_EQ(*item.Find("CreatedAt"), S("2025-01-01T00:00:00.000Z"));
  EXPECT_EQ(*item.Find("Level"), AttributeValue::Integer(1));
  EXPECT_EQ(*item.Find("note"), S("kept"));
  EXPECT_FALSE(item.Contains("secret"));
  EXPECT_FALSE(item.Contains("username"));
}

TEST(MappingTest, TakesTheFirstRuleWhoseConditionHolds) {
  const Mapping people = People();
  const auto made = people.Forward({{"username", S("r2")}, {"kind", S("robot")}}, {}, kNow);
  ASSERT_TRUE(made && *made);
  EXPECT_EQ(*(*made)->Find("PK"), S("ROBOT#r2"));
  EXPECT_EQ(people.TargetKeysFor({{"username", S("r2")}}).size(), 2U);
}

TEST(MappingTest, KeepsWhatWasMadeUpBefore) {
  const Mapping people = People();
  const Item source = {{"username", S("ann")}};
  const auto first = people.Forward(source, {}, kNow);
  ASSERT_TRUE(first && *first);
  const auto second =
      people.Forward(source, std::vector<Item>{**first}, kNow + std::chrono::hours(1));
  ASSERT_TRUE(second && *second);
  EXPECT_EQ(**first, **second);
}

TEST(MappingTest, SaysWhatDoesNotFit) {
  const auto made =
      People().Forward({{"username", S("ann")}, {"name", S("far too long a name")}}, {}, kNow);
  ASSERT_FALSE(made);
  EXPECT_NE(made.error().message.find("Name"), std::string::npos) << made.error().message;
}

TEST(MappingTest, GoesBackWithWhatItLeftOut) {
  const Mapping people = People();
  const Item source = {
      {"username", S("ann")}, {"name", S("Ann")}, {"secret", S("x")}, {"note", S("kept")}};
  auto made = people.Forward(source, {}, kNow);
  ASSERT_TRUE(made && *made);
  Item target = **made;
  target.Set("Name", S("Anna"));
  target.Erase("note");
  EXPECT_EQ(people.SourceKeyFor(people.TargetKeyOf(target)),
            std::optional<Item>(Item{{"username", S("ann")}}));
  const auto back = people.Backward(target, &source, kNow);
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(*back->Find("name"), S("Anna"));
  EXPECT_EQ(*back->Find("secret"), S("x"));
  EXPECT_FALSE(back->Contains("note"));
  EXPECT_FALSE(back->Contains("PK"));
  EXPECT_FALSE(back->Contains("EntityType"));
  const auto again = people.Forward(*back, std::vector<Item>{target}, kNow);
  ASSERT_TRUE(again && *again);
  EXPECT_TRUE(people.Equivalent(**again, target));
}

constexpr std::string_view kOld = R"toml(
model = "shop"
version = 1
[tables.shop]
partition_key = "PK"
sort_key = "SK"
[entities.Order]
table = "shop"
PK = "CUSTOMER#{Customer}"
SK = "ORDER#{Number}"
unique = ["Code"]
[entities.Order.attributes]
Customer = "string"
Number = "integer"
Code = "string"
)toml";
constexpr std::string_view kNew = R"toml(
model = "shop"
version = 2
[tables.shop-2]
partition_key = "PK"
sort_key = "SK"
[entities.Order]
table = "shop-2"
PK = "C#{Customer}"
SK = "O#{Number:pad(6)}"
[entities.Order.attributes]
Customer = "string"
Number = "integer"
Code = "string"
[[migrations]]
from = "shop"
entity = "Order"
)toml";

TEST(MappingTest, ReadsTheKeysOfAnOlderVersion) {
  const auto mapping =
      Mapping::Of(ModelOf(kNew), {.from = "shop",
                                  .keys = {.hash = {{.name = "PK"}}, .range = {{.name = "SK"}}},
                                  .model = ModelOf(kOld)});
  ASSERT_TRUE(mapping) << mapping.error().message;
  const Item old_key = {{"PK", S("CUSTOMER#c1")}, {"SK", S("ORDER#17")}};
  const Item new_key = {{"PK", S("C#c1")}, {"SK", S("O#000017")}};
  EXPECT_EQ(mapping->TargetKeysFor(old_key), std::vector<Item>{new_key});
  // Of a padded number alone, nobody knows what it was.
  EXPECT_FALSE(mapping->SourceKeyFor(new_key));

  Item old = old_key;
  old.Set("EntityType", S("Order"));
  old.Set("Customer", S("c1"));
  old.Set("Number", AttributeValue::Integer(17));
  old.Set("Code", S("x"));
  const auto made = mapping->Forward(old, {}, kNow);
  ASSERT_TRUE(made && *made) << (made ? "no rule" : made.error().message);
  EXPECT_EQ(mapping->TargetKeyOf(**made), new_key);
  EXPECT_EQ(mapping->SourceKeyFor(**made), std::optional<Item>(old_key));
  const auto back = mapping->Backward(**made, nullptr, kNow);
  ASSERT_TRUE(back) << back.error().message;
  EXPECT_EQ(*back, old);

  // The guard of a unique value is nobody's item.
  const auto guard = mapping->Forward({{"PK", S("UNIQUE#Order#Code#x")},
                                       {"SK", S("UNIQUE#Order#Code")},
                                       {"EntityType", S("UNIQUE#Order#Code")}},
                                      {}, kNow);
  ASSERT_TRUE(guard);
  EXPECT_FALSE(*guard);
}

// The first thing that is wrong with a rule of the model above.
std::string ProblemOf(const std::string& rule) {
  const std::string text(kPeople);
  const std::string head = text.substr(0, text.find("[[migrations]]"));
  const model::Reading reading = model::ReadModel(head + "[[migrations]]\n" + rule, "test");
  return reading.problems.empty() ? "" : reading.problems.front().message;
}

TEST(MappingTest, RulesAreHeldAgainstTheModel) {
  EXPECT_EQ(ProblemOf("from = \"users\"\nentity = \"User\"\nset = { Username = \"{u}\" }\n"), "");
  EXPECT_EQ(ProblemOf("from = \"users\"\nentity = \"Usr\"\n"),
            "there is no entity 'Usr'; did you mean 'User'?");
  EXPECT_EQ(ProblemOf("from = \"users\"\nentity = \"User\"\nset = { Nam = \"{u}\" }\n"),
            "User has no attribute 'Nam'; did you mean 'Name'?");
  EXPECT_NE(ProblemOf("from = \"people\"\nentity = \"User\"\n").find("goes to another table"),
            std::string::npos);
  EXPECT_NE(ProblemOf("from = \"users\"\nentity = \"User\"\nset = { PK = \"{u}\" }\n")
                .find("follows from its template"),
            std::string::npos);
  EXPECT_NE(ProblemOf("from = \"users\"\nentity = \"User\"\nset = { Name = \"uuid\" }\n")
                .find("another value each time"),
            std::string::npos);
}

TEST(MappingTest, RefusesAKeyThatADeletionWouldNotTell) {
  const auto mapping = Mapping::Of(
      ModelOf(R"toml(
model = "people"
[tables.people]
partition_key = "PK"
[entities.User]
table = "people"
PK = "USER#{Email}"
[entities.User.attributes]
Email = "string"
[[migrations]]
from = "users"
entity = "User"
set = { Email = "{email}" }
)toml"),
      {.from = "users", .keys = {.hash = {{.name = "username"}}, .range = {}}, .model = nullptr});
  ASSERT_TRUE(mapping);
  const auto made = mapping->Forward({{"username", S("ann")}, {"email", S("a@b")}}, {}, kNow);
  ASSERT_FALSE(made);
  EXPECT_NE(made.error().message.find("does not follow"), std::string::npos);
}

}  // namespace
}  // namespace trestle::migration
