#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/mutex.h"
#include "table/table.h"

namespace trestle {

enum class FaultKind : std::uint8_t {
  kThrottle,
  kInternal,
  kUnavailable,
  kLatency,
  kConflict,    // of a transaction; hits writes, and reads of TransactGetItems
  kUnprocessed  // hits members of batches
};

// A fault to inject where everything that is given matches.
struct FaultRule {
  std::optional<std::string> operation;
  std::optional<std::string> table;
  std::optional<Item> key;  // the key of an item, or its partition key alone
  FaultKind fault = FaultKind::kInternal;
  std::optional<std::uint64_t> times;  // none: until it is removed
  std::optional<Duration> lasts;
  Duration delay{0};  // of the answer; what kLatency is for, and others may have too
  double probability = 1;
};

// What a rule is held against.
struct FaultPoint {
  std::string_view operation;
  std::string_view table_name;     // empty if the request has none
  const Table* table = nullptr;    // null for a call that is not about items
  std::string_view position = {};  // a stored key, or the beginning of one
  bool writes = false;
};

// The faults that are injected on request, for tests of programs that must survive them. Safe to
// share between threads.
class Faults {
 public:
  explicit Faults(const Clock& clock) : clock_(clock) {}

  std::uint64_t Add(FaultRule rule) TRESTLE_EXCLUDES(mutex_);
  bool Remove(std::uint64_t id) TRESTLE_EXCLUDES(mutex_);
  void Clear() TRESTLE_EXCLUDES(mutex_);

  struct Listed {
    std::uint64_t id = 0;
    FaultRule rule;
    std::uint64_t hits = 0;
    TimePoint added;
    bool over = false;  // used up, or out of time
  };
  std::vector<Listed> List() const TRESTLE_EXCLUDES(mutex_);

  // Whether a request has to ask at all. Does not lock.
  bool Any() const { return live_.load(std::memory_order_relaxed); }

  // What happens at this point. All rules of latency that match add up; of the others the oldest
  // decides.
  struct Hit {
    std::optional<FaultKind> fault;  // not kLatency
    std::uint64_t id = 0;
    Duration delay{0};
  };
  Hit Strike(const FaultPoint& point) TRESTLE_EXCLUDES(mutex_);

 private:
  bool IsOver(const Listed& listed) const;
  bool Falls(const FaultRule& rule) TRESTLE_REQUIRES(mutex_);
  void Recount() TRESTLE_REQUIRES(mutex_);

  const Clock& clock_;
  mutable Mutex mutex_;
  std::vector<Listed> rules_ TRESTLE_GUARDED_BY(mutex_);
  std::uint64_t next_id_ TRESTLE_GUARDED_BY(mutex_) = 1;
  std::mt19937_64 random_ TRESTLE_GUARDED_BY(mutex_){std::random_device()()};
  std::atomic<bool> live_ = false;
};

}  // namespace trestle
