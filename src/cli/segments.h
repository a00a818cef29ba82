#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "base/result.h"
#include "value/attribute_value.h"

namespace trestle {

// How far one segment of a parallel scan has been read and what was read put away.
struct SegmentPosition {
  std::optional<Item> last_key;  // of what was read; none at the beginning
  bool done = false;
  std::int64_t items = 0;
  std::int64_t parts = 0;  // files of an export

  AttributeValue ToState() const;
  static SegmentPosition FromState(const AttributeValue& state);
};

List ToState(const std::vector<SegmentPosition>& positions);
// New ones if `state` has none.
std::vector<SegmentPosition> FromState(const List& state, std::size_t count);
std::int64_t ItemsOf(const std::vector<SegmentPosition>& positions);

// Works on each segment on a thread of its own. Returns the first error; `stop` is set then, for
// the others to look at.
using SegmentWork = std::function<Status(std::size_t segment, const std::atomic<bool>& stop)>;
Status OnEachSegment(std::size_t segments, const SegmentWork& work);

}  // namespace trestle
