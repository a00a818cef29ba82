#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "load/measured_traffic.h"
#include "load/random.h"
#include "load/script.h"
#include "load/script_writer.h"
#include "load/tally.h"

namespace trestle::load {

// What became of the requests of one kind. The latencies are those of all answers that the system
// means to give: success, and a conflict with what is stored (409).
struct ScriptTally {
  Tally tally;
  std::uint64_t conflicts = 0;

  void Add(const ScriptTally& other);
};

// Draws the requests of a script as often as it says and tallies their answers.
class ScriptTraffic final : public MeasuredTraffic {
 public:
  // `script` outlives the traffic.
  ScriptTraffic(const Script& script, ScriptWriter writer, std::uint64_t seed);

  bool Next(Outgoing& request) override;
  void Answered(const Answer& answer) override;

  const std::vector<ScriptTally>& tallies() const { return tallies_; }  // of each request

 private:
  std::size_t Choose();

  const Script& script_;
  ScriptWriter writer_;
  Random random_;
  std::vector<double> up_to_;  // the rates of all requests up to each
  std::vector<ScriptTally> tallies_;
};

// Sends one preparation as often as it is to be sent, and keeps what is to be kept of the answers.
class PreparingTraffic final : public Traffic {
 public:
  // Both outlive the traffic.
  PreparingTraffic(const ScriptRequest& request, ScriptWriter writer, PreparedPools& pools);

  bool Next(Outgoing& request) override;
  void Answered(const Answer& answer) override;
  bool Done() const override { return answered_ == times_ || !failure_.empty(); }

  std::uint64_t answered() const { return answered_; }
  std::uint64_t times() const { return times_; }
  const std::string& failure() const { return failure_; }  // empty: none

 private:
  const ScriptRequest& request_;
  ScriptWriter writer_;
  PreparedPools& pools_;
  std::uint64_t times_;
  std::uint64_t sent_ = 0;
  std::uint64_t answered_ = 0;
  std::string failure_;
};

}  // namespace trestle::load
