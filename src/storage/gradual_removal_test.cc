#include "storage/gradual_removal.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <rocksdb/file_system.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include "storage/store_testing.h"

namespace trestle {
namespace {

constexpr std::uintmax_t kSize = (10 << 20) + 1;

class GradualRemovalTest : public testing::Test {
 protected:
  std::string LargeFile() const {
    std::string path = folder_ / "large";
    std::ofstream(path) << "begin";
    std::filesystem::resize_file(path, kSize);
    return path;
  }

  rocksdb::IOStatus Remove(const std::string& path) {
    return disk_->DeleteFile(path, rocksdb::IOOptions(), nullptr);
  }

  TemporaryFolder folder_;
  const std::shared_ptr<rocksdb::FileSystem> disk_ =  // with the test
      WithGradualRemoval(rocksdb::FileSystem::Default());
};

TEST_F(GradualRemovalTest, WhatNobodyElseHasShrinksBeforeItGoes) {
  const std::string path = LargeFile();
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);  // to see what becomes of it
  ASSERT_TRUE(Remove(path).ok());
  EXPECT_FALSE(std::filesystem::exists(path));
  struct stat left {};
  ASSERT_EQ(::fstat(descriptor, &left), 0);
  EXPECT_GT(left.st_size, 0);
  EXPECT_LE(left.st_size, 4 << 20);
  ::close(descriptor);
}

TEST_F(GradualRemovalTest, AFileWithAnotherNameKeepsItsBytesThere) {
  const std::string path = LargeFile();
  const std::string other = folder_ / "other";
  std::filesystem::create_hard_link(path, other);
  ASSERT_TRUE(Remove(path).ok());
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_EQ(std::filesystem::file_size(other), kSize);
}

TEST_F(GradualRemovalTest, WhatIsNotThereIsAnError) {
  EXPECT_TRUE(Remove(folder_ / "none").IsPathNotFound());
}

}  // namespace
}  // namespace trestle
