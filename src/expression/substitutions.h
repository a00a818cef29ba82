#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>

#include "base/result.h"
#include "value/attribute_value.h"

namespace trestle {

using NameMap = std::map<std::string, std::string, std::less<>>;  // "#n" to attribute name

// The names and values that a request's expressions stand for, and which of them were used. One object serves all
// expressions of one request; `names` and `values` may be null and outlive it and everything parsed with it.
class Substitutions {
 public:
  Substitutions(const NameMap* names, const AttributeMap* values) : names_(names), values_(values) {}

  const std::string* Name(std::string_view placeholder);      // "#n"; null if not defined; marks it used
  const AttributeValue* Value(std::string_view placeholder);  // ":v"; null if not defined; marks it used
  // Refuses names or values that no expression used.
  Status CheckAllUsed() const;

 private:
  const NameMap* names_;
  const AttributeMap* values_;
  std::set<std::string, std::less<>> used_names_;
  std::set<std::string, std::less<>> used_values_;
};

// Checks the two maps themselves, before any expression is parsed: not empty, placeholder syntax.
Status CheckNameMap(const NameMap& names);
Status CheckValueMap(const AttributeMap& values);

}  // namespace trestle
