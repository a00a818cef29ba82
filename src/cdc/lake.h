#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "cdc/lake_manifest.h"
#include "objects/object_store.h"
#include "transfer/compression.h"

namespace trestle {

// Where a lake lies: the objects of a bucket whose keys begin with `prefix`.
struct LakePlace {
  ObjectStore& store;
  std::string bucket;
  std::string prefix;  // empty, or with a slash at its end
  // The store holds conditions: of two writers at the same moment one is refused. Without, somebody
  // else must see to it that there is one.
  bool conditional = false;
};

// Files of lines below folders, and the manifest that names them and tells how much of the stream
// they hold. Files are put first and the manifest last, so whatever a crash has left unnamed is of
// no account: the next writer removes it when it commits. One process writes a lake. For one
// thread.
class Lake {
 public:
  struct Options {
    std::string table;
    std::string stream;  // its ARN
    LakeImages images = LakeImages::kPlain;
    Compression compression = Compression::kGzip;
    bool snapshot = false;  // begins with the items that the table has
  };
  // Opens the lake, or makes one where nothing is. `place.store` outlives it.
  static Result<std::unique_ptr<Lake>> Open(LakePlace place, Options options);

  // As it is stored: lines that were added are not part of it before they are committed.
  const LakeManifest& manifest() const { return manifest_; }

  // `folder` ends with a slash, `line` comes without its end.
  void Add(const std::string& folder, std::string_view sequence, std::string_view line);
  std::int64_t added_lines() const { return added_lines_; }
  std::size_t AddedBytes() const;  // packed; about

  // Whether there is something that a commit would clear away.
  bool HasUnnamedFiles() const { return !unnamed_.empty(); }
  // Stores what was added, and how far the stream has been read with it.
  struct Progress {
    std::vector<ShardPosition> shards;
    std::optional<LakeSnapshot> snapshot;
  };
  Status Commit(Progress progress);

  struct Compaction {
    std::size_t at_least = 2;            // so many small files in a folder are made one
    std::int64_t file_bytes = 16 << 20;  // a file is small below half of it
  };
  // Nothing must have been added since the last commit. Tells how many files are gone.
  Result<std::size_t> Compact(const Compaction& compaction);

 private:
  // A file that is being filled.
  struct Part {
    std::unique_ptr<Compressor> compressor;
    std::int64_t lines = 0;
    std::string first;
    std::string last;
  };

  Lake(LakePlace place, Options options);
  Status Load();
  Status Begin();
  Status CompareFiles();
  Result<std::string> ReadObject(const std::string& path) const;
  Result<LakeFile> PutPart(const std::string& folder, std::int64_t commit, Part& part);
  Result<LakeFile> Merge(const std::vector<LakeFile>& files, std::int64_t commit);
  Status PutManifest(LakeManifest manifest);
  Status Replace(const std::string& text);
  ObjectName NameOfPath(std::string_view path) const;
  std::string Where() const;

  const LakePlace place_;
  const Options options_;
  const std::string writer_;  // part of the names of files
  LakeManifest manifest_;
  std::string stored_manifest_;        // its text
  std::vector<std::string> unnamed_;   // keys of files that are to go
  std::map<std::string, Part> parts_;  // by folder
  std::int64_t added_lines_ = 0;
};

}  // namespace trestle
