#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/mutex.h"
#include "base/result.h"
#include "storage/store.h"

namespace rocksdb {
class Env;
class FileLock;
}  // namespace rocksdb

namespace trestle {

// The folder of a store, on a disk or in memory, held against other processes for as long as this
// lives. Shared by the databases in it: the live one, those it took the place of, and the copies.
// What is made here is made whole under another name or not at all, so a crash leaves the old or
// the new. Safe to share between threads.
class StoreFolder {
 public:
  // Makes and locks the folder, and removes what an earlier life left unfinished.
  static Result<std::shared_ptr<StoreFolder>> Open(rocksdb::Env& disk, const StoreOptions& options);
  ~StoreFolder();
  StoreFolder(const StoreFolder&) = delete;
  StoreFolder& operator=(const StoreFolder&) = delete;

  rocksdb::Env& env() const { return *env_; }
  const std::string& path() const { return path_; }

  // The database that the store is: its folder's name within this one, which is "." at first.
  Result<std::string> LiveName() const;
  // Takes effect on return, whatever happens then. On an error the name is as it was, or it is
  // unsettled: the next start may find either, so both databases must stay as they are.
  Status SetLiveName(const std::string& name) TRESTLE_EXCLUDES(live_mutex_);
  bool LiveNameIsUnsettled() const { return unsettled_; }
  // An unsettled name is once more made what it was. Until that is done nothing written to the live
  // database is safe.
  Status SettleLiveName() TRESTLE_EXCLUDES(live_mutex_);
  std::string NewLiveName();  // of a database that may become the live one

  std::string PathOf(std::string_view name) const;
  std::string CopiesPath() const { return PathOf("copies"); }
  // The ending of what is being made or removed, and goes at the next start.
  static constexpr std::string_view kUnfinished = ".tmp";  // as RocksDB has it
  bool Exists(const std::string& path) const;
  // The names in a folder of this one, sorted; none if it does not exist.
  std::vector<std::string> NamesIn(const std::string& path) const;

  // Makes a folder that outlives a power loss.
  Status Make(const std::string& path) const;
  // Makes the names in a folder outlive a power loss.
  Status Sync(const std::string& path) const;
  // Gives every file of a database a second name, in a new folder.
  Status Link(const std::string& from, const std::string& to) const;
  Status Rename(const std::string& from, const std::string& to) const;
  // Takes a database's files away, and its folder unless it is this one. What cannot be removed now
  // goes at the next start.
  void RemoveDatabase(const std::string& path) const;

 private:
  StoreFolder(std::string path, std::unique_ptr<rocksdb::Env> env);
  Status Lock();
  void RemoveLeftovers();
  Status WriteLiveName(const std::string& name) const;
  Status GoBackTo(const std::string& name) TRESTLE_REQUIRES(live_mutex_);

  const std::string path_;
  const std::unique_ptr<rocksdb::Env> env_;
  rocksdb::FileLock* lock_ = nullptr;  // says that the folder is in use
  std::atomic<int> last_live_ = 1;     // the largest number that a live database has had
  Mutex live_mutex_;
  std::optional<std::string> wanted_live_ TRESTLE_GUARDED_BY(live_mutex_);  // while unsettled
  std::atomic<bool> unsettled_ = false;                                     // whether there is one
};

}  // namespace trestle
