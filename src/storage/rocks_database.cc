#include "storage/rocks_database.h"

#include <rocksdb/db.h>
#include <rocksdb/perf_level.h>

#include <utility>

#include "storage/cache_admission.h"
#include "storage/flushed_bytes.h"
#include "storage/log_gap_filter.h"
#include "storage/sorted_runs.h"
#include "storage/store_folder.h"

namespace trestle {
namespace {

// Replayed in some milliseconds. RocksDB's memory is half of this when it is empty.
constexpr std::uint64_t kShortLogBytes = 4 << 20;

}  // namespace

RocksDatabase::RocksDatabase(std::shared_ptr<const StoreFolder> folder, std::string path)
    : folder_(std::move(folder)),
      path_(std::move(path)),
      runs_(std::make_shared<SortedRuns>()),
      flushed_(std::make_shared<FlushedBytes>()) {}

CommitPosition RocksDatabase::LatestPosition() const {
  return PositionOf(db().GetLatestSequenceNumber());
}

void RocksDatabase::BeginAfter(CommitPosition position) {
  offset_ = position.value + 1 - db().GetLatestSequenceNumber();
}

void RocksDatabase::PutLogAway(Waits waits) const {
  std::uint64_t bytes = 0;
  db().GetIntProperty(rocksdb::DB::Properties::kCurSizeActiveMemTable, &bytes);
  if (bytes < kShortLogBytes) return;
  rocksdb::FlushOptions options;
  options.wait = waits == Waits::kForTheFile;
  // If it fails, the log still has everything.
  db().Flush(options).PermitUncheckedError();
}

bool RocksDatabase::IsWorthFiltering(const KeyRange& range) const {
  if (key_group_ == nullptr || runs_->count() == 1) return false;
  const std::size_t bytes = key_group_(range.begin);
  return bytes > 0 && key_group_(range.end) == bytes &&
         std::string_view(range.begin).substr(0, bytes) ==
             std::string_view(range.end).substr(0, bytes);
}

std::uint64_t RocksDatabase::BytesFlushed() const { return flushed_->count(); }

bool RocksDatabase::AdmitsToCache() const { return admission_->Admits(); }

bool RocksDatabase::StopCountingSteps() {
  rocksdb::SetPerfLevel(rocksdb::PerfLevel::kDisable);
  return true;
}

RocksDatabase::~RocksDatabase() {
  if (db_) db_->Close().PermitUncheckedError();
}

}  // namespace trestle
