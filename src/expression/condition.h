#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "expression/document_path.h"
#include "expression/expression_kind.h"
#include "expression/substitutions.h"
#include "value/attribute_value.h"

namespace trestle {

// A parsed and bound ConditionExpression or FilterExpression, or what a legacy Expected,
// QueryFilter or ScanFilter or the WHERE of a PartiQL statement says. Copies share one immutable
// tree. The default object is always true.
class Condition {
 public:
  Condition() = default;
  // Parsed trees are cached by text. Errors and their order are the service's.
  static Result<Condition> Parse(ExpressionKind kind, std::string_view text,
                                 Substitutions& substitutions);

  // Whether the item (empty where there is none) satisfies the condition.
  bool Matches(const Item& item) const;
  // The document paths it names, in the order of writing.
  std::vector<DocumentPath> Paths() const;
  // Adds the names of the attributes that it looks at, some perhaps twice. They live as long as it.
  void AddAttributes(std::vector<std::string_view>& names) const;
  bool IsAlwaysTrue() const { return root_ == nullptr; }

  struct Node;  // the tree; condition.cc and from_tree.cc alone look inside
  explicit Condition(std::shared_ptr<const Node> root) : root_(std::move(root)) {}

 private:
  std::shared_ptr<const Node> root_;  // shared by copies of the condition
};

}  // namespace trestle
