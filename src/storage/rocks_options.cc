#include "storage/rocks_options.h"

#include <rocksdb/cache.h>
#include <rocksdb/convenience.h>
#include <rocksdb/filter_policy.h>
#include <rocksdb/options.h>
#include <rocksdb/slice_transform.h>
#include <rocksdb/table.h>

#include <algorithm>

#include "storage/group_blocks.h"

namespace trestle {
namespace {

bool Supports(rocksdb::CompressionType type) {
  return std::ranges::count(rocksdb::GetSupportedCompressions(), type) > 0;
}

class GroupPrefix final : public rocksdb::SliceTransform {
 public:
  explicit GroupPrefix(KeyGroup group) : group_(group) {}
  // Written to disk with every file's filter.
  const char* Name() const override { return "trestle.KeyGroup.1"; }
  bool InDomain(const rocksdb::Slice& key) const override { return Length(key) > 0; }
  rocksdb::Slice Transform(const rocksdb::Slice& key) const override {
    return {key.data(), Length(key)};
  }

 private:
  std::size_t Length(const rocksdb::Slice& key) const { return group_(key.ToStringView()); }
  const KeyGroup group_;
};

// RocksDB keeps the place of the last row with each prefix: here the row itself.
class WholeHotRow final : public rocksdb::SliceTransform {
 public:
  explicit WholeHotRow(HotRow hot) : hot_(hot) {}
  const char* Name() const override { return "trestle.HotRow"; }
  bool InDomain(const rocksdb::Slice& key) const override { return hot_(key.ToStringView()); }
  rocksdb::Slice Transform(const rocksdb::Slice& key) const override { return key; }

 private:
  const HotRow hot_;
};

// Filters and indexes are cut into blocks and cached like data, so that their memory is bounded by
// the cache and opening a large folder reads only the top of each file. Where all files are in
// memory they are held whole instead, which saves each read two looks into the cache.
void CutMetadata(rocksdb::BlockBasedTableOptions& table) {
  table.cache_index_and_filter_blocks_with_high_priority = true;
  table.index_type = rocksdb::BlockBasedTableOptions::kTwoLevelIndexSearch;
  table.partition_filters = true;
  table.cache_index_and_filter_blocks = true;
  table.pin_l0_filter_and_index_blocks_in_cache = true;
  // The tops are a few kilobytes for a file, and each saves a look into the cache.
  table.metadata_cache_options.top_level_index_pinning = rocksdb::PinningTier::kAll;
  table.metadata_block_size = 16 << 10;
}

rocksdb::BlockBasedTableOptions TableOptionsOf(const RocksTuning& tuning) {
  rocksdb::BlockBasedTableOptions table;
  table.block_cache = tuning.cache;
  if (!tuning.in_memory) CutMetadata(table);
  // Neighbours in an index share most of their bytes. Written so, it takes less than half of the
  // memory, and a search that touches less of it makes up for the decoding.
  table.index_block_restart_interval = 16;
  table.enable_index_compression = false;  // a miss should not cost a decompression as well
  table.filter_policy.reset(rocksdb::NewBloomFilterPolicy(10));
  table.data_block_index_type = rocksdb::BlockBasedTableOptions::kDataBlockBinaryAndHash;
  // A page of a Query lies in half as many blocks as with RocksDB's 4 KB, and a cold read costs as
  // much.
  table.block_size = 8 << 10;
  if (tuning.key_group) table.flush_block_policy_factory = NewGroupBlocks(tuning.key_group);
  table.format_version = 5;
  return table;
}

void SetWrites(const RocksTuning& tuning, rocksdb::Options& options) {
  options.write_buffer_size = tuning.write_buffer_bytes;
  options.max_write_buffer_number = 3;
  // A conditional write often asks for a key that is not there; a filter answers without a search.
  options.memtable_prefix_bloom_size_ratio = 0.02;
  options.memtable_whole_key_filtering = true;
  options.max_background_jobs = 2;
  options.bytes_per_sync =
      1 << 20;  // so that a table file's write-back does not delay a log's sync
  options.level_compaction_dynamic_level_bytes = true;
  // Up to some ten gigabytes there are two levels below the newest files: a range is merged from
  // all of them.
  options.max_bytes_for_level_base = 1 << 30;
  options.avoid_unnecessary_blocking_io = true;
  if (!tuning.in_memory && Supports(rocksdb::kLZ4Compression)) {
    // At every level: a read that misses the cache pays for decompression, and with ZSTD at the
    // bottom it took a third more.
    options.compression = rocksdb::kLZ4Compression;
  } else {
    options.compression = rocksdb::kNoCompression;
  }
}

void SetRecovery(rocksdb::Options& options) {
  // The tail that was never synced may be torn in any way, and a server must start after a power
  // loss; what was acknowledged lies before it.
  options.wal_recovery_mode = rocksdb::WALRecoveryMode::kPointInTimeRecovery;
  options.avoid_flush_during_shutdown = true;  // the log has it, and the next start reads the log
  options.skip_stats_update_on_db_open = true;
  // RocksDB starts so many threads whenever it opens a database, however few its files; with its 16
  // they took most of the time of going back to a snapshot.
  options.max_file_opening_threads = 4;
  options.skip_checking_sst_file_sizes_on_db_open = true;
  options.max_bgerror_resume_count = 0;  // LogSyncer alone decides when to try again
}

void SetInfoLog(rocksdb::Options& options) {
  options.info_log_level = rocksdb::InfoLogLevel::WARN_LEVEL;
  options.keep_log_file_num = 3;
  options.max_log_file_size = 4 << 20;
  options.stats_dump_period_sec = 0;
  options.stats_persist_period_sec = 0;
}

}  // namespace

std::shared_ptr<rocksdb::Cache> NewRocksCache(std::size_t bytes) {
  rocksdb::LRUCacheOptions cache;
  cache.capacity = bytes;
  // Every read needs filters and indexes, and few need the same data.
  cache.high_pri_pool_ratio = 0.6;
  return rocksdb::NewLRUCache(cache);
}

rocksdb::Options RocksOptionsOf(const RocksTuning& tuning) {
  rocksdb::Options options;
  options.create_if_missing = true;
  options.table_factory.reset(rocksdb::NewBlockBasedTableFactory(TableOptionsOf(tuning)));
  if (tuning.key_group) options.prefix_extractor = std::make_shared<GroupPrefix>(tuning.key_group);
  if (tuning.hot_row) {
    options.memtable_insert_with_hint_prefix_extractor =
        std::make_shared<WholeHotRow>(tuning.hot_row);
  }
  SetWrites(tuning, options);
  SetRecovery(options);
  SetInfoLog(options);
  return options;
}

}  // namespace trestle
