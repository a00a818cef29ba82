#include "load/workload_traffic.h"

#include <utility>

#include "load/call.h"

namespace trestle::load {

WorkloadTraffic::WorkloadTraffic(const Options& options, RequestBodies bodies)
    : options_(options),
      bodies_(std::move(bodies)),
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
  if (!Count(answer, succeeded)) return;

  Tally& tally = (*tallies_)[answer.ticket.kind];
  tally.bytes_sent += answer.bytes_sent;
  tally.bytes_received += answer.bytes_received;
  if (succeeded) {
    tally.latency.Record(answer.received - answer.due);
  } else {
    ++tally.errors[answer.status == 0 ? std::string(answer.body)
                                      : ErrorTypeOf(answer.status, answer.body)];
  }
}

}  // namespace trestle::load
