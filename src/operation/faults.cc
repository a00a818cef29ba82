#include "operation/faults.h"

#include <algorithm>

#include "table/rows.h"
#include "table/table_directory.h"

namespace trestle {
namespace {

bool IsBatch(std::string_view operation) {
  return operation == "BatchGetItem" || operation == "BatchWriteItem";
}

// Where the item of that key is stored, or where all of its partition are; nothing if the key does
// not fit the table.
std::optional<std::string> PositionOfKey(const Table& table, const Item& key) {
  if (const Result<ItemKey> whole = table.KeyOf(key)) return whole->bytes;
  PartitionRange partition;
  for (const KeyAttribute& attribute : table.keys().hash) {
    const AttributeValue* const value = key.Find(attribute.name);
    if (value == nullptr || value->type() != attribute.type) return std::nullopt;
    partition.hash.push_back(*value);
  }
  if (key.size() != partition.hash.size()) return std::nullopt;
  return RangeOf(table, partition).begin;
}

// Key parts are self-delimiting, so a partition's key begins the keys of its items and no others.
bool HasKey(const FaultPoint& point, const Item& key) {
  if (point.table == nullptr) return false;
  const std::optional<std::string> position = PositionOfKey(*point.table, key);
  return position && point.position.starts_with(*position);
}

bool CanHit(FaultKind fault, const FaultPoint& point) {
  switch (fault) {
    case FaultKind::kConflict:
      return point.table != nullptr && !IsBatch(point.operation) &&
             (point.writes || point.operation == "TransactGetItems");
    case FaultKind::kUnprocessed:
      return IsBatch(point.operation);
    default:
      return true;
  }
}

bool Matches(const FaultRule& rule, const FaultPoint& point) {
  return CanHit(rule.fault, point) && (!rule.operation || *rule.operation == point.operation) &&
         (!rule.table || *rule.table == point.table_name) &&
         (!rule.key || HasKey(point, *rule.key));
}

}  // namespace

std::uint64_t Faults::Add(FaultRule rule) {
  const MutexLock lock(mutex_);
  if (rule.table) rule.table = std::string(TableNameOf(*rule.table));
  rules_.push_back({.id = next_id_++, .rule = std::move(rule), .added = clock_.Now()});
  Recount();
  return rules_.back().id;
}

bool Faults::Remove(std::uint64_t id) {
  const MutexLock lock(mutex_);
  const std::size_t removed =
      std::erase_if(rules_, [&](const Listed& listed) { return listed.id == id; });
  Recount();
  return removed > 0;
}

void Faults::Clear() {
  const MutexLock lock(mutex_);
  rules_.clear();
  Recount();
}

std::vector<Faults::Listed> Faults::List() const {
  const MutexLock lock(mutex_);
  std::vector<Listed> list = rules_;
  for (Listed& listed : list) listed.over = IsOver(listed);
  return list;
}

bool Faults::IsOver(const Listed& listed) const {
  const FaultRule& rule = listed.rule;
  return (rule.times && listed.hits >= *rule.times) ||
         (rule.lasts && clock_.Now() - listed.added >= *rule.lasts);
}

void Faults::Recount() {
  live_ = std::any_of(rules_.begin(), rules_.end(),
                      [&](const Listed& listed) { return !IsOver(listed); });
}

bool Faults::Falls(const FaultRule& rule) {
  return rule.probability >= 1 || std::uniform_real_distribution<>()(random_) < rule.probability;
}

Faults::Hit Faults::Strike(const FaultPoint& point) {
  Hit hit;
  const MutexLock lock(mutex_);
  for (Listed& listed : rules_) {
    const FaultRule& rule = listed.rule;
    const bool waits_only = rule.fault == FaultKind::kLatency;
    if (hit.fault && !waits_only) continue;
    if (IsOver(listed) || !Matches(rule, point) || !Falls(rule)) continue;
    ++listed.hits;
    hit.delay += rule.delay;
    if (waits_only) continue;
    hit.fault = rule.fault;
    hit.id = listed.id;
  }
  Recount();
  return hit;
}

}  // namespace trestle
