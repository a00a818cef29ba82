#pragma once

#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "model/kept_item.h"
#include "model/model.h"
#include "value/key_schema.h"

namespace trestle::migration {

// What the items of a table that is replaced are in the table of a model, and back. Never changes.
class Mapping {
 public:
  struct Sources {
    std::string from;  // the table that is replaced
    KeySchema keys;    // of that table
    // The model that it has, which tells attributes from its keys; null: it has none.
    std::shared_ptr<const model::Model> model;
  };
  // By the rules of `model` for `sources.from`.
  static Result<Mapping> Of(std::shared_ptr<const model::Model> model, Sources sources);

  const std::string& source() const { return sources_.from; }
  const std::string& target() const { return table_->table().name; }
  Item SourceKeyOf(const Item& item) const;
  Item TargetKeyOf(const Item& item) const;

  // All keys under which the target may hold what the source holds under `key`: one for each rule
  // whose entity's key follows from it.
  std::vector<Item> TargetKeysFor(const Item& source_key) const;
  // The other way, of an item of the target, or of its key where that tells all that is needed;
  // else nothing.
  std::optional<Item> SourceKeyFor(const Item& target_item) const;
  // Whether an item of the target is of an entity that the source's items become.
  bool IsOfMigration(const Item& target_item) const;

  // What an item of the source is in the target; nothing if no rule takes it. `there` is what the
  // target holds under its keys: values that are made up, as a default of now, are taken from it.
  Result<std::optional<Item>> Forward(const Item& source, std::span<const Item> there,
                                      TimePoint now) const;
  // What an item of the target is in the source. What no rule tells back stays as it is in `there`,
  // the source's item, which may be null.
  Result<Item> Backward(const Item& target, const Item* there, TimePoint now) const;

  // Equal, but for what tells of writes to the target alone: its version, and times of writing.
  bool Equivalent(const Item& wanted, const Item& there) const;

 private:
  struct Rule {
    const model::MigrationRule* rule = nullptr;
    const model::KeptEntity* to = nullptr;
    const model::KeptEntity* of = nullptr;                  // null without a model of the source
    std::set<std::string, std::less<>> used;                // attributes of the source in `set`
    std::vector<std::pair<std::string, std::string>> same;  // target's and source's name of a value
  };

  Mapping() = default;
  const Rule* RuleFor(const Item& source, TimePoint now) const;
  Item Filled(const Rule& rule, const Item& source) const;
  bool ComesAlong(const Rule& rule, std::string_view attribute) const;
  bool GoesBack(const Rule& rule, std::string_view attribute) const;
  Result<Item> Made(const Rule& rule, const Item& source) const;
  std::optional<Item> TargetKey(const Rule& rule, const Item& source_key) const;
  Item Told(const Rule& rule, const Item& target) const;

  Sources sources_;
  std::shared_ptr<const model::Model> model_;     // shared with the kept tables
  std::unique_ptr<model::KeptTable> table_;       // the target
  std::unique_ptr<model::KeptTable> from_table_;  // null without a model of the source
  std::vector<Rule> rules_;                       // in the file's order
};

}  // namespace trestle::migration
