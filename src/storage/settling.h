#pragma once

#include <cstdint>

namespace trestle {

class RocksDatabase;

// Brings a database that is at rest into the shape that is read fastest. Writes leave it in several
// levels, and every range is looked for in each of them: after ten million items were loaded, a
// Query spent a tenth of its time on levels that had nothing of it.
class Settling {
 public:
  // `database` lives as long.
  explicit Settling(const RocksDatabase& database) : database_(database) {}

  // Lets RocksDB merge one more file into the level below, in the background, unless it is still at
  // work. False when nothing is left that is worth the writing.
  bool Step();

 private:
  const RocksDatabase& database_;
  std::uint64_t last_file_ = 0;
};

}  // namespace trestle
