#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "operation/context.h"

namespace trestle {

struct TimeToLiveSpecification {
  bool enabled = false;
  std::string attribute_name;
};

struct UpdateTimeToLiveRequest {
  std::string table_name;
  TimeToLiveSpecification specification;
};
// Answers what was asked for. It takes effect at once; how long it is shown as ENABLING or
// DISABLING, and refuses the next change, is the catalog's delay.
Result<TimeToLiveSpecification> UpdateTimeToLive(OperationContext& context,
                                                 const UpdateTimeToLiveRequest& request);

enum class TimeToLiveStatus { kEnabling, kDisabling, kEnabled, kDisabled };
struct TimeToLiveDescription {
  TimeToLiveStatus status = TimeToLiveStatus::kDisabled;
  std::optional<std::string> attribute_name;  // unless disabled
};
Result<TimeToLiveDescription> DescribeTimeToLive(OperationContext& context,
                                                 const std::string& table_name);
// Of any definition, at this time.
TimeToLiveDescription DescribeTimeToLive(const TableDefinition& definition, TimePoint now);

}  // namespace trestle
