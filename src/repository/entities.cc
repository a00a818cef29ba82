#include <algorithm>
#include <iterator>
#include <utility>

#include "operation/database.h"
#include "repository/entity_write.h"
#include "repository/messages.h"
#include "repository/parts.h"

// Repository: entities.
namespace trestle::repository {
namespace {

constexpr int kMostAttempts = 5;  // where others write the same item

using Kind = WriteConflict::Kind;

bool IsOf(const model::Table& table, const model::Entity& entity, const Item& item) {
  const AttributeValue* value = item.Find(table.entity_attribute);
  const std::string* text = value == nullptr ? nullptr : value->As<std::string>();
  return text == nullptr || *text == entity.value;
}

bool HasVersion(const model::Entity& entity, const Item& item, std::int64_t version) {
  const AttributeValue* value = item.Find(entity.version);
  return value != nullptr && *value == AttributeValue::Integer(version);
}

bool IsRace(const Error& error) {
  const auto* conflict = dynamic_cast<const WriteConflict*>(error.detail.get());
  return conflict != nullptr &&
         (conflict->kind == Kind::kVersion || conflict->kind == Kind::kExists);
}

}  // namespace

Result<EntityContext> Repository::Parts::ContextOf(const model::Model& model,
                                                   std::string_view entity) const {
  const model::Entity* found = model.FindEntity(entity);
  if (found == nullptr) return messages::Unknown("entity", entity);
  const model::KeptTable& table = *tables.find(found->table)->second;
  return EntityContext{.kept = *table.Find(entity),
                       .table = table.table(),
                       .table_name = NameOf(found->table),
                       .bound = options.bound};
}

Result<FoundEntity> Repository::Get(std::string_view entity, const Item& key,
                                    bool consistent) const {
  TRESTLE_TRY(const EntityContext context, parts_->ContextOf(*model_, entity));
  TRESTLE_TRY(const Item primary, PrimaryKeyOf(context, key));
  FoundEntity answer;
  TRESTLE_TRY(std::optional<Item> item,
              ReadItem(parts_->database, context.table_name, primary, consistent, answer.spent));
  const model::Entity& found = context.kept.entity();
  if (item && IsOf(context.table, found, *item)) {
    answer.found = EntityItem{.entity = &found, .item = *std::move(item)};
  }
  return answer;
}

Result<Written> Repository::Create(std::string_view entity, Item values) const {
  TRESTLE_TRY(const EntityContext context, parts_->ContextOf(*model_, entity));
  Item item = StoredValues(context.kept.entity(), std::move(values));
  TRESTLE_TRY(PlannedWrites planned,
              PlanPut(context, std::move(item), nullptr, PutOver::kNothing, parts_->clock.Now()));
  Written answer;
  const Status sent = Send(parts_->database, planned, answer.spent);
  if (!sent) return tl::unexpected(Explained(planned, sent.error()));
  answer.written = {.entity = &context.kept.entity(), .item = std::move(planned.after)};
  return answer;
}

Status Repository::CreateTogether(std::string_view entity, std::vector<Item> values) const {
  TRESTLE_TRY(const EntityContext context, parts_->ContextOf(*model_, entity));
  PlannedWrites together;
  together.moment = parts_->clock.Now();
  for (Item& each : values) {
    Item item = StoredValues(context.kept.entity(), std::move(each));
    TRESTLE_TRY(PlannedWrites planned,
                PlanPut(context, std::move(item), nullptr, PutOver::kNothing, *together.moment));
    std::ranges::move(planned.writes, std::back_inserter(together.writes));
    std::ranges::move(planned.meanings, std::back_inserter(together.meanings));
  }
  Spent spent;
  const Status sent = Send(parts_->database, together, spent);
  if (!sent) return tl::unexpected(Explained(together, sent.error()));
  return {};
}

Result<Written> Repository::Put(std::string_view entity, Item values,
                                const WriteOptions& options) const {
  TRESTLE_TRY(const EntityContext context, parts_->ContextOf(*model_, entity));
  const model::Entity& its = context.kept.entity();
  if (options.version && its.version.empty()) return messages::NoVersion(its.name);
  const Item item = StoredValues(its, std::move(values));
  Written answer;
  for (int attempt = 1;; ++attempt) {
    std::optional<Item> before;
    const bool reads = NeedsBefore(context) || options.version;
    const auto primary = reads ? PrimaryKeyOf(context, item) : Result<Item>(Item());
    // A key that cannot be told yet has a default that is made anew: nothing can be there.
    if (reads && primary) {
      TRESTLE_TRY(before,
                  ReadItem(parts_->database, context.table_name, *primary, true, answer.spent));
    }
    if (options.version && !before) return messages::Conflict({.kind = Kind::kMissing});
    if (options.version && !HasVersion(its, *before, *options.version)) {
      return messages::Conflict({.kind = Kind::kVersion});
    }
    TRESTLE_TRY(PlannedWrites planned,
                PlanPut(context, item, before ? &*before : nullptr,
                        reads ? PutOver::kWhatWasRead : PutOver::kAnything, parts_->clock.Now()));
    const Status sent = Send(parts_->database, planned, answer.spent);
    if (sent) {
      answer.written = {.entity = &its, .item = std::move(planned.after)};
      return answer;
    }
    Error error = Explained(planned, sent.error());
    if (options.version || attempt == kMostAttempts || !IsRace(error)) {
      return tl::unexpected(std::move(error));
    }
  }
}

Result<Written> Repository::Update(std::string_view entity, const Item& key, Item changes,
                                   const WriteOptions& options) const {
  TRESTLE_TRY(const EntityContext context, parts_->ContextOf(*model_, entity));
  const model::Entity& its = context.kept.entity();
  if (options.version && its.version.empty()) return messages::NoVersion(its.name);
  TRESTLE_TRY(const Item primary, PrimaryKeyOf(context, key));
  const Item stored = StoredValues(its, changes);
  Written answer;
  for (int attempt = 1;; ++attempt) {
    TRESTLE_TRY(const std::optional<Item> before,
                ReadItem(parts_->database, context.table_name, primary, true, answer.spent));
    if (!before || !IsOf(context.table, its, *before)) {
      return messages::Conflict({.kind = Kind::kMissing});
    }
    if (options.version && !HasVersion(its, *before, *options.version)) {
      return messages::Conflict({.kind = Kind::kVersion});
    }
    Item after = *before;
    for (const auto& [name, value] : changes) {
      if (value.type() == AttributeType::kNull) after.Erase(name);
    }
    for (const auto& [name, value] : stored) after.Set(name, value);
    TRESTLE_TRY(PlannedWrites planned,
                PlanUpdate(context, *before, std::move(after), {}, parts_->clock.Now()));
    const Status sent = Send(parts_->database, planned, answer.spent);
    if (sent) {
      answer.written = {.entity = &its, .item = std::move(planned.after)};
      return answer;
    }
    Error error = Explained(planned, sent.error());
    if (options.version || attempt == kMostAttempts || !IsRace(error)) {
      return tl::unexpected(std::move(error));
    }
  }
}

Result<Written> Repository::Delete(std::string_view entity, const Item& key,
                                   const WriteOptions& options) const {
  TRESTLE_TRY(const EntityContext context, parts_->ContextOf(*model_, entity));
  const model::Entity& its = context.kept.entity();
  if (options.version && its.version.empty()) return messages::NoVersion(its.name);
  TRESTLE_TRY(const Item primary, PrimaryKeyOf(context, key));
  Written answer;
  for (int attempt = 1;; ++attempt) {
    TRESTLE_TRY(const std::optional<Item> before,
                ReadItem(parts_->database, context.table_name, primary, true, answer.spent));
    if (!before || !IsOf(context.table, its, *before)) {
      return messages::Conflict({.kind = Kind::kMissing});
    }
    if (options.version && !HasVersion(its, *before, *options.version)) {
      return messages::Conflict({.kind = Kind::kVersion});
    }
    TRESTLE_TRY(PlannedWrites planned, PlanDelete(context, *before, options.version));
    const Status sent = Send(parts_->database, planned, answer.spent);
    if (sent) {
      answer.written = {.entity = &its, .item = std::move(planned.after)};
      return answer;
    }
    Error error = Explained(planned, sent.error());
    if (options.version || attempt == kMostAttempts || !IsRace(error)) {
      return tl::unexpected(std::move(error));
    }
  }
}

}  // namespace trestle::repository
