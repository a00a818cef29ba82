#pragma once

#include "operation/throughput_messages.h"

// The texts of UpdateTable alone.
namespace trestle::messages {

inline tl::unexpected<Error> NothingToUpdate() {
  return InvalidTable(
      "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled, "
      "GlobalSecondaryIndexUpdates or SSESpecification or ReplicaUpdates is required");
}

inline tl::unexpected<Error> IndexUpdateEmpty() {
  return InvalidParameterValue(
      "One of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create, "
      "GlobalSecondaryIndexUpdate.Delete must not be null");
}

inline tl::unexpected<Error> IndexUpdateAmbiguous() {
  return InvalidParameterValue(
      "Only one of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create, "
      "GlobalSecondaryIndexUpdate.Delete may be specified");
}

inline tl::unexpected<Error> IndexUpdatedTwice(std::string_view index) {
  return InvalidParameterValue(
      std::string("Only one global secondary index update per index is allowed simultaneously. "
                  "Index: ")
          .append(index));
}

inline tl::unexpected<Error> OneIndexAtATime() {
  return Fail(ErrorCode::kLimitExceeded,
              "Subscriber limit exceeded: Only 1 online index can be created or deleted "
              "simultaneously per table");
}

inline tl::unexpected<Error> UpdatedIndexNotFound() {
  return Fail(ErrorCode::kResourceNotFound, "Requested resource not found");
}

inline tl::unexpected<Error> StreamAlreadyEnabled(std::string_view table) {
  return InvalidTable(
      std::string("Table already has an enabled stream: TableName: ").append(table));
}

inline tl::unexpected<Error> NoStreamToDisable(std::string_view table) {
  return InvalidTable(std::string("Table has no stream to disable: TableName: ").append(table));
}

}  // namespace trestle::messages
