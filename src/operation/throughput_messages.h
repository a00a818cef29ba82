#pragma once

#include "operation/table_messages.h"

// The texts about throughput and billing.
namespace trestle::messages {

// `member` is ReadCapacityUnits or WriteCapacityUnits; `index` is empty for the table.
inline tl::unexpected<Error> ThroughputOutOfBounds(std::int64_t value, std::string_view member,
                                                   std::string_view index) {
  std::string message = "Given value " + std::to_string(value) + " for ";
  message.append(member).append(" is out of bounds");
  if (!index.empty()) message.append(" for index ").append(index);
  return InvalidTable(message);
}

inline tl::unexpected<Error> ThroughputRequired() {
  return InvalidParameterValue(
      "ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is "
      "PROVISIONED");
}

inline tl::unexpected<Error> ThroughputOfOnDemandTable() {
  return InvalidParameterValue(
      "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is "
      "PAY_PER_REQUEST");
}

inline tl::unexpected<Error> IndexThroughputRequired(std::string_view index) {
  return InvalidParameterValue(
      std::string("ProvisionedThroughput is not specified for index: ").append(index));
}

// What UpdateTable says of an index that stays when the table turns to provisioned throughput.
inline tl::unexpected<Error> OldIndexThroughputRequired(std::string_view index) {
  return InvalidParameterValue(
      std::string("ProvisionedThroughput must be specified for index: ").append(index));
}

// What UpdateTable says of a new index where CreateTable says IndexThroughputRequired.
inline tl::unexpected<Error> IndexUnitsRequired(std::string_view index) {
  return InvalidParameterValue(
      std::string("Both ReadCapacityUnits and WriteCapacityUnits must be specified for index: ")
          .append(index));
}

inline tl::unexpected<Error> IndexThroughputOfOnDemandTable(std::string_view index) {
  return InvalidParameterValue(
      std::string("ProvisionedThroughput should not be specified for index: ")
          .append(index)
          .append(" when BillingMode is PAY_PER_REQUEST"));
}

struct Units {
  std::int64_t read = 0;
  std::int64_t write = 0;
};

// `index` is empty for the table.
inline tl::unexpected<Error> ThroughputUnchanged(std::string_view index, Units current,
                                                 Units requested) {
  const std::string of = index.empty() ? "table" : "index";
  std::string message = "The provisioned throughput for the " + of;
  if (!index.empty()) message.append(" ").append(index);
  message +=
      " will not change. The requested value equals the current value. Current "
      "ReadCapacityUnits provisioned for the " +
      of + ": " + std::to_string(current.read) +
      ". Requested ReadCapacityUnits: " + std::to_string(requested.read) +
      ". Current WriteCapacityUnits provisioned for the " + of + ": " +
      std::to_string(current.write) +
      ". Requested WriteCapacityUnits: " + std::to_string(requested.write) +
      ". Refer to the Amazon DynamoDB Developer Guide for current limits and how to request "
      "higher limits.";
  return InvalidTable(message);
}

// On-demand maximum and warm throughput. `member` is the part that is wrong.

inline tl::unexpected<Error> MaximumOfNewProvisionedTable(std::string_view member) {
  return InvalidParameterValue(
      std::string(member).append(" for OnDemandThroughput cannot be specified when table "
                                 "BillingMode is PROVISIONED."));
}

inline tl::unexpected<Error> MaximumOfProvisionedTable(std::string_view member) {
  return InvalidParameterValue(
      std::string(member).append(" for OnDemandThroughput cannot be specified when the table "
                                 "BillingMode is PROVISIONED"));
}

inline tl::unexpected<Error> MaximumOutOfBounds(std::int64_t value, std::string_view member) {
  return InvalidParameterValue("Given value " + std::to_string(value) + " for " +
                               std::string(member) + " is out of bounds");
}

// `of` is "table" or "index NAME".
inline tl::unexpected<Error> WarmThroughputTooLow(std::string_view member, std::string_view of) {
  return InvalidParameterValue(std::string("Requested ")
                                   .append(member)
                                   .append(" for WarmThroughput for ")
                                   .append(of)
                                   .append(" is lower than current WarmThroughput, decreasing "
                                           "WarmThroughput is not supported"));
}

}  // namespace trestle::messages
