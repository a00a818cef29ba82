#include "operation/local_database.h"

#include <utility>

#include "table/key_codec.h"

namespace trestle {

Result<std::unique_ptr<LocalDatabase>> LocalDatabase::Open(const Options& options,
                                                           const Clock& clock) {
  StoreOptions store_options = options.store;
  store_options.key_group = PartitionPrefixBytes;
  store_options.key_run = RunPrefixBytes;
  TRESTLE_TRY(std::unique_ptr<Store> store, OpenStore(store_options));
  TRESTLE_TRY(std::unique_ptr<Catalog> catalog, Catalog::Open(*store, clock, options.catalog));
  return std::unique_ptr<LocalDatabase>(
      new LocalDatabase(std::move(store), std::move(catalog), clock, options.region));
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
          .answer_after = {}};
}

}  // namespace trestle
