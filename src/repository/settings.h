#pragma once

#include <vector>

#include "base/result.h"
#include "repository/pattern_plan.h"

namespace trestle::repository {

// The queries that a run of a pattern takes: one after the other, and within each `shards` whose
// answers are merged.
struct Settings {
  std::vector<Setting> queries;
  std::vector<std::vector<Setting::Shard>> shards;  // at least one, possibly empty
  std::vector<double> distances_km;  // of each query of a geo search: nothing it finds is nearer
};

Result<Settings> SettingsOf(const PatternPlan& plan, const Item& arguments);

}  // namespace trestle::repository
