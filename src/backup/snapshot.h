#pragma once

#include <cstdint>
#include <string>

#include "base/clock.h"

namespace trestle {

// A copy of the whole database, with what was in it.
struct Snapshot {
  std::string name;
  TimePoint created;
  std::int64_t tables = 0;
  std::int64_t items = 0;
  std::int64_t bytes = 0;
};

}  // namespace trestle
