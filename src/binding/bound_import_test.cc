// What an import puts into a table is kept as writes are.
#include <gmock/gmock.h>

#include "binding/bound_for_test.h"
#include "storage/store.h"
#include "table/catalog.h"
#include "table/table_filler.h"

namespace trestle {
namespace {

TEST(BoundImportTest, ItemsAreKeptAndGuarded) {
  const ManualClock clock{TimePoint(std::chrono::seconds(1'800'000'000))};
  const std::unique_ptr<Store> store = *OpenStore({.folder = "", .in_memory = true});
  Bindings bindings;
  Catalog::Options options;
  options.keepers = &bindings;
  const std::unique_ptr<Catalog> catalog = *Catalog::Open(*store, clock, options);
  ASSERT_TRUE(catalog->SetKeeperRecord(
      "desk", Bindings::RecordOf(kDesk, "desk.trestle.toml", BindingModes())));

  TableDefinition definition;
  definition.name = "desk";
  definition.region = "us-east-1";
  definition.keys = {.hash = {{.name = "PK"}}, .range = {{.name = "SK"}}};
  definition.attributes = {{.name = "PK"}, {.name = "SK"}};
  const auto filler = *TableFiller::Begin(*catalog, definition, {.may_repeat = true});
  const auto add = [&](Item item) {
    const Status added = filler->Add(std::span<const Item>(&item, 1));
    return added ? std::string() : added.error().message;
  };
  const auto user = [](const std::string& id, const std::string& email) {
    return Item{{"EntityType", S("User")}, {"UserId", S(id)}, {"Email", S(email)}};
  };
  EXPECT_EQ(add(user("u1", "a@b")), "");
  EXPECT_THAT(add(user("u2", "a@b")), testing::HasSubstr("must be unique"));
  EXPECT_THAT(add(user("u2", "nobody")), testing::HasSubstr("Email must match"));
  EXPECT_EQ(add(user("u1", "c@d")), "");
  EXPECT_EQ(add(user("u2", "a@b")), "");
  ASSERT_TRUE(filler->Finish());

  const TablePtr table = *catalog->Find("desk");
  EXPECT_EQ(catalog->Statistics(*table).items, 4);
  const auto key = *table->KeyOf({{"PK", S("USER#u1")}, {"SK", S("PROFILE")}});
  const auto stored = table->Get(*store, key);
  ASSERT_TRUE(stored && *stored);
  EXPECT_EQ(*(*stored)->Decode()->Find("Version"), N(2));
}

}  // namespace
}  // namespace trestle
