#include "model/codegen.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "model/codegen_plan.h"
#include "model/model_for_test.h"
#include "model/sample_arguments.h"

namespace trestle::model {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

// tests/clients/codegen_test.py compiles and runs what is written here in parts.
TEST(CodegenTest, AFunctionForEachPattern) {
  const std::string cpp = CppCode(ShopModel());
  EXPECT_THAT(cpp,
              HasSubstr("inline Result<std::optional<Customer>> P1(trestle::Database& database"));
  EXPECT_THAT(cpp, HasSubstr("values.Set(\":v0\", detail::Value(std::string() + \"STATUS#\" + "
                             "detail::Text(arguments.status)));"));
  const std::string typescript = TypeScriptCode(ShopModel());
  EXPECT_THAT(typescript, HasSubstr("export async function P2(client: DynamoDBClient, args: { "
                                    "\"status\": \"open\" | \"paid\" | \"done\" }, page?: Page)"));
  EXPECT_THAT(typescript, HasSubstr("\":v0\": \"STATUS#\" + text(args[\"status\"])"));
}

TEST(CodegenTest, NamesBecomeIdentifiers) {
  EXPECT_EQ(Identifier("user-id"), "user_id");
  EXPECT_EQ(Identifier("delete"), "delete_");
  EXPECT_EQ(Identifier("5km"), "_5km");
}

TEST(CodegenTest, AMemberIsNotCalledLikeItsStruct) {
  Model shop = ShopModel();
  shop.entities[0].attributes.push_back(AttributeOf("Customer", Type::kString));
  EXPECT_THAT(CppCode(shop), HasSubstr("std::optional<std::string> Customer_;"));
}

TEST(CodegenTest, KeysAreMadeOfTheseAttributes) {
  const Model shop = ShopModel();
  EXPECT_THAT(KeyParts(shop.tables[0], shop.entities[1]), ElementsAre("CustomerId", "OrderId"));
}

TEST(CodegenTest, AFilterBecomesAnExpression) {
  Model shop = ShopModel();
  Condition total{.kind = Condition::Kind::kGreaterOrEqual};
  total.operands = {{.kind = Operand::Kind::kAttribute, .name = "Map.Total"},
                    {.kind = Operand::Kind::kParameter, .name = "least"}};
  Condition missing{.kind = Condition::Kind::kMissing};
  missing.operands = {{.kind = Operand::Kind::kAttribute, .name = "Note"}};
  Condition both{.kind = Condition::Kind::kAnd, .conditions = {total, missing}};
  shop.patterns[1].filter = ConditionText{.condition = both};
  const RequestPlan plan = PlanOf(shop.patterns[1]);
  EXPECT_EQ(plan.key_condition, "#n0 = :v0");
  EXPECT_EQ(plan.filter, "(#n1.#n2 >= :v1) AND (attribute_not_exists(#n3))");
}

TEST(SampleArgumentsTest, TakesWhatTheSamplesHaveInThePlaceOfAParameter) {
  Model shop = ShopModel();
  shop.patterns[0].entities = {"Order"};
  shop.patterns[0].where.pop_back();
  const Result<Item> arguments = SampleArguments(shop, shop.patterns[0]);
  ASSERT_TRUE(arguments) << arguments.error().message;
  EXPECT_EQ(*arguments, (Item{{"customer", AttributeValue::String("c1")}}));
}

TEST(SampleArgumentsTest, SaysWhatIsMissing) {
  Model shop = ShopModel();
  shop.samples.clear();
  EXPECT_EQ(SampleArguments(shop, shop.patterns[1]).error().message,
            "no sample or test of the model has a value for status");
}

}  // namespace
}  // namespace trestle::model
