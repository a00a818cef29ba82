#include <algorithm>
#include <cctype>

#include "json/attribute_value_json.h"
#include "json/json.h"
#include "model/export.h"
#include "model/import.h"
#include "model/output_messages.h"
#include "model/template_text.h"

namespace trestle::model {
namespace {

std::string TextAt(const Json& json, std::string_view member) {
  std::string_view text;
  if (json[member].get_string().get(text) != simdjson::SUCCESS) return {};
  return std::string(text);
}

JsonArray ArrayAt(const Json& json, std::string_view member) {
  JsonArray array;
  if (json[member].get_array().get(array) != simdjson::SUCCESS) return {};
  return array;
}

bool HasArray(const Json& json, std::string_view member) {
  JsonArray array;
  return json[member].get_array().get(array) == simdjson::SUCCESS;
}

std::optional<KeyAttribute> KeyAt(const Json& keys, std::string_view member) {
  Json key;
  if (keys[member].get(key) != simdjson::SUCCESS) return std::nullopt;
  KeyAttribute out{.name = TextAt(key, "AttributeName")};
  if (out.name.empty()) return std::nullopt;
  const std::string type = TextAt(key, "AttributeType");
  if (type == "N") out.type = KeyType::kNumber;
  if (type == "B") out.type = KeyType::kBinary;
  return out;
}

Type TypeNamedOnWire(const std::string& wire) {
  if (wire == "N") return Type::kNumber;
  if (wire == "B") return Type::kBinary;
  if (wire == "BOOL") return Type::kBoolean;
  if (wire == "M") return Type::kMap;
  if (wire == "L") return Type::kList;
  if (wire == "SS") return Type::kStringSet;
  if (wire == "NS") return Type::kNumberSet;
  if (wire == "BS") return Type::kBinarySet;
  return wire == "S" ? Type::kString : Type::kAny;
}

Index IndexOf(const Json& json) {
  Index index{.name = TextAt(json, "IndexName")};
  Json keys;
  if (json["KeyAttributes"].get(keys) == simdjson::SUCCESS) {
    if (auto key = KeyAt(keys, "PartitionKey")) index.partition_key = {*key};
    if (auto key = KeyAt(keys, "SortKey")) index.sort_key = {*key};
  }
  Json projection;
  if (json["Projection"].get(projection) == simdjson::SUCCESS) {
    const std::string kind = TextAt(projection, "ProjectionType");
    if (kind == "KEYS_ONLY") index.projection.kind = Projection::Kind::kKeysOnly;
    if (kind == "INCLUDE" && HasArray(projection, "NonKeyAttributes")) {
      index.projection.kind = Projection::Kind::kInclude;
      for (const Json name : ArrayAt(projection, "NonKeyAttributes")) {
        std::string_view text;
        if (name.get_string().get(text) == simdjson::SUCCESS) {
          index.projection.attributes.emplace_back(text);
        }
      }
    }
  }
  return index;
}

// "USER#<Name>" as a template: "USER#{Name}". An alias without "<" is not one of its forms and
// names the attribute.
Template FromAlias(const std::string& alias) {
  Template out;
  std::string_view rest = alias;
  while (!rest.empty()) {
    const std::size_t open = rest.find('<');
    const std::size_t close = open == std::string_view::npos ? open : rest.find('>', open);
    if (close == std::string_view::npos) {
      out.parts.push_back({.literal = std::string(rest)});
      break;
    }
    if (open > 0) out.parts.push_back({.literal = std::string(rest.substr(0, open))});
    std::string name(rest.substr(open + 1, close - open - 1));
    std::ranges::replace(name, ' ', '_');
    out.parts.push_back({.reference = std::move(name)});
    rest.remove_prefix(close + 1);
  }
  for (const TemplatePart& part : out.parts) {
    out.text.append(part.reference.empty() ? TemplateLiteral(part.literal)
                                           : "{" + part.reference + "}");
  }
  return out;
}

// "PROFILE" is what all items have there; "SK" and "Order number" are names of the attribute.
bool IsText(const std::string& alias, const std::string& attribute) {
  return alias != attribute && !alias.empty() && std::ranges::all_of(alias, [](unsigned char c) {
           return std::isupper(c) != 0 || std::isdigit(c) != 0 || c == '_' || c == '-';
         });
}

bool HasForm(const std::string& alias, const std::string& attribute) {
  return alias.find('<') != std::string::npos || alias.find('#') != std::string::npos ||
         IsText(alias, attribute);
}

Type TypeOfKey(KeyType type) {
  if (type == KeyType::kNumber) return Type::kNumber;
  return type == KeyType::kBinary ? Type::kBinary : Type::kString;
}

struct Source {
  const Json& json;
  const Table& table;
};

Type DeclaredType(const Source& source, const std::string& name) {
  if (!HasArray(source.json, "NonKeyAttributes")) return Type::kAny;
  for (const Json attribute : ArrayAt(source.json, "NonKeyAttributes")) {
    if (TextAt(attribute, "AttributeName") == name) {
      return TypeNamedOnWire(TextAt(attribute, "AttributeType"));
    }
  }
  return Type::kString;
}

void Declare(Entity& entity, const std::string& name, Type type) {
  if (entity.FindAttribute(name) == nullptr) {
    entity.attributes.push_back({.name = name, .shape = {.type = type}});
  }
}

std::optional<Entity> EntityOf(const Json& facet, const Source& source) {
  Entity entity{.name = PascalName(TextAt(facet, "FacetName")), .table = source.table.name};
  entity.value = entity.name;
  Json aliases;
  if (entity.name.empty() || facet["KeyAttributeAlias"].get(aliases) != simdjson::SUCCESS) {
    return std::nullopt;
  }
  const auto key = [&](const KeyAttribute& attribute, std::string_view member) {
    const std::string alias = TextAt(aliases, member);
    const bool text = attribute.type == KeyType::kString;
    if (!text || !HasForm(alias, attribute.name)) {
      Declare(entity, attribute.name, TypeOfKey(attribute.type));
      return;
    }
    EntityKey made{.attribute = attribute.name, .value = FromAlias(alias)};
    for (const TemplatePart& part : made.value.parts) {
      if (part.reference.empty()) continue;
      // "Address.City" is a member of the map Address.
      const std::size_t dot = part.reference.find('.');
      const std::string name = part.reference.substr(0, dot);
      Declare(entity, name, dot == std::string::npos ? DeclaredType(source, name) : Type::kMap);
    }
    entity.keys.push_back(std::move(made));
  };
  key(source.table.partition_key, "PartitionKeyAlias");
  if (source.table.sort_key) key(*source.table.sort_key, "SortKeyAlias");
  if (HasArray(facet, "NonKeyAttributes")) {
    for (const Json each : ArrayAt(facet, "NonKeyAttributes")) {
      std::string_view name;
      if (each.get_string().get(name) != simdjson::SUCCESS) continue;
      if (name == source.table.entity_attribute) continue;
      Declare(entity, std::string(name), DeclaredType(source, std::string(name)));
    }
  }
  return entity;
}

Result<Table> TableOf(const Json& json, std::string_view file) {
  Table table{.name = TextAt(json, "TableName")};
  Json keys;
  std::optional<KeyAttribute> partition;
  if (json["KeyAttributes"].get(keys) == simdjson::SUCCESS) partition = KeyAt(keys, "PartitionKey");
  if (table.name.empty() || !partition) return messages::NotAWorkbenchTable(file);
  table.partition_key = *partition;
  table.sort_key = KeyAt(keys, "SortKey");
  if (HasArray(json, "GlobalSecondaryIndexes")) {
    for (const Json index : ArrayAt(json, "GlobalSecondaryIndexes")) {
      Index read = IndexOf(index);
      if (!read.name.empty() && !read.partition_key.empty()) {
        table.indexes.push_back(std::move(read));
      }
    }
  }
  Json throughput;
  const bool provisioned = TextAt(json, "BillingMode") == "PROVISIONED";
  if (provisioned && json["ProvisionedCapacitySettings"]["ProvisionedThroughput"].get(throughput) ==
                         simdjson::SUCCESS) {
    std::int64_t read = 0;
    std::int64_t write = 0;
    if (throughput["ReadCapacityUnits"].get_int64().get(read) == simdjson::SUCCESS &&
        throughput["WriteCapacityUnits"].get_int64().get(write) == simdjson::SUCCESS) {
      table.provisioned = Throughput{.read = read, .write = write};
    }
  }
  return table;
}

Result<std::vector<Item>> ItemsOf(const Json& json, std::string_view file) {
  std::vector<Item> items;
  if (!HasArray(json, "TableData")) return items;
  for (const Json each : ArrayAt(json, "TableData")) {
    Result<Item> item = ReadItem(each);
    if (!item) return messages::NotAWorkbenchItem(file, items.size(), item.error().message);
    items.push_back(*std::move(item));
  }
  return items;
}

}  // namespace

Result<Model> FromNoSqlWorkbench(std::string_view text, std::string_view file) {
  JsonParser parser;
  const Result<Json> json = parser.Parse(text);
  if (!json || !json->is_object()) return messages::NotAWorkbenchFile(file);
  if (!HasArray(*json, "DataModel")) return messages::NotAWorkbenchFile(file);
  Model model{.name = ModelName(TextAt(*json, "ModelName")), .source = std::string(file)};
  Json metadata;
  if ((*json)["ModelMetadata"].get(metadata) == simdjson::SUCCESS) {
    model.title = TextAt(metadata, "Description");
  }
  for (const Json each : ArrayAt(*json, "DataModel")) {
    TRESTLE_TRY(Table table, TableOf(each, file));
    TRESTLE_TRY(std::vector<Item> items, ItemsOf(each, file));
    const std::size_t before = model.entities.size();
    if (HasArray(each, "TableFacets")) {
      for (const Json facet : ArrayAt(each, "TableFacets")) {
        if (auto entity = EntityOf(facet, {each, table})) {
          while (model.FindEntity(entity->name) != nullptr) entity->name.push_back('2');
          model.entities.push_back(*std::move(entity));
        }
      }
    }
    model.tables.push_back(table);
    if (model.entities.size() == before) {
      GuessEntities({.table = std::move(table), .items = std::move(items)}, model);
    }
  }
  AddPatterns(model);
  return model;
}

}  // namespace trestle::model
