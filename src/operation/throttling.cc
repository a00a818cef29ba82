#include "operation/throttling.h"

#include <memory>

#include "operation/throttling_messages.h"
#include "operation/throughput_rules.h"

namespace trestle {
namespace {

Throughput ToThroughput(const UnitsPerSecond& units) {
  return {.read = static_cast<double>(units.read.value_or(0)),
          .write = static_cast<double>(units.write.value_or(0))};
}

std::optional<double> ToUnits(const std::optional<std::int64_t>& units) {
  if (!units) return std::nullopt;
  return static_cast<double>(*units);
}

std::string_view NameOf(ThroughputLimit limit) {
  switch (limit) {
    case ThroughputLimit::kAccountLimit:
      return "AccountLimitExceeded";
    case ThroughputLimit::kKeyRangeThroughput:
      return "KeyRangeThroughputExceeded";
    case ThroughputLimit::kMaxOnDemandThroughput:
      return "MaxOnDemandThroughputExceeded";
    case ThroughputLimit::kProvisionedThroughput:
      break;
  }
  return "ProvisionedThroughputExceeded";
}

ThrottlingReason ReasonOf(const Excess& excess) {
  ThrottlingReason reason;
  reason.reason.append(excess.index != nullptr ? "Index" : "Table")
      .append(excess.access == Access::kRead ? "Read" : "Write")
      .append(NameOf(excess.limit));
  reason.resource =
      excess.index != nullptr ? excess.table.IndexArn(excess.index->name) : excess.table.Arn();
  return reason;
}

Error ExceptionOf(const Excess& excess) {
  const bool of_index = excess.index != nullptr;
  const bool holds_up_table = of_index && excess.access == Access::kWrite;
  if (excess.limit == ThroughputLimit::kMaxOnDemandThroughput) {
    return messages::OnDemandMaximumExceeded().value();
  }
  if (excess.limit == ThroughputLimit::kAccountLimit) {
    return messages::AccountLimitExceeded().value();
  }
  if (excess.table.billing == BillingMode::kPayPerRequest) {
    return holds_up_table ? messages::OnDemandIndexesExceeded().value()
                          : messages::OnDemandCapacityExceeded().value();
  }
  if (holds_up_table) return messages::IndexesOfTableExceeded().value();
  return of_index ? messages::IndexThroughputExceeded().value()
                  : messages::TableThroughputExceeded().value();
}

}  // namespace

CapacityTerms TermsOf(const TableDefinition& table, const IndexDefinition* index) {
  const ProvisionedThroughput& provisioned = index ? index->throughput : table.throughput;
  const auto& maximum = index ? index->on_demand_maximum : table.on_demand_maximum;
  const auto& warm = index ? index->warm_throughput : table.warm_throughput;
  CapacityTerms terms;
  terms.on_demand = table.billing == BillingMode::kPayPerRequest;
  terms.provisioned = {.read = static_cast<double>(provisioned.read),
                       .write = static_cast<double>(provisioned.write)};
  if (terms.on_demand && maximum) {
    terms.max_read = ToUnits(maximum->read);
    terms.max_write = ToUnits(maximum->write);
  }
  terms.warm = ToThroughput(warm ? *warm : InitialWarmThroughput(table.billing, provisioned));
  return terms;
}

Error ThrottledBy(const std::vector<Excess>& excesses) {
  Error error = ExceptionOf(excesses.front());
  auto detail = std::make_shared<Throttling>();
  for (const Excess& excess : excesses) detail->reasons.push_back(ReasonOf(excess));
  error.detail = std::move(detail);
  return error;
}

bool IsThrottling(const Error& error) {
  return error.code == ErrorCode::kProvisionedThroughputExceeded ||
         error.code == ErrorCode::kThrottling || error.code == ErrorCode::kRequestLimitExceeded;
}

}  // namespace trestle
