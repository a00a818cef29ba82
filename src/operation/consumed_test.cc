#include "operation/consumed.h"

#include <gtest/gtest.h>

namespace trestle {
namespace {

TEST(ConsumedByTableTest, SumsEachArmOfEachTableInOrderOfFirstUse) {
  ConsumedByTable consumed(ConsumedCapacity::Report::kWrite);
  consumed.Add({.table_name = "b", .table = 2, .global_indexes = {{"g", 1}}, .local_indexes = {}});
  consumed.Add("a", 1);
  consumed.Add(
      {.table_name = "b", .table = 1, .global_indexes = {{"g", 2}}, .local_indexes = {{"l", 1}}});
  const std::vector<ConsumedCapacity> tables = std::move(consumed).Take();
  ASSERT_EQ(tables.size(), 2u);
  EXPECT_EQ(tables[0].table_name, "b");
  EXPECT_EQ(tables[0].table, 3);
  EXPECT_EQ(tables[0].global_indexes.at("g"), 3);
  EXPECT_EQ(tables[0].local_indexes.at("l"), 1);
  EXPECT_EQ(tables[1].table, 1);
  EXPECT_EQ(tables[1].report, ConsumedCapacity::Report::kWrite);
}

}  // namespace
}  // namespace trestle
