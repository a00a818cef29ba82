#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>

namespace trestle {

enum class ReadConsistency { kEventual, kStrong, kTransactional };
enum class WriteKind { kPlain, kTransactional };

// Read units of `bytes` read as one: rounded up to 4 KB, at least one step, then 0.5, 1 or 2 a
// step.
double ReadUnits(std::size_t bytes, ReadConsistency consistency);
// Write units of one item (or index entry) of `bytes`: rounded up to 1 KB, at least one step.
double WriteUnits(std::size_t bytes, WriteKind kind);

// What one request consumed of one table, in the shape in which it is reported.
struct ConsumedCapacity {
  std::string table_name;
  double table = 0;
  std::map<std::string, double> global_indexes;
  std::map<std::string, double> local_indexes;
  // Transactions also report their units as read or write units.
  enum class Report { kPlain, kRead, kWrite } report = Report::kPlain;

  double Total() const;
};

}  // namespace trestle
