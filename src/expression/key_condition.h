#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "expression/binding.h"
#include "expression/substitutions.h"
#include "expression/syntax.h"
#include "value/attribute_value.h"
#include "value/key_schema.h"

namespace trestle {

enum class KeyOperator {
  kEqual,
  kLess,
  kLessOrEqual,
  kGreater,
  kGreaterOrEqual,
  kBetween,
  kBeginsWith
};

struct KeyClause {
  std::string attribute;
  KeyOperator op = KeyOperator::kEqual;
  std::vector<AttributeValue> operands;  // two for kBetween, else one
};

// What a KeyConditionExpression (or legacy KeyConditions) asks for, in the order of writing, before
// it is held against a key schema.
struct KeyCondition {
  std::vector<KeyClause> clauses;
  static Result<KeyCondition> Parse(std::string_view text, Substitutions& substitutions);
  // Of a condition that another language was parsed to, its operands checked.
  static Result<KeyCondition> FromTree(const Expression& condition, const Binding& binding);
};

// A key condition that fits its schema: equality on every hash attribute, equality on a prefix of
// the range attributes, and at most one further clause on the next one.
struct KeySelection {
  std::vector<AttributeValue> hash;
  std::vector<AttributeValue> range_prefix;
  std::optional<KeyClause> last;  // any operator but kEqual
};

// Holds the clauses against the schema of the table or index. Errors and their order are the
// service's.
Result<KeySelection> Select(const KeyCondition& condition, const KeySchema& schema);

}  // namespace trestle
