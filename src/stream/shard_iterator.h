#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "stream/change.h"

namespace trestle {

// A place in a shard, as clients keep it.
struct ShardIterator {
  std::string stream_arn;
  std::uint64_t shard = 0;
  ChangeStamp from;  // the first stamp to be read
  TimePoint issued;
};

// stream ARN, "|1|" and something opaque, as the service writes it.
std::string EncodeShardIterator(const ShardIterator& iterator);
// Nothing if it was not made by the above.
std::optional<ShardIterator> DecodeShardIterator(std::string_view text);

}  // namespace trestle
