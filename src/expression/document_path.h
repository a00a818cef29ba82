#pragma once

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "value/attribute_value.h"

namespace trestle {

// A place in an item: an attribute, then map members and list indexes below it.
struct DocumentPath {
  std::string attribute;
  std::vector<std::variant<std::string, std::size_t>> steps;
  friend bool operator==(const DocumentPath&, const DocumentPath&) = default;
};

// Paths in the order of their names and indexes, a path before what lies below it.
bool operator<(const DocumentPath& a, const DocumentPath& b);

const AttributeValue* Resolve(const Item& item,
                              const DocumentPath& path);  // null if there is nothing there
std::string ToString(const DocumentPath& path);           // as error texts show it: [a, [0], b]

}  // namespace trestle
