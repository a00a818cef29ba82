#pragma once

#include "base/clock.h"
#include "operation/database.h"
#include "repository/page.h"
#include "repository/pattern_plan.h"

namespace trestle::repository {

// One run of a pattern: what its requests have in common, and what they cost.
struct Execution {
  const PatternPlan& plan;
  Database& database;
  const Item& arguments;
  TimePoint now;
  Spent spent = {};
  int requests_left = 0;  // before the page ends where it is

  void Charge(double read_units) {
    spent.read_units += read_units;
    ++spent.requests;
    --requests_left;
  }
};

}  // namespace trestle::repository
