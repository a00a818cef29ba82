#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace rocksdb {
class Env;
}

namespace trestle {

class FaultyFileSystem;

// The machine's disk, for tests: it fills up, fails to sync, and forgets on a power loss what was
// not synced. Safe to share between threads.
class FaultyDisk {
 public:
  FaultyDisk();
  ~FaultyDisk();

  rocksdb::Env* env() const { return env_.get(); }

  void SetFull(bool full);  // every write fails for want of space
  void SetSyncsFailing(bool failing);
  // The same from the moment at which a file gets the name, once.
  void FailSyncsAfterRenameTo(std::string path);
  void SetSyncsHeld(bool held);  // no sync ends until they are released
  void WaitUntilSyncHeld();
  int log_syncs() const;  // how many syncs of a log have ended well

  // From now on every write and sync fails, held syncs included.
  void LosePower();
  struct File {
    std::string path;
    bool named = false;         // its name is durable, so the file must be kept
    std::uint64_t synced = 0;   // bytes that must be kept
    std::uint64_t written = 0;  // bytes that may be kept
    bool is_log() const { return path.ends_with(".log"); }
  };
  // Once nothing uses the disk: cuts each file to as many bytes as `kept` says, or removes it.
  using Memory = std::function<std::optional<std::uint64_t>(const File&)>;
  void Forget(const Memory& kept);

 private:
  std::shared_ptr<FaultyFileSystem> disk_;  // with env_
  std::unique_ptr<rocksdb::Env> env_;
};

}  // namespace trestle
