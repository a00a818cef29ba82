#include "operation/local_database.h"

#include <utility>

#include "backup/scheduled_backups.h"
#include "table/key_codec.h"

namespace trestle {

Result<std::unique_ptr<LocalDatabase>> LocalDatabase::Open(const Options& options,
                                                           const Clock& clock) {
  StoreOptions store_options = options.store;
  store_options.key_group = PartitionPrefixBytes;
  store_options.key_run = RunPrefixBytes;
  TRESTLE_TRY(std::unique_ptr<Store> store, OpenStore(store_options));
  TRESTLE_TRY(std::unique_ptr<Catalog> catalog, Catalog::Open(*store, clock, options.catalog));
  std::unique_ptr<LocalDatabase> database(
      new LocalDatabase(std::move(store), std::move(catalog), clock, options.region));
  TRESTLE_TRY(database->backups_, Backups::Open(*database->catalog_));
  database->AddChores(options);
  return database;
}

void LocalDatabase::AddChores(const Options& options) {
  housekeeper().Add({.name = "the trimming of histories",
                     .every = std::chrono::minutes(10),
                     .run = [this] { return backups_->TrimHistories(); }});
  housekeeper().Add({.name = "the deletion of expired backups",
                     .every = std::chrono::minutes(1),
                     .run = [this] { return backups_->DeleteExpired(); }});
  if (!options.backup_schedule) return;
  const auto back_up = [this, schedule = *options.backup_schedule] {
    return MakeScheduledBackups(schedule, *catalog_, *backups_);
  };
  housekeeper().Add(
      {.name = "the backup of all tables", .every = std::chrono::seconds(10), .run = back_up});
}

LocalDatabase::LocalDatabase(std::unique_ptr<Store> store, std::unique_ptr<Catalog> catalog,
                             const Clock& clock, std::string region)
    : clock_(clock),
      region_(std::move(region)),
      store_(std::move(store)),
      catalog_(std::move(catalog)),
      tokens_(*store_, clock) {}

// Chores may use any member.
LocalDatabase::~LocalDatabase() { housekeeper().Stop(); }

OperationContext LocalDatabase::NewContext(std::string region, CommitGroup* group) {
  return {.catalog = *catalog_,
          .tokens = tokens_,
          .clock = clock_,
          .region = std::move(region),
          .group = group,
          .answer_after = {},
          .backups = backups_.get()};
}

}  // namespace trestle
