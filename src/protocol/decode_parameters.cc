#include "protocol/decode_parameters.h"

#include <algorithm>
#include <cmath>

#include "protocol/api.h"

namespace trestle::decode {
namespace {

constexpr EnumName<ReturnConsumedCapacity> kReturnConsumedCapacity[] = {
    {"NONE", ReturnConsumedCapacity::kNone},
    {"TOTAL", ReturnConsumedCapacity::kTotal},
    {"INDEXES", ReturnConsumedCapacity::kIndexes}};
constexpr EnumName<ReturnItemCollectionMetrics> kReturnItemCollectionMetrics[] = {
    {"NONE", ReturnItemCollectionMetrics::kNone}, {"SIZE", ReturnItemCollectionMetrics::kSize}};
constexpr EnumName<ReturnValues> kReturnValues[] = {{"NONE", ReturnValues::kNone},
                                                    {"ALL_OLD", ReturnValues::kAllOld},
                                                    {"UPDATED_OLD", ReturnValues::kUpdatedOld},
                                                    {"ALL_NEW", ReturnValues::kAllNew},
                                                    {"UPDATED_NEW", ReturnValues::kUpdatedNew}};
constexpr EnumName<ReturnValuesOnConditionCheckFailure> kOnConditionFailure[] = {
    {"NONE", ReturnValuesOnConditionCheckFailure::kNone},
    {"ALL_OLD", ReturnValuesOnConditionCheckFailure::kAllOld}};
constexpr EnumName<ConditionalOperator> kConditionalOperators[] = {
    {"AND", ConditionalOperator::kAnd}, {"OR", ConditionalOperator::kOr}};
constexpr EnumName<SelectAttributes> kSelects[] = {
    {"ALL_ATTRIBUTES", SelectAttributes::kAllAttributes},
    {"ALL_PROJECTED_ATTRIBUTES", SelectAttributes::kAllProjectedAttributes},
    {"SPECIFIC_ATTRIBUTES", SelectAttributes::kSpecificAttributes},
    {"COUNT", SelectAttributes::kCount}};

}  // namespace

std::string Text(const Json* json) { return json ? std::string(StringOf(*json)) : std::string(); }

std::optional<std::string> OptionalText(const Json* json) {
  if (!json) return std::nullopt;
  return std::string(StringOf(*json));
}

std::optional<std::vector<std::string>> OptionalTexts(const Json* json) {
  if (!json) return std::nullopt;
  std::vector<std::string> texts;
  for (const Json element : ArrayOf(*json)) {
    if (element.is_string()) texts.emplace_back(StringOf(element));
  }
  return texts;
}

bool Flag(const Json* json, bool otherwise) {
  return json ? json->get_bool().value_unsafe() : otherwise;
}

std::optional<bool> OptionalFlag(const Json* json) {
  if (!json) return std::nullopt;
  return json->get_bool().value_unsafe();
}

std::optional<std::int64_t> OptionalInteger(const Json* json) {
  if (!json) return std::nullopt;
  std::int64_t whole = 0;
  if (json->get_int64().get(whole) == simdjson::SUCCESS) return whole;
  double decimal = 0;
  if (json->get_double().get(decimal) != simdjson::SUCCESS) return std::nullopt;
  if (decimal >= 9.2e18) return INT64_MAX;
  if (decimal <= -9.2e18) return INT64_MIN;
  return static_cast<std::int64_t>(decimal);
}

std::optional<TimePoint> OptionalTime(const Json* json) {
  if (!json) return std::nullopt;
  double seconds = 0;
  if (json->get_double().get(seconds) != simdjson::SUCCESS) return std::nullopt;
  const double microseconds = std::clamp(std::round(seconds * 1e6), -9e18, 9e18);
  return TimePoint(Duration(static_cast<Duration::rep>(microseconds)));
}

ReturnConsumedCapacity ConsumedCapacityWanted(const Json* json) {
  return OptionalEnum(json, kReturnConsumedCapacity).value_or(ReturnConsumedCapacity::kNone);
}
ReturnItemCollectionMetrics CollectionMetricsWanted(const Json* json) {
  return OptionalEnum(json, kReturnItemCollectionMetrics)
      .value_or(ReturnItemCollectionMetrics::kNone);
}
ReturnValues ReturnValuesWanted(const Json* json) {
  return OptionalEnum(json, kReturnValues).value_or(ReturnValues::kNone);
}
ReturnValuesOnConditionCheckFailure OnConditionFailure(const Json* json) {
  return OptionalEnum(json, kOnConditionFailure)
      .value_or(ReturnValuesOnConditionCheckFailure::kNone);
}
std::optional<ConditionalOperator> OptionalConditionalOperator(const Json* json) {
  return OptionalEnum(json, kConditionalOperators);
}
std::optional<SelectAttributes> OptionalSelect(const Json* json) {
  return OptionalEnum(json, kSelects);
}

Result<ParsedItem> ItemOf(const Json* json) {
  if (!json) return ParsedItem(Item());
  ParsedItem item = DecodeAttributeMap(*json);
  if (!item && FailsRequest(item.error())) return tl::unexpected(item.error());
  return item;
}

Result<std::optional<ParsedItem>> OptionalItem(const Json* json) {
  if (!json) return std::optional<ParsedItem>();
  TRESTLE_TRY(ParsedItem item, ItemOf(json));
  return std::optional<ParsedItem>(std::move(item));
}

Result<SubstitutionParameters> SubstitutionsOf(const SubstitutionMembers& members) {
  SubstitutionParameters parameters;
  if (members.names) {
    NameMap& names = parameters.names.emplace();
    for (const auto field : ObjectOf(*members.names)) {
      names[std::string(field.key)] =
          field.value.is_string() ? std::string(StringOf(field.value)) : std::string();
    }
  }
  if (members.values) {
    ParsedItem item = DecodeExpressionValues(*members.values, members.depth);
    if (!item && FailsRequest(item.error())) return tl::unexpected(item.error());
    parameters.values.emplace(std::move(item));
  }
  return parameters;
}

}  // namespace trestle::decode
