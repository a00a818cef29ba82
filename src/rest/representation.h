#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/model.h"

namespace trestle::rest {

// What is shown beside the attributes that the entity declares and those that the model does not
// know of.
struct Shown {
  bool keys = false;    // keys, time to live and entity attribute, as they are derived
  bool entity = false;  // the entity attribute alone
};

// What an item is one of.
struct ItemKind {
  const model::Model& model;
  const model::Table& table;
  const model::Entity* entity = nullptr;  // null where it cannot be told
};

// Appends the item as clients see it: declared attributes in the model's order, then the others.
// What the entity hides is never shown; of an item whose entity cannot be told, nothing that any
// entity of its table hides.
void AppendItem(const ItemKind& kind, const Item& item, const Shown& shown, std::string& out);

// The path of the item below /api/<model>; absent if a part of its key is missing.
std::optional<std::string> PathOf(const model::Table& table, const model::Entity& entity,
                                  const Item& item);

// The item's version as a strong tag; without one a weak tag of its content.
std::string EntityTagOf(const model::Entity& entity, const Item& item);

// What If-Match and If-None-Match hold.
struct EntityTags {
  struct Tag {
    std::string text;  // between the quotes
    bool weak = false;
  };
  bool any = false;  // *
  std::vector<Tag> tags;

  static EntityTags Parse(std::string_view header);
  // Whether one is `tag`, weak or not.
  bool Contain(std::string_view tag) const;
};

}  // namespace trestle::rest
