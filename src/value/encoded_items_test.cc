#include "value/encoded_items.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace trestle {
namespace {

Item ItemNamed(const std::string& name) {
  Item item;
  item.Set("name", AttributeValue::String(name));
  return item;
}

TEST(EncodedItemsTest, GivesBackWhatWasAddedInOrder) {
  EncodedItems items;
  EXPECT_THAT(items, testing::IsEmpty());
  for (const char* name : {"a", "", "b"}) items.Append(EncodedItem::From(ItemNamed(name)).bytes());
  ASSERT_EQ(items.size(), 3u);
  EXPECT_EQ(*items.front().Decode(), ItemNamed("a"));
  EXPECT_EQ(*items[1].Decode(), ItemNamed(""));
  EXPECT_EQ(*items[2].Decode(), ItemNamed("b"));
}

TEST(EncodedItemsTest, HoldsItemsWithoutAttributes) {
  EncodedItems items;
  items.Append(EncodedItem().bytes());
  items.Append(EncodedItem::From(ItemNamed("a")).bytes());
  ASSERT_EQ(items.size(), 2u);
  EXPECT_EQ(*items[0].Decode(), Item());
  EXPECT_EQ(*items[1].Decode(), ItemNamed("a"));
}

TEST(EncodedItemsTest, TakesOverAnItemOfItsOwn) {
  EncodedItems items;
  for (const char* name : {"a", "b"}) items.Append(EncodedItem::From(ItemNamed(name)));
  ASSERT_EQ(items.size(), 2u);
  EXPECT_EQ(*items[0].Decode(), ItemNamed("a"));
  EXPECT_EQ(*items[1].Decode(), ItemNamed("b"));
}

TEST(EncodedItemsTest, LeavesNothingBehindWhenMoved) {
  EncodedItems items;
  for (const char* name : {"a", "b"}) items.Append(EncodedItem::From(ItemNamed(name)));
  EncodedItems taken = std::move(items);
  EXPECT_EQ(taken.size(), 2u);
  EXPECT_THAT(items, testing::IsEmpty());  // NOLINT(bugprone-use-after-move): that is the promise
  items = std::move(taken);
  EXPECT_EQ(*items[1].Decode(), ItemNamed("b"));
  EXPECT_THAT(taken, testing::IsEmpty());  // NOLINT(bugprone-use-after-move)
}

TEST(EncodedItemsTest, CanBeWalkedThrough) {
  EncodedItems items;
  std::vector<Item> added;
  for (int i = 0; i < 100; ++i) {
    added.push_back(ItemNamed(std::string(i, 'x')));
    items.Append(EncodedItem::From(added.back()).bytes());
  }
  std::vector<Item> met;
  for (const EncodedItemView item : items) met.push_back(*item.Decode());
  EXPECT_EQ(met, added);
}

}  // namespace
}  // namespace trestle
