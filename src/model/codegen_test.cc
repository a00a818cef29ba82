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
  EXPECT_THAT(cpp, HasSubstr("TRESTLE_RETURN_IF_ERROR(detail::SetText(values, \":v0\", "
                             "{\"STATUS#\", detail::Text(arguments.status)}));"));
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

TEST(CodegenTest, ATitleStaysWithinItsComment) {
  Model shop = ShopModel();
  shop.entities[0].title = "ends */ here\nint broken; \\";
  EXPECT_THAT(CppCode(shop), HasSubstr("// ends * / here int broken;\nstruct Customer {"));
  EXPECT_THAT(TypeScriptCode(shop), HasSubstr("/** ends * / here int broken; */\n"));
}

TEST(CodegenTest, NamesStandBesideThoseOfThePrelude) {
  Model shop = ShopModel();
  shop.entities[0].name = "Item";
  shop.patterns[0].name = "Order";  // as an entity is called
  shop.patterns[0].entities = {"Item"};
  EXPECT_THAT(CppCode(shop), HasSubstr("Result<std::optional<Item_>> OrderPattern("));
  EXPECT_THAT(TypeScriptCode(shop), HasSubstr("export interface Item_ {"));
}

TEST(CodegenTest, AParameterBeginsWithItsDefault) {
  Model shop = ShopModel();
  shop.patterns[1].parameters[0] = {
      .name = "status", .shape = {.type = Type::kDate}, .default_value = Generated::kToday};
  EXPECT_THAT(CppCode(shop), HasSubstr("std::string status = detail::Text(detail::Value("));
  EXPECT_THAT(TypeScriptCode(shop),
              HasSubstr("text((args[\"status\"] ?? new Date().toISOString().slice(0, 10)))"));
}

// All shards are read where the parameter is not given, under all formats of the part.
TEST(CodegenTest, AShardOfAFormattedValueIsOneOfAll) {
  Model shop = ShopModel();
  TemplatePart& part = shop.patterns[1].where[0].value.parts[1];
  part.formats = {{.kind = Format::Kind::kLower}, {.kind = Format::Kind::kShard, .first = 4}};
  shop.patterns[1].parameters[0].optional = true;
  EXPECT_THAT(CppCode(shop), HasSubstr("TRESTLE_TRY(const std::string one, detail::Shard("
                                       "detail::Lower(detail::Text(*arguments.status)), 4));"));
  EXPECT_THAT(CppCode(shop), HasSubstr("for (const std::string& shard0 : all_of_shard0) {"));
  EXPECT_THAT(TypeScriptCode(shop),
              HasSubstr("for (const shard0 of args[\"status\"] === undefined ? allShards(4) : "
                        "[shard(lower(args[\"status\"]), 4)]) {"));
  EXPECT_THAT(TypeScriptCode(shop), HasSubstr("\"STATUS#\" + text(shard0)"));
}

// A number that is too wide would sort in the wrong place: the helper refuses it, by its name.
TEST(CodegenTest, AFormatThatCanRefuseKnowsWhatItWrites) {
  Model shop = ShopModel();
  shop.patterns[1].where[0].value.parts[1].formats = {{.kind = Format::Kind::kPad, .first = 6}};
  EXPECT_THAT(CppCode(shop),
              HasSubstr("detail::Pad(detail::Text(arguments.status), 6, \"status\")"));
  EXPECT_THAT(TypeScriptCode(shop), HasSubstr("pad(args[\"status\"], 6, \"status\")"));
}

TEST(CodegenTest, AConditionComparesSizesAndOtherAttributes) {
  Model shop = ShopModel();
  Condition longer{.kind = Condition::Kind::kGreater};
  longer.operands = {{.kind = Operand::Kind::kSize, .name = "City"},
                     {.kind = Operand::Kind::kAttribute, .name = "Total"}};
  shop.entities[1].keys[2].when = ConditionText{.condition = longer};
  EXPECT_THAT(CppCode(shop), HasSubstr("(detail::Compared(detail::SizeIn(item, \"City\"), "
                                       "detail::ValueIn(item, \"Total\")) == 1)"));
  EXPECT_THAT(TypeScriptCode(shop), HasSubstr("sizeOf(it[\"City\"])"));
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
  const RequestPlan plan = PlanOf(shop, shop.patterns[1]);
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
