#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "cdc/stream_follower.h"
#include "value/attribute_value.h"

// What a data lake says of itself. Described, with all else that lies in one, in
// docs/change-capture.md.
namespace trestle {

enum class LakeImages { kPlain, kDynamoDbJson };
// "plain", "dynamodb-json".
std::string_view NameOf(LakeImages images);

struct LakeFile {
  std::string path;  // below the lake: entity=Task/date=2026-11-16/00000042-1f3a9c7e.jsonl.gz
  std::int64_t lines = 0;
  std::int64_t bytes = 0;
  std::string md5;    // of its bytes, in hexadecimal digits
  std::string first;  // the least and the greatest sequence of its lines
  std::string last;

  std::string_view Folder() const { return std::string_view(path).substr(0, path.rfind('/') + 1); }
  friend bool operator==(const LakeFile&, const LakeFile&) = default;
};

// How much of the table as it was found is in the lake.
struct LakeSnapshot {
  bool done = false;
  std::optional<Item> after;  // the last key that was read; none: nothing was
  friend bool operator==(const LakeSnapshot&, const LakeSnapshot&) = default;
};

struct LakeManifest {
  std::string table;
  std::string stream;  // its ARN
  LakeImages images = LakeImages::kPlain;
  std::int64_t commit = 0;  // counts the manifests; files are named by theirs
  std::vector<LakeFile> files;
  std::vector<ShardPosition> shards;
  std::optional<LakeSnapshot> snapshot;  // none: the lake has the stream alone

  std::int64_t Lines() const;
  friend bool operator==(const LakeManifest&, const LakeManifest&) = default;
};

std::string WriteLakeManifest(const LakeManifest& manifest);
// Nothing if the text is not what the above writes.
std::optional<LakeManifest> ReadLakeManifest(std::string_view text);

}  // namespace trestle
