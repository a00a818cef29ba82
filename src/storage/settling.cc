#include "storage/settling.h"

#include <rocksdb/db.h>
#include <rocksdb/experimental.h>
#include <rocksdb/metadata.h>

#include <algorithm>
#include <initializer_list>
#include <string_view>
#include <vector>

#include "storage/rocks_database.h"

namespace trestle {
namespace {

// Bytes rewritten for each that is merged. RocksDB's own merging rewrites about ten at each level;
// these are rewritten when nothing else is to be done, and a little that is new must not have much
// that is old rewritten.
constexpr std::uint64_t kMostRewritten = 32;

using File = rocksdb::SstFileMetaData;
using Level = rocksdb::LevelMetaData;

bool IsAtWork(rocksdb::DB& db) {
  return std::ranges::any_of(
      std::initializer_list<std::string_view>{rocksdb::DB::Properties::kNumRunningFlushes,
                                              rocksdb::DB::Properties::kNumRunningCompactions,
                                              rocksdb::DB::Properties::kCompactionPending},
      [&](std::string_view property) {
        std::uint64_t count = 0;
        return db.GetIntProperty(property, &count) && count > 0;
      });
}

// Bytes of a level below the newest, whose files are in order and apart, from one key to another.
std::uint64_t BytesBetween(const Level& level, std::string_view first, std::string_view last) {
  auto file = std::ranges::partition_point(
      level.files, [&](const File& each) { return each.largestkey < first; });
  std::uint64_t bytes = 0;
  for (; file != level.files.end() && file->smallestkey <= last; ++file) bytes += file->size;
  return bytes;
}

bool IsWorthwhile(std::uint64_t bytes, const Level& below, std::string_view first,
                  std::string_view last) {
  return BytesBetween(below, first, last) <= kMostRewritten * bytes;
}

// Files of the newest level overlap, and are merged all together.
const File* NextOfNewest(const Level& newest, const Level& below) {
  const File& first = *std::ranges::min_element(newest.files, {}, &File::smallestkey);
  const File& last = *std::ranges::max_element(newest.files, {}, &File::largestkey);
  return IsWorthwhile(newest.size, below, first.smallestkey, last.largestkey) ? &first : nullptr;
}

const File* NextOf(const Level& level, const Level& below) {
  if (level.level == 0) return NextOfNewest(level, below);
  const auto file = std::ranges::find_if(level.files, [&](const File& each) {
    return IsWorthwhile(each.size, below, each.smallestkey, each.largestkey);
  });
  return file == level.files.end() ? nullptr : &*file;
}

// From the bottom up, so that what is merged is merged once.
const File* NextToMerge(const std::vector<Level>& levels) {
  const Level* below = nullptr;
  for (auto level = levels.rbegin(); level != levels.rend(); ++level) {
    if (level->files.empty()) continue;
    const File* const next = below == nullptr ? nullptr : NextOf(*level, *below);
    if (next != nullptr) return next;
    below = &*level;
  }
  return nullptr;
}

}  // namespace

bool Settling::Step() {
  rocksdb::DB& db = database_.db();
  const bool busy = load_.SinceLastAsked() > most_load_;
  if (busy || IsAtWork(db)) return true;
  rocksdb::ColumnFamilyMetaData files;
  db.GetColumnFamilyMetaData(&files);
  const File* const next = NextToMerge(files.levels);
  if (next == nullptr || next->file_number == last_file_) return false;
  last_file_ = next->file_number;
  const rocksdb::Slice key(next->smallestkey);
  return rocksdb::experimental::SuggestCompactRange(&db, &key, &key).ok();
}

}  // namespace trestle
