#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>

#include "load/histogram.h"
#include "load/mix.h"

namespace trestle::load {

// What became of the requests of one kind.
struct Tally {
  Histogram latency;                            // of answers with status 200
  std::map<std::string, std::uint64_t> errors;  // by the exception's name, or what broke
  std::uint64_t bytes_sent = 0;
  std::uint64_t bytes_received = 0;

  std::uint64_t succeeded() const { return latency.count(); }
  std::uint64_t failed() const;
  void Add(const Tally& other);
};

using Tallies = std::array<Tally, kWorkloadCount>;

Tally TotalOf(const Tallies& tallies);

}  // namespace trestle::load
