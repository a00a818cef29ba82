#include "storage/settling.h"

#include <rocksdb/db.h>
#include <rocksdb/experimental.h>
#include <rocksdb/metadata.h>

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "storage/rocks_database.h"

namespace trestle {
namespace {

// Bytes that may be rewritten for each that was written. RocksDB's own merging rewrites about ten
// at each level; these are rewritten when nothing else is to be done. Whatever comes little by
// little is merged once enough has come.
constexpr std::uint64_t kRewrittenForEach = 32;

using File = rocksdb::SstFileMetaData;
using Level = rocksdb::LevelMetaData;

// What waits is asked for before what runs: it runs before it no longer waits.
bool IsAtWork(rocksdb::DB& db) {
  return std::ranges::any_of(
      std::initializer_list<std::string_view>{rocksdb::DB::Properties::kCompactionPending,
                                              rocksdb::DB::Properties::kNumRunningCompactions,
                                              rocksdb::DB::Properties::kNumRunningFlushes},
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

struct Merge {
  const File* file;
  std::uint64_t rewritten;  // bytes of the level below
};

// Files of the newest level overlap, and are merged all together.
Merge MergeOfNewest(const Level& newest, const Level& below) {
  const File& first = *std::ranges::min_element(newest.files, {}, &File::smallestkey);
  const File& last = *std::ranges::max_element(newest.files, {}, &File::largestkey);
  return {&first, BytesBetween(below, first.smallestkey, last.largestkey)};
}

std::optional<Merge> NextOf(const Level& level, const Level& below, std::uint64_t allowance) {
  const auto within = [&](const Merge& merge) -> std::optional<Merge> {
    if (merge.rewritten > allowance) return std::nullopt;
    return merge;
  };
  if (level.level == 0) return within(MergeOfNewest(level, below));
  for (const File& file : level.files) {
    if (const auto merge =
            within({&file, BytesBetween(below, file.smallestkey, file.largestkey)})) {
      return merge;
    }
  }
  return std::nullopt;
}

// From the bottom up, so that what is merged is merged once.
std::optional<Merge> NextMerge(const std::vector<Level>& levels, std::uint64_t allowance) {
  const Level* below = nullptr;
  for (auto level = levels.rbegin(); level != levels.rend(); ++level) {
    if (level->files.empty()) continue;
    if (below != nullptr) {
      if (const auto merge = NextOf(*level, *below, allowance)) return merge;
    }
    below = &*level;
  }
  return std::nullopt;
}

// Of all levels but the lowest that has any.
std::uint64_t BytesAboveTheLowest(const rocksdb::ColumnFamilyMetaData& files) {
  const auto lowest = std::find_if(files.levels.rbegin(), files.levels.rend(),
                                   [](const Level& level) { return !level.files.empty(); });
  return lowest == files.levels.rend() ? 0 : files.size - lowest->size;
}

}  // namespace

// What an earlier process left unmerged counts as written too. No allowance is kept beyond what
// merging everything takes: each file, and at its borders parts of others.
void Settling::Earn(const rocksdb::ColumnFamilyMetaData& files) {
  const std::uint64_t flushed = database_.BytesFlushed();
  const std::uint64_t found = std::exchange(begun_, true) ? 0 : BytesAboveTheLowest(files);
  const std::uint64_t written = std::max(flushed - std::exchange(flushed_, flushed), found);
  allowance_ = std::min(allowance_ + kRewrittenForEach * written, 2 * files.size);
}

bool Settling::Step() {
  rocksdb::DB& db = database_.db();
  const bool busy = load_.SinceLastAsked() > most_load_;
  if (busy || IsAtWork(db)) return true;
  rocksdb::ColumnFamilyMetaData files;
  db.GetColumnFamilyMetaData(&files);
  Earn(files);
  const std::optional<Merge> next = NextMerge(files.levels, allowance_);
  if (!next || next->file->file_number == last_file_) return false;
  last_file_ = next->file->file_number;
  allowance_ -= next->rewritten;
  const rocksdb::Slice key(next->file->smallestkey);
  return rocksdb::experimental::SuggestCompactRange(&db, &key, &key).ok();
}

}  // namespace trestle
