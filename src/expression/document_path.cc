#include "expression/document_path.h"

#include <tuple>

namespace trestle {
namespace {

const AttributeValue* Member(const AttributeValue& value, const std::string& name) {
  const AttributeMap* map = value.As<AttributeMap>();
  return map == nullptr ? nullptr : map->Find(name);
}

const AttributeValue* Element(const AttributeValue& value, std::size_t index) {
  const List* list = value.As<List>();
  return list == nullptr || index >= list->size() ? nullptr : &(*list)[index];
}

}  // namespace

bool operator<(const DocumentPath& a, const DocumentPath& b) {
  return std::tie(a.attribute, a.steps) < std::tie(b.attribute, b.steps);
}

const AttributeValue* Resolve(const Item& item, const DocumentPath& path) {
  const AttributeValue* value = item.Find(path.attribute);
  for (const auto& step : path.steps) {
    if (value == nullptr) return nullptr;
    const std::string* name = std::get_if<std::string>(&step);
    value = name != nullptr ? Member(*value, *name) : Element(*value, std::get<std::size_t>(step));
  }
  return value;
}

std::string ToString(const DocumentPath& path) {
  std::string text = "[" + path.attribute;
  for (const auto& step : path.steps) {
    text.append(", ");
    if (const std::string* name = std::get_if<std::string>(&step)) {
      text.append(*name);
    } else {
      text.append("[").append(std::to_string(std::get<std::size_t>(step))).append("]");
    }
  }
  return text.append("]");
}

}  // namespace trestle
