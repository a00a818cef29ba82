#include "expression/update_application.h"

#include <algorithm>

#include "expression/messages.h"
#include "expression/set_arithmetic.h"
#include "expression/update_operand.h"

namespace trestle {
namespace {

using Step = std::variant<std::string, std::size_t>;

// The map or list that holds, or would hold, the last step of the path; null if it is missing or of
// the other kind. `ItemType` is Item or const Item.
template <class ItemType>
auto ParentOf(ItemType& item, const DocumentPath& path) -> decltype(item.Find(path.attribute)) {
  auto* parent = item.Find(path.attribute);
  for (std::size_t depth = 0; parent != nullptr; ++depth) {
    const Step& step = path.steps[depth];
    const bool last = depth + 1 == path.steps.size();
    if (const std::string* name = std::get_if<std::string>(&step)) {
      auto* map = parent->template As<AttributeMap>();
      if (map == nullptr || last) return map == nullptr ? nullptr : parent;
      parent = map->Find(*name);
    } else {
      auto* list = parent->template As<List>();
      if (list == nullptr || last) return list == nullptr ? nullptr : parent;
      const std::size_t index = std::get<std::size_t>(step);
      parent = index < list->size() ? &(*list)[index] : nullptr;
    }
  }
  return nullptr;
}

bool HasParent(const Item& item, const DocumentPath& path) {
  return path.steps.empty() || ParentOf(item, path) != nullptr;
}

void Put(Item& item, const DocumentPath& path, AttributeValue value) {
  if (path.steps.empty()) {
    item.Set(path.attribute, std::move(value));
    return;
  }
  AttributeValue& parent = *ParentOf(item, path);
  if (AttributeMap* map = parent.As<AttributeMap>()) {
    map->Set(std::get<std::string>(path.steps.back()), std::move(value));
    return;
  }
  List& list = *parent.As<List>();
  const std::size_t index = std::get<std::size_t>(path.steps.back());
  if (index < list.size()) {
    list[index] = std::move(value);
  } else {
    list.push_back(std::move(value));
  }
}

void Erase(Item& item, const DocumentPath& path) {
  if (path.steps.empty()) {
    item.Erase(path.attribute);
    return;
  }
  AttributeValue& parent = *ParentOf(item, path);
  if (AttributeMap* map = parent.As<AttributeMap>()) {
    map->Erase(std::get<std::string>(path.steps.back()));
    return;
  }
  List& list = *parent.As<List>();
  list.erase(list.begin() + static_cast<std::ptrdiff_t>(std::get<std::size_t>(path.steps.back())));
}

AttributeValue Concatenated(const List& front, const List& back) {
  List list = front;
  list.insert(list.end(), back.begin(), back.end());
  return AttributeValue::Of(std::move(list));
}

bool IsLegacy(const UpdateClause& clause) {
  return clause.action == UpdateAction::kLegacyAdd || clause.action == UpdateAction::kLegacyDelete;
}

tl::unexpected<Error> TypeMismatch(const UpdateClause& clause) {
  return IsLegacy(clause) ? messages::LegacyUpdateTypeMismatch() : messages::UpdateOperandType();
}

}  // namespace

Result<Item> UpdateApplication::Run() {
  changes_.reserve(plan_.syntax->clauses.size());
  for (const UpdateClause& clause : plan_.syntax->clauses) TRESTLE_RETURN_IF_ERROR(Compute(clause));
  std::sort(changes_.begin(), changes_.end(),
            [](const Change& a, const Change& b) { return *a.path < *b.path; });

  Item after = before_;
  for (Change& change : changes_) {
    if (change.value) Put(after, *change.path, *std::move(change.value));
  }
  for (auto change = changes_.rbegin(); change != changes_.rend(); ++change) {
    if (!change->value) Erase(after, *change->path);
  }
  return after;
}

Status UpdateApplication::Compute(const UpdateClause& clause) {
  switch (clause.action) {
    case UpdateAction::kRemove:
      return ComputeRemove(plan_.Target(clause));
    case UpdateAction::kAdd:
    case UpdateAction::kLegacyAdd:
      return ComputeAdd(clause);
    case UpdateAction::kDelete:
    case UpdateAction::kLegacyDelete:
      return ComputeDelete(clause);
    case UpdateAction::kSet:
      break;
  }
  TRESTLE_TRY(AttributeValue value, EvaluateOperand(clause.value, plan_.binding, before_));
  return Write(plan_.Target(clause), std::move(value));
}

Status UpdateApplication::Write(const DocumentPath& target, AttributeValue value) {
  if (!HasParent(before_, target)) return messages::UpdatePathInvalid();
  changes_.push_back({&target, std::move(value)});
  return {};
}

Status UpdateApplication::ComputeRemove(const DocumentPath& target) {
  if (!HasParent(before_, target)) {
    if (image_ == Update::Image::kAbsent) return {};
    return messages::UpdatePathInvalid();
  }
  if (Resolve(before_, target) != nullptr) changes_.push_back({&target, std::nullopt});
  return {};
}

Status UpdateApplication::ComputeAdd(const UpdateClause& clause) {
  const DocumentPath& target = plan_.Target(clause);
  const AttributeValue& addend = Given(clause);
  const AttributeValue* current = Resolve(before_, target);
  if (current == nullptr) return Write(target, addend);
  if (const Number* number = addend.As<Number>()) {
    const Number* augend = current->As<Number>();
    if (augend == nullptr) return TypeMismatch(clause);
    TRESTLE_TRY(const Number sum, augend->Plus(*number));
    return Write(target, AttributeValue::Of(sum));
  }
  if (const List* list = addend.As<List>()) {  // legacy alone accepts lists
    const List* front = current->As<List>();
    if (front == nullptr) return TypeMismatch(clause);
    return Write(target, Concatenated(*front, *list));
  }
  std::optional<AttributeValue> all = Union(*current, addend);
  if (!all) return TypeMismatch(clause);
  return Write(target, *std::move(all));
}

Status UpdateApplication::ComputeDelete(const UpdateClause& clause) {
  const DocumentPath& target = plan_.Target(clause);
  const AttributeValue* current = Resolve(before_, target);
  if (current == nullptr) {
    if (HasParent(before_, target)) return {};
    return messages::UpdatePathInvalid();
  }
  std::optional<AttributeValue> rest = Difference(*current, Given(clause));
  if (!rest) return TypeMismatch(clause);
  if (IsEmptySet(*rest)) rest.reset();
  changes_.push_back({&target, std::move(rest)});
  return {};
}

}  // namespace trestle
