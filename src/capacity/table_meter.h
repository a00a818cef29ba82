#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/mutex.h"
#include "capacity/heavy_hitters.h"
#include "capacity/resource_meter.h"

namespace trestle {

// One use of a table or of a global index.
struct MeteredUse {
  std::uint32_t index_id = 0;  // 0: the table
  CapacityTerms terms;
  Access access = Access::kRead;
  std::uint32_t hash = 0;
  // Encoded items with the key attributes, where keys are counted. A use of a whole partition has
  // no item key.
  std::string partition_key;
  std::string item_key;
};

// What a table or an index has seen since somebody counts, hottest first.
struct ResourceHeat {
  struct Partition {
    std::size_t number = 0;
    std::uint64_t first_hash = 0;
    std::uint64_t end_hash = 0;  // exclusive
    PartitionCounts counts;
  };
  std::uint32_t index_id = 0;
  std::vector<Partition> partitions;
  using Keys = std::vector<HeavyHitters::Entry>;
  Keys partition_keys;  // weighed by units
  Keys items;
  Keys throttled_partition_keys;  // weighed by refusals
  Keys throttled_items;
};

// The capacity of a table and its global indexes, and who uses it. Empty, and next to nothing in
// memory, until it is first asked. Safe to share between threads.
class TableMeter {
 public:
  std::optional<ThroughputLimit> Refusal(const MeteredUse& use, TimePoint now)
      TRESTLE_EXCLUDES(mutex_);
  void Charge(const MeteredUse& use, double units, TimePoint now) TRESTLE_EXCLUDES(mutex_);
  void CountRefusal(const MeteredUse& use, TimePoint now) TRESTLE_EXCLUDES(mutex_);
  // How much the table or index holds, as far as it decides on the number of partitions.
  void SetBytes(std::uint32_t index_id, std::int64_t bytes) TRESTLE_EXCLUDES(mutex_);

  // At most so many partitions and keys of each kind. Resources that nobody has used are left out.
  std::vector<ResourceHeat> Heat(std::size_t most) const TRESTLE_EXCLUDES(mutex_);

 private:
  struct Resource {
    Resource(const CapacityTerms& terms, TimePoint now) : meter(terms, now) {}
    ResourceMeter meter;
    HeavyHitters partition_keys{kKeysKept};
    HeavyHitters items{kKeysKept};
    HeavyHitters throttled_partition_keys{kKeysKept};
    HeavyHitters throttled_items{kKeysKept};
  };
  static constexpr std::size_t kKeysKept = 512;

  Resource& Of(const MeteredUse& use, TimePoint now) TRESTLE_REQUIRES(mutex_);

  mutable Mutex mutex_;
  std::map<std::uint32_t, Resource> resources_ TRESTLE_GUARDED_BY(mutex_);  // by index id
  std::map<std::uint32_t, std::int64_t> bytes_ TRESTLE_GUARDED_BY(mutex_);  // likewise
};

}  // namespace trestle
