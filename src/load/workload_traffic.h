#pragma once

#include <cstdint>
#include <deque>
#include <memory>

#include "load/measured_traffic.h"
#include "load/mix.h"
#include "load/random.h"
#include "load/request_bodies.h"
#include "load/tally.h"

namespace trestle::load {

// Draws the requests of a mix and tallies their answers. The same seed draws the same requests.
class WorkloadTraffic final : public MeasuredTraffic {
 public:
  struct Options {
    Mix mix;
    std::uint64_t seed = 0;
  };
  WorkloadTraffic(const Options& options, RequestBodies bodies);

  bool Next(Outgoing& request) override;
  void Answered(const Answer& answer) override;

  const Tallies& tallies() const { return *tallies_; }

 private:
  Workload Choose();
  void WriteBody(Workload workload, std::uint64_t fresh, std::string& out);

  Options options_;
  RequestBodies bodies_;
  Random random_;
  std::uint64_t next_fresh_ = 0;
  std::deque<std::uint64_t> deletable_;  // fresh items that are known to be there
  std::unique_ptr<Tallies> tallies_;     // half a megabyte
};

}  // namespace trestle::load
