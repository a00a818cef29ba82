#include "protocol/time_to_live_calls.h"

#include "json/json_writer.h"
#include "operation/time_to_live.h"
#include "protocol/api.h"
#include "protocol/decode_parameters.h"

namespace trestle {
namespace {

UpdateTimeToLiveRequest RequestOf(const Members& in) {
  using Of = api::UpdateTimeToLiveInput;
  using Specification = api::TimeToLiveSpecification;
  const Members specification(Specification::kShape, *in[Of::kTimeToLiveSpecification]);
  return {.table_name = decode::Text(in[Of::kTableName]),
          .specification = {
              .enabled = decode::Flag(specification[Specification::kEnabled], false),
              .attribute_name = decode::Text(specification[Specification::kAttributeName])}};
}

std::string_view NameOf(TimeToLiveStatus status) {
  switch (status) {
    case TimeToLiveStatus::kEnabling:
      return "ENABLING";
    case TimeToLiveStatus::kDisabling:
      return "DISABLING";
    case TimeToLiveStatus::kEnabled:
      return "ENABLED";
    case TimeToLiveStatus::kDisabled:
      break;
  }
  return "DISABLED";
}

}  // namespace

Status RunUpdateTimeToLive(OperationContext& context, const Call& call, std::string& out) {
  TRESTLE_TRY(const TimeToLiveSpecification specification,
              UpdateTimeToLive(context, RequestOf(call.in)));
  JsonWriter writer(out);
  writer.BeginObject();
  writer.Name("TimeToLiveSpecification");
  writer.BeginObject();
  writer.Name("AttributeName");
  writer.String(specification.attribute_name);
  writer.Name("Enabled");
  writer.Boolean(specification.enabled);
  writer.EndObject();
  writer.EndObject();
  return {};
}

Status RunDescribeTimeToLive(OperationContext& context, const Call& call, std::string& out) {
  const std::string name = decode::Text(call.in[api::DescribeTimeToLiveInput::kTableName]);
  TRESTLE_TRY(const TimeToLiveDescription description, DescribeTimeToLive(context, name));
  JsonWriter writer(out);
  writer.BeginObject();
  writer.Name("TimeToLiveDescription");
  writer.BeginObject();
  if (description.attribute_name) {
    writer.Name("AttributeName");
    writer.String(*description.attribute_name);
  }
  writer.Name("TimeToLiveStatus");
  writer.String(NameOf(description.status));
  writer.EndObject();
  writer.EndObject();
  return {};
}

}  // namespace trestle
