#pragma once

#include <string_view>
#include <vector>

#include "model/model.h"

// Which attributes make which key, and who reads by it.
namespace trestle::model {

// The key of a table, or of one of its indexes.
struct KeyView {
  const Index* index = nullptr;  // null: the table's own
  std::vector<const KeyAttribute*> partition;
  std::vector<const KeyAttribute*> sort;

  bool IsPartition(std::string_view attribute) const;
  bool IsSort(std::string_view attribute) const;
  bool Has(std::string_view attribute) const { return IsPartition(attribute) || IsSort(attribute); }
  std::string_view Name() const;  // of the index, or "the table's key"
};
KeyView KeyOf(const Table& table);
KeyView KeyOf(const Table& table, const Index& index);
// The key that a pattern reads by; without attributes where there is no such table or index.
KeyView KeyOf(const Model& model, const Pattern& pattern);
// The table's key, then the indexes'.
std::vector<KeyView> KeysOf(const Table& table);

// The template of a key attribute: the one that is written down, or the attribute itself where an
// index's key is a plain attribute of the entity. Without parts: the entity has no such key.
Template KeyTemplate(const Entity& entity, std::string_view attribute);

// The template with what computed attributes are made of in their place.
Template Expanded(const Entity& entity, const Template& text);

// One value alone keeps its own type.
bool IsNative(const Template& text);

const KeyTest* FindTest(const Pattern& pattern, std::string_view attribute);
const Table* TableOf(const Model& model, const Entity& entity);
const Table* TableOf(const Model& model, const Pattern& pattern);
// The entities that a pattern names and that exist.
std::vector<const Entity*> EntitiesOf(const Model& model, const Pattern& pattern);
// Attributes that templates of the table's own key use.
bool InPrimaryKey(const Model& model, const Entity& entity, std::string_view attribute);
// The attribute of a dotted reference.
std::string_view FirstName(std::string_view reference);
// Absent items of it are possible: nobody requires it, and nothing writes it.
bool IsOptional(const Model& model, const Entity& entity, std::string_view attribute);
// An attribute that is declared, or that a template of a key or the table itself writes.
bool IsWritten(const Table& table, const Entity& entity, std::string_view attribute);
// Every attribute name that a condition looks at.
void AddNames(const Condition& condition, std::vector<std::string_view>& names);
// Whether an item of the entity can have the key while an attribute has this text: what `when` says
// of other attributes may be so.
bool CanHaveKey(const EntityKey& key, std::string_view attribute, const std::string& text);

}  // namespace trestle::model
