#include "value/capacity.h"

#include <algorithm>

namespace trestle {
namespace {

constexpr std::size_t kReadStepBytes = 4096;
constexpr std::size_t kWriteStepBytes = 1024;

double Steps(std::size_t bytes, std::size_t step) {
  return static_cast<double>(std::max<std::size_t>(1, (bytes + step - 1) / step));
}

double Sum(const std::map<std::string, double>& units) {
  double sum = 0;
  for (const auto& [index, of_index] : units) sum += of_index;
  return sum;
}

}  // namespace

double ReadUnits(std::size_t bytes, ReadConsistency consistency) {
  const double steps = Steps(bytes, kReadStepBytes);
  switch (consistency) {
    case ReadConsistency::kEventual:
      return steps / 2;
    case ReadConsistency::kStrong:
      return steps;
    case ReadConsistency::kTransactional:
      return steps * 2;
  }
  return steps;
}

double WriteUnits(std::size_t bytes, WriteKind kind) {
  const double steps = Steps(bytes, kWriteStepBytes);
  return kind == WriteKind::kTransactional ? steps * 2 : steps;
}

double ConsumedCapacity::Total() const { return table + Sum(global_indexes) + Sum(local_indexes); }

}  // namespace trestle
