#include "storage/sorted_runs.h"

#include <rocksdb/db.h>

#include <algorithm>
#include <charconv>
#include <string>

namespace trestle {
namespace {

int FilesAt(rocksdb::DB& db, int level) {
  std::string text;
  int files = 0;
  db.GetProperty(rocksdb::DB::Properties::kNumFilesAtLevelPrefix + std::to_string(level), &text);
  std::from_chars(text.data(), text.data() + text.size(), files);
  return files;
}

}  // namespace

void SortedRuns::CountIn(rocksdb::DB& db) {
  int count = FilesAt(db, 0);
  for (int level = 1; level < db.NumberLevels(); ++level) count += std::min(FilesAt(db, level), 1);
  count_ = count;
}

}  // namespace trestle
