#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace trestle {

// Orders commits: a later commit has a larger position. Zero is before every commit.
struct CommitPosition {
  std::uint64_t value = 0;
  friend auto operator<=>(const CommitPosition&, const CommitPosition&) = default;
};

// Changes that become visible and durable together or not at all. A key is not empty and does not
// start with a zero byte: such keys are the store's own, and no cursor shows them.
class WriteBatch {
 public:
  virtual ~WriteBatch() = default;
  virtual void Put(std::string_view key, std::string_view value) = 0;
  virtual void Delete(std::string_view key) = 0;
  virtual void DeleteRange(std::string_view begin, std::string_view end) = 0;  // [begin, end)
  virtual bool empty() const = 0;
  virtual std::size_t SizeBytes() const = 0;
  virtual void Clear() = 0;  // keeps its memory for what comes next
};

// Keys and values in key order over [begin, end) of one view. Views returned by key() and value()
// last until the next call. After the loop, status() tells whether it ended by itself or by a fault
// of the disk.
class Cursor {
 public:
  virtual ~Cursor() = default;
  virtual void SeekFirst() = 0;                       // the first key of the range
  virtual void SeekLast() = 0;                        // the last key of the range
  virtual void Seek(std::string_view key) = 0;        // the first key >= key
  virtual void SeekBefore(std::string_view key) = 0;  // the last key < key
  virtual bool Valid() const = 0;
  virtual void Next() = 0;
  virtual void Previous() = 0;
  virtual std::string_view key() const = 0;
  virtual std::string_view value() const = 0;
  virtual Status status() const = 0;
};

struct KeyRange {
  std::string begin;  // inclusive
  std::string end;    // exclusive; empty means no end
};

// What was found at several keys, in their order; in one piece of memory.
class FoundValues {
 public:
  // Room for so many values, of so many bytes together.
  void Reserve(std::size_t values, std::size_t bytes) {
    ends_.reserve(values);
    bytes_.reserve(bytes);
  }
  void Append(std::optional<std::string_view> value) {
    if (value) bytes_.append(*value);
    ends_.push_back({.place = bytes_.size(), .found = value.has_value()});
  }
  std::size_t size() const { return ends_.size(); }
  std::size_t TotalBytes() const { return bytes_.size(); }
  // Nothing if the key has no value. Valid until the next Append.
  std::optional<std::string_view> operator[](std::size_t key) const {
    if (!ends_[key].found) return std::nullopt;
    const std::size_t begin = key == 0 ? 0 : ends_[key - 1].place;
    return std::string_view(bytes_).substr(begin, ends_[key].place - begin);
  }

 private:
  struct End {
    std::size_t place;
    bool found;
  };
  std::string bytes_;
  std::vector<End> ends_;
};

// An unchanging picture of the whole store. Safe to share between threads.
class View {
 public:
  virtual ~View() = default;
  virtual Result<std::optional<std::string>> Get(std::string_view key) const = 0;
  virtual Result<FoundValues> MultiGet(std::span<const std::string_view> keys) const = 0;
  virtual std::unique_ptr<Cursor> Range(KeyRange range) const = 0;
};

// Ordered bytes that survive a crash. Safe to share between threads. Nothing above this interface
// names what is below.
class Store {
 public:
  virtual ~Store() = default;

  // What readers are shown: everything durable, nothing that a crash could still take back. (With
  // relaxed durability or in memory: everything committed.) Cheap; take one for each request. The
  // requests that read at one moment share one view.
  virtual std::shared_ptr<const View> Durable() const = 0;
  // Like Durable()->Get, without the cost of a picture where it need not be kept.
  virtual Result<std::optional<std::string>> GetDurable(std::string_view key) const = 0;
  // What writers decide on: everything committed. An answer that depends on it waits for its
  // position to be durable.
  virtual std::shared_ptr<const View> Latest() const = 0;
  // Like Latest()->Get, without the cost of a picture.
  virtual Result<std::optional<std::string>> GetLatest(std::string_view key) const = 0;

  virtual std::unique_ptr<WriteBatch> NewBatch() const = 0;
  // Applies the batch: visible to Latest() on return, to Durable() once its position is durable.
  virtual Result<CommitPosition> Commit(WriteBatch& batch) = 0;
  // The position of the newest commit.
  virtual CommitPosition LatestPosition() const = 0;

  // True when nothing at or before `position` can be lost any more.
  virtual bool IsDurable(CommitPosition position) const = 0;
  // Calls `done` once, from a thread of the store (or at once, from this one, when already
  // durable), when `position` is durable or can no longer become so. `done` must be quick.
  using DurableCallback = std::function<void(Status)>;
  virtual void WhenDurable(CommitPosition position, DurableCallback done) = 0;
  // Blocks until durable. Never call it on an event loop.
  virtual Status WaitDurable(CommitPosition position) = 0;

  // Copies of the whole store, by names of letters, digits, '-', '_' and '.'. A copy shares the
  // store's files, so it costs little time, and space only for what changes later. It survives
  // restarts. None of these calls is for an event loop.
  //
  // The copy has all that was committed before the call, and perhaps what came during it; it is
  // durable on return. Commits go on meanwhile. kResourceInUse if the name is taken.
  virtual Status SaveCopy(std::string_view name) = 0;
  // kResourceNotFound if there is none. Opened for its first reader, closed after its last.
  virtual Result<std::shared_ptr<const View>> OpenCopy(std::string_view name) const = 0;
  // kResourceInUse while somebody reads it.
  virtual Status DropCopy(std::string_view name) = 0;
  virtual Result<std::vector<std::string>> Copies() const = 0;  // the names, sorted

  // Another state of the whole store, made at leisure beside the present one so that the store can
  // take it on in no time. Nobody writes to it before; it goes away if the store does not.
  class Successor {
   public:
    virtual ~Successor() = default;
    virtual std::shared_ptr<const View> view() const = 0;
  };
  virtual Result<std::unique_ptr<Successor>> PrepareCopy(std::string_view name) = 0;
  virtual Result<std::unique_ptr<Successor>> PrepareEmpty() = 0;
  // From its return on the store is what `successor` was, after a crash too; an error leaves it as
  // it was. Positions go on rising. Views of before stay as they are. A commit at the same time
  // goes to the one or the other, so those above see to it that there is none.
  virtual Status Become(std::unique_ptr<Successor> successor) = 0;
  Status BecomeCopy(std::string_view name) {
    TRESTLE_TRY(std::unique_ptr<Successor> successor, PrepareCopy(name));
    return Become(std::move(successor));
  }
};

enum class Durability { kStrict, kRelaxed };

// How many of a key's first bytes it has in common with those that are read together with it; 0 if
// it is in no such group. Files that hold nothing of a group are then not looked into for a range
// within it. Where an earlier start knew other groups, its files are read as if they knew none.
using KeyGroup = std::size_t (*)(std::string_view key);

// Whether a row is written again and again, so that remembering where it lies in memory pays. No
// deleted range begins at such a row: RocksDB would take the place of the one for that of the
// other, which is in another list.
using HotRow = bool (*)(std::string_view key);

struct StoreOptions {
  std::string folder;  // made if missing; unused in memory
  bool in_memory = false;
  Durability durability = Durability::kStrict;
  std::size_t cache_bytes = 64 << 20;
  KeyGroup key_group = nullptr;
  HotRow hot_row = nullptr;
};

// Opens or makes the store. A folder that another process holds, that cannot be written, or that
// has an unknown format version is refused with a message that says what to do.
Result<std::unique_ptr<Store>> OpenStore(const StoreOptions& options);

}  // namespace trestle
