#include "binding/table_requests.h"

#include <algorithm>
#include <string>

namespace trestle {
namespace {

void AddAttribute(const model::KeyAttribute& key, std::vector<AttributeDefinition>& attributes) {
  const bool known = std::any_of(attributes.begin(), attributes.end(),
                                 [&](const auto& other) { return other.name == key.name; });
  if (!known) attributes.push_back({.name = key.name, .type = TypeOf(key.type)});
}

model::KeyAttribute SeenKey(const KeyAttribute& key) {
  model::KeyAttribute seen{.name = key.name};
  if (key.type == AttributeType::kNumber) seen.type = model::KeyType::kNumber;
  if (key.type == AttributeType::kBinary) seen.type = model::KeyType::kBinary;
  return seen;
}

std::vector<model::KeyAttribute> SeenKeys(const std::vector<KeyAttribute>& keys) {
  std::vector<model::KeyAttribute> seen;
  for (const KeyAttribute& key : keys) seen.push_back(SeenKey(key));
  return seen;
}

model::StreamView SeenView(const StreamDefinition& stream) {
  if (!stream.enabled) return model::StreamView::kNone;
  switch (stream.view) {
    case StreamView::kKeysOnly:
      return model::StreamView::kKeysOnly;
    case StreamView::kNewImage:
      return model::StreamView::kNewImage;
    case StreamView::kOldImage:
      return model::StreamView::kOldImage;
    case StreamView::kNewAndOldImages:
      return model::StreamView::kNewAndOldImages;
  }
  return model::StreamView::kNone;
}

model::Index SeenIndex(const IndexDefinition& index) {
  model::Index seen{.name = index.name, .local = index.local};
  seen.partition_key = SeenKeys(index.keys.hash);
  seen.sort_key = SeenKeys(index.keys.range);
  if (index.projection == ProjectionType::kKeysOnly) {
    seen.projection.kind = model::Projection::Kind::kKeysOnly;
  }
  if (index.projection == ProjectionType::kInclude) {
    seen.projection = {.kind = model::Projection::Kind::kInclude, .attributes = index.included};
  }
  if (index.throughput.read > 0) {
    seen.throughput =
        model::Throughput{.read = index.throughput.read, .write = index.throughput.write};
  }
  return seen;
}

}  // namespace

AttributeType TypeOf(model::KeyType type) {
  switch (type) {
    case model::KeyType::kNumber:
      return AttributeType::kNumber;
    case model::KeyType::kBinary:
      return AttributeType::kBinary;
    case model::KeyType::kString:
      break;
  }
  return AttributeType::kString;
}

std::vector<AttributeDefinition> AttributesOf(const model::Table& table) {
  std::vector<AttributeDefinition> attributes;
  AddAttribute(table.partition_key, attributes);
  if (table.sort_key) AddAttribute(*table.sort_key, attributes);
  for (const model::Index& index : table.indexes) {
    for (const model::KeyAttribute& key : index.partition_key) AddAttribute(key, attributes);
    for (const model::KeyAttribute& key : index.sort_key) AddAttribute(key, attributes);
  }
  return attributes;
}

std::optional<StreamView> ViewOf(model::StreamView view) {
  switch (view) {
    case model::StreamView::kKeysOnly:
      return StreamView::kKeysOnly;
    case model::StreamView::kNewImage:
      return StreamView::kNewImage;
    case model::StreamView::kOldImage:
      return StreamView::kOldImage;
    case model::StreamView::kNewAndOldImages:
      return StreamView::kNewAndOldImages;
    case model::StreamView::kNone:
      break;
  }
  return std::nullopt;
}

ProjectionType ProjectionOf(const model::Projection& projection) {
  switch (projection.kind) {
    case model::Projection::Kind::kKeysOnly:
      return ProjectionType::kKeysOnly;
    case model::Projection::Kind::kInclude:
      return ProjectionType::kInclude;
    case model::Projection::Kind::kAll:
      break;
  }
  return ProjectionType::kAll;
}

IndexRequest IndexRequestOf(const model::Table& table, const model::Index& index) {
  IndexRequest request;
  request.name = index.name;
  const auto& partition = index.partition_key;
  if (index.local && partition.empty()) {
    request.key_schema.push_back({.attribute_name = table.partition_key.name, .hash = true});
  }
  for (const auto& key : partition) request.key_schema.push_back({key.name, true});
  for (const auto& key : index.sort_key) request.key_schema.push_back({key.name, false});
  request.projection.type = ProjectionOf(index.projection);
  if (index.projection.kind == model::Projection::Kind::kInclude) {
    request.projection.non_key_attributes = index.projection.attributes;
  }
  if (!index.local && table.provisioned) {
    const model::Throughput units = index.throughput.value_or(*table.provisioned);
    request.throughput = ThroughputRequest{.read = units.read, .write = units.write};
  }
  return request;
}

std::vector<Tag> TagsOf(const model::Model& model) {
  return {{.key = kModelTag, .value = model.name},
          {.key = kVersionTag, .value = std::to_string(model.version)}};
}

CreateTableRequest CreateRequestOf(const model::Model& model, const model::Table& table) {
  CreateTableRequest request;
  request.table_name = table.name;
  request.attributes = AttributesOf(table);
  request.key_schema = {{.attribute_name = table.partition_key.name, .hash = true}};
  if (table.sort_key) request.key_schema->push_back({table.sort_key->name, false});
  for (const model::Index& index : table.indexes) {
    auto& indexes = index.local ? request.local_indexes : request.global_indexes;
    if (!indexes) indexes.emplace();
    indexes->push_back(IndexRequestOf(table, index));
  }
  request.billing = table.provisioned ? BillingMode::kProvisioned : BillingMode::kPayPerRequest;
  if (table.provisioned) {
    request.throughput =
        ThroughputRequest{.read = table.provisioned->read, .write = table.provisioned->write};
  }
  if (const auto view = ViewOf(table.stream)) {
    request.stream = StreamRequest{.enabled = true, .view = view};
  }
  if (table.kms) request.encryption = EncryptionRequest{.enabled = true, .type = "KMS"};
  if (table.infrequent_access) request.table_class = TableClass::kStandardInfrequentAccess;
  if (table.deletion_protection) request.deletion_protection = true;
  request.tags = TagsOf(model);
  return request;
}

model::Table SeenTableOf(const TableDefinition& definition) {
  model::Table seen{.name = definition.name, .partition_key = SeenKey(definition.keys.hash.at(0))};
  if (!definition.keys.range.empty()) seen.sort_key = SeenKey(definition.keys.range[0]);
  if (definition.billing == BillingMode::kProvisioned) {
    seen.provisioned =
        model::Throughput{.read = std::max<std::int64_t>(1, definition.throughput.read),
                          .write = std::max<std::int64_t>(1, definition.throughput.write)};
  }
  seen.stream = SeenView(definition.stream);
  seen.kms = definition.encryption && definition.encryption->enabled;
  seen.deletion_protection = definition.deletion_protection;
  seen.infrequent_access = definition.table_class == TableClass::kStandardInfrequentAccess;
  for (const IndexDefinition& index : definition.indexes) seen.indexes.push_back(SeenIndex(index));
  return seen;
}

}  // namespace trestle
