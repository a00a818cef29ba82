// Loaded into a server with LD_PRELOAD, follows its calls on the files of one folder and keeps a
// ShadowDisk of them, from which power_cut.py makes what a power cut would have left:
//   UNSYNCED_FOLDER   the folder, by its absolute path; it has no folders in it
//   UNSYNCED_SHADOW   a folder on the same file system for the shadow: empty, or that of the life
//   before UNSYNCED_DELAY    the longest time, in microseconds, that a sync takes longer than it
//   would
// Not followed: mappings that are written to (an abort says so), links, allocations that change a
// file's size, and stdio.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <unordered_map>
#include <unordered_set>

#include "shadow_disk.h"

// The libc declares these only with options that also rename the calls below.
extern "C" {
int __open_2(const char* path, int flags);
int __open64_2(const char* path, int flags);
int __openat_2(int folder, const char* path, int flags);
int __openat64_2(int folder, const char* path, int flags);
}

namespace {

template <class Function>
Function* Next(const char* name, Function*) {
  return reinterpret_cast<Function*>(::dlsym(RTLD_NEXT, name));
}
// The library's own function of the name that this file gives a new meaning.
#define NEXT(name)                                                                  \
  ([] {                                                                             \
    static auto* const next = Next(#name, static_cast<decltype(&::name)>(nullptr)); \
    return next;                                                                    \
  }())

struct Watched {
  explicit Watched(const char* folder) : disk(folder, std::getenv("UNSYNCED_SHADOW")) {}

  ShadowDisk disk;
  std::mutex mutex;  // guards what follows
  std::unordered_map<int, ShadowFilePtr> files;
  std::unordered_set<int> folders;

  ShadowFilePtr FileOf(int descriptor) {
    const std::lock_guard lock(mutex);
    const auto found = files.find(descriptor);
    return found == files.end() ? nullptr : found->second;
  }
  bool IsFolder(int descriptor) {
    const std::lock_guard lock(mutex);
    return folders.contains(descriptor);
  }
};

Watched* Watching() {
  static Watched* const watched = [] {
    const char* folder = std::getenv("UNSYNCED_FOLDER");
    return folder == nullptr ? nullptr : new Watched(folder);  // outlives every thread
  }();
  return watched;
}

thread_local bool inside = false;  // the model's own calls are not followed

// Null where the call is not to be followed.
class Follower {
 public:
  Follower() {
    if (inside) return;
    inside = first_ = true;
    watched_ = Watching();
  }
  ~Follower() {
    if (first_) inside = false;
  }
  Follower(const Follower&) = delete;
  Follower& operator=(const Follower&) = delete;
  explicit operator bool() const { return watched_ != nullptr; }
  Watched* operator->() const { return watched_; }

 private:
  bool first_ = false;
  Watched* watched_ = nullptr;
};

void Linger() {
  static const int longest =
      std::atoi(std::getenv("UNSYNCED_DELAY") ? std::getenv("UNSYNCED_DELAY") : "0");
  thread_local std::minstd_rand random(std::random_device{}());
  if (longest > 0) ::usleep(random() % static_cast<unsigned>(longest));
}

template <class Call>
int Opened(const char* path, int flags, Call call) {
  const Follower follow;
  if (!follow) return call();
  const std::string_view name = follow->disk.NameOf(path);
  ShadowFilePtr file;
  const bool writes = (flags & O_ACCMODE) != O_RDONLY;
  if (!name.empty() && !writes) file = follow->disk.Reading(name);
  if (!name.empty() && writes && ((flags & O_CREAT) != 0 || ::access(path, F_OK) == 0)) {
    file = follow->disk.Writing(name);
  }
  const int descriptor = call();
  if (descriptor < 0) return descriptor;
  if (file && (flags & O_TRUNC) != 0) follow->disk.Resized(*file, 0);
  const std::lock_guard lock(follow->mutex);
  if (file) follow->files[descriptor] = std::move(file);
  if (follow->disk.IsFolder(path)) follow->folders.insert(descriptor);
  return descriptor;
}

// `place` is negative for a write at the descriptor's own position.
template <class Call>
ssize_t Written(int descriptor, off_t place, Call call) {
  const Follower follow;
  const ShadowFilePtr file = follow ? follow->FileOf(descriptor) : nullptr;
  const ssize_t count = call();
  if (!file || count <= 0) return count;
  const off_t end = place < 0 ? ::lseek(descriptor, 0, SEEK_CUR) : place + count;
  follow->disk.Wrote(*file, end - count, end);
  return count;
}

template <class Call>
int Truncated(int descriptor, off_t size, Call call) {
  const Follower follow;
  const ShadowFilePtr file = follow ? follow->FileOf(descriptor) : nullptr;
  const int outcome = call();
  if (file && outcome == 0) follow->disk.Resized(*file, size);
  return outcome;
}

int Synced(int descriptor, int (*call)(int)) {
  const Follower follow;
  if (!follow) return call(descriptor);
  if (follow->IsFolder(descriptor)) return follow->disk.SyncFolder(descriptor, call);
  const ShadowFilePtr file = follow->FileOf(descriptor);
  return file ? follow->disk.SyncFile(*file, descriptor, call) : call(descriptor);
}

// An open call's mode, which is there only when the call can make a file.
#define MODE(flags)                             \
  mode_t mode = 0;                              \
  if (((flags) & (O_CREAT | O_TMPFILE)) != 0) { \
    va_list more;                               \
    va_start(more, flags);                      \
    mode = va_arg(more, mode_t);                \
    va_end(more);                               \
  }

}  // namespace

extern "C" {

int open(const char* path, int flags, ...) {
  MODE(flags)
  return Opened(path, flags, [&] { return NEXT(open)(path, flags, mode); });
}
int open64(const char* path, int flags, ...) {
  MODE(flags)
  return Opened(path, flags, [&] { return NEXT(open64)(path, flags, mode); });
}
int openat(int folder, const char* path, int flags, ...) {
  MODE(flags)
  return Opened(path, flags, [&] { return NEXT(openat)(folder, path, flags, mode); });
}
int openat64(int folder, const char* path, int flags, ...) {
  MODE(flags)
  return Opened(path, flags, [&] { return NEXT(openat64)(folder, path, flags, mode); });
}
int __open_2(const char* path, int flags) { return open(path, flags); }
int __open64_2(const char* path, int flags) { return open64(path, flags); }
int __openat_2(int folder, const char* path, int flags) { return openat(folder, path, flags); }
int __openat64_2(int folder, const char* path, int flags) { return openat64(folder, path, flags); }
int creat(const char* path, mode_t mode) { return open(path, O_CREAT | O_WRONLY | O_TRUNC, mode); }
int creat64(const char* path, mode_t mode) {
  return open64(path, O_CREAT | O_WRONLY | O_TRUNC, mode);
}

ssize_t write(int descriptor, const void* data, size_t size) {
  return Written(descriptor, -1, [&] { return NEXT(write)(descriptor, data, size); });
}
ssize_t writev(int descriptor, const iovec* parts, int count) {
  return Written(descriptor, -1, [&] { return NEXT(writev)(descriptor, parts, count); });
}
ssize_t pwrite(int descriptor, const void* data, size_t size, off_t place) {
  return Written(descriptor, place, [&] { return NEXT(pwrite)(descriptor, data, size, place); });
}
ssize_t pwrite64(int descriptor, const void* data, size_t size, off64_t place) {
  return Written(descriptor, place, [&] { return NEXT(pwrite64)(descriptor, data, size, place); });
}
ssize_t pwritev(int descriptor, const iovec* parts, int count, off_t place) {
  return Written(descriptor, place, [&] { return NEXT(pwritev)(descriptor, parts, count, place); });
}
ssize_t pwritev64(int descriptor, const iovec* parts, int count, off64_t place) {
  return Written(descriptor, place,
                 [&] { return NEXT(pwritev64)(descriptor, parts, count, place); });
}
int ftruncate(int descriptor, off_t size) noexcept {
  return Truncated(descriptor, size, [&] { return NEXT(ftruncate)(descriptor, size); });
}
int ftruncate64(int descriptor, off64_t size) noexcept {
  return Truncated(descriptor, size, [&] { return NEXT(ftruncate64)(descriptor, size); });
}

int fsync(int descriptor) {
  return Synced(descriptor, [](int synced) {
    Linger();
    return NEXT(fsync)(synced);
  });
}
int fdatasync(int descriptor) {
  return Synced(descriptor, [](int synced) {
    Linger();
    return NEXT(fdatasync)(synced);
  });
}

int rename(const char* from, const char* to) noexcept {
  const Follower follow;
  if (!follow || follow->disk.NameOf(from).empty()) return NEXT(rename)(from, to);
  return follow->disk.Rename(follow->disk.NameOf(from), follow->disk.NameOf(to), NEXT(rename));
}
int unlink(const char* path) noexcept {
  const Follower follow;
  if (!follow || follow->disk.NameOf(path).empty()) return NEXT(unlink)(path);
  return follow->disk.Remove(follow->disk.NameOf(path), NEXT(unlink));
}

int close(int descriptor) {
  if (const Follower follow; follow) {
    const std::lock_guard lock(follow->mutex);
    follow->files.erase(descriptor);
    follow->folders.erase(descriptor);
  }
  return NEXT(close)(descriptor);
}

void* mmap(void* address, size_t size, int protection, int flags, int descriptor,
           off_t place) noexcept {
  if (const Follower follow; follow && descriptor >= 0 && (flags & MAP_SHARED) != 0 &&
                             (protection & PROT_WRITE) != 0 && follow->FileOf(descriptor)) {
    std::fputs("unsynced: writes through a mapping are not followed\n", stderr);
    std::abort();
  }
  return NEXT(mmap)(address, size, protection, flags, descriptor, place);
}

}  // extern "C"
