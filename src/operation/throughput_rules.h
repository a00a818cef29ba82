#pragma once

#include <string_view>

#include "operation/create_table.h"

namespace trestle {

// The limits of what can be provisioned. `index_name` is empty for the table.
Status CheckThroughputBounds(const ThroughputRequest& throughput, std::string_view index_name);

// The members of OnDemandThroughput that are given: none when capacity is provisioned, else at
// least 1. UpdateTable may also give -1, which takes a maximum away, and words the refusal
// differently.
enum class MaximumUse { kCreate, kUpdate };
Status CheckOnDemandMaximum(const UnitsPerSecond& maximum, BillingMode billing, MaximumUse use);
// The maximum after an update: members that are not given stay, -1 goes.
std::optional<UnitsPerSecond> MergedMaximum(const std::optional<UnitsPerSecond>& current,
                                            const UnitsPerSecond& change);

// What a table or index can serve at once before anybody asks for more.
UnitsPerSecond InitialWarmThroughput(BillingMode billing, const ProvisionedThroughput& throughput);
// The warm throughput after a request for `wanted`: never less than `current`. `of` is "table" or
// "index NAME".
Result<UnitsPerSecond> RaisedWarmThroughput(const UnitsPerSecond& current,
                                            const UnitsPerSecond& wanted, std::string_view of);

}  // namespace trestle
