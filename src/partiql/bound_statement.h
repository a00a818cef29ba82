#pragma once

#include <deque>
#include <memory>
#include <vector>

#include "base/result.h"
#include "expression/binding.h"
#include "expression/condition.h"
#include "expression/update.h"
#include "partiql/statement.h"

namespace trestle::partiql {

// A statement with its parameters filled in and its operands checked. Conditions and updates made
// of it point into it.
class BoundStatement {
 public:
  // `parameters` outlives the result.
  static Result<BoundStatement> Bind(std::shared_ptr<const Statement> statement,
                                     const Parameters& parameters);

  const Statement& operator*() const { return *statement_; }
  const Statement* operator->() const { return statement_.get(); }

  const DocumentPath& Path(const Expression& path) const { return statement_->paths[path.slot]; }
  const AttributeValue& Value(const Expression& value) const { return *values_[value.slot]; }

  // Of a tree whose slots are the statement's. The condition of an AND of nothing always holds.
  Condition ConditionOf(Expression tree) const;
  // SET and REMOVE. Errors are those of an UpdateExpression.
  Result<Update> UpdateOf() const;
  // Of INSERT.
  Result<Item> ItemOf() const;
  // What the slots stand for.
  Binding NewBinding() const;

 private:
  BoundStatement(std::shared_ptr<const Statement> statement, const Parameters& parameters)
      : statement_(std::move(statement)), parameters_(&parameters) {}
  Status BindValues();

  std::shared_ptr<const Statement> statement_;  // shared with the cache of parsed texts
  const Parameters* parameters_;
  std::vector<const AttributeValue*> values_;  // in the statement, in the parameters, or in made_
  std::deque<AttributeValue> made_;            // of terms that hold parameters; does not move them
};

}  // namespace trestle::partiql
