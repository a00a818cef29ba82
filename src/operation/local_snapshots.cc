// How a whole database is copied and goes back: docs/adr/0008.
#include <utility>

#include "exchange/exports.h"
#include "exchange/imports.h"
#include "operation/contributor_insights.h"
#include "operation/local_database.h"
#include "table/catalog_contents.h"

namespace trestle {

Result<Snapshot> LocalDatabase::MakeSnapshot(std::optional<std::string_view> name) {
  const MutexLock lock(becoming_);
  return backups_->snapshots().Make(name);
}

Result<std::vector<Snapshot>> LocalDatabase::ListSnapshots() { return backups_->snapshots().All(); }

Status LocalDatabase::DropSnapshot(std::string_view name) {
  const MutexLock lock(becoming_);
  TRESTLE_RETURN_IF_ERROR(backups_->snapshots().Drop(name));
  backups_->DropUnusedCopies();
  return {};
}

Status LocalDatabase::RestoreSnapshot(std::string_view name) {
  const MutexLock lock(becoming_);
  TRESTLE_TRY(std::unique_ptr<Store::Successor> state, backups_->snapshots().Prepare(name));
  TRESTLE_RETURN_IF_ERROR(Become(std::move(state)));
  after_becoming_();
  return {};
}

Status LocalDatabase::Reset() {
  const MutexLock lock(becoming_);
  TRESTLE_TRY(std::unique_ptr<Store::Successor> state, store_->PrepareEmpty());
  TRESTLE_RETURN_IF_ERROR(Become(std::move(state)));
  after_becoming_();
  return {};
}

// What can take long comes first, beside the requests; then they wait, and nothing else is at work
// that would write to the wrong one of the two states.
Status LocalDatabase::Become(std::unique_ptr<Store::Successor> state) {
  TRESTLE_TRY(std::unique_ptr<Catalog::Successor> successor, catalog_->Prepare(std::move(state)));
  const Housekeeper::Paused paused(housekeeper());
  backups_->FinishCopies();
  const Doorway::Closed closed(doorway_);
  backups_->Halt();
  exports_->Halt();
  imports_->Halt();
  Status became = catalog_->Become(std::move(successor));
  if (became) {
    tokens_.StoreHasChanged();
    if (AnyInsights(*catalog_)) gatekeeper_.CountWhereInsightsAreOn();
  }
  // Whichever state it is, its jobs go on.
  TRESTLE_RETURN_IF_ERROR(backups_->Reload());
  TRESTLE_RETURN_IF_ERROR(exports_->Reload());
  TRESTLE_RETURN_IF_ERROR(imports_->Reload());
  return became;
}

}  // namespace trestle
