#include "storage/open_store.h"

#include <gmock/gmock.h>
#include <rocksdb/db.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "storage/messages.h"
#include "storage/reserved_key.h"
#include "storage/store_testing.h"

namespace trestle {
namespace {

std::string Refusal(const StoreOptions& options) {
  const Result<std::unique_ptr<Store>> store = OpenStore(options);
  return store ? "opened" : store.error().message;
}

// The folder as RocksDB alone sees it.
std::unique_ptr<rocksdb::DB> OpenRaw(const std::string& folder) {
  rocksdb::Options options;
  options.create_if_missing = true;
  rocksdb::DB* db = nullptr;
  EXPECT_TRUE(rocksdb::DB::Open(options, folder, &db).ok());
  return std::unique_ptr<rocksdb::DB>(db);
}

TEST(OpenStoreTest, MakesTheFoldersItNeeds) {
  const TemporaryFolder folder;
  Put(*OpenAt(folder / "a/b/c/"), "a", "1");
  EXPECT_EQ(Get(*OpenAt(folder / "a/b/c")->Durable(), "a"), "1");
}

TEST(OpenStoreTest, FindsWhatWasThereBefore) {
  const TemporaryFolder folder;
  for (int round = 0; round < 3; ++round) {
    const std::unique_ptr<Store> store = OpenAt(folder.path());
    EXPECT_EQ(EntriesOf(*store->Durable()).size(), static_cast<std::size_t>(round));
    const CommitPosition before = store->LatestPosition();
    EXPECT_TRUE(store->IsDurable(before));
    EXPECT_LT(before, Put(*store, "key" + std::to_string(round), "1"));
  }
}

TEST(OpenStoreTest, RefusesAFolderInUse) {
  const TemporaryFolder folder;
  const std::unique_ptr<Store> first = OpenAt(folder.path());
  EXPECT_EQ(Refusal({.folder = folder.path()}),
            "the folder " + folder.path() +
                " is in use by another trestle server; stop it or choose another --data folder");
  Put(*first, "a", "1");
  EXPECT_EQ(first->GetLatest("a").value(), "1");
}

TEST(OpenStoreTest, OpensAgainOnceTheFolderIsFree) {
  const TemporaryFolder folder;
  OpenAt(folder.path()).reset();
  EXPECT_EQ(Refusal({.folder = folder.path()}), "opened");
}

TEST(OpenStoreTest, RefusesAFile) {
  const TemporaryFolder folder;
  std::ofstream(folder / "file") << "text";
  EXPECT_EQ(Refusal({.folder = folder / "file"}),
            messages::FolderIsNotAFolder(folder / "file").value().message);
  EXPECT_EQ(Refusal({.folder = folder / "file/data"}),
            messages::FolderIsNotAFolder(folder / "file").value().message);
}

TEST(OpenStoreTest, RefusesAFolderThatCannotBeMade) {
  EXPECT_THAT(Refusal({.folder = "/proc/trestle"}),
              testing::StartsWith("the folder /proc/trestle cannot be made: "));
  EXPECT_THAT(Refusal({.folder = ""}), testing::HasSubstr("it has no name"));
}

TEST(OpenStoreTest, RefusesAFolderThatCannotBeWritten) {
  EXPECT_THAT(Refusal({.folder = "/proc/sys"}),
              testing::StartsWith("the folder /proc/sys cannot be written: "));
}

TEST(OpenStoreTest, WritesItsFormatVersion) {
  const TemporaryFolder folder;
  OpenAt(folder.path()).reset();
  const std::unique_ptr<rocksdb::DB> db = OpenRaw(folder.path());
  std::string version;
  // Golden bytes: a store of any age must still be found under this key.
  ASSERT_TRUE(db->Get({}, std::string("\x00\x66\x6f\x72\x6d\x61\x74", 7), &version).ok());
  EXPECT_EQ(version, "1");
}

TEST(OpenStoreTest, RefusesAnUnknownFormatVersion) {
  const TemporaryFolder folder;
  ASSERT_TRUE(OpenRaw(folder.path())->Put({}, kFormatKey, "7").ok());
  EXPECT_EQ(Refusal({.folder = folder.path()}),
            "the folder " + folder.path() +
                " has format version 7, and this trestle knows version 1; start it with the "
                "trestle that wrote it, or choose another --data folder");
}

TEST(OpenStoreTest, RefusesADatabaseThatItDidNotMake) {
  const TemporaryFolder folder;
  ASSERT_TRUE(OpenRaw(folder.path())->Put({}, "a", "1").ok());
  EXPECT_EQ(Refusal({.folder = folder.path()}),
            messages::FolderIsForeign(folder.path()).value().message);
}

TEST(OpenStoreTest, RefusesDamagedFilesWithoutTouchingThem) {
  const TemporaryFolder folder;
  OpenAt(folder.path()).reset();
  std::ofstream(folder / "CURRENT") << "damaged";
  EXPECT_THAT(Refusal({.folder = folder.path()}),
              testing::StartsWith("the data in " + folder.path() + " cannot be opened: "));
}

TEST(OpenStoreTest, StoresInMemoryAreSeparate) {
  const std::unique_ptr<Store> first = OpenInMemory();
  const std::unique_ptr<Store> second = OpenInMemory();
  Put(*first, "a", "1");
  EXPECT_EQ(second->GetLatest("a").value(), std::nullopt);
}

std::uintmax_t LogBytes(const std::string& folder) {
  std::uintmax_t bytes = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    if (file.path().extension() != ".log") continue;
    std::error_code gone;  // as its end may come between the two looks
    const std::uintmax_t size = file.file_size(gone);
    if (!gone) bytes += size;
  }
  return bytes;
}

TEST(OpenStoreTest, AClosedStoreLeavesLittleToReplay) {
  const TemporaryFolder folder;
  Put(*OpenAt(folder.path()), "a", std::string(6 << 20, 'x'));
  EXPECT_LT(LogBytes(folder.path()), 1U << 20);
  EXPECT_EQ(Get(*OpenAt(folder.path())->Durable(), "a")->size(), 6U << 20);
}

TEST(OpenStoreTest, AnIdleStorePutsItsLogAway) {
  const TemporaryFolder folder;
  const std::unique_ptr<Store> store = OpenAt(folder.path());
  Put(*store, "a", std::string(6 << 20, 'x'));
  for (int i = 0; i < 1000 && LogBytes(folder.path()) > 1U << 20; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_LT(LogBytes(folder.path()), 1U << 20);
}

}  // namespace
}  // namespace trestle
