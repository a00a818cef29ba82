#pragma once

#include <optional>

#include "base/moment.h"
#include "operation/database.h"
#include "repository/cursor.h"
#include "repository/page.h"
#include "repository/pattern_plan.h"

namespace trestle::repository {

// One run of a pattern: what its requests have in common, and what they have found.
struct Execution {
  const PatternPlan& plan;
  Database& database;
  const Item& arguments;
  Moment moment;
  Page& page;                         // without its cursor, which is for the caller to make
  int requests_left = 0;              // before the page ends where it is
  std::optional<Position> next = {};  // where the next page begins; absent: there is none

  void Charge(double read_units) {
    page.spent.read_units += read_units;
    ++page.spent.requests;
    --requests_left;
  }
};

}  // namespace trestle::repository
