#pragma once

#include <optional>
#include <vector>

#include "operation/create_table.h"
#include "protocol/decode_parameters.h"

// The parts of tables that requests to make, change and restore them share.
namespace trestle::decode {

template <class T, class DecodeOne>
std::optional<std::vector<T>> OptionalList(const Json* json, DecodeOne decode_one) {
  if (!json) return std::nullopt;
  std::vector<T> list;
  for (const Json element : ArrayOf(*json)) {
    if (!element.is_null()) list.push_back(decode_one(element));
  }
  return list;
}

AttributeDefinition OneDefinition(const Json& json);
KeySchemaElement OneKeyElement(const Json& json);
ProjectionRequest ProjectionOf(const Json* json);
std::optional<BillingMode> OptionalBilling(const Json* json);
std::optional<ThroughputRequest> OptionalThroughput(const Json* json);
std::optional<UnitsPerSecond> OptionalOnDemand(const Json* json);
std::optional<UnitsPerSecond> OptionalWarm(const Json* json);
std::optional<EncryptionRequest> OptionalEncryption(const Json* json);
IndexRequest LocalIndex(const Json& json);

// A global index of CreateTable and a new one of UpdateTable name their parts alike.
template <class Of>
IndexRequest GlobalIndex(const Json& json) {
  const Members in(Of::kShape, json);
  return {.name = Text(in[Of::kIndexName]),
          .key_schema = OptionalList<KeySchemaElement>(in[Of::kKeySchema], OneKeyElement)
                            .value_or(std::vector<KeySchemaElement>()),
          .projection = ProjectionOf(in[Of::kProjection]),
          .throughput = OptionalThroughput(in[Of::kProvisionedThroughput]),
          .on_demand_maximum = OptionalOnDemand(in[Of::kOnDemandThroughput]),
          .warm_throughput = OptionalWarm(in[Of::kWarmThroughput])};
}

}  // namespace trestle::decode
