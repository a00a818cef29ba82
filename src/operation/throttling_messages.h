#pragma once

#include "base/result.h"

// The texts of throttled requests, as the service spells them.
namespace trestle::messages {

inline tl::unexpected<Error> TableThroughputExceeded() {
  return Fail(ErrorCode::kProvisionedThroughputExceeded,
              "The level of configured provisioned throughput for the table was exceeded. Consider "
              "increasing your provisioning level with the UpdateTable API.");
}

inline tl::unexpected<Error> IndexThroughputExceeded() {
  return Fail(ErrorCode::kProvisionedThroughputExceeded,
              "The level of configured provisioned throughput for the index was exceeded. Consider "
              "increasing your provisioning level with the UpdateTable API.");
}

// A write to the table that one of its indexes cannot follow.
inline tl::unexpected<Error> IndexesOfTableExceeded() {
  return Fail(ErrorCode::kProvisionedThroughputExceeded,
              "The level of configured provisioned throughput for one or more global secondary "
              "indexes of the table was exceeded. Consider increasing your provisioning level for "
              "the under-provisioned global secondary indexes with the UpdateTable API");
}

inline tl::unexpected<Error> OnDemandCapacityExceeded() {
  return Fail(ErrorCode::kThrottling,
              "Throughput exceeds the current capacity of your table or index. DynamoDB is "
              "automatically scaling your table or index so please try again shortly. If "
              "exceptions persist, check if you have a hot key: "
              "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/"
              "bp-partition-key-design.html");
}

inline tl::unexpected<Error> OnDemandIndexesExceeded() {
  return Fail(ErrorCode::kThrottling,
              "Throughput exceeds the current capacity for one or more global secondary indexes. "
              "DynamoDB is automatically scaling your index so please try again shortly.");
}

inline tl::unexpected<Error> OnDemandMaximumExceeded() {
  return Fail(ErrorCode::kThrottling,
              "Throughput exceeds the maximum OnDemandThroughput configured on table or index");
}

inline tl::unexpected<Error> AccountLimitExceeded() {
  return Fail(ErrorCode::kRequestLimitExceeded,
              "Throughput exceeds the current throughput limit for your account. Please contact "
              "AWS Support at https://aws.amazon.com/support to request a limit increase.");
}

inline tl::unexpected<Error> TransactionOngoing() {
  return Fail(ErrorCode::kTransactionConflict, "Transaction is ongoing for the item");
}

inline tl::unexpected<Error> ServiceUnavailable() {
  return Fail(ErrorCode::kServiceUnavailable, "DynamoDB is currently unavailable.");
}

// Logged; the client is told no more than that there was an error.
inline tl::unexpected<Error> FaultInjected(std::string_view id) {
  return Fail(ErrorCode::kInternalServerError,
              std::string("injected by the rule ").append(id).append(" of /_trestle/faults"));
}

}  // namespace trestle::messages
