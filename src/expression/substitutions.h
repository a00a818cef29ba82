#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "value/attribute_value.h"

namespace trestle {

using NameMap = std::map<std::string, std::string, std::less<>>;  // "#n" to attribute name

// The names and values that a request's expressions stand for, and which of them were used. One
// object serves all expressions of one request; `names` and `values` may be null and outlive it and
// everything parsed with it.
class Substitutions {
 public:
  Substitutions(const NameMap* names, const AttributeMap* values)
      : names_(names), values_(values) {}

  const std::string* Name(
      std::string_view placeholder);  // "#n"; null if not defined; marks it used
  const AttributeValue* Value(
      std::string_view placeholder);  // ":v"; null if not defined; marks it used
  // Refuses names or values that no expression used.
  Status CheckAllUsed() const;

 private:
  const NameMap* names_;
  const AttributeMap* values_;
  std::vector<const std::string*>
      used_names_;  // into names_; a request has few, so a list beats a set
  std::vector<const AttributeValue*> used_values_;  // into values_
};

// Checks the two maps themselves, before any expression is parsed: not empty, placeholder syntax.
Status CheckNameMap(const NameMap& names);
Status CheckValueMap(const AttributeMap& values);

}  // namespace trestle
