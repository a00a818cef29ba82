#include "model/import.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/export.h"
#include "model/model_for_test.h"
#include "model/model_text.h"
#include "model/read.h"

namespace trestle::model {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string Complaints(const std::string& text) {
  std::string all;
  const Reading reading = ReadModel(text, "imported");
  for (const Problem& problem : reading.problems) {
    all.append(std::to_string(problem.place.line) + ": " + problem.message + "\n");
  }
  return all;
}

Item ItemOf(std::initializer_list<std::pair<const char*, const char*>> texts) {
  Item item;
  for (const auto& [name, text] : texts) item.Set(name, AttributeValue::String(text));
  return item;
}

SeenTable SeenShop() {
  SeenTable seen{.table = ShopModel().tables[0]};
  seen.items = {
      ItemOf({{"PK", "CUSTOMER#c1"}, {"SK", "PROFILE"}, {"CustomerId", "c1"}, {"Name", "Ada"}}),
      ItemOf({{"PK", "CUSTOMER#c1"},
              {"SK", "ORDER#o1"},
              {"GSI1PK", "STATUS#open"},
              {"GSI1SK", "2026-01-01"},
              {"OrderId", "o1"},
              {"Status", "open"},
              {"City", "Rome"}}),
      ItemOf({{"PK", "CUSTOMER#c2"},
              {"SK", "ORDER#o2"},
              {"GSI1PK", "STATUS#done"},
              {"GSI1SK", "2026-01-02"},
              {"OrderId", "o2"},
              {"Status", "done"},
              {"City", "Bern"}})};
  return seen;
}

TEST(ImportTest, GuessesEntitiesFromKeys) {
  const Model model = FromTable(SeenShop());
  ASSERT_EQ(model.entities.size(), 2u);
  const Entity& customer = model.entities[0];
  EXPECT_EQ(customer.name, "Customer");
  EXPECT_EQ(customer.FindKey("PK")->value.text, "CUSTOMER#{CustomerId}");
  EXPECT_EQ(customer.FindKey("SK")->value.text, "PROFILE");
  const Entity& order = model.entities[1];
  EXPECT_EQ(order.name, "Order");
  // No attribute of an order holds the customer, so the key alone does.
  EXPECT_EQ(order.FindKey("PK")->value.text, "CUSTOMER#{PKPart2}");
  EXPECT_EQ(order.FindKey("SK")->value.text, "ORDER#{OrderId}");
  EXPECT_EQ(order.FindKey("GSI1PK")->value.text, "STATUS#{Status}");
}

TEST(ImportTest, WhatIsGuessedIsAModelFile) {
  const std::string text = ModelText(FromTable(SeenShop()));
  EXPECT_EQ(text, Golden("imported.trestle.toml", text));
  EXPECT_THAT(Complaints(text), IsEmpty());
  EXPECT_EQ(ModelText(ReadModel(text, "").model), text);
}

// Keys hold what people put into them.
TEST(ImportTest, OddKeysAndNamesGiveAModelToo) {
  SeenTable seen{
      .table = {.name = "odd", .partition_key = {"p k:1"}, .sort_key = KeyAttribute{"SK"}}};
  for (const char* id : {"a", "b"}) {
    seen.items.push_back(ItemOf({{"p k:1", "{X#"}, {"SK", "}{Y"}, {"the.id", id}, {"x:y", id}}));
    seen.items.back().Set("SK", AttributeValue::String(std::string("}{Y#") + id));
  }
  const std::string text = ModelText(FromTable(seen));
  EXPECT_THAT(Complaints(text), IsEmpty()) << text;
  EXPECT_THAT(text, HasSubstr("SK = \"}}{{Y#{SKPart2}\""));
}

TEST(ImportTest, ItemsOfAnEntityAttributeAreOneEntity) {
  SeenTable seen = SeenShop();
  seen.items[0].Set("EntityType", AttributeValue::String("person"));
  const Model model = FromTable(seen);
  EXPECT_EQ(model.entities[0].name, "Person");
  EXPECT_EQ(model.entities[0].value, "person");
}

TEST(ImportTest, AnEntityAttributeOfAnotherNameIsFound) {
  SeenTable seen = SeenShop();
  for (Item& item : seen.items) {
    const bool order = item.Find("OrderId") != nullptr;
    item.Set("kind", AttributeValue::String(order ? "purchase" : "person"));
  }
  const Model model = FromTable(seen);
  EXPECT_EQ(model.tables[0].entity_attribute, "kind");
  EXPECT_EQ(model.entities[0].name, "Person");
  EXPECT_EQ(model.entities[1].name, "Purchase");
  EXPECT_EQ(model.entities[1].FindAttribute("kind"), nullptr);

  // One that says different things of alike items is an attribute like others.
  seen.items[2].Set("kind", AttributeValue::String("gift"));
  EXPECT_EQ(FromTable(seen).tables[0].entity_attribute, "EntityType");
}

TEST(ImportTest, TextsOfOneFormHaveItsType) {
  SeenTable seen = SeenShop();
  seen.items[0].Set("Joined", AttributeValue::String("2026-01-02"));
  seen.items[0].Set("SeenAt", AttributeValue::String("2026-01-02T03:04:05.678Z"));
  seen.items[0].Set("Token", AttributeValue::String("11111111-1111-4111-8111-111111111111"));
  seen.items[1].Set("When", AttributeValue::String("2026-01-02"));
  seen.items[2].Set("When", AttributeValue::String("tomorrow"));
  const Model model = FromTable(seen);
  const Entity& customer = model.entities[0];
  EXPECT_EQ(customer.FindAttribute("Joined")->shape.type, Type::kDate);
  EXPECT_EQ(customer.FindAttribute("SeenAt")->shape.type, Type::kTimestamp);
  EXPECT_EQ(customer.FindAttribute("Token")->shape.type, Type::kUuid);
  EXPECT_EQ(model.entities[1].FindAttribute("When")->shape.type, Type::kString);
  EXPECT_THAT(Complaints(ModelText(model)), IsEmpty());
}

TEST(ImportTest, GuardsTellWhatIsUnique) {
  SeenTable seen = SeenShop();
  for (Item& item : seen.items) {
    const bool order = item.Find("OrderId") != nullptr;
    item.Set("EntityType", AttributeValue::String(order ? "Order" : "Customer"));
  }
  Item guard = ItemOf({{"PK", "UNIQUE#Customer#Name#Ada"},
                       {"SK", "UNIQUE#Customer#Name"},
                       {"EntityType", "UNIQUE#Customer#Name"}});
  guard.Set("Owner", AttributeValue::Of(ItemOf({{"PK", "CUSTOMER#c1"}, {"SK", "PROFILE"}})));
  seen.items.push_back(guard);
  const Model model = FromTable(seen);
  ASSERT_EQ(model.entities.size(), 2u);
  EXPECT_THAT(model.entities[0].unique, testing::ElementsAre("Name"));
  const std::string text = ModelText(model);
  EXPECT_THAT(text, HasSubstr("unique = [\"Name\"]"));
  EXPECT_THAT(Complaints(text), IsEmpty());
}

TEST(ImportTest, PatternsThroughSmallIndexesFetchWholeItems) {
  SeenTable seen = SeenShop();
  seen.table.indexes[0].projection.kind = Projection::Kind::kKeysOnly;
  const Model model = FromTable(seen);
  EXPECT_EQ(model.FindPattern("OrderByGSI1")->load, "Order");
  EXPECT_THAT(ModelText(model),
              HasSubstr("where = \"GSI1PK = STATUS#{Status}\"\nload = \"Order\""));
}

TEST(ImportTest, ReadsBackWhatItExportsToTheWorkbench) {
  std::vector<std::string> left_out;
  const Result<Model> model =
      FromNoSqlWorkbench(NoSqlWorkbench(ShopModel(), left_out), "shop.json");
  ASSERT_TRUE(model) << model.error().message;
  EXPECT_EQ(model->name, "shop");
  const Entity* order = model->FindEntity("Order");
  ASSERT_NE(order, nullptr);
  EXPECT_EQ(order->FindKey("SK")->value.text, "ORDER#{OrderId}");
  EXPECT_EQ(model->FindEntity("Customer")->FindKey("SK")->value.text, "PROFILE");
  EXPECT_EQ(order->FindAttribute("Total")->shape.type, Type::kNumber);
  EXPECT_EQ(model->tables[0].indexes.size(), 1u);
  const std::string text = ModelText(*model);
  EXPECT_THAT(Complaints(text), IsEmpty()) << text;
}

TEST(ImportTest, RefusesWhatIsNoModelOfTheWorkbench) {
  EXPECT_THAT(FromNoSqlWorkbench("{", "a.json").error().message, HasSubstr("a.json: not a data"));
  EXPECT_THAT(FromNoSqlWorkbench("{\"DataModel\": [{}]}", "a.json").error().message,
              HasSubstr("no TableName"));
}

}  // namespace
}  // namespace trestle::model
