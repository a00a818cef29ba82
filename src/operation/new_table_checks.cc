#include "operation/new_table_checks.h"

#include <set>

#include "operation/index_rules.h"
#include "operation/table_messages.h"
#include "operation/table_settings.h"
#include "operation/throughput_messages.h"
#include "operation/throughput_rules.h"
#include "value/limits.h"

namespace trestle {
namespace {

using IndexRequests = std::vector<IndexRequest>;

Status CheckSupported(const CreateTableRequest& request) {
  if (request.asks_for_vector_indexes) return messages::NotSupportedHere("VectorIndexes");
  if (request.asks_for_resource_policy) return messages::NotSupportedHere("ResourcePolicy");
  if (request.asks_for_global_table) return messages::NotSupportedHere("GlobalTableSourceArn");
  if (!request.attributes && !request.key_schema) {
    return messages::MembersMissing("attributeDefinitions", "keySchema");
  }
  if (!request.attributes) return messages::MembersMissing("attributeDefinitions", "");
  if (!request.key_schema) return messages::MembersMissing("keySchema", "");
  return {};
}

Status CheckTableThroughput(const CreateTableRequest& request) {
  if (BillingOf(request) == BillingMode::kPayPerRequest) {
    if (request.throughput) return messages::ThroughputOfOnDemandTable();
    return {};
  }
  if (!request.throughput) return messages::ThroughputRequired();
  return CheckThroughputBounds(*request.throughput, "");
}

Status CheckIndexThroughput(const IndexRequest& index, BillingMode billing) {
  if (billing == BillingMode::kPayPerRequest) {
    if (index.throughput) return messages::IndexThroughputOfOnDemandTable(index.name);
    return {};
  }
  if (!index.throughput) return messages::IndexThroughputRequired(index.name);
  return CheckThroughputBounds(*index.throughput, index.name);
}

Status CheckThroughput(const CreateTableRequest& request) {
  TRESTLE_RETURN_IF_ERROR(CheckTableThroughput(request));
  for (const IndexRequest& index : OrNone(request.global_indexes)) {
    TRESTLE_RETURN_IF_ERROR(CheckIndexThroughput(index, BillingOf(request)));
  }
  return {};
}

Status CheckOnDemandMaxima(const CreateTableRequest& request) {
  const UnitsPerSecond none;
  TRESTLE_RETURN_IF_ERROR(CheckOnDemandMaximum(request.on_demand_maximum.value_or(none),
                                               BillingOf(request), MaximumUse::kCreate));
  for (const IndexRequest& index : OrNone(request.global_indexes)) {
    TRESTLE_RETURN_IF_ERROR(CheckOnDemandMaximum(index.on_demand_maximum.value_or(none),
                                                 BillingOf(request), MaximumUse::kCreate));
  }
  return {};
}

// A table without indexes has texts of its own.
Status CheckTableKeys(const CreateTableRequest& request) {
  const KeyElements& keys = *request.key_schema;
  TRESTLE_RETURN_IF_ERROR(CheckTableKeyShape(keys, "keySchema"));
  std::set<std::string_view> defined;
  for (const AttributeDefinition& definition : *request.attributes) {
    if (!defined.insert(definition.name).second) return messages::DefinedTwice(definition.name);
  }
  const bool has_indexes = request.local_indexes || request.global_indexes;
  if (!has_indexes && defined.size() > keys.size()) return messages::DefinitionCountDiffers();
  if (!AllDefined(keys, *request.attributes)) return messages::KeyHasNoDefinition();
  return {};
}

Status CheckIndexKeysDefined(const IndexRequest& index, const Definitions& definitions) {
  KeyElements missing;
  for (const KeySchemaElement& element : index.key_schema) {
    if (!IsDefined(definitions, element.attribute_name)) missing.push_back(element);
  }
  if (missing.empty()) return {};
  return messages::KeysNotDefined(NamesOf(missing), NamesOf(definitions));
}

Status CheckLocalIndex(const CreateTableRequest& request, std::size_t place) {
  const IndexRequest& index = (*request.local_indexes)[place];
  TRESTLE_RETURN_IF_ERROR(CheckTableKeyShape(
      index.key_schema,
      "localSecondaryIndexes." + std::to_string(place + 1) + ".member.keySchema"));
  TRESTLE_RETURN_IF_ERROR(CheckIndexKeysDefined(index, *request.attributes));
  const std::string& hash = index.key_schema.front().attribute_name;
  const std::string& table_hash = request.key_schema->front().attribute_name;
  if (hash != table_hash) return messages::LocalIndexHashDiffers(index.name, hash, table_hash);
  if (index.key_schema.size() == 1) return messages::LocalIndexWithoutRange(index.name);
  return CheckProjection(index.projection);
}

Status CheckLocalIndexes(const CreateTableRequest& request) {
  if (!request.local_indexes) return {};
  const IndexRequests& indexes = *request.local_indexes;
  if (indexes.empty()) return messages::IndexListEmpty("LocalSecondaryIndexes");
  if (request.key_schema->size() == 1) return messages::LocalIndexWithoutTableRange();
  if (indexes.size() > kMaxLocalIndexes) return messages::TooManyLocalIndexes();
  for (std::size_t place = 0; place < indexes.size(); ++place) {
    TRESTLE_RETURN_IF_ERROR(CheckLocalIndex(request, place));
  }
  return {};
}

Status CheckGlobalIndexes(const CreateTableRequest& request) {
  if (!request.global_indexes) return {};
  const IndexRequests& indexes = *request.global_indexes;
  if (indexes.empty()) return messages::IndexListEmpty("GlobalSecondaryIndexes");
  if (indexes.size() > kMaxGlobalIndexes) return messages::TooManyGlobalIndexes();
  for (const IndexRequest& index : indexes) {
    TRESTLE_RETURN_IF_ERROR(CheckGlobalIndexKeyShape(index.key_schema));
    TRESTLE_RETURN_IF_ERROR(CheckIndexKeysDefined(index, *request.attributes));
    TRESTLE_RETURN_IF_ERROR(CheckProjection(index.projection));
  }
  return {};
}

Status CheckIndexNames(const CreateTableRequest& request) {
  std::set<std::string_view> names;
  for (const IndexRequests* indexes :
       {&OrNone(request.local_indexes), &OrNone(request.global_indexes)}) {
    for (const IndexRequest& index : *indexes) {
      if (!names.insert(index.name).second) return messages::DuplicateIndexName(index.name);
    }
  }
  return {};
}

// Every definition belongs to a key of the table or of an index.
Status CheckDefinitionsUsed(const CreateTableRequest& request) {
  KeyElements used;
  std::set<std::string_view> names;
  const auto use = [&](const KeyElements& elements) {
    for (const KeySchemaElement& element : elements) {
      if (names.insert(element.attribute_name).second) used.push_back(element);
    }
  };
  use(*request.key_schema);
  for (const IndexRequest& index : OrNone(request.local_indexes)) use(index.key_schema);
  for (const IndexRequest& index : OrNone(request.global_indexes)) use(index.key_schema);
  if (used.size() == request.attributes->size()) return {};
  return messages::DefinitionsNotUsed(NamesOf(*request.attributes), NamesOf(used));
}

Status CheckSettings(const CreateTableRequest& request) {
  if (request.stream) TRESTLE_RETURN_IF_ERROR(CheckStream(*request.stream));
  if (request.encryption) TRESTLE_RETURN_IF_ERROR(CheckEncryption(*request.encryption));
  if (request.tags) TRESTLE_RETURN_IF_ERROR(CheckTags(*request.tags));
  return {};
}

}  // namespace

BillingMode BillingOf(const CreateTableRequest& request) {
  return request.billing.value_or(BillingMode::kProvisioned);
}

const IndexRequests& OrNone(const std::optional<IndexRequests>& indexes) {
  static const IndexRequests none;
  return indexes ? *indexes : none;
}

Status CheckNewTable(const CreateTableRequest& request) {
  TRESTLE_RETURN_IF_ERROR(CheckSupported(request));
  TRESTLE_RETURN_IF_ERROR(CheckThroughput(request));
  TRESTLE_RETURN_IF_ERROR(CheckOnDemandMaxima(request));
  TRESTLE_RETURN_IF_ERROR(CheckTableKeys(request));
  TRESTLE_RETURN_IF_ERROR(CheckIndexNames(request));
  TRESTLE_RETURN_IF_ERROR(CheckLocalIndexes(request));
  TRESTLE_RETURN_IF_ERROR(CheckGlobalIndexes(request));
  TRESTLE_RETURN_IF_ERROR(CheckDefinitionsUsed(request));
  return CheckSettings(request);
}

}  // namespace trestle
