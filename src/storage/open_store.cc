#include "storage/open_store.h"

#include <rocksdb/env.h>

#include <utility>

#include "storage/rocks_opener.h"
#include "storage/rocks_store.h"
#include "storage/store_folder.h"

namespace trestle {

Result<std::unique_ptr<Store>> OpenStoreOn(const StoreGround& ground, const StoreOptions& options) {
  rocksdb::Env& disk = ground.env != nullptr ? *ground.env : *rocksdb::Env::Default();
  TRESTLE_TRY(std::shared_ptr<StoreFolder> folder, StoreFolder::Open(disk, options));
  const RocksOpener opener(folder, {.cache = NewRocksCache(options.cache_bytes),
                                    .write_buffer_bytes = ground.write_buffer_bytes,
                                    .in_memory = options.in_memory,
                                    .key_group = options.key_group,
                                    .hot_row = options.hot_row});
  TRESTLE_TRY(const std::string live, folder->LiveName());
  TRESTLE_TRY(std::shared_ptr<RocksDatabase> database, opener.Open(folder->PathOf(live)));
  return std::make_unique<RocksStore>(std::move(folder), opener, std::move(database), options);
}

Result<std::unique_ptr<Store>> OpenStore(const StoreOptions& options) {
  return OpenStoreOn(StoreGround(), options);
}

}  // namespace trestle
