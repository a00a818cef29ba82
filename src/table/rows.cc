#include "table/rows.h"

#include <utility>

#include "table/index_entry.h"
#include "table/key_codec.h"
#include "table/messages.h"
#include "value/limits.h"

namespace trestle {
namespace {

KeyWriter Begin(const Table& table, const IndexDefinition* index) {
  const std::uint32_t table_id = table.definition().id;
  KeyWriter writer(index == nullptr ? KeySpace::kItem : KeySpace::kIndex, table_id);
  if (index != nullptr) writer.AppendId(index->id);
  return writer;
}

std::string With(const std::string& prefix, const AttributeValue& part) {
  std::string key = prefix;
  AppendKeyPart(part, key);
  return key;
}

// All rows whose next part has the same value share an encoding, whatever follows it.
std::string LowerEnd(const std::string& prefix, const std::optional<SortBounds::Bound>& bound) {
  if (!bound) return prefix;
  std::string key = With(prefix, bound->value);
  return bound->inclusive ? key : EndOfPrefix(std::move(key));
}

std::string UpperEnd(const std::string& prefix, const std::optional<SortBounds::Bound>& bound) {
  if (!bound) return EndOfPrefix(prefix);
  std::string key = With(prefix, bound->value);
  return bound->inclusive ? EndOfPrefix(std::move(key)) : key;
}

// Where segment `segment` begins: segments differ in length by one hash at most.
std::uint64_t FirstHash(std::uint64_t segment, std::uint64_t total) {
  return (segment * kPartitionHashes + total - 1) / total;
}

std::string SegmentEnd(const Table& table, const IndexDefinition* index, std::uint64_t hash) {
  KeyWriter writer = Begin(table, index);
  if (hash == kPartitionHashes) return EndOfPrefix(std::move(writer).Take());
  writer.AppendId(static_cast<std::uint32_t>(hash));
  return std::move(writer).Take();
}

// Leaves what comes after `start` in the direction of reading: all, a part or nothing of the range.
void CutAt(std::string start, Direction direction, KeyRange& range) {
  if (direction == Direction::kForward) {
    start.push_back('\0');
    if (range.begin < start) range.begin = std::move(start);
  } else if (range.end.empty() || start < range.end) {
    range.end = std::move(start);
  }
  if (!range.end.empty() && range.end < range.begin) range.end = range.begin;
}

}  // namespace

KeyRange RangeOf(const Table& table, const PartitionRange& partition) {
  KeyWriter writer = Begin(table, partition.index);
  writer.BeginPartition();
  for (const AttributeValue& part : partition.hash) writer.Append(part);
  writer.EndPartition();
  for (const AttributeValue& part : partition.range_prefix) writer.Append(part);

  const SortBounds& bounds = partition.bounds;
  if (bounds.starts_with) {
    writer.AppendStart(*bounds.starts_with);
    return RangeOfPrefix(std::move(writer).Take());
  }
  KeyRange range{.begin = LowerEnd(writer.key(), bounds.lower),
                 .end = UpperEnd(writer.key(), bounds.upper)};
  // Bounds the wrong way round ask for nothing.
  if (range.end < range.begin) range.end = range.begin;
  return range;
}

KeyRange RangeOf(const Table& table, const SegmentRange& segment) {
  const std::uint64_t number = segment.segment;
  const std::uint64_t total = segment.total_segments;
  return KeyRange{.begin = SegmentEnd(table, segment.index, FirstHash(number, total)),
                  .end = SegmentEnd(table, segment.index, FirstHash(number + 1, total))};
}

Result<std::string> PositionOf(const Table& table, const IndexDefinition* index,
                               const Item& start_key) {
  const Item table_key = table.KeyAttributes(start_key);
  TRESTLE_TRY(ItemKey key, table.KeyOf(table_key));
  if (index == nullptr) {
    if (start_key.size() != table_key.size()) return messages::KeyDoesNotMatchSchema();
    return std::move(key.bytes);
  }
  const bool exact = start_key.size() == table.KeyAttributes(start_key, index).size();
  if (!exact || !IsIndexed(*index, start_key)) return messages::KeyDoesNotMatchSchema();
  return IndexEntryKey(table, *index, start_key, key.bytes);
}

Rows::Rows(const View& view, KeyRange range, Options options) : direction_(options.direction) {
  if (options.start) CutAt(*std::move(options.start), direction_, range);
  cursor_ = view.Range(std::move(range));
  direction_ == Direction::kForward ? cursor_->SeekFirst() : cursor_->SeekLast();
}

bool Rows::Valid() const { return cursor_->Valid(); }

void Rows::Next() { direction_ == Direction::kForward ? cursor_->Next() : cursor_->Previous(); }

std::string_view Rows::position() const { return cursor_->key(); }

std::string_view Rows::item_bytes() const { return cursor_->value(); }

Status Rows::status() const { return cursor_->status(); }

}  // namespace trestle
