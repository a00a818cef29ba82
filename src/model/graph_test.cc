#include "model/graph.h"

#include <gtest/gtest.h>

#include "model/model_for_test.h"

namespace trestle::model {
namespace {

TEST(GraphTest, EntitiesOfOnePartitionKeyAreACollection) {
  const Model shop = ShopModel();
  const std::vector<GraphBox> boxes = Collections(shop, shop.tables[0]);
  ASSERT_EQ(boxes.size(), 1u);
  EXPECT_EQ(boxes[0].name, "CUSTOMER#{CustomerId}");
  ASSERT_EQ(boxes[0].rows.size(), 2u);
  EXPECT_EQ(boxes[0].rows[1].text, "ORDER#{OrderId}");
  EXPECT_EQ(boxes[0].reads, (std::vector<std::string>{"P1", "P5"}));
}

TEST(GraphTest, AnIndexHoldsTheEntitiesThatHaveItsKeys) {
  const Model shop = ShopModel();
  const std::vector<GraphBox> boxes = IndexBoxes(shop, shop.tables[0]);
  ASSERT_EQ(boxes.size(), 2u);
  ASSERT_EQ(boxes[1].rows.size(), 1u);
  EXPECT_EQ(boxes[1].rows[0].entity, "Order");
  EXPECT_EQ(boxes[1].rows[0].text, "{Country}  {City} / {Total}");
  EXPECT_TRUE(boxes[1].rows[0].sparse);
  EXPECT_FALSE(boxes[0].rows[0].sparse);
}

TEST(GraphTest, NamesThatAreTooLongForTheirBoxesAreCut) {
  Model shop = ShopModel();
  const std::string name(200, 'X');
  shop.entities[1].name = name;
  shop.entities[1].references.clear();  // a title tells the whole name
  for (Pattern& pattern : shop.patterns) {
    for (std::string& entity : pattern.entities) {
      if (entity == "Order") entity = name;
    }
    if (pattern.name == "P5") pattern.name = name;
  }
  const std::string picture = Graph(shop);
  EXPECT_EQ(picture.find(name), std::string::npos);
  EXPECT_NE(picture.find("XXX…"), std::string::npos);
}

TEST(GraphTest, Picture) {
  const std::string picture = Graph(ShopModel());
  EXPECT_EQ(picture, Golden("graph.svg", picture));
}

}  // namespace
}  // namespace trestle::model
