#include "operation/restored_definition.h"

#include <algorithm>
#include <set>

#include "operation/backup_messages.h"
#include "operation/new_table_checks.h"
#include "operation/table_settings.h"

namespace trestle {
namespace {

using IndexRequests = std::vector<IndexRequest>;
using OptionalIndexes = std::optional<IndexRequests>;

std::vector<KeySchemaElement> ElementsOf(const KeySchema& keys) {
  std::vector<KeySchemaElement> elements;
  for (const KeyAttribute& key : keys.hash) {
    elements.push_back({.attribute_name = key.name, .hash = true});
  }
  for (const KeyAttribute& key : keys.range) {
    elements.push_back({.attribute_name = key.name, .hash = false});
  }
  return elements;
}

bool SameElements(const std::vector<KeySchemaElement>& a, const std::vector<KeySchemaElement>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const KeySchemaElement& x, const KeySchemaElement& y) {
                      return x.attribute_name == y.attribute_name && x.hash == y.hash;
                    });
}

IndexRequest RequestOf(const IndexDefinition& index, BillingMode billing) {
  IndexRequest request;
  request.name = index.name;
  request.key_schema = ElementsOf(index.keys);
  request.projection.type = index.projection;
  if (index.projection == ProjectionType::kInclude) {
    request.projection.non_key_attributes = index.included;
  }
  if (index.local) return request;
  if (billing == BillingMode::kPayPerRequest) {
    request.on_demand_maximum = index.on_demand_maximum;
  } else if (index.throughput.read > 0) {
    request.throughput =
        ThroughputRequest{.read = index.throughput.read, .write = index.throughput.write};
  }
  return request;
}

std::set<std::string> Included(const IndexRequest& index) {
  if (!index.projection.non_key_attributes) return {};
  return {index.projection.non_key_attributes->begin(), index.projection.non_key_attributes->end()};
}

bool IsSameIndex(const IndexRequest& a, const IndexRequest& b) {
  return a.name == b.name && SameElements(a.key_schema, b.key_schema) &&
         a.projection.type == b.projection.type && Included(a) == Included(b);
}

// The indexes of one kind: those of the source, or the ones of the override, which are among them.
Result<IndexRequests> IndexesOf(const RestoreTarget& target, BillingMode billing, bool local) {
  IndexRequests own;
  for (const IndexDefinition& index : target.source.indexes) {
    if (index.local == local) own.push_back(RequestOf(index, billing));
  }
  const OptionalIndexes& given =
      local ? target.overrides.local_indexes : target.overrides.global_indexes;
  if (!given) return own;
  IndexRequests chosen;
  for (const IndexRequest& index : *given) {
    const auto same = std::find_if(
        own.begin(), own.end(), [&](const IndexRequest& one) { return IsSameIndex(one, index); });
    if (same == own.end()) {
      return messages::OverrideOfUnknownIndex(
          local ? "LocalSecondaryIndexOverride" : "GlobalSecondaryIndexOverride", index.name);
    }
    chosen.push_back(*same);
    if (index.throughput) chosen.back().throughput = index.throughput;
    if (index.on_demand_maximum) chosen.back().on_demand_maximum = index.on_demand_maximum;
    if (index.warm_throughput) chosen.back().warm_throughput = index.warm_throughput;
  }
  return chosen;
}

void SetThroughput(const RestoreTarget& target, CreateTableRequest& request) {
  const TableDefinition& source = target.source;
  request.throughput = target.overrides.throughput;
  request.on_demand_maximum = target.overrides.on_demand_maximum;
  if (request.billing == BillingMode::kPayPerRequest) {
    if (!request.on_demand_maximum) request.on_demand_maximum = source.on_demand_maximum;
  } else if (!request.throughput && source.throughput.read > 0) {
    request.throughput =
        ThroughputRequest{.read = source.throughput.read, .write = source.throughput.write};
  }
}

// The definitions of attributes that are still keys.
std::vector<AttributeDefinition> UsedAttributes(const TableDefinition& source,
                                                const CreateTableRequest& request) {
  std::set<std::string> used;
  const auto use = [&](const std::vector<KeySchemaElement>& elements) {
    for (const KeySchemaElement& element : elements) used.insert(element.attribute_name);
  };
  use(*request.key_schema);
  for (const IndexRequest& index : OrNone(request.local_indexes)) use(index.key_schema);
  for (const IndexRequest& index : OrNone(request.global_indexes)) use(index.key_schema);
  std::vector<AttributeDefinition> definitions;
  for (const KeyAttribute& attribute : source.attributes) {
    if (used.contains(attribute.name)) definitions.push_back({attribute.name, attribute.type});
  }
  return definitions;
}

OptionalIndexes NoneIfEmpty(IndexRequests indexes) {
  if (indexes.empty()) return std::nullopt;
  return indexes;
}

}  // namespace

// The rules for new tables hold, so it is made as if it were asked for as one.
Result<TableDefinition> RestoredDefinition(const RestoreTarget& target,
                                           const OperationContext& context) {
  if (target.overrides.asks_for_vector_indexes) {
    return messages::NotSupportedHere("VectorIndexOverride");
  }
  CreateTableRequest request;
  request.table_name = target.table_name;
  request.billing = target.overrides.billing.value_or(target.source.billing);
  request.key_schema = ElementsOf(target.source.keys);
  TRESTLE_TRY(IndexRequests local, IndexesOf(target, *request.billing, true));
  TRESTLE_TRY(IndexRequests global, IndexesOf(target, *request.billing, false));
  request.local_indexes = NoneIfEmpty(std::move(local));
  request.global_indexes = NoneIfEmpty(std::move(global));
  request.attributes = UsedAttributes(target.source, request);
  SetThroughput(target, request);
  request.encryption = target.overrides.encryption;
  request.table_class = target.source.table_class;
  TRESTLE_TRY(TableDefinition definition, NewTable(request, context));
  if (!request.encryption) definition.encryption = target.source.encryption;
  return definition;
}

}  // namespace trestle
