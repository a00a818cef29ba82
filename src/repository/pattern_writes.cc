#include <algorithm>
#include <utility>

#include "model/key_use.h"
#include "operation/database.h"
#include "repository/arguments.h"
#include "repository/messages.h"
#include "repository/parts.h"
#include "repository/settings.h"

// Repository: patterns that write.
namespace trestle::repository {
namespace {

void AddSpent(const Spent& spent, Spent& all) {
  all.read_units += spent.read_units;
  all.write_units += spent.write_units;
  all.requests += spent.requests;
}

// Without `where`, the attributes that the key is made of say which item is meant.
bool IsInKey(const model::Model& model, const model::Pattern& pattern, const model::Entity& entity,
             std::string_view name) {
  if (pattern.where.empty()) return model::InPrimaryKey(model, entity, name);
  return std::ranges::any_of(pattern.where, [&](const model::KeyTest& test) {
    return std::ranges::any_of(test.value.parts, [&](const model::TemplatePart& part) {
      return std::string_view(part.reference).substr(0, part.reference.find('.')) == name;
    });
  });
}

// The arguments that are attributes of the entity, with what one value of a fan-out sets.
Item AttributesIn(const model::Entity& entity, const Item& arguments, const Setting& setting) {
  Item values;
  for (const auto& [name, value] : arguments) {
    if (entity.FindAttribute(name) != nullptr) values.Set(name, value);
  }
  if (!setting.parameter.empty() && entity.FindAttribute(setting.parameter) != nullptr) {
    values.Set(setting.parameter, setting.value);
  }
  return values;
}

bool IsMissing(const Error& error) {
  const auto* conflict = dynamic_cast<const WriteConflict*>(error.detail.get());
  return conflict != nullptr && conflict->kind == WriteConflict::Kind::kMissing;
}

// One item of a pattern that writes.
Status WriteOne(const Repository& repository, const PatternPlan& plan, const Item& arguments,
                const Setting& setting, PatternWritten& all) {
  const model::Pattern& pattern = plan.pattern();
  const model::Entity& entity = *plan.entities()[0];
  Item values = AttributesIn(entity, arguments, setting);
  if (pattern.kind == model::PatternKind::kPut) {
    TRESTLE_TRY(Written written, repository.Put(entity.name, std::move(values)));
    AddSpent(written.spent, all.spent);
    all.items.push_back(std::move(written.written));
    return {};
  }
  const model::Model& model = repository.model();
  TRESTLE_TRY(Item key, plan.PrimaryKey({.arguments = arguments, .setting = &setting}));
  for (const auto& [name, value] : values) {
    if (pattern.where.empty() && IsInKey(model, pattern, entity, name)) key.Set(name, value);
  }
  if (pattern.kind == model::PatternKind::kUpdate) {
    Item changes;
    for (const auto& [name, value] : values) {
      if (!IsInKey(model, pattern, entity, name)) changes.Set(name, value);
    }
    TRESTLE_TRY(Written written, repository.Update(entity.name, key, std::move(changes)));
    AddSpent(written.spent, all.spent);
    all.items.push_back(std::move(written.written));
    return {};
  }
  Result<Written> written = repository.Delete(entity.name, key);
  if (!written) {
    // A batch deletes what is there.
    const bool batch = pattern.kind == model::PatternKind::kBatchWrite;
    if (batch && IsMissing(written.error())) return {};
    return tl::unexpected(std::move(written).error());
  }
  AddSpent(written->spent, all.spent);
  all.deleted.push_back(std::move(written->written));
  return {};
}

}  // namespace

Result<PatternWritten> Repository::Write(std::string_view pattern, const Item& arguments) const {
  const auto found = parts_->plans.find(pattern);
  if (found == parts_->plans.end()) return messages::Unknown("pattern", pattern);
  const PatternPlan& plan = found->second;
  PatternWritten written;
  switch (plan.pattern().kind) {
    case model::PatternKind::kTransact: {
      TRESTLE_TRY(TransactionAnswer answer, Transact(plan.pattern().transaction, arguments));
      written.items = std::move(answer.items);
      written.spent = answer.spent;
      return written;
    }
    case model::PatternKind::kPut:
    case model::PatternKind::kUpdate:
    case model::PatternKind::kDelete:
    case model::PatternKind::kBatchWrite:
      break;
    default:
      return messages::NotAWrite(pattern);
  }
  if (plan.entities().empty()) return messages::Unknown("entity of pattern", pattern);
  TRESTLE_TRY(const Item checked,
              CheckedArguments(plan.pattern().parameters, arguments, parts_->clock.Now()));
  TRESTLE_TRY(const Settings settings, SettingsOf(plan, checked));
  for (const Setting& setting : settings.queries) {
    TRESTLE_RETURN_IF_ERROR(WriteOne(*this, plan, checked, setting, written));
  }
  return written;
}

}  // namespace trestle::repository
