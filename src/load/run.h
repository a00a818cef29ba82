#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/result.h"
#include "client/endpoint.h"
#include "client/request_writer.h"
#include "load/measured_traffic.h"
#include "load/time.h"

namespace trestle::load {

struct RunOptions {
  std::size_t connections = 64;
  double rate = 0;  // requests a second; 0: as many as the connections carry
  Nanoseconds warm_up{};
  Nanoseconds duration{};
};

struct RunFigures {
  double seconds = 0;  // measured; shorter than asked for if the run was interrupted
  std::vector<std::uint64_t> per_second;  // answers in each second of the measured time
  std::uint64_t unsent = 0;               // due at the rate, never sent
  double generator_seconds = 0;           // processor time of the generator's threads
};

// A moment of a run, for the progress line.
struct RoundMoment {
  bool warming_up = false;
  Nanoseconds elapsed{};  // of the warm-up, or of the measured time
  Nanoseconds duration{};
  double requests_per_second = 0;  // since the last moment
  Nanoseconds mean_latency{};
  std::uint64_t failed = 0;  // since the run began
};
using RoundProgress = std::function<void(const RoundMoment&)>;

// Sends each of the traffics on a thread of its own, with its part of the connections and of the
// rate, for the warm-up and the measured time, and waits for the last answers. Calls `progress`
// once a second, on the caller's thread.
Result<RunFigures> RunTraffics(const client::Endpoint& endpoint,
                               const client::RequestWriter& writer, const RunOptions& options,
                               std::span<MeasuredTraffic* const> traffics,
                               const RoundProgress& progress, const std::atomic<bool>& stop);

}  // namespace trestle::load
