#include "objects/folder_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace trestle {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

class FolderStoreTest : public testing::Test {
 protected:
  FolderStoreTest() { fs::create_directories(root_ / "bucket"); }
  ~FolderStoreTest() override { fs::remove_all(root_); }

  static std::string FailureOf(const Error& error) {
    return dynamic_cast<const ObjectFailure&>(*error.detail).s3_code;
  }

  static fs::path NewFolder() {
    std::string form = (fs::temp_directory_path() / "trestle-objects-XXXXXX").string();
    return mkdtemp(form.data());
  }

  fs::path root_ = NewFolder();
  FolderStore store_{root_.string()};
};

TEST_F(FolderStoreTest, ReadsWhatWasPut) {
  EXPECT_EQ(store_.Put({"bucket", "a/b.json"}, "hello"), "5d41402abc4b2a76b9719d911017c592");
  EXPECT_EQ(store_.Read({"bucket", "a/b.json"}, 0, 100), "hello");
  EXPECT_EQ(store_.Read({"bucket", "a/b.json"}, 3, 1), "l");
  EXPECT_EQ(store_.Read({"bucket", "a/b.json"}, 5, 1), "");
  EXPECT_TRUE(store_.Put({"bucket", "a/b.json"}, "other"));
  EXPECT_EQ(store_.Read({"bucket", "a/b.json"}, 0, 100), "other");
}

TEST_F(FolderStoreTest, ListsByPrefixInOrder) {
  for (const char* key : {"p/b", "p/a/x", "pq", "q"}) {
    ASSERT_TRUE(store_.Put({"bucket", key}, "1")) << key;
  }
  EXPECT_THAT(
      *store_.List("bucket", "p", 10),
      ElementsAre(ObjectSummary{"p/a/x", 1}, ObjectSummary{"p/b", 1}, ObjectSummary{"pq", 1}));
  EXPECT_THAT(*store_.List("bucket", "p/a", 10), ElementsAre(ObjectSummary{"p/a/x", 1}));
  EXPECT_EQ(store_.List("bucket", "", 2)->size(), 2u);
  EXPECT_TRUE(store_.List("bucket", "none", 10)->empty());
}

TEST_F(FolderStoreTest, RemovesWhatAKilledWriterHasLeft) {
  ASSERT_TRUE(store_.Put({"bucket", "a/b"}, "1"));
  const fs::path left = root_ / "bucket/a/.trestle-unfinished-42";
  std::ofstream(left) << "half";
  EXPECT_EQ(store_.List("bucket", "", 10)->size(), 1u);
  ASSERT_TRUE(store_.RemoveUnfinished("bucket"));
  EXPECT_FALSE(fs::exists(left));
  EXPECT_EQ(store_.Read({"bucket", "a/b"}, 0, 1), "1");
  EXPECT_EQ(FailureOf(store_.RemoveUnfinished("none").error()), "NoSuchBucket");
}

TEST_F(FolderStoreTest, DeletesOnceAndAgain) {
  ASSERT_TRUE(store_.Put({"bucket", "a"}, "1"));
  EXPECT_TRUE(store_.Delete({"bucket", "a"}));
  EXPECT_TRUE(store_.Delete({"bucket", "a"}));
  EXPECT_EQ(FailureOf(store_.Read({"bucket", "a"}, 0, 1).error()), "NoSuchKey");
}

TEST_F(FolderStoreTest, WantsTheBucketToBeThere) {
  EXPECT_EQ(FailureOf(store_.Put({"other", "a"}, "1").error()), "NoSuchBucket");
  EXPECT_EQ(FailureOf(store_.List("other", "", 1).error()), "NoSuchBucket");
}

TEST_F(FolderStoreTest, StaysInsideTheBucket) {
  std::ofstream(root_ / "secret") << "secret";
  for (const char* key : {"../secret", "a/../../secret", "/etc/passwd", "a//b", "", ".", "a/.."}) {
    EXPECT_FALSE(store_.Read({"bucket", key}, 0, 10)) << key;
    EXPECT_FALSE(store_.Put({"bucket", key}, "x")) << key;
    EXPECT_FALSE(store_.Delete({"bucket", key})) << key;
  }
  for (const char* bucket : {"..", ".", "", "bucket/..", "bucket/../.."}) {
    EXPECT_FALSE(store_.List(bucket, "", 10)) << bucket;
  }
  EXPECT_EQ(std::string(store_.List("bucket", "../", 10)->empty() ? "none" : "some"), "none");
}

TEST_F(FolderStoreTest, LeavesNothingOfAFileThatCouldNotBeWritten) {
  ASSERT_TRUE(store_.Put({"bucket", "file"}, "1"));
  EXPECT_FALSE(store_.Put({"bucket", "file/below"}, "1"));
  EXPECT_EQ(store_.List("bucket", "", 10)->size(), 1u);
}

}  // namespace
}  // namespace trestle
