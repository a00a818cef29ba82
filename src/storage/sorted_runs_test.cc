#include "storage/sorted_runs.h"

#include <gtest/gtest.h>
#include <rocksdb/db.h>

#include <memory>
#include <string>

#include "storage/rocks_options.h"
#include "storage/store_testing.h"

namespace trestle {
namespace {

class SortedRunsTest : public testing::Test {
 protected:
  void Open() {
    rocksdb::Options options = RocksOptionsOf({.cache = NewRocksCache(1 << 20)});
    options.disable_auto_compactions = true;
    options.listeners.push_back(runs_);
    rocksdb::DB* db = nullptr;
    ASSERT_TRUE(rocksdb::DB::Open(options, folder_.path(), &db).ok());
    db_.reset(db);
    runs_->CountIn(*db_);
  }

  void AddFile(const std::string& first, const std::string& last) {
    for (const std::string& key : {first, last}) {
      ASSERT_TRUE(db_->Put(rocksdb::WriteOptions(), key, "value").ok());
    }
    ASSERT_TRUE(db_->Flush(rocksdb::FlushOptions()).ok());
  }

  TemporaryFolder folder_;
  const std::shared_ptr<SortedRuns> runs_ = std::make_shared<SortedRuns>();  // with RocksDB
  std::unique_ptr<rocksdb::DB> db_;
};

TEST_F(SortedRunsTest, CountsEachNewFileAndEachLevelBelow) {
  Open();
  EXPECT_EQ(runs_->count(), 0);
  AddFile("a", "m");
  AddFile("b", "n");
  EXPECT_EQ(runs_->count(), 2);
  ASSERT_TRUE(db_->CompactRange(rocksdb::CompactRangeOptions(), nullptr, nullptr).ok());
  EXPECT_EQ(runs_->count(), 1);
  AddFile("c", "o");
  EXPECT_EQ(runs_->count(), 2);
}

TEST_F(SortedRunsTest, CountsWhatIsThereWhenItIsOpened) {
  Open();
  AddFile("a", "m");
  AddFile("b", "n");
  db_.reset();
  Open();
  EXPECT_EQ(runs_->count(), 2);
}

}  // namespace
}  // namespace trestle
