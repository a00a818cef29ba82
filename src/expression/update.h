#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "expression/document_path.h"
#include "expression/substitutions.h"

namespace trestle {

// A parsed and bound UpdateExpression, or what legacy AttributeUpdates or the SET and REMOVE of a
// PartiQL statement say. The default object changes nothing.
class Update {
 public:
  Update() = default;
  // Parsed trees are cached by text.
  static Result<Update> Parse(std::string_view text, Substitutions& substitutions);

  // Whether there was an item to update. Below a parent that is missing, REMOVE is an error only in
  // a stored item.
  enum class Image { kStored, kAbsent };
  // The item after the update. `before` holds at least the key. Every operand reads `before`.
  Result<Item> Apply(const Item& before, Image image = Image::kStored) const;
  // The paths that it changes: key attributes among them are refused by the caller, and they decide
  // what UPDATED_OLD and UPDATED_NEW return.
  std::vector<DocumentPath> Targets() const;
  // Adds the names of the attributes that it reads or changes, some perhaps twice. They live as
  // long as it.
  void AddAttributes(std::vector<std::string_view>& names) const;
  bool IsEmpty() const { return plan_ == nullptr; }

  struct Plan;  // legacy_update.cc, update.cc and from_tree.cc alone look inside
  explicit Update(std::shared_ptr<const Plan> plan) : plan_(std::move(plan)) {}

 private:
  std::shared_ptr<const Plan> plan_;  // shared by copies of the update
};

}  // namespace trestle
