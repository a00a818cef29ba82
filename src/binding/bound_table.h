#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/mutex.h"
#include "binding/binding_modes.h"
#include "model/kept_item.h"
#include "table/item_keeper.h"

namespace trestle {

// How many writes did not fit, by what was wrong.
using Misfits = std::map<std::string, std::uint64_t>;

// Keeps the items of one table as a model says. Safe to share between threads.
class BoundTable final : public ItemKeeper {
 public:
  BoundTable(std::shared_ptr<const model::Model> model, const model::Table& table,
             BindingMode mode);

  Status CompleteKey(Item& item, TimePoint now) const override;
  Result<KeptCompanions> Keep(const KeptChange& change) const override;
  Error Taken(const Item& claimed) const override;
  Error Uncalled() const override;

  Misfits misfits() const TRESTLE_EXCLUDES(mutex_);

 private:
  Result<KeptCompanions> Enforce(const KeptChange& change) const;
  tl::unexpected<Error> Refuse(const model::KeptEntity& entity,
                               const std::vector<model::FieldError>& errors) const;
  Result<const model::KeptEntity*> EntityOf(const KeptChange& change) const;
  void Watch(const KeptChange& change) const;
  void Note(const std::string& what) const TRESTLE_EXCLUDES(mutex_);

  const model::KeptTable table_;
  const BindingMode mode_;
  mutable Mutex mutex_;
  mutable Misfits misfits_ TRESTLE_GUARDED_BY(mutex_);
};

}  // namespace trestle
