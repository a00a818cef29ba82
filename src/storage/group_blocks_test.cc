#include "storage/group_blocks.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <rocksdb/db.h>
#include <rocksdb/env.h>

#include <memory>
#include <string>

#include "storage/rocks_options.h"

namespace trestle {
namespace {

// A table file of values of 400 bytes, whose keys' first four bytes are their group.
class GroupBlocksTest : public testing::Test {
 protected:
  GroupBlocksTest() {
    rocksdb::Options options =
        RocksOptionsOf({.cache = NewRocksCache(1 << 20),
                        .in_memory = true,
                        .key_group = [](std::string_view) -> std::size_t { return 4; }});
    options.env = memory_.get();
    rocksdb::DB* db = nullptr;
    EXPECT_TRUE(rocksdb::DB::Open(options, "/blocks", &db).ok());
    db_.reset(db);
  }

  void Put(int group, int count) {
    for (int i = 0; i < count; ++i) {
      const std::string key = fmt::format("{:04}{:08}", group, i);
      ASSERT_TRUE(db_->Put(rocksdb::WriteOptions(), key, std::string(400, 'v')).ok());
    }
  }

  std::uint64_t Blocks() {
    EXPECT_TRUE(db_->Flush(rocksdb::FlushOptions()).ok());
    rocksdb::TablePropertiesCollection files;
    EXPECT_TRUE(db_->GetPropertiesOfAllTables(&files).ok());
    EXPECT_EQ(files.size(), 1U);
    return files.begin()->second->num_data_blocks;
  }

  std::unique_ptr<rocksdb::Env> memory_{rocksdb::NewMemEnv(rocksdb::Env::Default())};
  std::unique_ptr<rocksdb::DB> db_;
};

TEST_F(GroupBlocksTest, AGroupOfAboutABlockIsOne) {
  for (int group = 0; group < 90; ++group) Put(group, 15 + group % 14);  // 6 to 12 KB
  EXPECT_EQ(Blocks(), 90U);
}

TEST_F(GroupBlocksTest, SmallGroupsShareBlocksAndAreNotCut) {
  for (int group = 0; group < 100; ++group) Put(group, 10);  // 4 KB
  EXPECT_EQ(Blocks(), 50U);
}

TEST_F(GroupBlocksTest, GroupsOfOneKeyFillBlocksOfThreeQuarters) {
  for (int group = 0; group < 1500; ++group) Put(group, 1);
  EXPECT_EQ(Blocks(), 100U);
}

TEST_F(GroupBlocksTest, ALargeGroupIsCutIntoBlocksOfTheUsualSize) {
  Put(1, 29 + 100 * 19);  // the first is larger: the group might have ended in it
  EXPECT_EQ(Blocks(), 101U);
}

}  // namespace
}  // namespace trestle
