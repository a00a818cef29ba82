#include "storage/current_view.h"

#include <utility>

#include "storage/rocks_database.h"

namespace trestle {

CurrentView::CurrentView(std::shared_ptr<const RocksDatabase> database)
    : database_(std::move(database)), view_(std::make_shared<RocksView>(database_)) {}

std::shared_ptr<const RocksView> CurrentView::Get() {
  // Looked at first: what is committed from here on need not be shown.
  const CommitPosition latest = database_->LatestPosition();
  {
    const MutexLock lock(mutex_);
    if (view_->position() >= latest) return view_;
  }
  const auto fresh = std::make_shared<const RocksView>(database_);
  std::shared_ptr<const RocksView> replaced;  // goes after the lock, not under it
  const MutexLock lock(mutex_);
  if (view_->position() < fresh->position()) replaced = std::exchange(view_, fresh);
  return fresh;
}

}  // namespace trestle
