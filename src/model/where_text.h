#pragma once

#include <string_view>
#include <vector>

#include "model/fields.h"
#include "model/model.h"

namespace trestle::model {

// Reads the `where` of a pattern: tests of key attributes joined by `and`.
std::vector<KeyTest> ParseWhere(std::string_view text, Place place, Problems& problems);

}  // namespace trestle::model
