#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/mutex.h"
#include "base/result.h"
#include "binding/binding_modes.h"
#include "binding/bound_table.h"
#include "model/model.h"
#include "table/item_keeper.h"

namespace trestle {

// The model in a text, or the first thing that is wrong with it: file:line:column and a sentence.
Result<std::shared_ptr<const model::Model>> ModelIn(std::string_view text, const std::string& file);

// The models that are bound to tables of this database. They are stored in its catalog; a table is
// bound by its name, so one that is deleted and made again is bound again. Safe to share between
// threads.
class Bindings final : public ItemKeepers {
 public:
  void Load(const Records& records) override TRESTLE_EXCLUDES(mutex_);
  std::shared_ptr<const ItemKeeper> For(const TableDefinition& table) const override
      TRESTLE_EXCLUDES(mutex_);

  // What the catalog stores of a model: described in docs/file-format.md.
  static std::string RecordOf(std::string_view text, std::string_view file,
                              const BindingModes& modes);

  // The record of a bound model with other modes; nothing if there is no such model.
  std::optional<std::string> RecordWithModes(std::string_view name, const BindingModes& modes) const
      TRESTLE_EXCLUDES(mutex_);

  struct BoundModel {
    std::shared_ptr<const model::Model> model;  // shared with the tables' keepers
    BindingModes modes;
    std::map<std::string, Misfits> misfits;  // by table, of those that are there
  };
  std::vector<BoundModel> List() const TRESTLE_EXCLUDES(mutex_);
  // Refuses a model that has a table of another one.
  Status CheckTablesFree(const model::Model& model) const TRESTLE_EXCLUDES(mutex_);

 private:
  struct Entry {
    std::string record;
    std::shared_ptr<const model::Model> model;  // likewise
    BindingModes modes;
    mutable std::map<std::string, std::shared_ptr<const BoundTable>> tables;  // with the catalog
  };

  mutable Mutex mutex_;
  std::map<std::string, Entry, std::less<>> models_ TRESTLE_GUARDED_BY(mutex_);
};

// What stops `table` from being the model's: other keys. Nothing if it fits.
std::optional<std::string> KeyMisfit(const model::Table& wanted, const TableDefinition& table);

}  // namespace trestle
