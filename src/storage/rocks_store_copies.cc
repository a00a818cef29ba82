// How a store is copied, and how it becomes what a copy is.
#include <rocksdb/db.h>

#include <utility>

#include "storage/messages.h"
#include "storage/rocks_store.h"
#include "storage/rocks_view.h"
#include "storage/store_folder.h"

namespace trestle {
namespace {

// More than commits can be made while a store becomes another: those that still go to the old one
// have smaller positions than any of the new.
constexpr std::uint64_t kPositionsBetween = std::uint64_t{1} << 32;

class RocksSuccessor final : public Store::Successor {
 public:
  RocksSuccessor(std::shared_ptr<const StoreFolder> folder, std::string name)
      : folder_(std::move(folder)), name_(std::move(name)) {}
  ~RocksSuccessor() override {
    database_.reset();
    if (!stays_) folder_->RemoveDatabase(path());
  }
  RocksSuccessor(const RocksSuccessor&) = delete;
  RocksSuccessor& operator=(const RocksSuccessor&) = delete;

  std::shared_ptr<const View> view() const override {
    return std::make_shared<RocksView>(database_);
  }

  Status Open(const RocksOpener& opener) {
    TRESTLE_TRY(database_, opener.Open(path()));
    return {};
  }
  const std::string& name() const { return name_; }
  std::string path() const { return folder_->PathOf(name_); }
  const std::shared_ptr<RocksDatabase>& database() const { return database_; }
  void KeepFiles() { stays_ = true; }

 private:
  const std::shared_ptr<const StoreFolder> folder_;  // with the databases in it
  const std::string name_;
  std::shared_ptr<RocksDatabase> database_;  // with its views, and the store that becomes it
  bool stays_ = false;
};

}  // namespace

Status RocksStore::SaveCopy(std::string_view name) {
  // Not in use for all that time: the store may become another meanwhile.
  const std::shared_ptr<const RocksDatabase> database = live_.Now()->database;
  Status saved = copies_.Save(*database, name);
  if (!saved && saved.error().code == ErrorCode::kStorageUnavailable) {
    const auto live = live_.Now();
    if (live->syncer) live->syncer->NoteRefusal();
  }
  return saved;
}

Result<std::shared_ptr<const View>> RocksStore::OpenCopy(std::string_view name) const {
  return copies_.Open(name);
}

Status RocksStore::DropCopy(std::string_view name) { return copies_.Drop(name); }

Result<std::vector<std::string>> RocksStore::Copies() const { return copies_.Names(); }

Result<std::unique_ptr<Store::Successor>> RocksStore::PrepareCopy(std::string_view name) {
  auto successor = std::make_unique<RocksSuccessor>(folder_, folder_->NewLiveName());
  TRESTLE_RETURN_IF_ERROR(copies_.LinkTo(successor->path(), name));
  TRESTLE_RETURN_IF_ERROR(successor->Open(opener_));
  return successor;
}

Result<std::unique_ptr<Store::Successor>> RocksStore::PrepareEmpty() {
  auto successor = std::make_unique<RocksSuccessor>(folder_, folder_->NewLiveName());
  TRESTLE_RETURN_IF_ERROR(folder_->Make(successor->path()));
  TRESTLE_RETURN_IF_ERROR(successor->Open(opener_));
  return successor;
}

Status RocksStore::Become(std::unique_ptr<Successor> successor) {
  auto& next = static_cast<RocksSuccessor&>(*successor);
  const MutexLock lock(becoming_);
  next.database()->BeginAfter({LatestPosition().value + kPositionsBetween});
  std::unique_ptr<Incarnation> incarnation = AtWork(next.database());
  const Status named = folder_->SetLiveName(next.name());
  // If that is unsettled the next start may find it named.
  if (named || folder_->LiveNameIsUnsettled()) next.KeepFiles();
  TRESTLE_RETURN_IF_ERROR(named);
  retired_.Take(live_.Replace(std::move(incarnation)));
  return {};
}

}  // namespace trestle
