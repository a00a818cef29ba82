#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "value/attribute_value.h"

namespace trestle::repository {

// How far one query of a pattern has been read.
struct ReaderPosition {
  enum class Kind : char { kFresh, kAfter, kDone };
  Kind kind = Kind::kFresh;
  Item after;  // of kAfter: the last key that was taken
};

// Where the next page of a pattern begins.
struct Position {
  TimePoint now;          // of the first page: what the arguments call now stays the same
  std::size_t query = 0;  // which of several
  std::vector<ReaderPosition> readers;
  double distance_km = 0;  // of a geo search
};

// A position as clients carry it about. `binding` is what it was made for: the pattern and its
// arguments; nobody without `key` can make or change one.
std::string SealCursor(const Position& position, std::string_view key, std::string_view binding);
Result<Position> OpenCursor(std::string_view cursor, std::string_view key,
                            std::string_view binding);

}  // namespace trestle::repository
