#include "expression/update.h"

#include "expression/operand_check.h"
#include "expression/parser.h"
#include "expression/path_overlap.h"
#include "expression/syntax_cache.h"
#include "expression/update_application.h"
#include "expression/update_plan.h"

namespace trestle {
namespace {

Result<Binding> Bind(const UpdateSyntax& syntax, Substitutions& substitutions) {
  Binder binder(ExpressionKind::kUpdate, syntax.slots, substitutions);
  for (const UpdateClause& clause : syntax.clauses) {
    TRESTLE_RETURN_IF_ERROR(binder.BindPath(clause.target));
    if (clause.action != UpdateAction::kRemove)
      TRESTLE_RETURN_IF_ERROR(binder.BindAll(clause.value));
  }
  return binder.Take();
}

}  // namespace

Result<Update> Update::Parse(std::string_view text, Substitutions& substitutions) {
  TRESTLE_TRY(std::shared_ptr<const UpdateSyntax> syntax,
              CachedSyntax<UpdateSyntax>(text, [&] { return ParseUpdate(text); }));
  TRESTLE_TRY(Binding binding, Bind(*syntax, substitutions));
  for (const UpdateClause& clause : syntax->clauses)
    TRESTLE_RETURN_IF_ERROR(CheckUpdateOperands(clause, binding));
  Update update(std::make_shared<const Plan>(Plan{std::move(syntax), std::move(binding)}));
  if (update.plan_->syntax->clauses.size() > 1) {
    TRESTLE_RETURN_IF_ERROR(CheckPathsDistinct(ExpressionKind::kUpdate, update.Targets()));
  }
  return update;
}

Result<Item> Update::Apply(const Item& before, Image image) const {
  if (plan_ == nullptr) return before;
  return UpdateApplication(*plan_, before, image).Run();
}

void Update::AddAttributes(std::vector<std::string_view>& names) const {
  if (plan_ != nullptr) plan_->binding.AddAttributes(names);
}

std::vector<DocumentPath> Update::Targets() const {
  std::vector<DocumentPath> targets;
  if (plan_ == nullptr) return targets;
  targets.reserve(plan_->syntax->clauses.size());
  for (const UpdateClause& clause : plan_->syntax->clauses)
    targets.push_back(plan_->Target(clause));
  return targets;
}

}  // namespace trestle
