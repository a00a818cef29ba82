#include <gmock/gmock.h>

#include "repository/repository_for_test.h"

namespace trestle::repository {
namespace {

WriteConflict::Kind KindOf(const Error& error) {
  const auto* conflict = dynamic_cast<const WriteConflict*>(error.detail.get());
  EXPECT_NE(conflict, nullptr) << error.message;
  return conflict == nullptr ? WriteConflict::Kind::kCondition : conflict->kind;
}

class EntitiesTest : public RepositoryTest {
 protected:
  EntitiesTest() { Open(model::kShop); }
  Item Stored(std::string_view entity, const Item& key) {
    auto found = repository().Get(entity, key);
    EXPECT_TRUE(found) << found.error().message;
    return found && found->found ? found->found->item : Item();
  }
  const Item customer_{{"CustomerId", S("c1")}};
};

TEST_F(EntitiesTest, CreatesWithKeysAndDefaults) {
  const Item made = Made("Customer", {{"CustomerId", S("c1")}, {"Email", S("a@b")}}).written.item;
  EXPECT_EQ(*made.Find("PK"), S("CUSTOMER#c1"));
  EXPECT_EQ(*made.Find("SK"), S("PROFILE"));
  EXPECT_EQ(*made.Find("EntityType"), S("Customer"));
  EXPECT_EQ(*made.Find("Orders"), N("0"));
  EXPECT_EQ(*made.Find("Version"), N("1"));
  EXPECT_EQ(Stored("Customer", customer_), made);
  EXPECT_EQ(Stored("Customer", {{"PK", S("CUSTOMER#c1")}, {"SK", S("PROFILE")}}), made);
}

TEST_F(EntitiesTest, RefusesASecondOfTheSameKey) {
  Made("Customer", customer_);
  const auto again = repository().Create("Customer", customer_);
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code, ErrorCode::kConditionalCheckFailed);
  EXPECT_EQ(KindOf(again.error()), WriteConflict::Kind::kExists);
}

TEST_F(EntitiesTest, NamesEveryBadField) {
  const auto made = repository().Create("Order", {{"CustomerId", S("c1")},
                                                  {"Total", N("1.234")},
                                                  {"Status", S("lost")},
                                                  {"PlacedAt", S("yesterday")}});
  ASSERT_FALSE(made);
  const auto* bad = dynamic_cast<const BadFields*>(made.error().detail.get());
  ASSERT_NE(bad, nullptr);
  std::vector<std::string> fields;
  for (const auto& field : bad->fields) fields.push_back(field.field);
  EXPECT_THAT(fields, testing::IsSupersetOf({"Total", "Status", "PlacedAt"}));
  EXPECT_EQ(repository().Create("Nobody", {}).error().code, ErrorCode::kResourceNotFound);
}

TEST_F(EntitiesTest, GuardsUniqueValues) {
  Made("Customer", {{"CustomerId", S("c1")}, {"Email", S("a@b")}});
  const auto taken =
      repository().Create("Customer", {{"CustomerId", S("c2")}, {"Email", S("a@b")}});
  ASSERT_FALSE(taken);
  EXPECT_EQ(taken.error().message, "Another item has the same Email");
  EXPECT_EQ(KindOf(taken.error()), WriteConflict::Kind::kUnique);
  // A value that was given up is free.
  ASSERT_TRUE(repository().Update("Customer", customer_, {{"Email", S("c@d")}}));
  Made("Customer", {{"CustomerId", S("c2")}, {"Email", S("a@b")}});
  EXPECT_FALSE(repository().Update("Customer", customer_, {{"Email", S("a@b")}}));
  ASSERT_TRUE(repository().Delete("Customer", {{"CustomerId", S("c2")}}));
  EXPECT_TRUE(repository().Update("Customer", customer_, {{"Email", S("a@b")}}));
}

TEST_F(EntitiesTest, UpdatesWhatFollowsFromAChange) {
  Made("Order", {{"CustomerId", S("c1")},
                 {"OrderId", S("01J00000000000000000000000")},
                 {"PlacedAt", S("2026-11-15")},
                 {"Total", N("5")}});
  const Item key{{"CustomerId", S("c1")},
                 {"OrderId", S("01J00000000000000000000000")},
                 {"PlacedAt", S("2026-11-15")}};
  EXPECT_EQ(*Stored("Order", key).Find("GSI1PK"), S("STATUS#open"));
  const auto paid = repository().Update("Order", key, {{"Status", S("paid")}});
  ASSERT_TRUE(paid) << paid.error().message;
  EXPECT_EQ(*Stored("Order", key).Find("GSI1PK"), S("STATUS#paid"));
  ASSERT_TRUE(repository().Update("Order", key, {{"Status", S("done")}, {"Country", S("de")}}));
  const Item done = Stored("Order", key);
  EXPECT_FALSE(done.Contains("GSI1PK"));
  EXPECT_TRUE(done.Contains("ExpiresAt"));
  ASSERT_TRUE(repository().Update("Order", key, {{"Country", AttributeValue()}}));
  EXPECT_FALSE(Stored("Order", key).Contains("Country"));
  EXPECT_FALSE(repository().Update("Order", key, {{"PlacedAt", S("2026-11-16")}}));
}

TEST_F(EntitiesTest, HoldsTheVersion) {
  Made("Customer", customer_);
  EXPECT_TRUE(repository().Update("Customer", customer_, {{"Note", S("x")}}, {.version = 1}));
  const auto late = repository().Update("Customer", customer_, {{"Note", S("y")}}, {.version = 1});
  EXPECT_EQ(KindOf(late.error()), WriteConflict::Kind::kVersion);
  EXPECT_EQ(KindOf(repository().Put("Customer", customer_, {.version = 1}).error()),
            WriteConflict::Kind::kVersion);
  EXPECT_EQ(KindOf(repository().Delete("Customer", customer_, {.version = 1}).error()),
            WriteConflict::Kind::kVersion);
  const auto put = repository().Put("Customer", customer_, {.version = 2});
  ASSERT_TRUE(put);
  EXPECT_EQ(*put->written.item.Find("Version"), N("3"));
  EXPECT_FALSE(Stored("Customer", customer_).Contains("Note"));
  EXPECT_TRUE(repository().Delete("Customer", customer_, {.version = 3}));
}

TEST_F(EntitiesTest, SaysWhenThereIsNoItem) {
  const auto update = repository().Update("Customer", customer_, {{"Note", S("x")}});
  EXPECT_EQ(KindOf(update.error()), WriteConflict::Kind::kMissing);
  EXPECT_EQ(KindOf(repository().Delete("Customer", customer_).error()),
            WriteConflict::Kind::kMissing);
  const auto get = repository().Get("Customer", {});
  EXPECT_EQ(get.error().message, "The key does not fit: CustomerId is required");
  EXPECT_TRUE(Stored("Customer", customer_).empty());
}

constexpr std::string_view kNotes = R"toml(format = 1
model = "notes"

[tables.notes]
partition_key = "PK"
ttl = "ExpiresAt"

[entities.Note]
table = "notes"
PK = "NOTE#{Id}"
ttl = { after = "1h", when = "Done = true" }
[entities.Note.attributes]
Id = "string"
Done = "boolean"
)toml";

TEST_F(EntitiesTest, APutDoesNotBeginAnExpiryAnew) {
  Open(kNotes);
  const Item done{{"Id", S("n")}, {"Done", AttributeValue::Of(true)}};
  const auto expiry = [&](const Item& item) {
    const auto put = repository().Put("Note", item);
    EXPECT_TRUE(put) << put.error().message;
    const AttributeValue* const value = put->written.item.Find("ExpiresAt");
    return value == nullptr ? AttributeValue() : *value;
  };
  const AttributeValue begun = expiry(done);
  EXPECT_EQ(begun, N("1794747600"));
  clock_.Advance(std::chrono::minutes(10));
  EXPECT_EQ(expiry(done), begun);
  EXPECT_EQ(expiry({{"Id", S("n")}}), AttributeValue());
  EXPECT_EQ(expiry(done), N("1794748200"));
}

}  // namespace
}  // namespace trestle::repository
