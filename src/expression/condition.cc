#include "expression/condition.h"

#include "expression/condition_node.h"
#include "expression/evaluation.h"
#include "expression/operand_check.h"
#include "expression/parser.h"
#include "expression/syntax_cache.h"

namespace trestle {

Result<Condition> Condition::Parse(ExpressionKind kind, std::string_view text,
                                   Substitutions& substitutions) {
  TRESTLE_TRY(std::shared_ptr<const ConditionSyntax> syntax,
              CachedSyntax<ConditionSyntax>(text, [&] { return ParseCondition(kind, text); }));
  Binder binder(kind, syntax->slots, substitutions);
  TRESTLE_RETURN_IF_ERROR(binder.BindAll(syntax->root));
  Binding binding = binder.Take();
  TRESTLE_RETURN_IF_ERROR(CheckConditionOperands(kind, syntax->root, binding));
  return Condition(std::make_shared<const Node>(Node{std::move(syntax), std::move(binding)}));
}

bool Condition::Matches(const Item& item) const {
  return root_ == nullptr || Holds(root_->syntax->root, root_->binding, item);
}

void Condition::AddAttributes(std::vector<std::string_view>& names) const {
  if (root_ != nullptr) root_->binding.AddAttributes(names);
}

std::vector<DocumentPath> Condition::Paths() const {
  return root_ == nullptr ? std::vector<DocumentPath>() : root_->binding.paths;
}

}  // namespace trestle
