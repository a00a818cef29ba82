#include "stream/record_keys.h"

#include <algorithm>

#include "base/check.h"

namespace trestle {
namespace {

constexpr std::size_t kShardPlace = 1;
constexpr std::size_t kTimePlace = kShardPlace + 8;
constexpr std::size_t kNumberPlace = kTimePlace + 8;
constexpr std::size_t kKeyBytes = kNumberPlace + 8;

void Append(std::uint64_t value, std::string& key) {
  for (int shift = 56; shift >= 0; shift -= 8) key.push_back(static_cast<char>(value >> shift));
}

std::uint64_t Read(std::string_view key, std::size_t place) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < 8; ++i)
    value = value << 8 | static_cast<std::uint8_t>(key[place + i]);
  return value;
}

std::string ShardPrefix(std::uint64_t shard) {
  std::string key;
  key.reserve(kKeyBytes);
  key.push_back(kStreamSpace);
  Append(shard, key);
  return key;
}

}  // namespace

std::string RecordKey(std::uint64_t shard, const ChangeStamp& stamp) {
  std::string key = ShardPrefix(shard);
  // Nothing was stamped before 1970.
  const auto time = std::max<Duration::rep>(stamp.time.time_since_epoch().count(), 0);
  Append(static_cast<std::uint64_t>(time), key);
  Append(stamp.number, key);
  return key;
}

ChangeStamp StampOfRecordKey(std::string_view key) {
  TRESTLE_CHECK(key.size() == kKeyBytes);
  const auto time = static_cast<Duration::rep>(Read(key, kTimePlace));
  return {.time = TimePoint(Duration(time)), .number = Read(key, kNumberPlace)};
}

KeyRange RecordsOfShard(std::uint64_t shard) {
  return {.begin = ShardPrefix(shard), .end = ShardPrefix(shard + 1)};
}

}  // namespace trestle
