#include "expression/from_tree.h"

#include "expression/condition_node.h"
#include "expression/operand_check.h"
#include "expression/path_overlap.h"
#include "expression/update_plan.h"

namespace trestle {

Condition ConditionFromTree(Expression root, Binding binding) {
  auto syntax = std::make_shared<const ConditionSyntax>(ConditionSyntax{{}, std::move(root)});
  return Condition(std::make_shared<const Condition::Node>(
      Condition::Node{std::move(syntax), std::move(binding)}));
}

Result<Update> UpdateFromTree(std::vector<UpdateClause> clauses, Binding binding) {
  for (const UpdateClause& clause : clauses)
    TRESTLE_RETURN_IF_ERROR(CheckUpdateOperands(clause, binding));
  auto syntax = std::make_shared<const UpdateSyntax>(UpdateSyntax{{}, std::move(clauses)});
  Update update(
      std::make_shared<const Update::Plan>(Update::Plan{std::move(syntax), std::move(binding)}));
  TRESTLE_RETURN_IF_ERROR(CheckPathsDistinct(ExpressionKind::kUpdate, update.Targets()));
  return update;
}

}  // namespace trestle
