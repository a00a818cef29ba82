#include "operation/index_rules.h"

#include "operation/table_messages.h"
#include "operation/throughput_rules.h"

namespace trestle {
namespace {

constexpr std::size_t kMaxIncludedAttributes = 100;

IndexDefinition IndexOf(const IndexRequest& request, const Definitions& definitions) {
  IndexDefinition index;
  index.name = request.name;
  index.keys = Resolve(request.key_schema, definitions);
  index.projection = request.projection.type.value_or(ProjectionType::kAll);
  if (index.projection == ProjectionType::kInclude) {
    index.included = *request.projection.non_key_attributes;
  }
  return index;
}

}  // namespace

Status CheckProjection(const ProjectionRequest& projection) {
  if (!projection.type) return messages::ProjectionTypeMissing();
  const bool has_attributes = projection.non_key_attributes.has_value();
  switch (*projection.type) {
    case ProjectionType::kAll:
      if (has_attributes) return messages::ProjectionWithAttributes("ALL");
      return {};
    case ProjectionType::kKeysOnly:
      if (has_attributes) return messages::ProjectionWithAttributes("KEYS_ONLY");
      return {};
    case ProjectionType::kInclude:
      if (!has_attributes) return messages::ProjectionWithoutAttributes();
      return {};
  }
  return {};
}

Status CheckIncludedAttributes(const std::vector<IndexDefinition>& indexes) {
  std::size_t count = 0;
  for (const IndexDefinition& index : indexes) count += index.included.size();
  if (count > kMaxIncludedAttributes) {
    return messages::TooManyIncludedAttributes(kMaxIncludedAttributes);
  }
  return {};
}

IndexDefinition LocalIndexOf(const IndexRequest& request, const Definitions& definitions) {
  IndexDefinition index = IndexOf(request, definitions);
  index.local = true;
  return index;
}

Result<IndexDefinition> GlobalIndexOf(const IndexRequest& request, const Definitions& definitions,
                                      BillingMode billing) {
  IndexDefinition index = IndexOf(request, definitions);
  if (request.throughput) {
    index.throughput.read = request.throughput->read;
    index.throughput.write = request.throughput->write;
  }
  if (request.on_demand_maximum) {
    index.on_demand_maximum = MergedMaximum(std::nullopt, *request.on_demand_maximum);
  }
  TRESTLE_TRY(index.warm_throughput,
              RaisedWarmThroughput(InitialWarmThroughput(billing, index.throughput),
                                   request.warm_throughput.value_or(UnitsPerSecond{}),
                                   "index " + request.name));
  return index;
}

}  // namespace trestle
