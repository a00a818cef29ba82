#include "protocol/api.h"
#include "protocol/decode_parameters.h"

// The parameters that expressions replaced: Expected, KeyConditions, filters, AttributeUpdates.
namespace trestle::decode {
namespace {

constexpr EnumName<LegacyComparison> kComparisons[] = {
    {"EQ", LegacyComparison::kEq},
    {"NE", LegacyComparison::kNe},
    {"IN", LegacyComparison::kIn},
    {"LE", LegacyComparison::kLe},
    {"LT", LegacyComparison::kLt},
    {"GE", LegacyComparison::kGe},
    {"GT", LegacyComparison::kGt},
    {"BETWEEN", LegacyComparison::kBetween},
    {"NOT_NULL", LegacyComparison::kNotNull},
    {"NULL", LegacyComparison::kNull},
    {"CONTAINS", LegacyComparison::kContains},
    {"NOT_CONTAINS", LegacyComparison::kNotContains},
    {"BEGINS_WITH", LegacyComparison::kBeginsWith}};
constexpr EnumName<AttributeAction> kActions[] = {{"PUT", AttributeAction::kPut},
                                                  {"ADD", AttributeAction::kAdd},
                                                  {"DELETE", AttributeAction::kDelete}};

Result<std::optional<std::vector<AttributeValue>>> OptionalValues(const Json* json) {
  if (!json) return std::optional<std::vector<AttributeValue>>();
  std::vector<AttributeValue> decoded;
  for (const Json element : ArrayOf(*json)) {
    TRESTLE_TRY(AttributeValue value, DecodeAttributeValue(element));
    decoded.push_back(std::move(value));
  }
  return std::optional<std::vector<AttributeValue>>(std::move(decoded));
}

Result<std::optional<AttributeValue>> OptionalValue(const Json* json) {
  if (!json) return std::optional<AttributeValue>();
  TRESTLE_TRY(AttributeValue value, DecodeAttributeValue(*json));
  return std::optional<AttributeValue>(std::move(value));
}

Result<LegacyCondition> OneCondition(const Json& json) {
  using Of = api::Condition;
  const Members members(Of::kShape, json);
  LegacyCondition condition;
  condition.comparison =
      OptionalEnum(members[Of::kComparisonOperator], kComparisons).value_or(LegacyComparison::kEq);
  TRESTLE_TRY(condition.values, OptionalValues(members[Of::kAttributeValueList]));
  return condition;
}

Result<ExpectedAttribute> OneExpected(const Json& json) {
  using Of = api::ExpectedAttributeValue;
  const Members members(Of::kShape, json);
  ExpectedAttribute expected;
  expected.exists = OptionalFlag(members[Of::kExists]);
  expected.comparison = OptionalEnum(members[Of::kComparisonOperator], kComparisons);
  TRESTLE_TRY(expected.value, OptionalValue(members[Of::kValue]));
  TRESTLE_TRY(expected.values, OptionalValues(members[Of::kAttributeValueList]));
  return expected;
}

Result<AttributeUpdate> OneUpdate(const Json& json) {
  using Of = api::AttributeValueUpdate;
  const Members members(Of::kShape, json);
  AttributeUpdate update;
  update.action = OptionalEnum(members[Of::kAction], kActions);
  TRESTLE_TRY(update.value, OptionalValue(members[Of::kValue]));
  return update;
}

// A whole map by attribute names: the first malformed entry stands for it. A null entry counts as
// one without members.
template <class Map, class DecodeOne>
Result<std::optional<Result<Map>>> OptionalMap(const Json* json, DecodeOne decode_one) {
  if (!json) return std::optional<Result<Map>>();
  Map map;
  for (const auto field : ObjectOf(*json)) {
    if (field.value.is_null()) continue;
    const Status name = CheckAttributeName(field.key);
    if (!name) return std::optional<Result<Map>>(Result<Map>(tl::unexpected(name.error())));
    auto entry = decode_one(field.value);
    if (!entry && FailsRequest(entry.error())) return tl::unexpected(entry.error());
    if (!entry) return std::optional<Result<Map>>(Result<Map>(tl::unexpected(entry.error())));
    map[std::string(field.key)] = *std::move(entry);
  }
  return std::optional<Result<Map>>(Result<Map>(std::move(map)));
}

}  // namespace

Result<ConditionParameters> ConditionOf(const ConditionMembers& members) {
  ConditionParameters parameters;
  parameters.expression = OptionalText(members.expression);
  parameters.conditional_operator = OptionalConditionalOperator(members.conditional_operator);
  TRESTLE_TRY(parameters.expected, OptionalMap<ExpectedMap>(members.expected, [](const Json& json) {
                return OneExpected(json);
              }));
  return parameters;
}

Result<std::optional<Result<LegacyConditionMap>>> OptionalConditions(const Json* json) {
  return OptionalMap<LegacyConditionMap>(json, [](const Json& one) { return OneCondition(one); });
}

Result<std::optional<Result<AttributeUpdateMap>>> OptionalUpdates(const Json* json) {
  return OptionalMap<AttributeUpdateMap>(json, [](const Json& one) { return OneUpdate(one); });
}

}  // namespace trestle::decode
