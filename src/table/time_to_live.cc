#include "table/time_to_live.h"

#include <charconv>
#include <cstdint>

#include "base/time_text.h"
#include "table/key_codec.h"
#include "table/table_state.h"

namespace trestle {
namespace {

// The parts of an item's key: space, table, and what follows them.
constexpr std::size_t kTablePlace = 1;
constexpr std::size_t kRestPlace = 5;
constexpr std::size_t kTimeBytes = 8;

void AppendTime(TimePoint time, std::string& key) {
  const auto microseconds = static_cast<std::uint64_t>(time.time_since_epoch().count());
  for (int shift = 56; shift >= 0; shift -= 8) {
    key.push_back(static_cast<char>(microseconds >> shift));
  }
}

// Of a number as it is stored: "1700000000.25". What is smaller than a microsecond counts as one.
std::optional<TimePoint> TimeOf(std::string_view number) {
  constexpr std::int64_t kLastSecond =
      std::chrono::floor<std::chrono::seconds>(kLastInstant).time_since_epoch().count();
  std::int64_t seconds = 0;
  const char* const end = number.data() + number.size();
  const auto whole = std::from_chars(number.data(), end, seconds);
  if (whole.ec != std::errc() || number.front() == '-' || seconds > kLastSecond)
    return std::nullopt;
  std::int64_t microseconds = 0;
  std::int64_t unit = 1'000'000;
  for (const char* digit = whole.ptr + 1; digit < end; ++digit) {
    if (unit == 1) {
      ++microseconds;
      break;
    }
    unit /= 10;
    microseconds += unit * (*digit - '0');
  }
  const TimePoint time(std::chrono::seconds(seconds) + Duration(microseconds));
  if (time <= TimePoint()) return std::nullopt;
  return time;
}

std::string EntryStart(std::uint32_t table_id, TimePoint time) {
  std::string key = KeyWriter(KeySpace::kExpiry, table_id).Take();
  AppendTime(time, key);
  return key;
}

}  // namespace

std::optional<TimePoint> ExpiryOf(const TableDefinition& definition, EncodedItemView item) {
  if (!definition.ttl_attribute) return std::nullopt;
  const std::optional<EncodedValue> value = item.Find(*definition.ttl_attribute);
  if (!value || value->type() != AttributeType::kNumber) return std::nullopt;
  const std::optional<std::string_view> number = value->Scalar();
  return number && !number->empty() ? TimeOf(*number) : std::nullopt;
}

std::string ExpiryEntry(std::string_view item_key, TimePoint expiry) {
  std::string key(1, static_cast<char>(KeySpace::kExpiry));
  key.append(item_key.substr(kTablePlace, kRestPlace - kTablePlace));
  AppendTime(expiry, key);
  key.append(item_key.substr(kRestPlace));
  return key;
}

std::string ItemOfExpiryEntry(std::string_view entry) {
  std::string key(1, static_cast<char>(KeySpace::kItem));
  key.append(entry.substr(kTablePlace, kRestPlace - kTablePlace));
  key.append(entry.substr(kRestPlace + kTimeBytes));
  return key;
}

KeyRange ExpiryEntries(std::uint32_t table_id, TimePoint first, TimePoint last) {
  return {.begin = EntryStart(table_id, first), .end = EntryStart(table_id, last + Duration(1))};
}

KeyRange ExpiryEntries(std::uint32_t table_id) {
  return RangeOfPrefix(KeyWriter(KeySpace::kExpiry, table_id).Take());
}

void AddExpiryChange(const Table& table, const ExpiryChange& change, WriteBatch& batch) {
  const auto expiry = [&](const std::optional<EncodedItemView>& image) {
    return image ? ExpiryOf(table.definition(), *image) : std::nullopt;
  };
  const std::optional<TimePoint> before = expiry(change.before);
  const std::optional<TimePoint> after = expiry(change.after);
  if (before == after) return;
  if (before) batch.Delete(ExpiryEntry(change.item_key, *before));
  if (!after) return;
  batch.Put(ExpiryEntry(change.item_key, *after), {});
  table.state()->first_expiry.Lower(*after);
}

}  // namespace trestle
