#pragma once

#include <atomic>
#include <memory>
#include <string_view>

#include "base/clock.h"
#include "operation/faults.h"
#include "operation/gate.h"

namespace trestle {

// Gives a request its gate, or none where there is nothing to ask: then a request pays for a look
// at two flags. Safe to share between threads.
class Gatekeeper {
 public:
  enum class Enforcement { kOff, kEnforce };
  // `clock` outlives it.
  Gatekeeper(const Clock& clock, Enforcement enforcement)
      : clock_(clock), faults_(clock), enforces_(enforcement == Enforcement::kEnforce) {}

  // `operation` outlives the gate; it is its name in the API, or empty.
  std::unique_ptr<Gate> GateFor(std::string_view operation) {
    if (!enforces_ && !faults_.Any() && !counts_some_.load(std::memory_order_relaxed)) {
      return nullptr;
    }
    return std::make_unique<Gate>(Gate::Setup{.clock = clock_,
                                              .faults = faults_,
                                              .operation = operation,
                                              .enforces = enforces_,
                                              .counts_all = CountsAll()});
  }

  Faults& faults() { return faults_; }
  bool enforces() const { return enforces_; }

  // From now on requests look at each table for whether its insights are on.
  void CountWhereInsightsAreOn() { counts_some_ = true; }
  // Counts all tables, or again only those. Enforcement always counts all.
  void CountAll(bool all) {
    counts_all_ = all;
    if (all) counts_some_ = true;
  }
  bool CountsAll() const { return enforces_ || counts_all_.load(std::memory_order_relaxed); }

 private:
  const Clock& clock_;
  Faults faults_;
  const bool enforces_;
  std::atomic<bool> counts_some_ = false;
  std::atomic<bool> counts_all_ = false;
};

}  // namespace trestle
