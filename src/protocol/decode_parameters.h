#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "json/attribute_value_json.h"
#include "operation/parameters.h"
#include "protocol/members.h"

// The parts that the decoders of several operations share. A null pointer is a member that was not
// given.
namespace trestle::decode {

std::string Text(const Json* json);
std::optional<std::string> OptionalText(const Json* json);
std::optional<std::vector<std::string>> OptionalTexts(const Json* json);
bool Flag(const Json* json, bool otherwise);
std::optional<bool> OptionalFlag(const Json* json);
// A fraction is cut off, as the service does.
std::optional<std::int64_t> OptionalInteger(const Json* json);
// Seconds since 1970 with a fraction, to the microsecond.
std::optional<TimePoint> OptionalTime(const Json* json);

template <class Enum>
struct EnumName {
  std::string_view name;
  Enum value;
};
// Constraints have been checked, so an unknown name does not come here; nothing is made of it.
template <class Enum, std::size_t N>
std::optional<Enum> OptionalEnum(const Json* json, const EnumName<Enum> (&names)[N]) {
  if (!json) return std::nullopt;
  for (const EnumName<Enum>& candidate : names) {
    if (candidate.name == StringOf(*json)) return candidate.value;
  }
  return std::nullopt;
}

ReturnConsumedCapacity ConsumedCapacityWanted(const Json* json);
ReturnItemCollectionMetrics CollectionMetricsWanted(const Json* json);
ReturnValues ReturnValuesWanted(const Json* json);
ReturnValuesOnConditionCheckFailure OnConditionFailure(const Json* json);
std::optional<ConditionalOperator> OptionalConditionalOperator(const Json* json);
std::optional<SelectAttributes> OptionalSelect(const Json* json);

// A malformed value stays inside the result for the operation to look at; what cannot be read at
// all fails the request.
Result<ParsedItem> ItemOf(const Json* json);
Result<std::optional<ParsedItem>> OptionalItem(const Json* json);

struct SubstitutionMembers {
  const Json* names = nullptr;
  const Json* values = nullptr;
  ValueDepth depth = ValueDepth::kLimited;
};
Result<SubstitutionParameters> SubstitutionsOf(const SubstitutionMembers& members);
// Those of a shape that has both, `Of`.
template <class Of>
Result<SubstitutionParameters> SubstitutionsIn(const Members& in,
                                               ValueDepth depth = ValueDepth::kLimited) {
  return SubstitutionsOf({.names = in[Of::kExpressionAttributeNames],
                          .values = in[Of::kExpressionAttributeValues],
                          .depth = depth});
}

struct ConditionMembers {
  const Json* expression = nullptr;
  const Json* expected = nullptr;
  const Json* conditional_operator = nullptr;
};
Result<ConditionParameters> ConditionOf(const ConditionMembers& members);
template <class Of>
Result<ConditionParameters> ConditionIn(const Members& in) {
  return ConditionOf({.expression = in[Of::kConditionExpression],
                      .expected = in[Of::kExpected],
                      .conditional_operator = in[Of::kConditionalOperator]});
}

// The legacy maps.
Result<std::optional<Result<LegacyConditionMap>>> OptionalConditions(const Json* json);
Result<std::optional<Result<AttributeUpdateMap>>> OptionalUpdates(const Json* json);

// Tells an error that fails the whole request from one that the operation is to look at in its
// turn.
inline bool FailsRequest(const Error& error) { return error.code == ErrorCode::kSerialization; }

}  // namespace trestle::decode
