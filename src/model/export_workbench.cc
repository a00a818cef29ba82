#include <algorithm>

#include "model/export.h"
#include "model/json_text.h"
#include "model/sample_items.h"
#include "model/words.h"

namespace trestle::model {
namespace {

void KeyOf(JsonText& json, std::string_view name, const KeyAttribute& key) {
  json.Name(name).Open('{').Member("AttributeName", key.name);
  json.Member("AttributeType", WireType(key.type)).Close('}');
}

std::string_view WireTypeOf(const Shape& shape) {
  switch (shape.type) {
    case Type::kNumber:
    case Type::kInteger:
    case Type::kDecimal:
      return "N";
    case Type::kTimestamp:
      return shape.stored == Stored::kText ? "S" : "N";
    case Type::kBoolean:
      return "BOOL";
    case Type::kBinary:
      return "B";
    case Type::kGeo:
    case Type::kMap:
      return "M";
    case Type::kList:
      return "L";
    case Type::kStringSet:
      return "SS";
    case Type::kNumberSet:
      return "NS";
    case Type::kBinarySet:
      return "BS";
    default:
      return "S";
  }
}

// The attributes that are no key of the table, each once, with the type that the first entity
// gives.
struct Column {
  std::string name;
  std::string_view type;
};
std::vector<Column> Columns(const Model& model, const Table& table) {
  std::vector<Column> columns;
  const auto add = [&](const std::string& name, std::string_view type) {
    const bool key =
        name == table.partition_key.name || (table.sort_key && name == table.sort_key->name);
    if (!key && std::ranges::find(columns, name, &Column::name) == columns.end()) {
      columns.push_back({name, type});
    }
  };
  add(table.entity_attribute, "S");
  for (const Index& index : table.indexes) {
    for (const KeyAttribute& key : index.partition_key) add(key.name, WireType(key.type));
    for (const KeyAttribute& key : index.sort_key) add(key.name, WireType(key.type));
  }
  for (const Entity& entity : model.entities) {
    if (entity.table != table.name) continue;
    for (const Attribute& attribute : entity.attributes) {
      add(attribute.name, WireTypeOf(attribute.shape));
    }
  }
  if (!table.ttl.empty()) add(table.ttl, "N");
  return columns;
}

// "USER#{Name}" as the Workbench writes it: "USER#<Name>".
std::string Alias(const Entity& entity, const std::string& attribute) {
  const EntityKey* key = entity.FindKey(attribute);
  if (key == nullptr) return "<" + attribute + ">";
  std::string alias;
  for (const TemplatePart& part : key->value.parts) {
    alias.append(part.reference.empty() ? part.literal : "<" + part.reference + ">");
  }
  return alias;
}

void Facet(JsonText& json, const Table& table, const Entity& entity) {
  json.Open('{').Member("FacetName", entity.name).Name("KeyAttributeAlias").Open('{');
  json.Member("PartitionKeyAlias", Alias(entity, table.partition_key.name));
  if (table.sort_key) json.Member("SortKeyAlias", Alias(entity, table.sort_key->name));
  json.Close('}').Name("TableData").Open('[').Close(']').Name("NonKeyAttributes").Open('[');
  json.Text(table.entity_attribute);
  for (const EntityKey& key : entity.keys) {
    const bool primary = key.attribute == table.partition_key.name ||
                         (table.sort_key && key.attribute == table.sort_key->name);
    if (!primary) json.Text(key.attribute);
  }
  for (const Attribute& attribute : entity.attributes) {
    if (attribute.name != table.entity_attribute && entity.FindKey(attribute.name) == nullptr) {
      json.Text(attribute.name);
    }
  }
  json.Close(']').Name("DataAccess").Open('{').Name("MySql").Open('{').Close('}').Close('}');
  json.Close('}');
}

void Indexes(JsonText& json, const Table& table, std::vector<std::string>& left_out) {
  json.Name("GlobalSecondaryIndexes").Open('[');
  for (const Index& index : table.indexes) {
    if (index.local || index.partition_key.size() > 1 || index.sort_key.size() > 1) {
      left_out.push_back("index " + index.name + " of " + table.name +
                         (index.local ? ": it is local" : ": its keys have several attributes"));
      continue;
    }
    json.Open('{').Member("IndexName", index.name).Name("KeyAttributes").Open('{');
    KeyOf(json, "PartitionKey", index.partition_key[0]);
    if (!index.sort_key.empty()) KeyOf(json, "SortKey", index.sort_key[0]);
    json.Close('}').Name("Projection").Open('{');
    json.Member("ProjectionType", WireProjection(index.projection.kind));
    if (!index.projection.attributes.empty()) {
      json.Name("NonKeyAttributes").Open('[');
      for (const std::string& name : index.projection.attributes) json.Text(name);
      json.Close(']');
    }
    json.Close('}').Close('}');
  }
  json.Close(']');
}

void LeaveOut(const Table& table, std::vector<std::string>& left_out) {
  const auto setting = [&](bool used, std::string_view what) {
    if (used) left_out.push_back(std::string(what) + " of " + table.name);
  };
  setting(table.stream != StreamView::kNone, "the stream");
  setting(!table.ttl.empty(), "the TTL attribute");
  setting(table.pitr_days.has_value(), "point-in-time recovery");
  setting(table.backups.has_value(), "the backup plan");
  setting(table.kms, "the encryption key");
  setting(table.deletion_protection, "deletion protection");
  setting(table.infrequent_access, "the table class");
}

void TableOf(JsonText& json, const Model& model, const Table& table,
             std::vector<std::string>& left_out) {
  json.Open('{').Member("TableName", table.name).Name("KeyAttributes").Open('{');
  KeyOf(json, "PartitionKey", table.partition_key);
  if (table.sort_key) KeyOf(json, "SortKey", *table.sort_key);
  json.Close('}').Name("NonKeyAttributes").Open('[');
  for (const Column& column : Columns(model, table)) {
    json.Open('{').Member("AttributeName", column.name);
    json.Member("AttributeType", column.type).Close('}');
  }
  json.Close(']').Name("TableFacets").Open('[');
  for (const Entity& entity : model.entities) {
    if (entity.table == table.name) Facet(json, table, entity);
  }
  json.Close(']');
  Indexes(json, table, left_out);
  json.Name("TableData").Open('[');
  for (const SampleItem& sample : SampleItems(model, table)) {
    const bool whole = sample.item.Contains(table.partition_key.name) &&
                       (!table.sort_key || sample.item.Contains(table.sort_key->name));
    if (whole) json.ItemOf(sample.item);
  }
  json.Close(']').Name("DataAccess").Open('{').Name("MySql").Open('{').Close('}').Close('}');
  json.Name("SampleDataFormats").Open('{').Close('}');
  json.Member("BillingMode", table.provisioned ? "PROVISIONED" : "PAY_PER_REQUEST");
  if (table.provisioned) {
    json.Name("ProvisionedCapacitySettings").Open('{').Name("ProvisionedThroughput").Open('{');
    json.Member("ReadCapacityUnits", table.provisioned->read);
    json.Member("WriteCapacityUnits", table.provisioned->write).Close('}').Close('}');
  }
  json.Close('}');
}

}  // namespace

std::string NoSqlWorkbench(const Model& model, std::vector<std::string>& left_out) {
  JsonText json;
  json.Open('{').Member("ModelName", model.name).Name("ModelMetadata").Open('{');
  json.Member("Author", "").Member("DateCreated", "").Member("DateLastModified", "");
  json.Member("Description", model.title).Member("AWSService", "Amazon DynamoDB");
  json.Member("Version", "3.0").Close('}').Name("DataModel").Open('[');
  for (const Table& table : model.tables) {
    TableOf(json, model, table, left_out);
    LeaveOut(table, left_out);
  }
  json.Close(']').Close('}');
  return std::move(json).Take();
}

}  // namespace trestle::model
