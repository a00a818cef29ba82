#include "operation/transact_actions.h"

#include <algorithm>

#include "operation/cancellation.h"
#include "operation/item_change.h"
#include "operation/messages.h"
#include "operation/parameter_styles.h"
#include "value/limits.h"

namespace trestle {
namespace {

bool FitsType(const KeyAttribute& attribute, const Item& item) {
  const AttributeValue* value = item.Find(attribute.name);
  return value != nullptr && value->type() == attribute.type;
}

// Whether the table's key is there, of the right types, and alone unless the item is a whole one.
bool FitsKeyTypes(const TransactWrite& write, const KeySchema& schema) {
  const Item& item = *write.item_or_key;
  const auto fits = [&](const KeyAttribute& attribute) { return FitsType(attribute, item); };
  return std::all_of(schema.hash.begin(), schema.hash.end(), fits) &&
         std::all_of(schema.range.begin(), schema.range.end(), fits) &&
         (write.action == TransactAction::kPut ||
          item.size() == schema.hash.size() + schema.range.size());
}

bool FitsWherePresent(const std::vector<KeyAttribute>& attributes, const Item& item) {
  return std::all_of(attributes.begin(), attributes.end(), [&](const KeyAttribute& attribute) {
    return !item.Contains(attribute.name) || FitsType(attribute, item);
  });
}

Result<CheckedAction> Parsed(const TransactWrite& write) {
  if (write.actions_given != 1) return messages::NotOneTransactAction();
  TRESTLE_RETURN_IF_ERROR(CheckSubstitutionMaps(write.substitutions, kAlwaysUsable));
  TRESTLE_RETURN_IF_ERROR(CheckWellFormed(write.item_or_key));
  Substitutions substitutions = SubstitutionsOf(write.substitutions);
  CheckedAction action;
  if (write.bound_update) action.update = *write.bound_update;
  if (write.bound_condition) action.condition = *write.bound_condition;
  if (write.update_expression) {
    TRESTLE_TRY(action.update, Update::Parse(*write.update_expression, substitutions));
  }
  if (write.condition_expression) {
    TRESTLE_TRY(action.condition, Condition::Parse(ExpressionKind::kCondition,
                                                   *write.condition_expression, substitutions));
  }
  const bool has_expression = write.update_expression || write.condition_expression;
  if (has_expression) TRESTLE_RETURN_IF_ERROR(substitutions.CheckAllUsed());
  return action;
}

// The key of the action's item. What does not fit the schema is a reason to cancel; a value that no
// key can have makes the whole request invalid.
Status FindKey(OperationContext& context, TransactWrite& write, std::size_t place,
               CheckedAction& action, CancellationReasons& reasons) {
  const Table& table = *action.address.table;
  Item& item = *write.item_or_key;
  const bool is_put = write.action == TransactAction::kPut;
  if (is_put) TRESTLE_RETURN_IF_ERROR(CheckPut(item));
  if (is_put) {
    if (const Status completed = CompleteKey(context, table, item); !completed) {
      reasons.Invalid(place, completed.error());
      return {};
    }
  }
  Result<ItemKey> key = is_put ? table.KeyOfItem(item) : table.KeyOf(item);
  if (!key) {
    const bool fits = FitsKeyTypes(write, table.keys()) && (!is_put || FitsIndexTypes(table, item));
    if (fits) return tl::unexpected(std::move(key).error());
    reasons.Invalid(place, key.error());
    return {};
  }
  action.address.key = *std::move(key);
  if (const Status spares = CheckSparesKey(action.update, table); !spares) {
    reasons.Invalid(place, spares.error());
  }
  return {};
}

}  // namespace

bool FitsIndexTypes(const Table& table, const Item& item) {
  const auto& indexes = table.definition().indexes;
  return std::all_of(indexes.begin(), indexes.end(), [&](const IndexDefinition& index) {
    return FitsWherePresent(index.keys.hash, item) && FitsWherePresent(index.keys.range, item);
  });
}

Result<std::vector<CheckedAction>> CheckActions(OperationContext& context,
                                                TransactWriteItemsRequest& request) {
  if (request.payload_bytes > kMaxTransactionBytes) return messages::TransactionTooLarge();
  std::vector<CheckedAction> actions;
  actions.reserve(request.writes.size());
  for (const TransactWrite& write : request.writes) {
    TRESTLE_TRY(CheckedAction action, Parsed(write));
    actions.push_back(std::move(action));
  }
  for (std::size_t i = 0; i < actions.size(); ++i) {
    TRESTLE_TRY(actions[i].address.table, context.catalog.Find(request.writes[i].table_name));
  }
  CancellationReasons reasons(actions.size());
  for (std::size_t i = 0; i < actions.size(); ++i) {
    TRESTLE_RETURN_IF_ERROR(FindKey(context, request.writes[i], i, actions[i], reasons));
  }
  if (!reasons.empty()) return tl::unexpected(std::move(reasons).ToError());
  return actions;
}

}  // namespace trestle
