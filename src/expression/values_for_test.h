#pragma once

// Short ways to write values and requests in this room's tests.

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "expression/substitutions.h"
#include "value/attribute_value.h"

namespace trestle::testing_values {

inline AttributeValue S(std::string text) { return AttributeValue::String(std::move(text)); }
inline AttributeValue N(const std::string& text) {
  return AttributeValue::Of(*Number::Parse(text));
}
inline AttributeValue B(std::string bytes) { return AttributeValue::Of(Binary{std::move(bytes)}); }
inline AttributeValue Bool(bool value) { return AttributeValue::Of(value); }
inline AttributeValue Nul() { return AttributeValue::Of(Null{}); }
inline AttributeValue L(std::vector<AttributeValue> elements) {
  return AttributeValue::Of(std::move(elements));
}
inline AttributeValue SS(std::vector<std::string> elements) {
  return AttributeValue::Of(StringSet(std::move(elements)));
}
inline AttributeValue NS(const std::vector<std::string>& elements) {
  std::vector<Number> numbers;
  numbers.reserve(elements.size());
  for (const std::string& element : elements) numbers.push_back(*Number::Parse(element));
  return AttributeValue::Of(NumberSet(std::move(numbers)));
}
inline AttributeValue BS(const std::vector<std::string>& elements) {
  std::vector<Binary> binaries;
  binaries.reserve(elements.size());
  for (const std::string& element : elements) binaries.push_back(Binary{element});
  return AttributeValue::Of(BinarySet(std::move(binaries)));
}

using Members = std::initializer_list<std::pair<std::string, AttributeValue>>;
inline AttributeMap Map(Members members) {
  AttributeMap map;
  for (const auto& [name, value] : members) map.Set(name, value);
  return map;
}
inline AttributeValue M(Members members) { return AttributeValue::Of(Map(members)); }

// The names and values of one request.
struct Request {
  NameMap names;
  AttributeMap values;
  Substitutions substitutions{&names, &values};

  Request() = default;
  explicit Request(Members value_members) : values(Map(value_members)) {}
  Request(NameMap name_map, Members value_members)
      : names(std::move(name_map)), values(Map(value_members)) {}
  Request(const Request&) = delete;
  Request& operator=(const Request&) = delete;
};

}  // namespace trestle::testing_values
