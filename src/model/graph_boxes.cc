#include <algorithm>

#include "model/graph.h"
#include "model/sizes.h"
#include "model/words.h"

namespace trestle::model {
namespace {

// The form of one key attribute of an entity: its template, or the attribute itself.
std::string FormOf(const Entity& entity, const std::string& attribute) {
  const EntityKey* key = entity.FindKey(attribute);
  return key != nullptr ? key->value.text : "{" + attribute + "}";
}

std::string FormsOf(const Entity& entity, const std::vector<KeyAttribute>& keys) {
  std::string forms;
  for (const KeyAttribute& key : keys) {
    if (!forms.empty()) forms.append("  ");
    forms.append(FormOf(entity, key.name));
  }
  return forms;
}

// A collection is the same whatever its parts are called: {CustomerId} and {Customer} differ, and
// so do their collections; formats count as well.
GraphBox& BoxNamed(std::vector<GraphBox>& boxes, const std::string& name) {
  const auto found = std::ranges::find(boxes, name, &GraphBox::name);
  return found != boxes.end() ? *found : boxes.emplace_back(GraphBox{.name = name});
}

std::string ProjectionNote(const Index& index) {
  switch (index.projection.kind) {
    case Projection::Kind::kAll:
      return "all attributes";
    case Projection::Kind::kKeysOnly:
      return "keys only";
    case Projection::Kind::kInclude:
      break;
  }
  std::string names;
  for (const std::string& name : index.projection.attributes) names.append(" ").append(name);
  return "keys," + names;
}

}  // namespace

std::vector<GraphBox> Collections(const Model& model, const Table& table) {
  std::vector<GraphBox> boxes;
  for (const Entity& entity : model.entities) {
    if (entity.table != table.name) continue;
    GraphBox& box = BoxNamed(boxes, FormOf(entity, table.partition_key.name));
    box.rows.push_back(
        {.entity = entity.name,
         .text = table.sort_key ? FormOf(entity, table.sort_key->name) : std::string()});
  }
  for (GraphBox& box : boxes) {
    box.note = box.rows.size() == 1 ? "" : std::to_string(box.rows.size()) + " entities together";
  }
  for (const Pattern& pattern : model.patterns) {
    if (pattern.table != table.name || !pattern.index.empty() || IsWrite(pattern.kind)) continue;
    for (GraphBox& box : boxes) {
      const bool reads = std::ranges::any_of(box.rows, [&](const GraphRow& row) {
        return std::ranges::find(pattern.entities, row.entity) != pattern.entities.end();
      });
      if (reads) box.reads.push_back(pattern.name);
    }
  }
  return boxes;
}

std::vector<GraphBox> IndexBoxes(const Model& model, const Table& table) {
  std::vector<GraphBox> boxes;
  for (const Index& index : table.indexes) {
    GraphBox box{.name = index.name};
    box.note = KeyNames(index.partition_key);
    if (!index.sort_key.empty()) box.note.append(" / ").append(KeyNames(index.sort_key));
    box.note.append(" · ").append(ProjectionNote(index));
    if (index.local) box.note.append(" · local");
    for (const Entity& entity : model.entities) {
      if (entity.table != table.name || !HasEntry(entity, index)) continue;
      std::string text = FormsOf(entity, index.partition_key);
      if (!index.sort_key.empty()) text.append(" / ").append(FormsOf(entity, index.sort_key));
      box.rows.push_back(
          {.entity = entity.name, .text = std::move(text), .sparse = IsSparse(entity, index)});
    }
    for (const Pattern& pattern : model.patterns) {
      if (pattern.table == table.name && pattern.index == index.name) {
        box.reads.push_back(pattern.name);
      }
    }
    boxes.push_back(std::move(box));
  }
  return boxes;
}

}  // namespace trestle::model
