#include "table/counters.h"

#include <algorithm>

#include "table/key_codec.h"
#include "table/messages.h"

namespace trestle {
namespace {

// Little-endian base 128, seven bits a byte; a sign goes into the lowest bit, so that small counts
// stay short.
void AppendVarint(std::uint64_t value, std::string& out) {
  for (; value >= 0x80; value >>= 7) out.push_back(static_cast<char>(value | 0x80));
  out.push_back(static_cast<char>(value));
}

void AppendSigned(std::int64_t value, std::string& out) {
  AppendVarint(static_cast<std::uint64_t>(value) << 1 ^ static_cast<std::uint64_t>(value >> 63),
               out);
}

bool TakeVarint(std::string_view& bytes, std::uint64_t& value) {
  value = 0;
  for (int shift = 0; shift < 64 && !bytes.empty(); shift += 7) {
    const auto byte = static_cast<std::uint8_t>(bytes.front());
    bytes.remove_prefix(1);
    value |= std::uint64_t{byte & 0x7Fu} << shift;
    if (byte < 0x80) return true;
  }
  return false;
}

bool TakeSigned(std::string_view& bytes, std::int64_t& value) {
  std::uint64_t raw = 0;
  if (!TakeVarint(bytes, raw)) return false;
  value = static_cast<std::int64_t>(raw >> 1 ^ (~(raw & 1) + 1));
  return true;
}

}  // namespace

KeyRange TableCounters::RowsOf(std::uint32_t table_id) {
  return RangeOfPrefix(KeyWriter(KeySpace::kCounter, table_id).key());
}

std::string TableCounters::RowKey(std::size_t slot) const {
  std::string key = KeyWriter(KeySpace::kCounter, table_id_).key();
  key.push_back(static_cast<char>(slot >> 8));
  key.push_back(static_cast<char>(slot));
  return key;
}

std::string TableCounters::RowBytes(const Slot& slot) {
  std::string bytes;
  for (const Counter& counter : slot) {
    AppendVarint(counter.index_id, bytes);
    AppendSigned(counter.value.items, bytes);
    AppendSigned(counter.value.bytes, bytes);
  }
  return bytes;
}

void TableCounters::Apply(std::size_t slot, std::span<const CounterChange> changes,
                          std::int64_t sign) {
  if (slots_[slot] == nullptr) slots_[slot] = std::make_unique<Slot>();
  Slot& counters = *slots_[slot];
  for (const CounterChange& change : changes) {
    auto counter = std::find_if(counters.begin(), counters.end(), [&](const Counter& candidate) {
      return candidate.index_id == change.index_id;
    });
    if (counter == counters.end()) {
      counter = counters.insert(counter, Counter{.index_id = change.index_id, .value = {}});
    }
    counter->value.items += sign * change.items;
    counter->value.bytes += sign * change.bytes;
  }
}

void TableCounters::Add(std::size_t slot, std::span<const CounterChange> changes,
                        WriteBatch& batch) {
  Apply(slot, changes, 1);
  batch.Put(RowKey(slot), RowBytes(*slots_[slot]));
}

void TableCounters::Undo(std::size_t slot, std::span<const CounterChange> changes) {
  Apply(slot, changes, -1);
}

TableStatistics TableCounters::Read(std::size_t slot, std::uint32_t index_id) const {
  if (slots_[slot] == nullptr) return {};
  for (const Counter& counter : *slots_[slot]) {
    if (counter.index_id == index_id) return counter.value;
  }
  return {};
}

Status TableCounters::Load(std::string_view key, std::string_view row) {
  const std::string_view place = key.substr(std::min(key.size(), RowKey(0).size() - 2));
  if (place.size() != 2) return messages::CatalogDamaged("the key of a counter row");
  const std::size_t slot = static_cast<std::size_t>(static_cast<std::uint8_t>(place[0])) << 8 |
                           static_cast<std::uint8_t>(place[1]);
  if (slot >= slots_.size()) return messages::CatalogDamaged("the slot of a counter row");

  std::vector<CounterChange> counters;
  while (!row.empty()) {
    std::uint64_t index_id = 0;
    CounterChange counter;
    if (!TakeVarint(row, index_id) || !TakeSigned(row, counter.items) ||
        !TakeSigned(row, counter.bytes)) {
      return messages::CatalogDamaged("a counter row");
    }
    counter.index_id = static_cast<std::uint32_t>(index_id);
    counters.push_back(counter);
  }
  Apply(slot, counters, 1);
  return {};
}

}  // namespace trestle
