#pragma once

#include "stream/stream.h"

namespace trestle {

inline constexpr Duration kStreamRetention = std::chrono::hours(24);
inline constexpr Duration kShardIteratorLifetime = std::chrono::minutes(15);

// No iterator is given for what is older.
inline TimePoint TrimHorizon(TimePoint now) { return now - kStreamRetention; }
// One that was given in time can be used as long as it lives: what is older than this is gone.
inline TimePoint TrimmedBefore(TimePoint now) { return TrimHorizon(now) - kShardIteratorLifetime; }

// Closed, or disabled, for as long as records live: nobody is shown it any more.
inline bool IsGone(const Shard& shard, TimePoint now) {
  return shard.closed && shard.closed->time <= TrimHorizon(now);
}
inline bool IsGone(const Stream& stream, TimePoint now) {
  return stream.disabled && *stream.disabled <= TrimHorizon(now);
}

}  // namespace trestle
