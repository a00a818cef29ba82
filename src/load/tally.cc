#include "load/tally.h"

namespace trestle::load {

std::uint64_t Tally::failed() const {
  std::uint64_t sum = 0;
  for (const auto& error : errors) sum += error.second;
  return sum;
}

void Tally::Add(const Tally& other) {
  latency.Add(other.latency);
  for (const auto& error : other.errors) errors[error.first] += error.second;
  bytes_sent += other.bytes_sent;
  bytes_received += other.bytes_received;
}

Tally TotalOf(const Tallies& tallies) {
  Tally total;
  for (const Tally& tally : tallies) total.Add(tally);
  return total;
}

}  // namespace trestle::load
