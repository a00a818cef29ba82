#pragma once

#include "operation/update_table.h"

namespace trestle {

// The parts of UpdateTable, each made in a definition that is thrown away if any of them fails.

// BillingMode, ProvisionedThroughput, OnDemandThroughput and WarmThroughput of the table.
Status ChangeThroughput(const UpdateTableRequest& request, TimePoint now, TableDefinition& table);

// GlobalSecondaryIndexUpdates, after the table's own throughput: an index follows the new billing
// mode.
Status CheckIndexUpdates(const std::vector<GlobalIndexUpdate>& updates);
Status ChangeIndexes(const UpdateTableRequest& request, TimePoint now, TableDefinition& table);

// Sets what is provisioned and remembers when it went up or down.
void SetThroughput(const ThroughputRequest& wanted, TimePoint now,
                   ProvisionedThroughput& throughput);
// Warm throughput follows what is provisioned upwards.
void KeepWarm(BillingMode billing, const ProvisionedThroughput& throughput,
              std::optional<UnitsPerSecond>& warm);

}  // namespace trestle
