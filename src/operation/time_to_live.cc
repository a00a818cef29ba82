#include "operation/time_to_live.h"

#include "operation/time_to_live_messages.h"
#include "table/messages.h"

namespace trestle {
namespace {

bool IsChanging(const TableDefinition& definition, TimePoint now) {
  return definition.ttl_settled && now < *definition.ttl_settled;
}

Status CheckChange(const TableDefinition& definition, const TimeToLiveSpecification& wanted,
                   TimePoint now) {
  const std::optional<std::string>& current = definition.ttl_attribute;
  if (current && *current != wanted.attribute_name) {
    return messages::TimeToLiveOnOtherAttribute(*current);
  }
  if (current.has_value() == wanted.enabled) {
    return messages::TimeToLiveAlready(wanted.enabled ? "enabled" : "disabled");
  }
  if (IsChanging(definition, now)) return messages::TimeToLiveChangedTooOften();
  return {};
}

}  // namespace

Result<TimeToLiveSpecification> UpdateTimeToLive(OperationContext& context,
                                                 const UpdateTimeToLiveRequest& request) {
  const TimeToLiveSpecification& wanted = request.specification;
  const auto change = [&](TableDefinition& definition) -> Status {
    const TimePoint now = context.clock.Now();
    TRESTLE_RETURN_IF_ERROR(CheckChange(definition, wanted, now));
    definition.ttl_former =
        std::exchange(definition.ttl_attribute,
                      wanted.enabled ? std::optional(wanted.attribute_name) : std::nullopt);
    definition.ttl_settled = now + context.catalog.options().status_delay;
    return {};
  };
  const auto updated = context.catalog.Update(request.table_name, change, Catalog::Effect::kAtOnce);
  context.AnswerAfterLatest();
  if (!updated) return tl::unexpected(updated.error());
  return wanted;
}

TimeToLiveDescription DescribeTimeToLive(const TableDefinition& definition, TimePoint now) {
  const bool changing = IsChanging(definition, now);
  if (definition.ttl_attribute) {
    const bool enabling = changing || definition.ttl_filling;
    return {.status = enabling ? TimeToLiveStatus::kEnabling : TimeToLiveStatus::kEnabled,
            .attribute_name = definition.ttl_attribute};
  }
  if (changing) {
    return {.status = TimeToLiveStatus::kDisabling, .attribute_name = definition.ttl_former};
  }
  return {};
}

Result<TimeToLiveDescription> DescribeTimeToLive(OperationContext& context,
                                                 const std::string& table_name) {
  context.AnswerAfterLatest();
  const TablePtr table = context.catalog.FindInAnyState(table_name);
  if (table == nullptr) return messages::TableNotFound(TableNameOf(table_name));
  return DescribeTimeToLive(table->definition(), context.clock.Now());
}

}  // namespace trestle
