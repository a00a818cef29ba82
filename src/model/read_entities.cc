#include <algorithm>
#include <array>

#include "model/condition_text.h"
#include "model/hint.h"
#include "model/messages.h"
#include "model/read_parts.h"
#include "model/shapes.h"
#include "model/template_text.h"

namespace trestle::model {
namespace {

// All key attributes of a table and its indexes, each once.
std::vector<std::string> KeyNames(const Table& table) {
  std::vector<std::string> names = {table.partition_key.name};
  const auto add = [&](const std::string& name) {
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  };
  if (table.sort_key) add(table.sort_key->name);
  for (const Index& index : table.indexes) {
    for (const KeyAttribute& key : index.partition_key) add(key.name);
    for (const KeyAttribute& key : index.sort_key) add(key.name);
  }
  return names;
}

std::optional<EntityKey> KeyOf(const Node& node, Problems& problems) {
  EntityKey key;
  key.attribute = node.key;
  key.place = node.key_place;
  if (node.kind == Node::Kind::kText) {
    key.value = ParseTemplate(node.text, node.text_place, problems);
    return key;
  }
  if (node.kind != Node::Kind::kTable) {
    problems.Add(node.place, messages::WrongKind(node.key,
                                                 "a template, or a table of template and "
                                                 "when"));
    return std::nullopt;
  }
  Fields fields(node, node.key, problems);
  fields.RequiredText("template");
  if (const Node* text = node.Find("template");
      text != nullptr && text->kind == Node::Kind::kText) {
    key.value = ParseTemplate(text->text, text->text_place, problems);
  }
  key.when = ConditionOf(fields, "when", problems);
  fields.Done();
  return key;
}

// Members of the entity that are not its own words.
void ReadKeys(Fields& fields, Entity& entity, const Table* table, Problems& problems) {
  const std::vector<std::string> names =
      table == nullptr ? std::vector<std::string>() : KeyNames(*table);
  std::vector<const Node*> nodes;
  for (const Node& node : fields.Members("keys")) nodes.push_back(&node);
  std::vector<std::string> known = fields.Known();
  known.insert(known.end(), names.begin(), names.end());
  for (const Node* node : fields.Rest()) nodes.push_back(node);
  for (const Node* node : nodes) {
    if (table != nullptr && std::ranges::find(names, node->key) == names.end()) {
      problems.Add(node->key_place, messages::NotAKeyOfTable(entity.name, node->key, table->name,
                                                             DidYouMean(node->key, known)));
    } else if (entity.FindKey(node->key) != nullptr) {
      problems.Add(node->key_place, messages::Repeated("key", node->key));
    } else if (auto key = KeyOf(*node, problems)) {
      entity.keys.push_back(*std::move(key));
    }
  }
}

Attribute ReadAttribute(const Node& node, Problems& problems) {
  Attribute attribute;
  attribute.name = node.key;
  attribute.place = node.key_place;
  if (node.kind == Node::Kind::kText) {
    // The short form: its type alone.
    Node type = node;
    type.key = "type";
    Node table;
    table.key_place = node.key_place;
    table.children.push_back(std::move(type));
    Fields fields(table, "attribute " + node.key, problems);
    attribute.shape = ShapeOf(fields, problems);
    return attribute;
  }
  Fields fields(node, "attribute " + node.key, problems);
  attribute.shape = ShapeOf(fields, problems);
  attribute.required = fields.Boolean("required");
  attribute.immutable = fields.Boolean("immutable");
  attribute.hidden = fields.Boolean("hidden");
  attribute.default_value = DefaultOf(fields.Take("default"), problems);
  attribute.on_write = DefaultOf(fields.Take("on_write"), problems);
  attribute.since = ConditionOf(fields, "since", problems);
  if (const Node* computed = fields.Take("computed")) {
    const std::string text = fields.Text("computed");
    if (computed->kind == Node::Kind::kText) {
      attribute.computed = ParseTemplate(text, computed->text_place, problems);
    }
  }
  fields.Done();
  return attribute;
}

TtlRule ReadTtlRule(const Node& node, Problems& problems) {
  Fields inner(node, "ttl", problems);
  TtlRule rule;
  rule.place = inner.place();
  rule.after = inner.Span("after").value_or(std::chrono::seconds(0));
  rule.of = inner.Text("of");
  rule.when = ConditionOf(inner, "when", problems);
  inner.Done();
  return rule;
}

void ReadTtl(Fields& fields, Entity& entity, Problems& problems) {
  const Node* const node = fields.Take("ttl");
  if (node == nullptr) return;
  const auto rules = node->kind == Node::Kind::kList ? std::span<const Node>(node->children)
                                                     : std::span<const Node>(node, 1);
  for (const Node& rule : rules) entity.ttl.push_back(ReadTtlRule(rule, problems));
}

const Table* TableOf(Fields& fields, Entity& entity, const std::vector<Table>& tables,
                     Problems& problems) {
  if (fields.Take("table") == nullptr && tables.size() == 1) entity.table = tables[0].name;
  if (entity.table.empty()) entity.table = fields.RequiredText("table");
  if (entity.table.empty()) return nullptr;
  const auto found = std::ranges::find(tables, entity.table, &Table::name);
  if (found != tables.end()) return &*found;
  std::vector<std::string> names;
  for (const Table& table : tables) names.push_back(table.name);
  problems.Add(fields.PlaceOf("table"),
               messages::Unknown("table", entity.table, DidYouMean(entity.table, names)));
  return nullptr;
}

}  // namespace

Entity ReadEntity(const Node& node, const std::vector<Table>& tables, Problems& problems) {
  Fields fields(node, "entity " + node.key, problems);
  Entity entity;
  entity.name = node.key;
  entity.place = node.key_place;
  entity.title = fields.Text("title");
  entity.source_line = fields.SourceLine();
  entity.accepted = AcceptedOf(fields);
  const Table* table = TableOf(fields, entity, tables, problems);
  entity.value = fields.Take("value") == nullptr ? entity.name : fields.Text("value");
  entity.version = fields.Text("version");
  entity.unique = fields.Texts("unique");
  entity.unique_place = fields.PlaceOf("unique");
  entity.parent = fields.Text("parent");
  entity.parent_place = fields.PlaceOf("parent");
  for (const Node& reference : fields.Members("references")) {
    if (reference.kind != Node::Kind::kText) {
      problems.Add(reference.place, messages::WrongKind(reference.key, "the name of an entity"));
      continue;
    }
    entity.references.push_back(
        {.attribute = reference.key, .entity = reference.text, .place = reference.key_place});
  }
  entity.count = fields.Integer("count", 0);
  entity.size = fields.Size("size");
  entity.strict = fields.Boolean("strict");
  static constexpr std::array<Choice<Served>, 3> kRoutes = {
      {{"all", Served::kAll}, {"read", Served::kReads}, {"none", Served::kNone}}};
  entity.routes = fields.OneOf<Served>("routes", kRoutes).value_or(Served::kAll);
  ReadTtl(fields, entity, problems);
  for (const Node& attribute : fields.Members("attributes")) {
    entity.attributes.push_back(ReadAttribute(attribute, problems));
  }
  ReadKeys(fields, entity, table, problems);
  fields.Done();
  return entity;
}

}  // namespace trestle::model
