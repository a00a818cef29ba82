#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "expression/condition.h"
#include "expression/legacy.h"
#include "expression/projection.h"
#include "expression/substitutions.h"
#include "value/attribute_value.h"
#include "value/capacity.h"
#include "value/item_codec.h"

namespace trestle {

// Parameters that several operations share. A value that came over the wire and can be malformed in
// itself (an unparsable number, an empty set) is a Result: the operation looks at it when the
// service would.
using ParsedItem = Result<Item>;

enum class ReturnConsumedCapacity { kNone, kTotal, kIndexes };
enum class ReturnItemCollectionMetrics { kNone, kSize };
enum class ReturnValues { kNone, kAllOld, kUpdatedOld, kAllNew, kUpdatedNew };
enum class ReturnValuesOnConditionCheckFailure { kNone, kAllOld };
enum class SelectAttributes {
  kAllAttributes,
  kAllProjectedAttributes,
  kSpecificAttributes,
  kCount
};

// ExpressionAttributeNames and ExpressionAttributeValues.
struct SubstitutionParameters {
  std::optional<NameMap> names;
  std::optional<ParsedItem> values;
};

// ConditionExpression, or the legacy Expected and ConditionalOperator.
struct ConditionParameters {
  std::optional<std::string> expression;
  std::optional<Result<ExpectedMap>> expected;
  std::optional<ConditionalOperator> conditional_operator;
  std::optional<Condition> bound = {};  // of a statement, in place of the others
};

// ProjectionExpression, or the legacy AttributesToGet.
struct ProjectionParameters {
  std::optional<std::string> expression;
  std::optional<std::vector<std::string>> attributes_to_get;
  std::optional<Projection> bound = {};  // of a statement, in place of the others
};

struct ItemCollectionMetrics {
  Item key;  // the partition key alone
  double size_estimate_low_gb = 0;
  double size_estimate_high_gb = 1;
};

// Beside a ConditionalCheckFailed error: the stored item, when the caller asked for it.
struct ConditionFailure : ErrorDetail {
  std::optional<EncodedItem> item;
};

struct CancellationReason {
  std::string code = "None";
  std::optional<std::string> message;
  std::optional<EncodedItem> item;
};
// Beside a TransactionCanceled error: one reason for each action, in their order.
struct Cancellation : ErrorDetail {
  std::vector<CancellationReason> reasons;
};

// The error of a parameter that is malformed in itself, without a copy of what it holds.
template <class T>
Status CheckWellFormed(const Result<T>& parameter) {
  if (!parameter) return tl::unexpected(parameter.error());
  return {};
}

// `conditions` is how many conditions the legacy Expected or filter holds; nothing if there is
// none.
Status CheckConditionalOperator(const std::optional<ConditionalOperator>& given,
                                std::optional<std::size_t> conditions);

// What PutItem and DeleteItem check of their condition's parameters before they look at anything
// else.
Status CheckConditionStyle(const ConditionParameters& condition,
                           const SubstitutionParameters& substitutions);
inline bool IsConditional(const ConditionParameters& parameters) {
  return parameters.expression || parameters.expected || parameters.bound;
}
// ConditionExpression, or Expected, or the condition that always holds.
Result<Condition> ParseCondition(const ConditionParameters& parameters,
                                 Substitutions& substitutions);

// The same for reads, whose one expression is the projection.
Status CheckProjectionStyle(const ProjectionParameters& projection,
                            const SubstitutionParameters& substitutions);
// What to return of the items read. Every name given is used.
Result<Projection> ParseProjection(const ProjectionParameters& parameters,
                                   const SubstitutionParameters& substitutions);

}  // namespace trestle
