#include "expression/substitutions.h"

#include <gtest/gtest.h>

#include "expression/condition.h"
#include "expression/projection.h"
#include "expression/substitution_messages.h"
#include "expression/values_for_test.h"

namespace trestle {
namespace {

using namespace testing_values;

TEST(SubstitutionsTest, ListsWhatNoExpressionUsed) {
  Request request({{"#a", "a"}, {"#b", "b"}, {"#c", "c"}},
                  {{":a", S("x")}, {":z", S("x")}, {":b", S("x")}});
  ASSERT_TRUE(
      Condition::Parse(ExpressionKind::kFilter, "#a = :a OR q = :a", request.substitutions));
  EXPECT_EQ(request.substitutions.CheckAllUsed().error().message,
            "Value provided in ExpressionAttributeNames unused in expressions: keys: {#b, #c}");
  ASSERT_TRUE(Projection::Parse("#b, #c", request.substitutions));
  EXPECT_EQ(request.substitutions.CheckAllUsed().error().message,
            "Value provided in ExpressionAttributeValues unused in expressions: keys: {:b, :z}");
  ASSERT_TRUE(Condition::Parse(ExpressionKind::kFilter, "q = :b OR q = :z", request.substitutions));
  EXPECT_TRUE(request.substitutions.CheckAllUsed());
}

TEST(SubstitutionsTest, WorksWithoutMaps) {
  Substitutions substitutions(nullptr, nullptr);
  EXPECT_EQ(substitutions.Name("#a"), nullptr);
  EXPECT_EQ(substitutions.Value(":a"), nullptr);
  EXPECT_TRUE(substitutions.CheckAllUsed());
}

TEST(SubstitutionsTest, ChecksKeysOfNames) {
  const auto error = [](const NameMap& names) {
    const Status status = CheckNameMap(names);
    return status ? std::string() : status.error().message;
  };
  EXPECT_EQ(error({}), "ExpressionAttributeNames must not be empty");
  for (const std::string key : {"x", "#", "#a-b", "", ":a", "#a b", "##"}) {
    EXPECT_EQ(error({{key, "a"}}),
              "ExpressionAttributeNames contains invalid key: Syntax error; key: \"" + key + "\"");
  }
  EXPECT_EQ(error({{"#a_1", "a"}, {"#0", "b"}, {"#_", "c"}}), "");
  EXPECT_EQ(error({{"#" + std::string(254, 'a'), "a"}}), "");
  EXPECT_NE(error({{"#" + std::string(255, 'a'), "a"}}), "");
}

TEST(SubstitutionsTest, ChecksKeysOfValues) {
  const auto error = [](const AttributeMap& values) {
    const Status status = CheckValueMap(values);
    return status ? std::string() : status.error().message;
  };
  EXPECT_EQ(error({}), "ExpressionAttributeValues must not be empty");
  EXPECT_EQ(error(Map({{"b", S("")}})),
            "ExpressionAttributeValues contains invalid key: Syntax error; key: \"b\"");
  EXPECT_EQ(error(Map({{":", S("")}})),
            "ExpressionAttributeValues contains invalid key: Syntax error; key: \":\"");
  EXPECT_EQ(error(Map({{":0a_", S("")}})), "");
}

TEST(SubstitutionsTest, TextsOfMapsWithoutExpressions) {
  EXPECT_EQ(messages::NamesWithoutExpression().value().message,
            "ExpressionAttributeNames can only be specified when using expressions");
  EXPECT_EQ(messages::ValuesWithoutExpression("ConditionExpression is null").value().message,
            "ExpressionAttributeValues can only be specified when using expressions: "
            "ConditionExpression is null");
}

}  // namespace
}  // namespace trestle
