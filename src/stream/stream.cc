#include "stream/stream.h"

#include <algorithm>
#include <cstdio>
#include <ctime>

#include "base/check.h"

namespace trestle {
namespace {

constexpr std::uint64_t kHashes = std::uint64_t{1} << 32;

std::uint64_t Width(const Shard& shard) {
  return std::uint64_t{shard.last_hash} - shard.first_hash + 1;
}

bool IsOpen(const Shard& shard) { return !shard.closed; }

std::vector<Shard> ChildrenOf(const std::vector<Shard>& shards) {
  std::vector<Shard> children;
  for (const Shard& shard : shards) {
    if (!IsOpen(shard)) continue;
    Shard child = shard;
    child.parent = shard.opened;
    children.push_back(child);
  }
  return children;
}

void SplitWidest(std::vector<Shard>& shards) {
  const auto widest =
      std::max_element(shards.begin(), shards.end(),
                       [](const Shard& a, const Shard& b) { return Width(a) < Width(b); });
  Shard upper = *widest;
  widest->last_hash = static_cast<std::uint32_t>(widest->first_hash + Width(*widest) / 2 - 1);
  upper.first_hash = widest->last_hash + 1;
  shards.insert(widest + 1, upper);
}

}  // namespace

std::string StreamLabel(TimePoint created) {
  const auto seconds = std::chrono::floor<std::chrono::seconds>(created);
  const auto rest = std::chrono::duration_cast<std::chrono::milliseconds>(created - seconds);
  const std::time_t whole = seconds.time_since_epoch().count();
  std::tm parts{};
  gmtime_r(&whole, &parts);
  char text[48];
  const std::size_t size = std::strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%S", &parts);
  std::snprintf(text + size, sizeof(text) - size, ".%03d", static_cast<int>(rest.count()));
  return text;
}

std::string ShardId(const ChangeStamp& opened) {
  const auto milliseconds =
      std::chrono::duration_cast<std::chrono::milliseconds>(opened.time.time_since_epoch());
  char text[48];
  std::snprintf(text, sizeof(text), "shardId-%020lld-%08x",
                static_cast<long long>(milliseconds.count()),
                static_cast<unsigned>(opened.number & 0xFFFFFFFF));
  return text;
}

const Shard* Stream::FindShard(std::string_view shard_id) const {
  const auto found = std::find_if(shards.begin(), shards.end(),
                                  [&](const Shard& shard) { return shard.Id() == shard_id; });
  return found == shards.end() ? nullptr : &*found;
}

const Shard* Stream::FindShard(std::uint64_t number) const {
  const auto found = std::find_if(shards.begin(), shards.end(),
                                  [&](const Shard& shard) { return shard.number() == number; });
  return found == shards.end() ? nullptr : &*found;
}

std::vector<OpenShard> Stream::OpenShards() const {
  std::vector<OpenShard> open;
  for (const Shard& shard : shards) {
    if (IsOpen(shard)) open.push_back({.last_hash = shard.last_hash, .number = shard.number()});
  }
  std::sort(open.begin(), open.end(),
            [](const OpenShard& a, const OpenShard& b) { return a.last_hash < b.last_hash; });
  return open;
}

void OpenShards(std::size_t count, const ChangeStamp& first, Stream& stream) {
  for (std::size_t i = 0; i < count; ++i) {
    Shard& shard = stream.shards.emplace_back();
    shard.opened = {.time = first.time, .number = first.number + i};
    shard.first_hash = static_cast<std::uint32_t>(kHashes * i / count);
    shard.last_hash = static_cast<std::uint32_t>(kHashes * (i + 1) / count - 1);
  }
}

bool ShardsAreDue(const Stream& stream, const ShardOptions& options, TimePoint now) {
  const std::size_t open =
      static_cast<std::size_t>(std::count_if(stream.shards.begin(), stream.shards.end(), IsOpen));
  if (open == 0) return false;
  return open < options.count ||
         std::any_of(stream.shards.begin(), stream.shards.end(), [&](const Shard& shard) {
           return IsOpen(shard) && shard.opened.time + options.lifetime <= now;
         });
}

void ReplaceShards(std::size_t count, const ChangeStamp& first, Stream& stream) {
  std::vector<Shard> children = ChildrenOf(stream.shards);
  while (children.size() < count) SplitWidest(children);
  CloseShards(first, stream);
  std::uint64_t number = first.number;
  for (Shard& child : children) {
    child.opened = {.time = first.time, .number = ++number};
    stream.shards.push_back(child);
  }
}

void CloseShards(const ChangeStamp& stamp, Stream& stream) {
  for (Shard& shard : stream.shards) {
    if (IsOpen(shard)) shard.closed = stamp;
  }
}

std::uint64_t ShardOf(std::uint32_t partition_hash, const std::vector<OpenShard>& shards) {
  const auto found = std::lower_bound(
      shards.begin(), shards.end(), partition_hash,
      [](const OpenShard& shard, std::uint32_t hash) { return shard.last_hash < hash; });
  TRESTLE_CHECK(found != shards.end());
  return found->number;
}

}  // namespace trestle
