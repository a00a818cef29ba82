#include "value/key_schema.h"

#include <gtest/gtest.h>

namespace trestle {
namespace {

TEST(KeySchemaTest, FindsHashAndRangeAttributes) {
  const KeySchema schema{.hash = {{"pk", AttributeType::kString}},
                         .range = {{"at", AttributeType::kNumber}, {"id", AttributeType::kBinary}}};
  ASSERT_NE(schema.Find("pk"), nullptr);
  EXPECT_EQ(schema.Find("pk")->type, AttributeType::kString);
  ASSERT_NE(schema.Find("id"), nullptr);
  EXPECT_EQ(schema.Find("id")->type, AttributeType::kBinary);
  EXPECT_EQ(schema.Find("other"), nullptr);
}

}  // namespace
}  // namespace trestle
