#pragma once

#include <vector>

#include "base/result.h"
#include "repository/pattern_plan.h"

namespace trestle::repository {

// The queries that a run of a pattern takes: one after the other, and within each `shards` whose
// answers are merged.
struct Settings {
  std::vector<Setting> queries;
  std::vector<std::vector<Shard>> shards;  // none: each query is one
  std::vector<double> distances_km;  // of each query of a geo search: nothing it finds is nearer

  // How many answers are merged.
  std::size_t Width() const { return shards.empty() ? 1 : shards.size(); }
};

Result<Settings> SettingsOf(const PatternPlan& plan, const Item& arguments);

}  // namespace trestle::repository
