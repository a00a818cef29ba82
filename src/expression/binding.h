#pragma once

#include <string_view>
#include <vector>

#include "base/result.h"
#include "expression/document_path.h"
#include "expression/expression_kind.h"
#include "expression/substitutions.h"
#include "expression/syntax.h"
#include "value/attribute_value.h"

namespace trestle {

// What the slots of a syntax stand for in one request.
struct Binding {
  std::vector<DocumentPath> paths;
  std::vector<const AttributeValue*> values;  // in the request, or in `owned`
  std::vector<AttributeValue> owned;          // of legacy parameters

  // As Condition::AddAttributes.
  void AddAttributes(std::vector<std::string_view>& names) const {
    for (const DocumentPath& path : paths) names.push_back(path.attribute);
  }

  Binding() = default;
  Binding(Binding&&) = default;  // keeps the addresses of `owned`
  Binding& operator=(Binding&&) = default;
  Binding(const Binding&) = delete;
  Binding& operator=(const Binding&) = delete;
};

// Fills a binding. The parts of an expression are bound in the order of writing, so that the first
// placeholder that is not defined is the one that is reported.
class Binder {
 public:
  // All three outlive the binder.
  Binder(ExpressionKind kind, const Slots& slots, Substitutions& substitutions);

  Status BindPath(std::size_t slot);
  Status BindAll(const Expression& expression);
  Binding Take() { return std::move(binding_); }

 private:
  Status BindName(std::string& name);

  ExpressionKind kind_;
  const Slots& slots_;
  Substitutions& substitutions_;
  Binding binding_;
};

}  // namespace trestle
