#pragma once

#include <sys/types.h>

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

// A file of the data folder: which of its bytes the disk does not have yet.
struct ShadowFile {
  explicit ShadowFile(std::string copy_path) : copy(std::move(copy_path)) {}

  const std::string copy;  // what the disk has of it
  std::mutex
      syncing;  // one sync at a time, so that none ends before the bytes it promises are kept
  bool shares_bytes = false;  // the copy is a hard link, to be parted before the first write
  // Guarded by the disk's mutex. [begin, end) holds every byte written since the last sync.
  off_t size = 0;
  off_t dirty_begin = 0;
  off_t dirty_end = 0;
};
using ShadowFilePtr = std::shared_ptr<ShadowFile>;  // owned by the name and by each descriptor

// What a disk that keeps only what it was told to sync would hold of one folder. It lies in a
// second folder, so that it outlives the process: a copy of the synced bytes of each file, and a
// journal of what happened to the names.
//   c ID NAME    a file was made; its copy is called ID
//   r FROM TO    a file was renamed
//   u NAME       a file was removed
//   s COUNT      the folder was synced: the first COUNT of the lines above are on the disk
// Safe to share between threads.
class ShadowDisk {
 public:
  // `shadow` lies on the same file system. If it is empty, what `folder` holds now is taken for
  // synced; otherwise it is that of the process before, and what that one did not sync is still
  // not.
  ShadowDisk(std::string folder, std::string shadow);

  // The name within the folder; empty for the folder itself and for what lies elsewhere.
  std::string_view NameOf(std::string_view path) const;
  bool IsFolder(std::string_view path) const { return path == folder_; }

  // Null if it is not known. A file can be synced through a descriptor that only reads.
  ShadowFilePtr Reading(std::string_view name);
  // The file of that name, made known if it is not. To be called before a file is opened for
  // writing.
  ShadowFilePtr Writing(std::string_view name);
  void Wrote(ShadowFile& file, off_t begin, off_t end);
  void Resized(ShadowFile& file, off_t size);

  // Each runs the call and remembers what it did, if it did.
  int Rename(std::string_view from, std::string_view to, int (*call)(const char*, const char*));
  int Remove(std::string_view name, int (*call)(const char*));
  int SyncFile(ShadowFile& file, int descriptor, int (*call)(int));
  int SyncFolder(int descriptor, int (*call)(int));

 private:
  void ReadJournal(const std::string& path);
  ShadowFilePtr Add(std::string_view name);
  void Note(const std::string& line);
  std::string PathOf(std::string_view name) const { return folder_ + "/" + std::string(name); }

  const std::string folder_;
  const std::string shadow_;
  int journal_ = -1;
  std::mutex mutex_;  // guards what follows, and keeps the journal in the order of the calls
  int lines_ = 0;     // but for the syncs
  int files_ = 0;
  std::map<std::string, ShadowFilePtr, std::less<>> names_;
};
