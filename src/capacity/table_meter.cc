#include "capacity/table_meter.h"

#include <algorithm>

namespace trestle {
namespace {

std::vector<ResourceHeat::Partition> HottestPartitions(const ResourceMeter& meter,
                                                       std::size_t most) {
  std::vector<ResourceHeat::Partition> partitions;
  for (std::size_t i = 0; i < meter.partitions(); ++i) {
    partitions.push_back({.number = i,
                          .first_hash = meter.FirstHash(i),
                          .end_hash = meter.FirstHash(i + 1),
                          .counts = meter.counts(i)});
  }
  // Units are held against what a partition can take: a read unit weighs a third of a write unit.
  const auto heat = [](const ResourceHeat::Partition& partition) {
    return partition.counts.read_units / kPartitionLimit.read +
           partition.counts.write_units / kPartitionLimit.write;
  };
  std::stable_sort(partitions.begin(), partitions.end(),
                   [&](const auto& a, const auto& b) { return heat(a) > heat(b); });
  if (partitions.size() > most) partitions.resize(most);
  return partitions;
}

HeavyHitters::Addition Addition(Access access, double weight) {
  return {.weight = weight,
          .reads = access == Access::kRead ? 1u : 0u,
          .writes = access == Access::kWrite ? 1u : 0u};
}

}  // namespace

TableMeter::Resource& TableMeter::Of(const MeteredUse& use, TimePoint now) {
  Resource& resource = resources_.try_emplace(use.index_id, use.terms, now).first->second;
  const auto bytes = bytes_.find(use.index_id);
  resource.meter.Follow(use.terms, bytes != bytes_.end() ? bytes->second : 0, now);
  return resource;
}

std::optional<ThroughputLimit> TableMeter::Refusal(const MeteredUse& use, TimePoint now) {
  const MutexLock lock(mutex_);
  return Of(use, now).meter.Refusal(use.access, use.hash, now);
}

void TableMeter::Charge(const MeteredUse& use, double units, TimePoint now) {
  const MutexLock lock(mutex_);
  Resource& resource = Of(use, now);
  resource.meter.Charge(use.access, use.hash, units, now);
  const HeavyHitters::Addition addition = Addition(use.access, units);
  if (!use.partition_key.empty()) resource.partition_keys.Add(use.partition_key, addition);
  if (!use.item_key.empty()) resource.items.Add(use.item_key, addition);
}

void TableMeter::CountRefusal(const MeteredUse& use, TimePoint now) {
  const MutexLock lock(mutex_);
  Resource& resource = Of(use, now);
  resource.meter.CountRefusal(use.hash);
  const HeavyHitters::Addition addition = Addition(use.access, 1);
  if (!use.partition_key.empty())
    resource.throttled_partition_keys.Add(use.partition_key, addition);
  if (!use.item_key.empty()) resource.throttled_items.Add(use.item_key, addition);
}

void TableMeter::SetBytes(std::uint32_t index_id, std::int64_t bytes) {
  const MutexLock lock(mutex_);
  bytes_[index_id] = bytes;
}

std::vector<ResourceHeat> TableMeter::Heat(std::size_t most) const {
  const MutexLock lock(mutex_);
  std::vector<ResourceHeat> heat;
  for (const auto& [index_id, resource] : resources_) {
    heat.push_back({.index_id = index_id,
                    .partitions = HottestPartitions(resource.meter, most),
                    .partition_keys = resource.partition_keys.Top(most),
                    .items = resource.items.Top(most),
                    .throttled_partition_keys = resource.throttled_partition_keys.Top(most),
                    .throttled_items = resource.throttled_items.Top(most)});
  }
  return heat;
}

}  // namespace trestle
