#include "load/script_traffic.h"

#include <algorithm>
#include <string>
#include <utility>

#include "client/json_member.h"
#include "load/call.h"

namespace trestle::load {
namespace {

constexpr int kConflict = 409;

bool IsSuccess(int status) { return status >= 200 && status < 300; }

// "HTTP 404: There is no User x", for the list of errors.
std::string ProblemOf(const Answer& answer) {
  if (answer.status == 0) return std::string(answer.body);
  std::string problem = "HTTP " + std::to_string(answer.status);
  const auto detail = client::JsonMember(answer.body, "detail");
  if (detail) problem.append(": ").append(client::JsonText(*detail));
  return problem;
}

}  // namespace

void ScriptTally::Add(const ScriptTally& other) {
  tally.Add(other.tally);
  conflicts += other.conflicts;
}

ScriptTraffic::ScriptTraffic(const Script& script, ScriptWriter writer, std::uint64_t seed)
    : script_(script), writer_(std::move(writer)), random_(seed), tallies_(script.requests.size()) {
  double sum = 0;
  for (const ScriptRequest& request : script.requests) {
    sum += request.rate;
    up_to_.push_back(sum);
  }
}

// Where there is nothing to take yet, what will be taken is made in its place.
std::size_t ScriptTraffic::Choose() {
  const auto drawn = std::ranges::upper_bound(up_to_, random_.Fraction() * up_to_.back());
  auto chosen = static_cast<std::size_t>(drawn - up_to_.begin());
  chosen = std::min(chosen, script_.requests.size() - 1);
  while (const std::string* const pool = writer_.Missing(script_.requests[chosen])) {
    chosen = script_.FillerOf(*pool);
  }
  return chosen;
}

bool ScriptTraffic::Next(Outgoing& request) {
  const std::size_t chosen = Choose();
  request.operation = {};
  request.ticket = {.kind = static_cast<std::uint8_t>(chosen), .number = 0};
  writer_.Write(script_.requests[chosen], 0, request.body);
  return true;
}

void ScriptTraffic::Answered(const Answer& answer) {
  const std::size_t kind = answer.ticket.kind;
  const bool succeeded = IsSuccess(answer.status);
  const bool meant = succeeded || answer.status == kConflict;
  if (succeeded) writer_.Keep(script_.requests[kind], answer.body);
  if (!Count(answer, meant)) return;

  ScriptTally& tally = tallies_[kind];
  tally.tally.bytes_sent += answer.bytes_sent;
  tally.tally.bytes_received += answer.bytes_received;
  if (answer.status == kConflict) ++tally.conflicts;
  if (meant) {
    tally.tally.latency.Record(answer.received - answer.due);
  } else {
    ++tally.tally.errors[ProblemOf(answer)];
  }
}

PreparingTraffic::PreparingTraffic(const ScriptRequest& request, ScriptWriter writer,
                                   PreparedPools& pools)
    : request_(request),
      writer_(std::move(writer)),
      pools_(pools),
      times_(static_cast<std::uint64_t>(request.rate)) {
  if (!request.keep_in.empty()) pools[request.keep_in].resize(times_);
}

bool PreparingTraffic::Next(Outgoing& request) {
  if (sent_ == times_ || !failure_.empty()) return false;
  request.operation = {};
  request.ticket = {.kind = 0, .number = sent_};
  writer_.Write(request_, static_cast<std::int64_t>(sent_++), request.body);
  return true;
}

// What an earlier run has made is as good.
void PreparingTraffic::Answered(const Answer& answer) {
  ++answered_;
  if (!IsSuccess(answer.status) && answer.status != kConflict) failure_ = ProblemOf(answer);
  std::vector<std::string> kept = KeptMembers(request_, answer.body);
  if (!kept.empty()) pools_[request_.keep_in][answer.ticket.number] = std::move(kept.front());
}

}  // namespace trestle::load
