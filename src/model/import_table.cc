#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <set>

#include "model/export.h"
#include "model/import.h"
#include "model/shape_check.h"
#include "model/sizes.h"
#include "model/template_text.h"
#include "value/item_size.h"

// Entities guessed from the items of a table.
namespace trestle::model {
namespace {

constexpr std::size_t kSamplesOfEach = 2;
constexpr char kDelimiter = '#';

std::string TextOf(const AttributeValue& value) {
  if (const auto* text = value.As<std::string>()) return *text;
  if (const auto* number = value.As<Number>()) return number->ToString();
  return {};
}

std::vector<std::string> PartsOf(const std::string& text) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == kDelimiter) {
      parts.emplace_back();
    } else {
      parts.back().push_back(c);
    }
  }
  return parts;
}

std::string TextAt(const Item& item, const std::string& attribute) {
  const AttributeValue* value = item.Find(attribute);
  return value == nullptr ? std::string() : TextOf(*value);
}

// "CUSTOMER" of "CUSTOMER#42", "PROFILE" of "PROFILE"; nothing of a value without such a beginning.
std::string PrefixOf(const std::string& key) {
  const std::string first = PartsOf(key)[0];
  const bool word = !first.empty() && std::ranges::all_of(first, [](unsigned char c) {
    return std::isupper(c) != 0 || c == '_' || c == '-';
  });
  return word ? first : std::string();
}

std::string EntityName(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const std::string name = PascalName(text);
  return name.empty() || std::isdigit(static_cast<unsigned char>(name[0])) != 0 ? "Item" + name
                                                                                : name;
}

// Which entity an item is of.
std::string GroupOf(const Table& table, const Item& item) {
  if (const AttributeValue* value = item.Find(table.entity_attribute)) {
    if (const std::string text = TextOf(*value); !text.empty()) return text;
  }
  const std::string partition = PrefixOf(TextAt(item, table.partition_key.name));
  if (!table.sort_key) return EntityName(partition);
  const std::string sort = PrefixOf(TextAt(item, table.sort_key->name));
  // CUSTOMER#1 / PROFILE is a customer, CUSTOMER#1 / ORDER#7 an order.
  const bool own = sort.empty() || sort == "PROFILE" || sort == "METADATA" || sort == "META" ||
                   sort == "DETAILS" || sort == "INFO" || sort == partition;
  return EntityName(own ? partition : sort);
}

bool IsKey(const std::vector<KeyAttribute>& keys, const std::string& name) {
  return std::ranges::find(keys, name, &KeyAttribute::name) != keys.end();
}

Type TypeOf(const AttributeValue& value) {
  switch (value.type()) {
    case AttributeType::kString:
      return Type::kString;
    case AttributeType::kNumber:
      return Type::kNumber;
    case AttributeType::kBinary:
      return Type::kBinary;
    case AttributeType::kStringSet:
      return Type::kStringSet;
    case AttributeType::kNumberSet:
      return Type::kNumberSet;
    case AttributeType::kBinarySet:
      return Type::kBinarySet;
    case AttributeType::kMap:
      return Type::kMap;
    case AttributeType::kList:
      return Type::kList;
    case AttributeType::kBoolean:
      return Type::kBoolean;
    case AttributeType::kNull:
      break;
  }
  return Type::kAny;
}

using Group = std::vector<const Item*>;

// What texts that are all of one form are, so that nobody takes their parts for delimiters.
Type FormOf(const std::string& name, const Group& group) {
  for (const Type type : {Type::kUuid, Type::kUlid, Type::kTimestamp, Type::kDate}) {
    const Shape shape{.type = type};
    const bool all = std::ranges::all_of(group, [&](const Item* item) {
      const AttributeValue* const value = item->Find(name);
      return value == nullptr || !ShapeProblem(shape, *value);
    });
    if (all) return type;
  }
  return Type::kString;
}

// The attributes of a group that are no keys, with the type that all have, or any.
std::vector<Attribute> AttributesOf(const Group& group, const Table& table,
                                    const std::vector<KeyAttribute>& keys) {
  std::map<std::string, Type> types;
  for (const Item* item : group) {
    for (const trestle::Attribute& attribute : *item) {
      if (attribute.name == table.entity_attribute || attribute.name == table.ttl) continue;
      if (IsKey(keys, attribute.name) &&
          TextOf(attribute.value).find(kDelimiter) != std::string::npos) {
        continue;
      }
      const auto [at, added] = types.emplace(attribute.name, TypeOf(attribute.value));
      if (!added && at->second != TypeOf(attribute.value)) at->second = Type::kAny;
    }
  }
  std::vector<Attribute> attributes;
  for (const auto& [name, type] : types) {
    const Type form = type == Type::kString ? FormOf(name, group) : type;
    attributes.push_back({.name = name, .shape = {.type = form}});
  }
  return attributes;
}

// A name that a template can refer to: others would be read as formats or members of maps.
bool IsPlain(const std::string& name) { return name == ModelName(name); }

// Finds the form of a key: which of its parts are text, and which attribute the others are.
class KeyForm {
 public:
  KeyForm(const Group& group, Entity& entity, const std::vector<KeyAttribute>& keys)
      : group_(group), entity_(entity), keys_(keys) {}

  // Absent where the items have no such key, or it is an attribute of its own.
  std::optional<std::string> Of(const std::string& key) {
    std::vector<std::vector<std::string>> parts;
    std::size_t shortest = SIZE_MAX;
    for (const Item* item : group_) {
      const AttributeValue* value = item->Find(key);
      if (value == nullptr) continue;
      parts.push_back(PartsOf(TextOf(*value)));
      holders_.push_back(item);
      shortest = std::min(shortest, parts.back().size());
    }
    if (parts.empty()) return std::nullopt;
    std::string form;
    for (std::size_t i = 0; i < shortest; ++i) {
      if (i > 0) form.push_back(kDelimiter);
      form.append(PartForm(parts, i, {.key = key, .last = i + 1 == shortest}));
    }
    holders_.clear();
    return form;
  }

 private:
  struct Where {
    const std::string& key;
    bool last = false;
  };
  std::string PartForm(const std::vector<std::vector<std::string>>& all, std::size_t at,
                       const Where& where) {
    std::vector<std::string> values;
    for (const std::vector<std::string>& parts : all) {
      std::string value = parts[at];
      // The last part takes what longer keys have behind it.
      for (std::size_t i = at + 1; where.last && i < parts.size(); ++i) {
        value.append(1, kDelimiter).append(parts[i]);
      }
      values.push_back(std::move(value));
    }
    if (const std::string attribute = Repeating(values); !attribute.empty()) {
      return "{" + attribute + "}";
    }
    const bool same =
        std::ranges::all_of(values, [&](const auto& value) { return value == values[0]; });
    if (same && (values.size() > 1 || !PrefixOf(values[0]).empty())) {
      return TemplateLiteral(values[0]);
    }
    return "{" + Made(where.key, at) + "}";
  }

  // The attribute that has these values in all items.
  std::string Repeating(const std::vector<std::string>& values) const {
    for (const Attribute& attribute : entity_.attributes) {
      if (IsKey(keys_, attribute.name) || !IsPlain(attribute.name)) continue;
      bool all = true;
      for (std::size_t i = 0; i < values.size() && all; ++i) {
        all = !values[i].empty() && TextAt(*holders_[i], attribute.name) == values[i];
      }
      if (all) return attribute.name;
    }
    return {};
  }

  // No attribute has it, so the model needs one.
  std::string Made(const std::string& key, std::size_t at) {
    std::string name = ModelName(key) + "Part" + std::to_string(at + 1);
    if (entity_.FindAttribute(name) == nullptr) {
      entity_.attributes.push_back({.name = name, .shape = {.type = Type::kString}});
    }
    return name;
  }

  const Group& group_;
  Entity& entity_;
  const std::vector<KeyAttribute>& keys_;
  std::vector<const Item*> holders_;
};

Item SampleOf(const Item& item, const Table& table, const Entity& entity) {
  Item values;
  for (const trestle::Attribute& attribute : item) {
    const bool declared = entity.FindAttribute(attribute.name) != nullptr;
    const bool null = attribute.value.As<Null>() != nullptr;
    if (declared && !null && attribute.name != table.entity_attribute) {
      values.Set(attribute.name, attribute.value);
    }
  }
  // What only the key says.
  for (const EntityKey& key : entity.keys) {
    const AttributeValue* value = item.Find(key.attribute);
    if (value == nullptr) continue;
    const std::vector<std::string> parts = PartsOf(TextOf(*value));
    std::size_t at = 0;
    for (const TemplatePart& part : key.value.parts) {
      if (part.reference.empty()) {
        at += static_cast<std::size_t>(std::ranges::count(part.literal, kDelimiter));
      } else if (!values.Contains(part.reference) && at < parts.size()) {
        std::string text = parts[at];
        const bool last = &part == &key.value.parts.back();
        for (std::size_t i = at + 1; last && i < parts.size(); ++i) {
          text.append(1, kDelimiter).append(parts[i]);
        }
        values.Set(part.reference, AttributeValue::String(std::move(text)));
      }
    }
  }
  return values;
}

}  // namespace

std::string ModelName(std::string_view name) {
  std::string out;
  for (const char c : name) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_';
    out.push_back(plain ? c : '-');
  }
  return out.empty() ? "model" : out;
}

namespace {

// A name by which designs call what an item is. It counts if it says one thing of all items whose
// keys begin alike.
std::string EntityAttributeIn(const SeenTable& seen) {
  constexpr std::array<std::string_view, 10> kNames = {
      "EntityType", "entityType", "entity_type", "__typename", "_type",
      "Type",       "type",       "Kind",        "kind",       "_et"};
  Table without = seen.table;
  without.entity_attribute.clear();
  for (const std::string_view name : kNames) {
    std::map<std::string, std::string> said;
    const bool all = !seen.items.empty() && std::ranges::all_of(seen.items, [&](const Item& item) {
      const std::string text = TextAt(item, std::string(name));
      const auto [at, fresh] = said.emplace(GroupOf(without, item), text);
      return !text.empty() && at->second == text;
    });
    if (all) return std::string(name);
  }
  return seen.table.entity_attribute;
}

// The unique attribute that an item guards, with the value of its entity: docs/binding.md.
struct Guarded {
  std::string entity;
  std::string attribute;
};
std::optional<Guarded> GuardedBy(const Table& table, const Item& item) {
  const std::vector<std::string> parts = PartsOf(TextAt(item, table.partition_key.name));
  const AttributeValue* const owner = item.Find("Owner");
  if (parts.size() < 4 || parts[0] != "UNIQUE" || owner == nullptr ||
      owner->As<AttributeMap>() == nullptr) {
    return std::nullopt;
  }
  const std::string kind = parts[0] + kDelimiter + parts[1] + kDelimiter + parts[2];
  if (TextAt(item, table.entity_attribute) != kind) return std::nullopt;
  return Guarded{.entity = parts[1], .attribute = parts[2]};
}

}  // namespace

void GuessEntities(const SeenTable& seen, Model& model) {
  const Table& table = seen.table;
  const std::vector<KeyAttribute> keys = UsedKeys(table);
  Problems none;  // the forms are written here
  std::vector<std::pair<std::string, Group>> groups;
  std::map<std::string, std::set<std::string>> unique;  // by the entities' values
  for (const Item& item : seen.items) {
    if (const std::optional<Guarded> guarded = GuardedBy(table, item)) {
      unique[guarded->entity].insert(guarded->attribute);
      continue;
    }
    const std::string name = GroupOf(table, item);
    auto found = std::ranges::find(groups, name, &std::pair<std::string, Group>::first);
    if (found == groups.end()) found = groups.insert(groups.end(), {name, {}});
    found->second.push_back(&item);
  }
  for (const auto& [value, group] : groups) {
    Entity entity{.name = EntityName(SnakeName(value)), .table = table.name, .value = value};
    while (model.FindEntity(entity.name) != nullptr) entity.name.push_back('2');
    entity.attributes = AttributesOf(group, table, keys);
    for (const std::string& name : unique[value]) {
      if (entity.FindAttribute(name) != nullptr) entity.unique.push_back(name);
    }
    KeyForm form(group, entity, keys);
    for (const KeyAttribute& key : keys) {
      const bool primary = key.name == table.partition_key.name ||
                           (table.sort_key && key.name == table.sort_key->name);
      const bool own = entity.FindAttribute(key.name) != nullptr && !primary;
      if (own) continue;  // an index over the attribute itself
      // A primary key without a form is the attribute itself as well.
      std::optional<std::string> text = form.Of(key.name);
      if (!text) continue;
      if (primary && entity.FindAttribute(key.name) != nullptr &&
          *text == "{" + ModelName(key.name) + "Part1}") {
        std::erase_if(entity.attributes, [&](const Attribute& attribute) {
          return attribute.name == ModelName(key.name) + "Part1";
        });
        continue;
      }
      if (primary) {
        std::erase_if(entity.attributes,
                      [&](const Attribute& attribute) { return attribute.name == key.name; });
      }
      entity.keys.push_back({.attribute = key.name, .value = ParseTemplate(*text, {}, none)});
    }
    double bytes = 0;
    for (const Item* item : group) bytes += static_cast<double>(ItemSize(*item));
    entity.size = bytes / static_cast<double>(group.size());
    entity.count = static_cast<std::int64_t>(group.size());
    for (std::size_t i = 0; i < std::min(kSamplesOfEach, group.size()); ++i) {
      model.samples.push_back(
          {.entity = entity.name, .values = SampleOf(*group[i], table, entity)});
    }
    model.entities.push_back(std::move(entity));
  }
}

namespace {

// "PK = CUSTOMER#{Id} and SK = PROFILE", of these keys; empty where `where` cannot spell one.
std::string WhereOf(const Entity& entity, const std::vector<KeyAttribute>& keys) {
  std::string where;
  for (const KeyAttribute& key : keys) {
    const EntityKey* of_entity = entity.FindKey(key.name);
    std::string form = of_entity != nullptr ? of_entity->value.text : "{" + key.name + "}";
    if (!IsPlain(key.name) || form.find('\'') != std::string::npos) return {};
    if (form.find(' ') != std::string::npos) form = "'" + form + "'";
    where.append(where.empty() ? "" : " and ").append(key.name + " = " + form);
  }
  return where;
}

}  // namespace

void AddPatterns(Model& model) {
  const auto add = [&](Pattern pattern, const Entity& entity,
                       const std::vector<KeyAttribute>& keys) {
    pattern.entities = {entity.name};
    pattern.where_text = WhereOf(entity, keys);
    if (!pattern.where_text.empty()) model.patterns.push_back(std::move(pattern));
  };
  for (const Entity& entity : model.entities) {
    const Table* table = model.FindTable(entity.table);
    if (table == nullptr) continue;
    std::vector<KeyAttribute> keys = {table->partition_key};
    if (table->sort_key) keys.push_back(*table->sort_key);
    add({.name = "Get" + entity.name, .title = "One " + entity.name + " by its key"}, entity, keys);
    for (const Index& index : table->indexes) {
      if (!HasEntry(entity, index)) continue;
      Pattern query{.name = entity.name + "By" + PascalName(index.name),
                    .title = entity.name + " through " + index.name};
      query.index = index.name;
      // The index holds less than items.
      if (index.projection.kind != Projection::Kind::kAll) query.load = entity.name;
      add(std::move(query), entity, index.partition_key);
    }
  }
}

Model FromTable(const SeenTable& seen) {
  Model model{.name = ModelName(seen.table.name),
              .title = "Guessed from the table " + seen.table.name};
  SeenTable named = seen;
  named.table.entity_attribute = EntityAttributeIn(seen);
  model.tables.push_back(named.table);
  GuessEntities(named, model);
  AddPatterns(model);
  return model;
}

}  // namespace trestle::model
