#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "expression/condition.h"
#include "expression/key_condition.h"
#include "expression/update.h"

namespace trestle {

// The parameters that expressions replaced. They become the same conditions, updates and key
// conditions.
enum class ConditionalOperator { kAnd, kOr };

enum class LegacyComparison {
  kEq,
  kNe,
  kIn,
  kLe,
  kLt,
  kGe,
  kGt,
  kBetween,
  kNotNull,
  kNull,
  kContains,
  kNotContains,
  kBeginsWith,
};

struct LegacyCondition {  // of QueryFilter, ScanFilter and KeyConditions
  LegacyComparison comparison = LegacyComparison::kEq;
  std::optional<std::vector<AttributeValue>> values;
};
using LegacyConditionMap = std::map<std::string, LegacyCondition>;

struct ExpectedAttribute {
  std::optional<bool> exists;
  std::optional<AttributeValue> value;
  std::optional<LegacyComparison> comparison;
  std::optional<std::vector<AttributeValue>> values;
};
using ExpectedMap = std::map<std::string, ExpectedAttribute>;

enum class AttributeAction { kPut, kAdd, kDelete };
struct AttributeUpdate {
  std::optional<AttributeAction> action;
  std::optional<AttributeValue> value;
};
using AttributeUpdateMap = std::map<std::string, AttributeUpdate>;

Result<Condition> ConditionFromExpected(const ExpectedMap& expected, ConditionalOperator combine);
// `parameter` is QueryFilter or ScanFilter, for the texts.
Result<Condition> ConditionFromFilter(const LegacyConditionMap& filter, ConditionalOperator combine,
                                      std::string_view parameter);
Result<KeyCondition> KeyConditionFromLegacy(const LegacyConditionMap& conditions);
Result<Update> UpdateFromLegacy(const AttributeUpdateMap& updates);

}  // namespace trestle
