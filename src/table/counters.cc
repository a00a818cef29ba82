#include "table/counters.h"

#include <algorithm>
#include <bit>
#include <thread>

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

std::size_t CounterSlots::Take() {
  for (std::size_t word = 0;; word = (word + 1) % taken_.size()) {
    std::uint64_t taken = taken_[word].load(std::memory_order_relaxed);
    while (~taken != 0) {
      const std::uint64_t free = ~taken & (taken + 1);  // the lowest bit that is not set
      if (taken_[word].compare_exchange_weak(taken, taken | free, std::memory_order_acquire)) {
        return word * 64 + static_cast<std::size_t>(std::countr_zero(free));
      }
    }
    if (word + 1 == taken_.size()) std::this_thread::yield();
  }
}

void CounterSlots::GiveBack(std::size_t slot) {
  taken_[slot / 64].fetch_and(~(std::uint64_t{1} << slot % 64), std::memory_order_release);
}

bool TableCounters::IsRow(std::string_view key) {
  constexpr std::size_t kBytes = 1 + 4 + 2;  // space, table, slot
  return key.size() == kBytes && key[0] == static_cast<char>(KeySpace::kCounter);
}

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

const TableCounters::Slot& TableCounters::Apply(std::size_t slot,
                                                std::span<const CounterChange> changes,
                                                std::int64_t sign) {
  if (slots_.size() <= slot) slots_.resize(slot + 1);
  Slot& counters = slots_[slot];
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
  return counters;
}

void TableCounters::Add(std::size_t slot, std::span<const CounterChange> changes,
                        WriteBatch& batch) {
  const MutexLock lock(mutex_);
  batch.Put(RowKey(slot), RowBytes(Apply(slot, changes, 1)));
}

void TableCounters::Undo(std::size_t slot, std::span<const CounterChange> changes) {
  const MutexLock lock(mutex_);
  Apply(slot, changes, -1);
}

TableStatistics TableCounters::Read(std::uint32_t index_id) const {
  const MutexLock lock(mutex_);
  TableStatistics sum;
  for (const Slot& slot : slots_) {
    for (const Counter& counter : slot) {
      if (counter.index_id != index_id) continue;
      sum.items += counter.value.items;
      sum.bytes += counter.value.bytes;
    }
  }
  return sum;
}

Status TableCounters::Load(std::string_view key, std::string_view row) {
  const std::string_view place = key.substr(std::min(key.size(), RowKey(0).size() - 2));
  if (place.size() != 2) return messages::CatalogDamaged("the key of a counter row");
  const std::size_t slot = static_cast<std::size_t>(static_cast<std::uint8_t>(place[0])) << 8 |
                           static_cast<std::uint8_t>(place[1]);
  if (slot >= CounterSlots::kSlots) return messages::CatalogDamaged("the slot of a counter row");

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
  const MutexLock lock(mutex_);
  Apply(slot, counters, 1);
  return {};
}

}  // namespace trestle
