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

const AttributeValue* Resolve(const Item& item, const DocumentPath& path);  // null if there is nothing there
std::string ToString(const DocumentPath& path);                              // as error texts show it: [a, [0], b]

}  // namespace trestle
