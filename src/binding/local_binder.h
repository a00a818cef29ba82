#pragma once

#include "binding/bindings.h"
#include "operation/local_database.h"
#include "operation/model_binder.h"

namespace trestle {

// Binds models to the tables of a database of this process, which was opened with `bindings` as its
// keepers.
class LocalBinder final : public ModelBinder {
 public:
  // Both outlive it.
  LocalBinder(LocalDatabase& database, const Bindings& bindings)
      : database_(database), bindings_(bindings) {}

  std::vector<BoundModelState> List() const override;
  Result<BoundModelState> Bind(std::string_view text, const std::string& file,
                               std::string_view mode) override;
  Result<BoundModelState> SetMode(std::string_view name, const ModeChange& change) override;
  Status Unbind(std::string_view name) override;

 private:
  Result<BoundModelState> Find(std::string_view name) const;

  LocalDatabase& database_;
  const Bindings& bindings_;
};

}  // namespace trestle
