#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "storage/store.h"
#include "stream/change.h"

// Where the records of streams are stored: by shard, then in the order of their stamps. Written to
// disk; see docs/file-format.md.
namespace trestle {

inline constexpr char kStreamSpace = 4;  // KeySpace::kStream

std::string RecordKey(std::uint64_t shard, const ChangeStamp& stamp);
ChangeStamp StampOfRecordKey(std::string_view key);
KeyRange RecordsOfShard(std::uint64_t shard);

}  // namespace trestle
