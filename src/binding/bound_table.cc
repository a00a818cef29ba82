#include "binding/bound_table.h"

#include <algorithm>
#include <utility>

#include "base/log.h"
#include "binding/messages.h"

namespace trestle {
namespace {

using model::KeptEntity;
using model::UniqueGuard;
using model::Writing;

// Kinds are made of names in the model; a client cannot make more of them than this.
constexpr std::size_t kMostKinds = 1000;

bool Contains(const std::vector<UniqueGuard>& guards, const UniqueGuard& guard) {
  return std::any_of(guards.begin(), guards.end(),
                     [&](const UniqueGuard& other) { return other.item == guard.item; });
}

void Add(std::vector<UniqueGuard> guards, const std::vector<UniqueGuard>& except,
         std::vector<Item>& items) {
  for (UniqueGuard& guard : guards) {
    if (!Contains(except, guard)) items.push_back(std::move(guard.item));
  }
}

std::string_view TextIn(const Item& item, const std::string& name) {
  const AttributeValue* const value = item.Find(name);
  if (value == nullptr) return {};
  if (const auto* text = value->As<std::string>()) return *text;
  if (const auto* binary = value->As<Binary>()) return binary->bytes;
  return {};
}

}  // namespace

BoundTable::BoundTable(std::shared_ptr<const model::Model> model, const model::Table& table,
                       BindingMode mode)
    : table_(std::move(model), table), mode_(mode) {}

Status BoundTable::CompleteKey(Item& item, TimePoint now) const {
  if (mode_ != BindingMode::kEnforce) return {};
  const KeptEntity* const entity = table_.EntityOf(item);
  if (entity == nullptr) return {};
  const std::vector<model::FieldError> errors = entity->CompleteKey(item, now);
  if (!errors.empty()) return Refuse(*entity, errors);
  return {};
}

tl::unexpected<Error> BoundTable::Refuse(const KeptEntity& entity,
                                         const std::vector<model::FieldError>& errors) const {
  Note(entity.entity().name + "." + errors.front().field);
  return binding_messages::DoesNotFit(table_.model().name, TextOf(entity.entity(), errors));
}

Result<KeptCompanions> BoundTable::Keep(const KeptChange& change) const {
  if (mode_ == BindingMode::kEnforce) return Enforce(change);
  if (change.after != nullptr) Watch(change);
  return KeptCompanions();
}

Result<const KeptEntity*> BoundTable::EntityOf(const KeptChange& change) const {
  const KeptEntity* const entity = table_.EntityOf(*change.after);
  if (entity != nullptr) return entity;
  const std::string& attribute = table_.table().entity_attribute;
  Note(attribute + " names no entity");
  return binding_messages::NoEntity(table_.model().name, attribute, table_.table().name);
}

Result<KeptCompanions> BoundTable::Enforce(const KeptChange& change) const {
  const bool guard = (change.before != nullptr && table_.IsGuard(*change.before)) ||
                     (change.after != nullptr && table_.IsGuard(*change.after));
  KeptCompanions companions;
  companions.is_companion = guard;
  if (guard) return companions;
  const KeptEntity* const was =
      change.before == nullptr ? nullptr : table_.EntityOf(*change.before);
  std::vector<UniqueGuard> had;
  if (was != nullptr && !was->entity().unique.empty()) had = was->GuardsOf(*change.before);
  if (change.after == nullptr) {
    Add(std::move(had), {}, companions.released);
    return companions;
  }
  TRESTLE_TRY(const KeptEntity* const entity, EntityOf(change));
  const std::vector<model::FieldError> errors = entity->Keep(
      *change.after,
      {.writing = change.kind == KeptChange::Kind::kPut ? Writing::kPut : Writing::kUpdate,
       .before = was == entity ? change.before : nullptr,
       .now = change.now});
  if (!errors.empty()) return Refuse(*entity, errors);
  if (had.empty() && entity->entity().unique.empty()) return companions;
  std::vector<UniqueGuard> has = entity->GuardsOf(*change.after);
  // Also those that it should have already: an item of before the model was bound gets its guards
  // with its first write.
  Add(has, {}, companions.claimed);
  Add(std::move(had), has, companions.released);
  return companions;
}

Error BoundTable::Taken(const Item& claimed) const {
  const std::string_view kind = TextIn(claimed, table_.table().entity_attribute);
  const std::string_view key = TextIn(claimed, table_.table().partition_key.name);
  std::string name(kind.substr(kind.find('#') + 1));
  std::replace(name.begin(), name.end(), '#', '.');
  const std::size_t value = std::min(key.size(), kind.size() + 1);
  Error error = binding_messages::ValueTaken(name, key.substr(value));
  auto detail = std::make_shared<ClaimRefused>();
  detail->attribute = kind.substr(kind.rfind('#') + 1);
  error.detail = std::move(detail);
  return error;
}

Error BoundTable::Uncalled() const {
  return binding_messages::GuardIsKept(table_.model().name).value();
}

// What would have been wrong, or would have become another key.
void BoundTable::Watch(const KeptChange& change) const {
  if (table_.IsGuard(*change.after)) return;
  const Result<const KeptEntity*> entity = EntityOf(change);
  if (!entity) return;
  const KeptEntity* const was =
      change.before == nullptr ? nullptr : table_.EntityOf(*change.before);
  Item kept = *change.after;
  const std::vector<model::FieldError> errors = (*entity)->Keep(
      kept, {.writing = change.kind == KeptChange::Kind::kPut ? Writing::kPut : Writing::kUpdate,
             .before = was == *entity ? change.before : nullptr,
             .now = change.now});
  const model::Entity& of = (*entity)->entity();
  for (const model::FieldError& error : errors) Note(of.name + "." + error.field);
  if (!errors.empty()) return;
  for (const model::EntityKey& key : of.keys) {
    const AttributeValue* const given = change.after->Find(key.attribute);
    const AttributeValue* const derived = kept.Find(key.attribute);
    const bool same =
        given == nullptr || derived == nullptr ? given == derived : *given == *derived;
    if (!same) Note(of.name + "." + key.attribute);
  }
}

void BoundTable::Note(const std::string& what) const {
  bool first = false;
  {
    const MutexLock lock(mutex_);
    if (misfits_.size() >= kMostKinds && !misfits_.contains(what)) return;
    first = ++misfits_[what] == 1;
  }
  if (first && mode_ == BindingMode::kWarn) {
    LogWarning("a write to table " + table_.table().name + " does not fit model " +
               table_.model().name + ": " + what);
  }
}

Misfits BoundTable::misfits() const {
  const MutexLock lock(mutex_);
  return misfits_;
}

}  // namespace trestle
