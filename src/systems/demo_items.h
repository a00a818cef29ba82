#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "value/attribute_value.h"

namespace trestle {

struct DemoItem {
  std::string entity;
  Item values;  // as people give them, without keys
};

// What a system's demo.json holds. Its times count from `now`, so that a demo never grows old:
// "@today+5" is a date, "@now-3h" a timestamp, "@today+5T07:00:00.000Z" that time on that date.
Result<std::vector<DemoItem>> DemoItems(std::string_view json, TimePoint now);

}  // namespace trestle
