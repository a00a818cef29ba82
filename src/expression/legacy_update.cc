#include "expression/legacy.h"
#include "expression/legacy_messages.h"
#include "expression/update_plan.h"

namespace trestle {
namespace {

bool IsSet(AttributeType type) {
  return type == AttributeType::kStringSet || type == AttributeType::kNumberSet ||
         type == AttributeType::kBinarySet;
}

bool CanBeAdded(AttributeType type) {
  return type == AttributeType::kNumber || type == AttributeType::kList || IsSet(type);
}

Status Check(AttributeAction action, const std::optional<AttributeValue>& value) {
  if (!value) {
    if (action != AttributeAction::kDelete) return messages::UpdateWithoutValue();
    return {};
  }
  const AttributeType type = value->type();
  if (action == AttributeAction::kDelete && !IsSet(type))
    return messages::DeleteOfType(WireName(type));
  if (action == AttributeAction::kAdd && !CanBeAdded(type))
    return messages::AddOfType(WireName(type));
  return {};
}

UpdateAction ActionOf(AttributeAction action, bool has_value) {
  if (!has_value) return UpdateAction::kRemove;
  switch (action) {
    case AttributeAction::kAdd:
      return UpdateAction::kLegacyAdd;
    case AttributeAction::kDelete:
      return UpdateAction::kLegacyDelete;
    case AttributeAction::kPut:
      break;
  }
  return UpdateAction::kSet;
}

}  // namespace

Result<Update> UpdateFromLegacy(const AttributeUpdateMap& updates) {
  UpdateSyntax syntax;
  Binding binding;
  for (const auto& [attribute, update] : updates) {
    const AttributeAction action = update.action.value_or(AttributeAction::kPut);
    TRESTLE_RETURN_IF_ERROR(Check(action, update.value));
    UpdateClause clause;
    clause.action = ActionOf(action, update.value.has_value());
    clause.target = binding.paths.size();
    clause.value = Expression{Operation::kValue, binding.owned.size(), {}};
    binding.paths.push_back(DocumentPath{attribute, {}});
    if (update.value) binding.owned.push_back(*update.value);
    syntax.clauses.push_back(std::move(clause));
  }
  if (syntax.clauses.empty()) return Update();
  for (const AttributeValue& value : binding.owned) binding.values.push_back(&value);
  return Update(std::make_shared<const Update::Plan>(
      Update::Plan{std::make_shared<const UpdateSyntax>(std::move(syntax)), std::move(binding)}));
}

}  // namespace trestle
