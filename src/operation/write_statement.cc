#include "operation/write_statement.h"

#include "expression/from_tree.h"
#include "operation/delete_item.h"
#include "operation/messages.h"
#include "operation/statement_messages.h"
#include "operation/update_item.h"
#include "partiql/where_clause.h"
#include "table/item_keeper.h"

namespace trestle {
namespace {

using partiql::BoundStatement;
using partiql::NamedKey;
using partiql::StatementKind;

// What a statement asks of its item beyond the words of its WHERE: that there is one, or none.
enum class Presence { kRequired, kRefused, kAllowed };

Presence PresenceFor(StatementKind kind) {
  switch (kind) {
    case StatementKind::kInsert:
      return Presence::kRefused;
    case StatementKind::kDelete:
      return Presence::kAllowed;
    default:
      return Presence::kRequired;
  }
}

// The condition under which the statement is done; nothing if it always is. A DELETE is done, to no
// effect, where there is no item.
std::optional<Condition> ConditionFor(const BoundStatement& statement, const Table& table,
                                      Expression rest) {
  const Presence presence = PresenceFor(statement->kind);
  if (presence == Presence::kAllowed && rest.operands.empty()) return std::nullopt;
  Binding binding = statement.NewBinding();
  const std::size_t slot = binding.paths.size();
  binding.paths.push_back(DocumentPath{table.keys().hash.front().name, {}});
  const bool required = presence == Presence::kRequired;
  Expression present{
      required ? Operation::kAttributeExists : Operation::kAttributeNotExists, 0, {}};
  present.operands.push_back(Expression{Operation::kPath, slot, {}});
  if (rest.operands.empty()) return ConditionFromTree(std::move(present), std::move(binding));
  Expression both{required ? Operation::kAnd : Operation::kOr, 0, {}};
  both.operands.push_back(std::move(present));
  both.operands.push_back(std::move(rest));
  return ConditionFromTree(std::move(both), std::move(binding));
}

ReturnValues ReturnedBy(const BoundStatement& statement) {
  if (!statement->returning) return ReturnValues::kNone;
  const partiql::Returning& returning = *statement->returning;
  if (returning.modified) {
    return returning.fresh ? ReturnValues::kUpdatedNew : ReturnValues::kUpdatedOld;
  }
  return returning.fresh ? ReturnValues::kAllNew : ReturnValues::kAllOld;
}

Result<NamedKey> KeyIn(const Table& table, const BoundStatement& statement) {
  std::optional<NamedKey> named = NamedKeyOf(statement, table.keys());
  if (!named) return messages::KeyEqualityMissing();
  return *std::move(named);
}

Result<ItemWriteResponse> RunInsert(OperationContext& context, const BoundStatement& statement,
                                    const Table& table) {
  PutItemRequest put;
  put.table_name = statement->table;
  TRESTLE_TRY(put.item, statement.ItemOf());
  put.condition.bound = ConditionFor(statement, table, {Operation::kAnd, 0, {}});
  Result<ItemWriteResponse> response = PutItem(context, std::move(put));
  if (!response && response.error().code == ErrorCode::kConditionalCheckFailed &&
      dynamic_cast<const ClaimRefused*>(response.error().detail.get()) == nullptr) {
    return messages::DuplicateItem();
  }
  return response;
}

Result<ItemWriteResponse> RunUpdate(OperationContext& context, const BoundStatement& statement,
                                    const Table& table,
                                    ReturnValuesOnConditionCheckFailure on_condition_failure) {
  UpdateItemRequest update;
  update.table_name = statement->table;
  TRESTLE_TRY(update.bound_update, statement.UpdateOf());
  TRESTLE_TRY(NamedKey named, KeyIn(table, statement));
  update.key = std::move(named.key);
  update.condition.bound = ConditionFor(statement, table, std::move(named.rest));
  update.return_values = ReturnedBy(statement);
  update.on_condition_failure = on_condition_failure;
  return UpdateItem(context, update);
}

Result<ItemWriteResponse> RunDelete(OperationContext& context, const BoundStatement& statement,
                                    const Table& table,
                                    ReturnValuesOnConditionCheckFailure on_condition_failure) {
  TRESTLE_TRY(NamedKey named, KeyIn(table, statement));
  DeleteItemRequest remove;
  remove.table_name = statement->table;
  remove.key = std::move(named.key);
  remove.condition.bound = ConditionFor(statement, table, std::move(named.rest));
  remove.return_values = ReturnedBy(statement);
  remove.on_condition_failure = on_condition_failure;
  return DeleteItem(context, remove);
}

TransactAction TransactActionOf(StatementKind kind) {
  switch (kind) {
    case StatementKind::kInsert:
      return TransactAction::kPut;
    case StatementKind::kUpdate:
      return TransactAction::kUpdate;
    case StatementKind::kDelete:
      return TransactAction::kDelete;
    default:
      return TransactAction::kConditionCheck;
  }
}

}  // namespace

Result<ItemWriteResponse> Write(OperationContext& context, const BoundStatement& statement,
                                ReturnValuesOnConditionCheckFailure on_condition_failure) {
  if (statement->kind == StatementKind::kExists) return messages::ExistsOutsideTransaction();
  TRESTLE_TRY(const TablePtr table, context.catalog.Find(statement->table));
  switch (statement->kind) {
    case StatementKind::kInsert:
      return RunInsert(context, statement, *table);
    case StatementKind::kUpdate:
      return RunUpdate(context, statement, *table, on_condition_failure);
    default:
      return RunDelete(context, statement, *table, on_condition_failure);
  }
}

Result<TransactWrite> ActionOf(const Catalog& catalog, const BoundStatement& statement,
                               ReturnValuesOnConditionCheckFailure on_condition_failure) {
  TRESTLE_TRY(const TablePtr table, catalog.Find(statement->table));
  TransactWrite write;
  write.action = TransactActionOf(statement->kind);
  write.table_name = statement->table;
  write.on_condition_failure = on_condition_failure;
  if (statement->kind == StatementKind::kInsert) {
    TRESTLE_TRY(write.item_or_key, statement.ItemOf());
    write.bound_condition = ConditionFor(statement, *table, {Operation::kAnd, 0, {}});
    write.inserts = true;
    return write;
  }
  if (statement->kind == StatementKind::kUpdate) {
    TRESTLE_TRY(write.bound_update, statement.UpdateOf());
  }
  TRESTLE_TRY(NamedKey named, KeyIn(*table, statement));
  write.item_or_key = std::move(named.key);
  write.bound_condition = ConditionFor(statement, *table, std::move(named.rest));
  return write;
}

Result<TransactGet> GetOf(const Catalog& catalog, const BoundStatement& statement) {
  TRESTLE_TRY(const TablePtr table, catalog.Find(statement->table));
  TRESTLE_TRY(NamedKey named, KeyIn(*table, statement));
  TransactGet get;
  get.table_name = statement->table;
  get.key = std::move(named.key);
  if (!statement->columns.empty()) get.bound_projection = Projection::OfColumns(statement->columns);
  if (!named.rest.operands.empty()) get.bound_filter = statement.ConditionOf(std::move(named.rest));
  return get;
}

}  // namespace trestle
