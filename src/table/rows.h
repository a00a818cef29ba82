#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "storage/store.h"
#include "table/table.h"

namespace trestle {

enum class Direction { kForward, kBackward };

// Bounds on the sort attribute that follows the equal ones. At most one of `starts_with` and the
// other two.
struct SortBounds {
  struct Bound {
    AttributeValue value;
    bool inclusive = true;
  };
  std::optional<Bound> lower;
  std::optional<Bound> upper;
  std::optional<AttributeValue> starts_with;
};

// A stretch of one partition of a table or index, for Query. Values fit the schema.
struct PartitionRange {
  const IndexDefinition* index = nullptr;  // null for the table itself
  std::vector<AttributeValue> hash;
  std::vector<AttributeValue> range_prefix;
  SortBounds bounds;
};

// One slice of a table or index by hash, for Scan. Segments together cover everything exactly once.
struct SegmentRange {
  const IndexDefinition* index = nullptr;
  std::uint32_t segment = 0;
  std::uint32_t total_segments = 1;
};

KeyRange RangeOf(const Table& table, const PartitionRange& partition);
KeyRange RangeOf(const Table& table, const SegmentRange& segment);

// The place of ExclusiveStartKey in the table or index: its key attributes (of index and table) are
// all there, of the right types, and nothing else; otherwise an error of code kValidation whose
// text the operation chooses.
Result<std::string> PositionOf(const Table& table, const IndexDefinition* index,
                               const Item& start_key);

// Reads stored items of a range in order, starting after `start` if there is one. `view` and
// `table` outlive it.
class Rows {
 public:
  struct Options {
    Direction direction = Direction::kForward;
    std::optional<std::string> start;  // exclusive; from PositionOf
  };
  Rows(const View& view, KeyRange range, Options options);

  bool Valid() const;
  void Next();
  std::string_view position() const;    // the stored key
  std::string_view item_bytes() const;  // an EncodedItem's bytes; valid until Next
  Status status() const;

 private:
  std::unique_ptr<Cursor> cursor_;
  Direction direction_;
};

}  // namespace trestle
