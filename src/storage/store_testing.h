#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "storage/store.h"

// What the tests of several files need to speak of stores briefly.
namespace trestle {

// A new folder that goes away with its contents.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "trestle-XXXXXX").string();
    path_ = ::mkdtemp(name.data());
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::string path() const { return path_.string(); }
  std::string operator/(const char* name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

inline std::unique_ptr<Store> Opened(Result<std::unique_ptr<Store>> store) {
  if (!store) ADD_FAILURE() << store.error().message;
  return *std::move(store);
}

inline std::unique_ptr<Store> OpenAt(const std::string& folder) {
  return Opened(OpenStore({.folder = folder}));
}

inline std::unique_ptr<Store> OpenInMemory() { return Opened(OpenStore({.in_memory = true})); }

inline Result<CommitPosition> TryPut(Store& store, std::string_view key, std::string_view value) {
  const std::unique_ptr<WriteBatch> batch = store.NewBatch();
  batch->Put(key, value);
  return store.Commit(*batch);
}

inline CommitPosition Put(Store& store, std::string_view key, std::string_view value) {
  return TryPut(store, key, value).value();
}

inline std::optional<std::string> Get(const View& view, std::string_view key) {
  return view.Get(key).value();
}

using Entries = std::vector<std::pair<std::string, std::string>>;

inline Entries EntriesOf(const View& view, KeyRange range = {}) {
  Entries entries;
  const std::unique_ptr<Cursor> cursor = view.Range(std::move(range));
  for (cursor->SeekFirst(); cursor->Valid(); cursor->Next()) {
    entries.emplace_back(cursor->key(), cursor->value());
  }
  EXPECT_TRUE(cursor->status().has_value());
  return entries;
}

}  // namespace trestle
