#include <algorithm>

#include "operation/table_changes.h"
#include "operation/throughput_messages.h"
#include "operation/throughput_rules.h"

namespace trestle {
namespace {

bool SameDay(TimePoint a, TimePoint b) {
  using std::chrono::days;
  return std::chrono::floor<days>(a) == std::chrono::floor<days>(b);
}

void SwitchToPayPerRequest(TimePoint now, TableDefinition& table) {
  table.billing = BillingMode::kPayPerRequest;
  table.last_to_pay_per_request = now;
  table.throughput.read = table.throughput.write = 0;
  KeepWarm(table.billing, table.throughput, table.warm_throughput);
  for (IndexDefinition& index : table.indexes) {
    if (index.local) continue;
    index.throughput.read = index.throughput.write = 0;
    KeepWarm(table.billing, index.throughput, index.warm_throughput);
  }
}

bool GivesThroughput(const UpdateTableRequest& request, std::string_view index_name) {
  if (!request.global_index_updates) return false;
  return std::any_of(request.global_index_updates->begin(), request.global_index_updates->end(),
                     [&](const GlobalIndexUpdate& update) {
                       if (update.remove) return *update.remove == index_name;
                       return update.update && update.update->name == index_name &&
                              update.update->throughput.has_value();
                     });
}

// Every index needs its own throughput from then on. Maxima are on-demand's alone.
Status SwitchToProvisioned(const UpdateTableRequest& request, TimePoint now,
                           TableDefinition& table) {
  if (!request.throughput) return messages::ThroughputRequired();
  table.billing = BillingMode::kProvisioned;
  table.on_demand_maximum.reset();
  for (IndexDefinition& index : table.indexes) {
    if (index.local) continue;
    if (!GivesThroughput(request, index.name)) {
      return messages::OldIndexThroughputRequired(index.name);
    }
    index.on_demand_maximum.reset();
  }
  SetThroughput(*request.throughput, now, table.throughput);
  KeepWarm(table.billing, table.throughput, table.warm_throughput);
  return {};
}

Status ChangeBilling(const UpdateTableRequest& request, TimePoint now, TableDefinition& table) {
  const BillingMode next = request.billing.value_or(table.billing);
  if (next == BillingMode::kPayPerRequest) {
    if (request.throughput) return messages::ThroughputOfOnDemandTable();
    if (table.billing != next) SwitchToPayPerRequest(now, table);
    return {};
  }
  if (table.billing != next) return SwitchToProvisioned(request, now, table);
  if (!request.throughput) return {};
  if (request.throughput->read == table.throughput.read &&
      request.throughput->write == table.throughput.write) {
    return messages::ThroughputUnchanged(
        "", {.read = table.throughput.read, .write = table.throughput.write},
        {.read = request.throughput->read, .write = request.throughput->write});
  }
  SetThroughput(*request.throughput, now, table.throughput);
  KeepWarm(table.billing, table.throughput, table.warm_throughput);
  return {};
}

}  // namespace

void SetThroughput(const ThroughputRequest& wanted, TimePoint now,
                   ProvisionedThroughput& throughput) {
  if (wanted.read > throughput.read || wanted.write > throughput.write) {
    throughput.last_increase = now;
  }
  if (wanted.read < throughput.read || wanted.write < throughput.write) {
    const bool again = throughput.last_decrease && SameDay(*throughput.last_decrease, now);
    throughput.decreases_today = again ? throughput.decreases_today + 1 : 1;
    throughput.last_decrease = now;
  }
  throughput.read = wanted.read;
  throughput.write = wanted.write;
}

void KeepWarm(BillingMode billing, const ProvisionedThroughput& throughput,
              std::optional<UnitsPerSecond>& warm) {
  const UnitsPerSecond least = InitialWarmThroughput(billing, throughput);
  const UnitsPerSecond current = warm.value_or(UnitsPerSecond{});
  warm = UnitsPerSecond{.read = std::max(current.read, least.read),
                        .write = std::max(current.write, least.write)};
}

Status ChangeThroughput(const UpdateTableRequest& request, TimePoint now, TableDefinition& table) {
  TRESTLE_RETURN_IF_ERROR(ChangeBilling(request, now, table));
  if (request.on_demand_maximum) {
    TRESTLE_RETURN_IF_ERROR(
        CheckOnDemandMaximum(*request.on_demand_maximum, table.billing, MaximumUse::kUpdate));
    table.on_demand_maximum = MergedMaximum(table.on_demand_maximum, *request.on_demand_maximum);
  }
  if (request.warm_throughput) {
    TRESTLE_TRY(table.warm_throughput,
                RaisedWarmThroughput(table.warm_throughput.value_or(UnitsPerSecond{}),
                                     *request.warm_throughput, "table"));
  }
  return {};
}

}  // namespace trestle
