#include <algorithm>

#include "expression/key_condition.h"
#include "expression/key_condition_messages.h"
#include "value/item_size.h"
#include "value/limits.h"

namespace trestle {
namespace {

const KeyClause* ClauseOn(const KeyCondition& condition, std::string_view attribute) {
  const auto found =
      std::find_if(condition.clauses.begin(), condition.clauses.end(),
                   [&](const KeyClause& clause) { return clause.attribute == attribute; });
  return found == condition.clauses.end() ? nullptr : &*found;
}

bool IsEquality(const KeyClause* clause) {
  return clause != nullptr && clause->op == KeyOperator::kEqual;
}

void AppendName(std::string& names, std::string_view name) {
  if (!names.empty()) names.append(", ");
  names.append(name);
}

// A table, or an index with one attribute of each kind at most: equality on the one, anything on
// the other.
Status CheckSimpleShape(const KeyCondition& condition, const KeySchema& schema) {
  if (condition.clauses.empty() || condition.clauses.size() > 2)
    return messages::KeyConditionCount();
  const std::string& hash = schema.hash.front().name;
  if (ClauseOn(condition, hash) == nullptr) return messages::KeyConditionMissing(hash);
  if (condition.clauses.size() == 1) return {};
  if (schema.range.empty()) return messages::KeyConditionNotSupported();
  const std::string& range = schema.range.front().name;
  if (ClauseOn(condition, range) == nullptr) return messages::KeyConditionMissing(range);
  return {};
}

// Every hash attribute, then a prefix of the range attributes of which only the last may differ
// from equality. The order in which the clauses were written does not matter.
Status CheckCompositeShape(const KeyCondition& condition, const KeySchema& schema) {
  std::string lacking;
  for (const KeyAttribute& attribute : schema.hash) {
    if (!IsEquality(ClauseOn(condition, attribute.name))) AppendName(lacking, attribute.name);
  }
  if (!lacking.empty()) return messages::HashAttributesNeedEquality(lacking);
  for (const KeyClause& clause : condition.clauses) {
    if (schema.Find(clause.attribute) == nullptr) return messages::KeyConditionNotSupported();
  }
  std::string because;
  std::string lacking_so_far;
  for (const KeyAttribute& attribute : schema.range) {
    const KeyClause* clause = ClauseOn(condition, attribute.name);
    if (clause != nullptr && !lacking_so_far.empty()) {
      because = attribute.name;
      lacking = lacking_so_far;
    }
    if (!IsEquality(clause)) AppendName(lacking_so_far, attribute.name);
  }
  if (!because.empty()) return messages::RangeAttributesNeedEquality(lacking, because);
  return {};
}

Status CheckTypes(const KeyCondition& condition, const KeySchema& schema) {
  for (const KeyClause& clause : condition.clauses) {
    const AttributeType type = schema.Find(clause.attribute)->type;
    const auto differs = [&](const AttributeValue& operand) { return operand.type() != type; };
    if (std::any_of(clause.operands.begin(), clause.operands.end(), differs))
      return messages::KeyConditionType();
  }
  return {};
}

Status CheckNotEmpty(const KeyClause& clause) {
  for (const AttributeValue& operand : clause.operands) {
    const std::string* text = operand.As<std::string>();
    if (text != nullptr && text->empty())
      return messages::KeyConditionEmptyValue("string", clause.attribute);
    const Binary* binary = operand.As<Binary>();
    if (binary != nullptr && binary->bytes.empty()) {
      return messages::KeyConditionEmptyValue("binary", clause.attribute);
    }
  }
  return {};
}

bool AnyLargerThan(const KeyClause& clause, std::size_t limit) {
  return std::any_of(clause.operands.begin(), clause.operands.end(),
                     [&](const AttributeValue& operand) { return ValueSize(operand) > limit; });
}

Status CheckValues(const KeyCondition& condition, const KeySchema& schema) {
  for (const KeyClause& clause : condition.clauses) TRESTLE_RETURN_IF_ERROR(CheckNotEmpty(clause));
  for (const KeyAttribute& attribute : schema.hash) {
    const KeyClause& clause = *ClauseOn(condition, attribute.name);
    if (AnyLargerThan(clause, kMaxPartitionKeyBytes)) return messages::KeyConditionHashTooLarge();
  }
  for (const KeyAttribute& attribute : schema.range) {
    const KeyClause* clause = ClauseOn(condition, attribute.name);
    if (clause != nullptr && AnyLargerThan(*clause, kMaxSortKeyBytes))
      return messages::KeyConditionRangeTooLarge();
  }
  return {};
}

}  // namespace

Result<KeySelection> Select(const KeyCondition& condition, const KeySchema& schema) {
  const bool composite = schema.hash.size() > 1 || schema.range.size() > 1;
  TRESTLE_RETURN_IF_ERROR(composite ? CheckCompositeShape(condition, schema)
                                    : CheckSimpleShape(condition, schema));
  TRESTLE_RETURN_IF_ERROR(CheckTypes(condition, schema));
  for (const KeyAttribute& attribute : schema.hash) {
    if (!IsEquality(ClauseOn(condition, attribute.name)))
      return messages::KeyConditionNotSupported();
  }
  TRESTLE_RETURN_IF_ERROR(CheckValues(condition, schema));

  KeySelection selection;
  for (const KeyAttribute& attribute : schema.hash) {
    selection.hash.push_back(ClauseOn(condition, attribute.name)->operands.front());
  }
  for (const KeyAttribute& attribute : schema.range) {
    const KeyClause* clause = ClauseOn(condition, attribute.name);
    if (clause == nullptr) break;
    if (IsEquality(clause)) {
      selection.range_prefix.push_back(clause->operands.front());
    } else {
      selection.last = *clause;
    }
  }
  return selection;
}

}  // namespace trestle
