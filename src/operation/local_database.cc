#include "operation/local_database.h"

#include <utility>

#include "backup/scheduled_backups.h"
#include "exchange/exports.h"
#include "exchange/imports.h"
#include "objects/no_store.h"
#include "operation/contributor_insights.h"
#include "table/key_codec.h"
#include "table/table_state.h"

namespace trestle {

Result<std::unique_ptr<LocalDatabase>> LocalDatabase::Open(const Options& options,
                                                           const Clock& clock) {
  StoreOptions store_options = options.store;
  store_options.key_group = PartitionPrefixBytes;
  store_options.hot_row = TableCounters::IsRow;
  TRESTLE_TRY(std::unique_ptr<Store> store, OpenStore(store_options));
  TRESTLE_TRY(std::unique_ptr<Catalog> catalog, Catalog::Open(*store, clock, options.catalog));
  std::unique_ptr<LocalDatabase> database(
      new LocalDatabase(std::move(store), std::move(catalog), clock, options));
  TRESTLE_TRY(database->backups_, Backups::Open(*database->catalog_));
  ObjectStore& objects = options.objects ? *options.objects : *database->no_objects_;
  TRESTLE_TRY(database->exports_, Exports::Open(*database->catalog_, objects));
  TRESTLE_TRY(database->imports_, Imports::Open(*database->catalog_, objects));
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
  if (gatekeeper_.enforces()) {
    housekeeper().Add({.name = "a look at the sizes of tables",
                       .every = std::chrono::minutes(1),
                       .run = [this] { return NoteSizes(); }});
  }
  if (!options.backup_schedule) return;
  FollowBackupPlans(
      [plan = ScheduledPlan{"", *options.backup_schedule}] { return std::vector{plan}; });
}

void LocalDatabase::FollowBackupPlans(std::function<std::vector<ScheduledPlan>()> plans) {
  const auto back_up = [this, plans = std::move(plans)]() -> Status {
    for (const ScheduledPlan& plan : plans()) {
      TRESTLE_RETURN_IF_ERROR(MakeScheduledBackups(plan, *catalog_, *backups_));
    }
    return {};
  };
  housekeeper().Add(
      {.name = "backups on a schedule", .every = std::chrono::seconds(10), .run = back_up});
}

LocalDatabase::LocalDatabase(std::unique_ptr<Store> store, std::unique_ptr<Catalog> catalog,
                             const Clock& clock, const Options& options)
    : clock_(clock),
      region_(options.region),
      store_(std::move(store)),
      catalog_(std::move(catalog)),
      tokens_(*store_, clock),
      gatekeeper_(clock, options.capacity),
      no_objects_(std::make_unique<NoStore>()) {
  if (AnyInsights(*catalog_)) gatekeeper_.CountWhereInsightsAreOn();
}

Status LocalDatabase::NoteSizes() {
  for (const std::string& name : catalog_->List("", catalog_->size())) {
    const TablePtr table = catalog_->FindInAnyState(name);
    if (table == nullptr || table->state() == nullptr) continue;
    TableMeter& meter = table->state()->meter;
    meter.SetBytes(0, catalog_->Statistics(*table).bytes);
    for (const IndexDefinition& index : table->definition().indexes) {
      meter.SetBytes(index.id, catalog_->Statistics(*table, &index).bytes);
    }
  }
  return {};
}

// Chores may use any member.
LocalDatabase::~LocalDatabase() { housekeeper().Stop(); }

Status LocalDatabase::SetKeeperRecord(const std::string& name,
                                      const std::optional<std::string>& record) {
  TRESTLE_RETURN_IF_ERROR(catalog_->SetKeeperRecord(name, record));
  return store_->WaitDurable(store_->LatestPosition());
}

OperationContext LocalDatabase::NewContext(std::string region, CommitGroup* group,
                                           std::string_view operation) {
  return {.catalog = *catalog_,
          .tokens = tokens_,
          .clock = clock_,
          .region = std::move(region),
          .group = group,
          .answer_after = {},
          .backups = backups_.get(),
          .exports = exports_.get(),
          .imports = imports_.get(),
          .gate = gatekeeper_.GateFor(operation),
          .gatekeeper = &gatekeeper_};
}

}  // namespace trestle
