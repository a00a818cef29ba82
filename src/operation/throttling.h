#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "capacity/terms.h"
#include "table/definition.h"

namespace trestle {

struct ThrottlingReason {
  std::string reason;    // TableWriteProvisionedThroughputExceeded
  std::string resource;  // the ARN of the table or index
};
// Beside the error of a throttled request.
struct Throttling : ErrorDetail {
  std::vector<ThrottlingReason> reasons;
};

// What the table, or its global index, was promised.
CapacityTerms TermsOf(const TableDefinition& table, const IndexDefinition* index);

// One limit that a request ran into.
struct Excess {
  const TableDefinition& table;
  const IndexDefinition* index = nullptr;  // null: the table
  Access access = Access::kRead;
  ThroughputLimit limit = ThroughputLimit::kProvisionedThroughput;
};
// The exception that the service has for it. Of several, the first decides on the exception, and
// all are named.
Error ThrottledBy(const std::vector<Excess>& excesses);

// Whether the error is one of the three exceptions for throttled requests: a batch leaves the
// member unprocessed.
bool IsThrottling(const Error& error);

}  // namespace trestle
