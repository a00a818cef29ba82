#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "repository/change_handlers.h"
#include "repository/workflow.h"

namespace trestle {

using repository::EntityItem;
using repository::Repository;
using repository::WorkflowAnswer;
using repository::WorkflowCall;

// What the workflows of a system work with.
struct Workplace {
  std::shared_ptr<const Repository> repository;  // shared with the workflows
  const Clock& clock;
};

// Workflows by name.
class WorkflowSet final : public repository::Workflows {
 public:
  using Code = std::function<Result<WorkflowAnswer>(const Workplace&, const WorkflowCall&)>;
  using Named = std::pair<const std::string_view, Code>;
  WorkflowSet(Workplace workplace, std::initializer_list<Named> codes)
      : workplace_(std::move(workplace)), codes_(codes) {}

  bool Has(std::string_view name) const { return codes_.contains(name); }
  Result<WorkflowAnswer> Run(std::string_view name, const WorkflowCall& call) override;

 private:
  const Workplace workplace_;
  const std::map<std::string_view, Code> codes_;
};

// The code of a system's workflows; null for a system that has none.
std::unique_ptr<WorkflowSet> WorkflowsOf(std::string_view system, Workplace workplace);

// What a system does when items change, beyond its model's triggers; null where there is nothing.
std::shared_ptr<repository::ChangeHandlers> HandlersOf(std::string_view system);

// ---- What workflows have in common ----

// The argument's text; empty if it was not given.
std::string_view Text(const Item& item, std::string_view name);
// The number, or 0; the nearest that there is of one that is too large.
std::int64_t Whole(const Item& item, std::string_view name);
// These members of the item, those that are there.
Item Some(const Item& item, std::initializer_list<std::string_view> names);
AttributeValue TextValue(std::string_view text);
// As the models keep email addresses and the like: A to Z as a to z.
AttributeValue LowerCaseValue(std::string_view text);

// An id for what the call makes: the same for the same idempotency key, so that a repetition makes
// nothing new.
std::string NewId(const Workplace& workplace, const WorkflowCall& call, std::string_view what);
// The entity with this key; an error that names it if there is none.
Result<EntityItem> Existing(const Workplace& workplace, std::string_view entity, const Item& key);
// All that the pattern finds, over all pages.
Result<std::vector<EntityItem>> All(const Workplace& workplace, std::string_view pattern,
                                    const Item& arguments);
// The first that the transaction wrote of this entity, which it has a step for.
const EntityItem& Of(const repository::TransactionAnswer& answer, std::string_view entity);
// Makes a user by this transaction.
Result<WorkflowAnswer> SignedUp(const Workplace& workplace, const WorkflowCall& call,
                                std::string_view transaction);
// Changes a user as the model keeps them: `changes` may hold the email address under `email`. With
// `version` among the call's arguments only over that version.
struct ProfileChange {
  Item key;
  Item changes;
  std::string_view email = "email";
};
Result<WorkflowAnswer> ProfileChanged(const Workplace& workplace, const WorkflowCall& call,
                                      ProfileChange change);
// The error of a write, or that there is no such entity.
tl::unexpected<Error> NotThere(const Error& error, std::string_view entity, std::string_view id);
// Which rule a write broke; null for other errors.
const repository::WriteConflict* ConflictOf(const Error& error);

}  // namespace trestle
