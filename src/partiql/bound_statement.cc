#include "partiql/bound_statement.h"

#include "expression/from_tree.h"
#include "expression/operand_check.h"
#include "partiql/messages.h"

namespace trestle::partiql {

Result<BoundStatement> BoundStatement::Bind(std::shared_ptr<const Statement> statement,
                                            const Parameters& parameters) {
  if (statement->parameters != parameters.size()) return messages::ParameterCount();
  BoundStatement bound(std::move(statement), parameters);
  TRESTLE_RETURN_IF_ERROR(bound.BindValues());
  if (bound->where) {
    const ExpressionKind kind =
        IsRead(*bound) ? ExpressionKind::kFilter : ExpressionKind::kCondition;
    TRESTLE_RETURN_IF_ERROR(CheckConditionOperands(kind, *bound->where, bound.NewBinding()));
  }
  return bound;
}

Status BoundStatement::BindValues() {
  values_.reserve(statement_->values.size());
  for (const Term& term : statement_->values) {
    switch (term.kind) {
      case Term::Kind::kLiteral:
        values_.push_back(&term.literal);
        break;
      case Term::Kind::kParameter:
        values_.push_back(&(*parameters_)[term.parameter]);
        break;
      default: {
        TRESTLE_TRY(AttributeValue value, ValueOf(term, *parameters_));
        values_.push_back(&made_.emplace_back(std::move(value)));
      }
    }
  }
  return {};
}

Binding BoundStatement::NewBinding() const {
  Binding binding;
  binding.paths = statement_->paths;
  binding.values = values_;
  return binding;
}

Condition BoundStatement::ConditionOf(Expression tree) const {
  if (tree.operation == Operation::kAnd && tree.operands.empty()) return Condition();
  return ConditionFromTree(std::move(tree), NewBinding());
}

Result<Update> BoundStatement::UpdateOf() const {
  for (const UpdateClause& clause : statement_->updates) {
    // ADD takes numbers too, set_add does not.
    if (clause.action != UpdateAction::kAdd) continue;
    const AttributeType type = Value(clause.value).type();
    if (type == AttributeType::kNumber) return messages::OperandNotASet("SET_ADD", WireName(type));
  }
  return UpdateFromTree(statement_->updates, NewBinding());
}

Result<Item> BoundStatement::ItemOf() const {
  TRESTLE_TRY(AttributeValue value, ValueOf(statement_->item, *parameters_));
  AttributeMap* item = value.As<AttributeMap>();
  if (item == nullptr) return messages::InsertOfNoMap();
  return std::move(*item);
}

}  // namespace trestle::partiql
