#include "storage/settling.h"

#include <gtest/gtest.h>
#include <rocksdb/db.h>
#include <rocksdb/env.h>

#include <chrono>
#include <map>
#include <memory>
#include <random>
#include <string>
#include <thread>

#include "storage/log_syncer.h"
#include "storage/rocks_database.h"
#include "storage/rocks_opener.h"
#include "storage/store_folder.h"
#include "storage/store_testing.h"

namespace trestle {
namespace {

class SettlingTest : public testing::Test {
 protected:
  // A new file of level 0, with random values that hardly compress.
  void AddFile(int items) {
    for (int item = 0; item < items; ++item) {
      std::string value(1000, '\0');
      for (char& byte : value) byte = static_cast<char>(random_());
      const std::string key = "key" + std::to_string(item);
      ASSERT_TRUE(db().Put(rocksdb::WriteOptions(), key, value).ok());
      newest_[key] = value;
    }
    ASSERT_TRUE(db().Flush(rocksdb::FlushOptions()).ok());
  }

  // As the next process would.
  void OpenAnew() {
    database_.reset();
    database_ = Open();
  }

  // What there is, in the lowest level.
  void MergeAll() {
    ASSERT_TRUE(db().CompactRange(rocksdb::CompactRangeOptions(), nullptr, nullptr).ok());
    ASSERT_EQ(FilesAt(0), 0U);
  }

  std::uint64_t FilesAt(int level) const {
    std::string count;
    EXPECT_TRUE(db().GetProperty(
        rocksdb::DB::Properties::kNumFilesAtLevelPrefix + std::to_string(level), &count));
    return std::stoull(count);
  }

  void Settle() {
    Settling settling(*database_, kAnyLoad);
    Settle(settling);
  }
  static void Settle(Settling& settling) {
    while (settling.Step()) std::this_thread::yield();
  }

  void ExpectNewest() const {
    for (const auto& [key, value] : newest_) {
      std::string found;
      ASSERT_TRUE(db().Get(rocksdb::ReadOptions(), key, &found).ok());
      EXPECT_TRUE(found == value) << key;
    }
  }

  rocksdb::DB& db() const { return database_->db(); }
  std::shared_ptr<const RocksDatabase> Open() const {
    return RocksOpener(folder_, {.cache = NewRocksCache(1 << 20)})
        .Open(folder_->PathOf("."))
        .value();
  }

  static constexpr int kLowest = 6;
  static constexpr double kAnyLoad = 1e9;
  TemporaryFolder files_;
  std::shared_ptr<StoreFolder> folder_ =
      StoreFolder::Open(*rocksdb::Env::Default(), {.folder = files_.path()}).value();
  std::shared_ptr<const RocksDatabase> database_ = Open();
  std::map<std::string, std::string> newest_;
  std::minstd_rand random_;
};

TEST_F(SettlingTest, FilesThatOverlapBecomeOne) {
  AddFile(100);
  MergeAll();
  AddFile(50);
  AddFile(10);
  Settle();
  EXPECT_EQ(FilesAt(0), 0U);
  EXPECT_EQ(FilesAt(kLowest), 1U);
  ExpectNewest();
}

TEST_F(SettlingTest, AFileWithNothingBelowStaysWhereItIs) {
  AddFile(100);
  Settle();
  EXPECT_EQ(FilesAt(0), 1U);
}

TEST_F(SettlingTest, ALittleThatIsNewDoesNotHaveMuchRewritten) {
  AddFile(1000);
  MergeAll();
  OpenAnew();
  AddFile(10);
  Settle();
  EXPECT_EQ(FilesAt(0), 1U);
  AddFile(100);  // together they are worth it
  Settle();
  EXPECT_EQ(FilesAt(0), 0U);
  ExpectNewest();
}

TEST_F(SettlingTest, WhatComesLittleByLittleIsMergedOnceEnoughHasCome) {
  AddFile(1000);
  MergeAll();
  OpenAnew();
  Settling settling(*database_, kAnyLoad);
  AddFile(15);
  Settle(settling);
  EXPECT_EQ(FilesAt(0), 1U);
  AddFile(15);
  Settle(settling);
  EXPECT_EQ(FilesAt(0), 2U);
  AddFile(15);
  Settle(settling);
  EXPECT_EQ(FilesAt(0), 0U);
  AddFile(10);  // what was earned is spent
  Settle(settling);
  EXPECT_EQ(FilesAt(0), 1U);
  ExpectNewest();
}

TEST_F(SettlingTest, MuchThatWasWrittenPaysForTheLittleThatIsLeftOfIt) {
  AddFile(1000);
  MergeAll();
  AddFile(10);
  Settle();
  EXPECT_EQ(FilesAt(0), 0U);
  ExpectNewest();
}

TEST_F(SettlingTest, AnEmptyDatabaseIsSettled) {
  EXPECT_FALSE(Settling(*database_, kAnyLoad).Step());
}

TEST_F(SettlingTest, WaitsWhileTheProcessIsBusy) {
  AddFile(100);
  MergeAll();
  AddFile(100);
  Settling settling(*database_, -1);
  for (int step = 0; step < 10; ++step) EXPECT_TRUE(settling.Step());
  EXPECT_EQ(FilesAt(0), 1U);
}

TEST_F(SettlingTest, HappensByItselfOnceNoCommitComes) {
  AddFile(100);
  MergeAll();
  AddFile(100);
  const LogSyncer syncer(database_, *folder_,
                         {.idle = std::chrono::milliseconds(1),
                          .rest = std::chrono::milliseconds(1),
                          .most_load = kAnyLoad});
  while (FilesAt(0) > 0) std::this_thread::yield();
  ExpectNewest();
}

}  // namespace
}  // namespace trestle
