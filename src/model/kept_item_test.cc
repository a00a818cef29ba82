#include "model/kept_item.h"

#include <gmock/gmock.h>

#include <chrono>

#include "model/generated.h"
#include "model/key_match.h"
#include "model/shop_for_test.h"

namespace trestle::model {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

AttributeValue S(std::string text) { return AttributeValue::String(std::move(text)); }
AttributeValue N(std::string_view text) { return AttributeValue::Of(*Number::Parse(text)); }
std::string Text(const Item& item, std::string_view name) {
  const AttributeValue* const value = item.Find(name);
  if (value == nullptr) return "(absent)";
  if (const auto* number = value->As<Number>()) return number->ToString();
  return *value->As<std::string>();
}

class KeptItemTest : public testing::Test {
 protected:
  KeptItemTest()
      : model_(std::make_shared<const Model>(ModelOf(kShop))),
        table_(model_, *model_->FindTable("shop")) {}

  const KeptEntity& Entity(std::string_view name) const { return *table_.Find(name); }
  std::vector<std::string> Errors(const KeptEntity& entity, Item& item, ItemWrite write) const {
    write.now = now_;
    std::vector<std::string> lines;
    for (const FieldError& error : entity.Keep(item, write)) {
      lines.push_back(error.field + " " + error.message);
    }
    return lines;
  }
  Item Order() const {
    return {{"CustomerId", S("c1")},
            {"OrderId", S("01J00000000000000000000000")},
            {"Total", N("12.5")},
            {"PlacedAt", S("2026-02-13T10:30:45.000Z")}};
  }

  const TimePoint now_{std::chrono::seconds(1'800'000'000)};
  std::shared_ptr<const Model> model_;
  KeptTable table_;
};

TEST_F(KeptItemTest, DerivesKeysDefaultsAndTimes) {
  Item item = Order();
  EXPECT_THAT(Errors(Entity("Order"), item, {}), IsEmpty());
  EXPECT_EQ(Text(item, "PK"), "CUSTOMER#c1");
  EXPECT_EQ(Text(item, "SK"), "ORDER#2026-02-13T10:30:45.000Z#01J00000000000000000000000");
  EXPECT_EQ(Text(item, "GSI1PK"), "STATUS#open");
  EXPECT_EQ(Text(item, "GSI1SK"), "2026-02-13T10:30:45.000Z");
  EXPECT_EQ(Text(item, "Status"), "open");
  EXPECT_EQ(Text(item, "UpdatedAt"), "2027-01-15T08:00:00.000Z");
  EXPECT_EQ(Text(item, "EntityType"), "Order");
  EXPECT_EQ(Text(item, "ExpiresAt"), "(absent)");
}

TEST_F(KeptItemTest, AnUpdateRecomputesSparseKeysAndTimeToLive) {
  Item before = Order();
  ASSERT_THAT(Errors(Entity("Order"), before, {}), IsEmpty());
  Item after = before;
  after.Set("Status", S("done"));
  EXPECT_THAT(Errors(Entity("Order"), after, {.writing = Writing::kUpdate, .before = &before}),
              IsEmpty());
  EXPECT_EQ(Text(after, "GSI1PK"), "(absent)");
  EXPECT_EQ(Text(after, "ExpiresAt"), "1771065045");
}

// A rule without `of`: 24 hours after the status becomes done, however often it is written then.
TEST(TimeToLiveTest, BeginsWhenItsConditionBecomesTrue) {
  std::string text(kShop);
  const std::string of = "of = \"PlacedAt\", ";
  text.erase(text.find(of), of.size());
  const auto model = std::make_shared<const Model>(ModelOf(text));
  const KeptTable table(model, *model->FindTable("shop"));
  Item item = {{"CustomerId", S("c1")},
               {"OrderId", S("01J00000000000000000000000")},
               {"Total", N("12.5")},
               {"PlacedAt", S("2026-02-13T10:30:45.000Z")}};
  const auto written = [&](std::string status, std::int64_t at) {
    const Item before = item;
    item.Set("Status", S(std::move(status)));
    const bool first = !before.Contains("EntityType");
    EXPECT_THAT(
        table.Find("Order")->Keep(item, {.writing = first ? Writing::kPut : Writing::kUpdate,
                                         .before = first ? nullptr : &before,
                                         .now = TimePoint(std::chrono::seconds(at))}),
        IsEmpty());
    return Text(item, "ExpiresAt");
  };
  EXPECT_EQ(written("open", 1'800'000'000), "(absent)");
  EXPECT_EQ(written("done", 1'800'000'100), "1800086500");
  EXPECT_EQ(written("done", 1'800'000'200), "1800086500");
  EXPECT_EQ(written("open", 1'800'000'300), "(absent)");
  EXPECT_EQ(written("done", 1'800'000'400), "1800086800");
}

// Of several rules the first that holds counts.
TEST(TimeToLiveTest, FollowsTheRuleOfItsState) {
  std::string text(kShop);
  const std::string one =
      "ttl = { after = \"24h\", of = \"PlacedAt\", when = \"Status = 'done'\" }";
  text.replace(text.find(one), one.size(),
               "ttl = [{ after = \"1h\", of = \"PlacedAt\", when = \"Status = 'open'\" },\n"
               "  { after = \"24h\", when = \"Status = 'done'\" }]");
  const auto model = std::make_shared<const Model>(ModelOf(text));
  const KeptTable table(model, *model->FindTable("shop"));
  Item item = {{"CustomerId", S("c1")},
               {"OrderId", S("01J00000000000000000000000")},
               {"Total", N("12.5")},
               {"PlacedAt", S("2026-02-13T10:30:45.000Z")}};
  const auto written = [&](std::string status, std::int64_t at) {
    const Item before = item;
    item.Set("Status", S(std::move(status)));
    EXPECT_THAT(table.Find("Order")->Keep(item, {.writing = Writing::kUpdate,
                                                 .before = &before,
                                                 .now = TimePoint(std::chrono::seconds(at))}),
                IsEmpty());
    return Text(item, "ExpiresAt");
  };
  EXPECT_EQ(written("open", 1'800'000'000), "1770982245");
  EXPECT_EQ(written("paid", 1'800'000'100), "(absent)");
  EXPECT_EQ(written("open", 1'800'000'200), "1770982245");
  EXPECT_EQ(written("done", 1'800'000'300), "1800086700");
  EXPECT_EQ(written("done", 1'800'000'400), "1800086700");
}

class SinceTest : public testing::Test {
 protected:
  static std::string ModelText() {
    std::string text(kShop);
    const std::string next = "UpdatedAt = ";
    text.insert(text.find(next),
                "DoneAt = { type = \"timestamp\", stored = \"seconds\", since = "
                "\"Status = 'done'\" }\n");
    return text;
  }
  // Writes the order, the last time it was written before it; what it then says.
  std::string Written(std::string status, std::int64_t at, Item given = {},
                      Writing writing = Writing::kUpdate) {
    Item item = writing == Writing::kPut ? Item() : last_;
    item.Set("CustomerId", S("c1"));
    item.Set("OrderId", S("01J00000000000000000000000"));
    item.Set("Total", N("12.5"));
    item.Set("PlacedAt", S("2026-02-13T10:30:45.000Z"));
    item.Set("Status", S(std::move(status)));
    for (const auto& [name, value] : given) item.Set(name, value);
    EXPECT_THAT(table_.Find("Order")->Keep(item, {.writing = writing,
                                                  .before = last_.empty() ? nullptr : &last_,
                                                  .now = TimePoint(std::chrono::seconds(at))}),
                IsEmpty());
    last_ = item;
    return Text(item, "DoneAt");
  }
  std::shared_ptr<const Model> model_ = std::make_shared<const Model>(ModelOf(ModelText()));
  KeptTable table_{model_, *model_->FindTable("shop")};
  Item last_;
};

TEST_F(SinceTest, TellsWhenItsConditionBecameTrue) {
  EXPECT_EQ(Written("open", 100), "(absent)");
  EXPECT_EQ(Written("done", 200), "200");
  EXPECT_EQ(Written("done", 300), "200");
  EXPECT_EQ(Written("done", 400, {}, Writing::kPut), "200");
  EXPECT_EQ(Written("open", 500), "(absent)");
  EXPECT_EQ(Written("open", 600, {{"DoneAt", N("1")}}), "(absent)");
  EXPECT_EQ(Written("done", 700), "700");
}

TEST_F(SinceTest, BelievesWhatComesWithTheWrite) {
  EXPECT_EQ(Written("done", 100, {{"DoneAt", N("7")}}, Writing::kPut), "7");
  EXPECT_EQ(Written("done", 200, {{"DoneAt", N("8")}}), "8");
  EXPECT_EQ(Written("done", 300), "8");
}

// Items from before the rule.
TEST_F(SinceTest, MakesUpNothingOfThePast) {
  Written("done", 100);
  last_.Erase("DoneAt");
  EXPECT_EQ(Written("done", 200, {}, Writing::kRepair), "(absent)");
  EXPECT_EQ(Written("done", 300), "(absent)");
  Written("open", 400);
  last_.Set("DoneAt", N("7"));
  EXPECT_EQ(Written("done", 500), "500");
  last_.Set("Status", S("open"));
  EXPECT_EQ(Written("open", 600, {}, Writing::kRepair), "(absent)");
}

TEST_F(KeptItemTest, NamesEveryBadField) {
  Item item = Order();
  item.Erase("Total");
  item.Set("Status", S("lost"));
  EXPECT_THAT(Errors(Entity("Order"), item, {}),
              ElementsAre("Status must be one of open, paid, done", "Total is required"));
}

TEST_F(KeptItemTest, RefusesAPrimaryKeyThatDisagreesAndAnUpdateOfOne) {
  Item item = Order();
  item.Set("PK", S("CUSTOMER#c2"));
  EXPECT_THAT(Errors(Entity("Order"), item, {}),
              ElementsAre("PK is 'CUSTOMER#c2', but its template CUSTOMER#{CustomerId} makes it "
                          "'CUSTOMER#c1'"));
  Item before = Order();
  ASSERT_THAT(Errors(Entity("Order"), before, {}), IsEmpty());
  Item after = before;
  after.Set("CustomerId", S("c2"));
  EXPECT_THAT(Errors(Entity("Order"), after, {.writing = Writing::kUpdate, .before = &before}),
              ElementsAre(testing::HasSubstr("a primary key cannot be updated")));
}

TEST_F(KeptItemTest, AnImmutableAttributeStays) {
  Item before = Order();
  ASSERT_THAT(Errors(Entity("Order"), before, {}), IsEmpty());
  Item put = Order();
  put.Erase("PlacedAt");
  put.Set("PK", *before.Find("PK"));
  put.Set("SK", *before.Find("SK"));
  EXPECT_THAT(Errors(Entity("Order"), put, {.before = &before}), IsEmpty());
  EXPECT_EQ(Text(put, "PlacedAt"), "2026-02-13T10:30:45.000Z");
  Item after = before;
  after.Set("PlacedAt", S("2026-02-14T10:30:45.000Z"));
  EXPECT_THAT(Errors(Entity("Order"), after, {.writing = Writing::kUpdate, .before = &before}),
              ElementsAre("PlacedAt cannot be changed once it is written"));
}

TEST_F(KeptItemTest, CountsTheVersion) {
  Item item{{"CustomerId", S("c1")}};
  ASSERT_THAT(Errors(Entity("Customer"), item, {}), IsEmpty());
  EXPECT_EQ(Text(item, "Version"), "1");
  Item after = item;
  ASSERT_THAT(Errors(Entity("Customer"), after, {.writing = Writing::kUpdate, .before = &item}),
              IsEmpty());
  EXPECT_EQ(Text(after, "Version"), "2");
}

TEST_F(KeptItemTest, ComputesFromAPoint) {
  Item item{{"CustomerId", S("c1")},
            {"Place", AttributeValue::Of(AttributeMap{{"lat", N("52.5")}, {"lon", N("13.4")}})}};
  ASSERT_THAT(Errors(Entity("Customer"), item, {}), IsEmpty());
  EXPECT_EQ(Text(item, "Hash"), "u33d8v");
  item.Erase("Place");
  const Item before = item;
  ASSERT_THAT(Errors(Entity("Customer"), item, {.writing = Writing::kUpdate, .before = &before}),
              IsEmpty());
  EXPECT_EQ(Text(item, "Hash"), "(absent)");
}

TEST_F(KeptItemTest, TellsTheEntityByAttributeOrKey) {
  EXPECT_EQ(table_.EntityOf({{"EntityType", S("Order")}}), &Entity("Order"));
  EXPECT_EQ(table_.EntityOf({{"EntityType", S("Other")}}), nullptr);
  EXPECT_EQ(table_.EntityOf({{"PK", S("CUSTOMER#c1")}, {"SK", S("PROFILE")}}), &Entity("Customer"));
  EXPECT_EQ(table_.EntityOf({{"PK", S("CUSTOMER#c1")}, {"SK", S("ORDER#a#b")}}), &Entity("Order"));
  EXPECT_EQ(table_.EntityOf({{"PK", S("THING#c1")}, {"SK", S("ORDER#a#b")}}), nullptr);
}

TEST_F(KeptItemTest, TakesWhatTheKeySaysFromIt) {
  Item item{{"PK", S("CUSTOMER#c1")}, {"SK", S("PROFILE")}};
  EXPECT_THAT(Errors(Entity("Customer"), item, {.writing = Writing::kUpdate}), IsEmpty());
  EXPECT_EQ(Text(item, "CustomerId"), "c1");
}

TEST_F(KeptItemTest, CompletesAKeyThatIsNotGiven) {
  Item item{{"CustomerId", S("c1")}, {"Total", N("1")}};
  EXPECT_THAT(Entity("Order").CompleteKey(item, now_), IsEmpty());
  EXPECT_EQ(Text(item, "PK"), "CUSTOMER#c1");
  EXPECT_EQ(Text(item, "SK"), "ORDER#2027-01-15T08:00:00.000Z#" + Text(item, "OrderId"));
}

TEST_F(KeptItemTest, SaysWhyAKeyCannotBeCompleted) {
  Item item{{"Total", N("-1")}};
  const std::vector<FieldError> errors = Entity("Order").CompleteKey(item, now_);
  EXPECT_EQ(TextOf(Entity("Order").entity(), errors),
            "Order: CustomerId is required; Total must be at least 0");
}

TEST_F(KeptItemTest, GuardsUniqueValues) {
  Item item{{"CustomerId", S("c1")}, {"Email", S("a@b")}};
  ASSERT_THAT(Errors(Entity("Customer"), item, {}), IsEmpty());
  const std::vector<UniqueGuard> guards = Entity("Customer").GuardsOf(item);
  ASSERT_EQ(guards.size(), 1u);
  EXPECT_EQ(Text(guards[0].item, "PK"), "UNIQUE#Customer#Email#a@b");
  EXPECT_EQ(Text(guards[0].item, "SK"), "UNIQUE#Customer#Email");
  EXPECT_TRUE(table_.IsGuard(guards[0].item));
  EXPECT_EQ(Text(*guards[0].item.Find("Owner")->As<AttributeMap>(), "PK"), "CUSTOMER#c1");
}

TEST_F(KeptItemTest, ARepairChangesOnlyWhatDisagrees) {
  Item item = Order();
  ASSERT_THAT(Errors(Entity("Order"), item, {}), IsEmpty());
  Item same = item;
  EXPECT_THAT(Errors(Entity("Order"), same, {.writing = Writing::kRepair}), IsEmpty());
  EXPECT_EQ(same, item);
  Item stale = item;
  stale.Set("GSI1PK", S("STATUS#paid"));
  EXPECT_THAT(Errors(Entity("Order"), stale, {.writing = Writing::kRepair}), IsEmpty());
  EXPECT_EQ(stale, item);
}

TEST(GeneratedTest, IdentifiersAreWellFormedAndDiffer) {
  const TimePoint now{std::chrono::seconds(1'800'000'000)};
  const std::string ulid = *Made(Generated::kUlid, nullptr, now).As<std::string>();
  EXPECT_EQ(ulid.size(), 26u);
  EXPECT_NE(ulid, *Made(Generated::kUlid, nullptr, now).As<std::string>());
  EXPECT_LT(ulid,
            *Made(Generated::kUlid, nullptr, now + std::chrono::seconds(1)).As<std::string>());
  EXPECT_EQ(Made(Generated::kUuid, nullptr, now).As<std::string>()->size(), 36u);
  EXPECT_EQ(*Made(Generated::kToday, nullptr, now).As<std::string>(), "2027-01-15");
}

}  // namespace
}  // namespace trestle::model
