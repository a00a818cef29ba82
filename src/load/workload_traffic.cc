#include "load/workload_traffic.h"

#include <utility>

#include "load/call.h"

namespace trestle::load {
namespace {

// Only the traffic's thread writes, so no atomic addition is needed.
void Increase(std::atomic<std::uint64_t>& count, std::uint64_t by) {
  count.store(count.load(std::memory_order_relaxed) + by, std::memory_order_relaxed);
}

}  // namespace

WorkloadTraffic::WorkloadTraffic(const Options& options, RequestBodies bodies, LiveCounts& live)
    : options_(options),
      bodies_(std::move(bodies)),
      live_(live),
      random_(options.seed),
      tallies_(std::make_unique<Tallies>()) {}

// There is nothing to delete until something was put, so a put goes in its place.
Workload WorkloadTraffic::Choose() {
  const Workload chosen = options_.mix.Choose(random_.Next());
  return chosen == Workload::kDelete && deletable_.empty() ? Workload::kPut : chosen;
}

bool WorkloadTraffic::Next(Outgoing& request) {
  const Workload workload = Choose();
  std::uint64_t fresh = next_fresh_;
  if (workload == Workload::kPut) next_fresh_ += 1;
  if (workload == Workload::kTransact) next_fresh_ += 2;
  if (workload == Workload::kDelete) {
    fresh = deletable_.front();
    deletable_.pop_front();
  }
  request.operation = OperationOf(workload);
  request.ticket = {.kind = static_cast<std::uint8_t>(workload), .number = fresh};
  WriteBody(workload, fresh, request.body);
  return true;
}

void WorkloadTraffic::WriteBody(Workload workload, std::uint64_t fresh, std::string& out) {
  switch (workload) {
    case Workload::kGet:
      return bodies_.Get(random_, out);
    case Workload::kBatchGet:
      return bodies_.BatchGet(random_, out);
    case Workload::kQuery:
      return bodies_.Query(random_, out);
    case Workload::kGsiQuery:
      return bodies_.GsiQuery(random_, out);
    case Workload::kScan:
      return bodies_.Scan(random_, out);
    case Workload::kUpdate:
      return bodies_.Update(random_, out);
    case Workload::kPut:
      return bodies_.Put(fresh, out);
    case Workload::kDelete:
      return bodies_.Delete(fresh, out);
    case Workload::kTransact:
      return bodies_.Transact(random_, fresh, out);
  }
}

void WorkloadTraffic::Answered(const Answer& answer) {
  const auto workload = static_cast<Workload>(answer.ticket.kind);
  const bool succeeded = answer.status == 200;
  if (succeeded && workload == Workload::kPut && options_.mix.Has(Workload::kDelete)) {
    deletable_.push_back(answer.ticket.number);
  }
  const Nanoseconds latency = answer.received - answer.due;
  Increase(succeeded ? live_.succeeded : live_.failed, 1);
  if (succeeded) Increase(live_.latency_sum, static_cast<std::uint64_t>(latency.count()));
  if (answer.due < measured_from_) return;

  Tally& tally = (*tallies_)[answer.ticket.kind];
  tally.bytes_sent += answer.bytes_sent;
  tally.bytes_received += answer.bytes_received;
  if (succeeded) {
    tally.latency.Record(latency);
  } else {
    ++tally.errors[answer.status == 0 ? std::string(answer.body)
                                      : ErrorTypeOf(answer.status, answer.body)];
  }
}

}  // namespace trestle::load
