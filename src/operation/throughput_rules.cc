#include "operation/throughput_rules.h"

#include <algorithm>

#include "operation/throughput_messages.h"

namespace trestle {
namespace {

constexpr std::int64_t kMaxThroughput = 1'000'000'000'000;
constexpr std::int64_t kNoMaximum = -1;

// Of a new on-demand table.
constexpr std::int64_t kWarmReads = 12'000;
constexpr std::int64_t kWarmWrites = 4'000;

Status CheckMaximum(const std::optional<std::int64_t>& value, std::string_view member,
                    MaximumUse use) {
  if (!value || *value >= 1) return {};
  if (use == MaximumUse::kUpdate && *value == kNoMaximum) return {};
  return messages::MaximumOutOfBounds(*value, member);
}

void Merge(std::optional<std::int64_t>& current, const std::optional<std::int64_t>& change) {
  if (!change) return;
  current = change;
  if (*change == kNoMaximum) current.reset();
}

Status Raise(std::optional<std::int64_t>& current, const std::optional<std::int64_t>& wanted,
             std::string_view member, std::string_view of) {
  if (!wanted) return {};
  if (*wanted < current.value_or(0)) return messages::WarmThroughputTooLow(member, of);
  current = wanted;
  return {};
}

}  // namespace

Status CheckThroughputBounds(const ThroughputRequest& throughput, std::string_view index_name) {
  if (throughput.read > kMaxThroughput) {
    return messages::ThroughputOutOfBounds(throughput.read, "ReadCapacityUnits", index_name);
  }
  if (throughput.write > kMaxThroughput) {
    return messages::ThroughputOutOfBounds(throughput.write, "WriteCapacityUnits", index_name);
  }
  return {};
}

Status CheckOnDemandMaximum(const UnitsPerSecond& maximum, BillingMode billing, MaximumUse use) {
  if (!maximum.read && !maximum.write) return {};
  if (billing == BillingMode::kProvisioned) {
    const std::string_view member = maximum.read ? "MaxReadRequestUnits" : "MaxWriteRequestUnits";
    if (use == MaximumUse::kCreate) return messages::MaximumOfNewProvisionedTable(member);
    return messages::MaximumOfProvisionedTable(member);
  }
  TRESTLE_RETURN_IF_ERROR(CheckMaximum(maximum.read, "MaxReadRequestUnits", use));
  return CheckMaximum(maximum.write, "MaxWriteRequestUnits", use);
}

std::optional<UnitsPerSecond> MergedMaximum(const std::optional<UnitsPerSecond>& current,
                                            const UnitsPerSecond& change) {
  UnitsPerSecond merged = current.value_or(UnitsPerSecond{});
  Merge(merged.read, change.read);
  Merge(merged.write, change.write);
  if (merged == UnitsPerSecond{}) return std::nullopt;
  return merged;
}

UnitsPerSecond InitialWarmThroughput(BillingMode billing, const ProvisionedThroughput& throughput) {
  if (billing == BillingMode::kPayPerRequest) return {.read = kWarmReads, .write = kWarmWrites};
  return {.read = throughput.read, .write = throughput.write};
}

Result<UnitsPerSecond> RaisedWarmThroughput(const UnitsPerSecond& current,
                                            const UnitsPerSecond& wanted, std::string_view of) {
  UnitsPerSecond raised = current;
  TRESTLE_RETURN_IF_ERROR(Raise(raised.read, wanted.read, "ReadUnitsPerSecond", of));
  TRESTLE_RETURN_IF_ERROR(Raise(raised.write, wanted.write, "WriteUnitsPerSecond", of));
  return raised;
}

}  // namespace trestle
