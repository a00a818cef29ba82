#pragma once

#include <optional>
#include <vector>

#include "base/result.h"
#include "expression/update.h"
#include "expression/update_plan.h"

namespace trestle {

// One update of one item. All operands are read before anything is written; then values are written
// in the order of their paths, so that elements past the end of a list are appended in the order of
// their indexes; then values are removed from the last path to the first, so that every index still
// means the element that it meant before.
class UpdateApplication {
 public:
  // `plan` and `before` outlive the application.
  UpdateApplication(const Update::Plan& plan, const Item& before, Update::Image image)
      : plan_(plan), before_(before), image_(image) {}

  Result<Item> Run();

 private:
  struct Change {
    const DocumentPath* path;
    std::optional<AttributeValue> value;  // none: what is at the path goes
  };

  Status Compute(const UpdateClause& clause);
  Status ComputeRemove(const DocumentPath& target);
  Status ComputeAdd(const UpdateClause& clause);
  Status ComputeDelete(const UpdateClause& clause);
  const AttributeValue& Given(const UpdateClause& clause) const {
    return *plan_.binding.values[clause.value.slot];
  }
  Status Write(const DocumentPath& target, AttributeValue value);

  const Update::Plan& plan_;
  const Item& before_;
  Update::Image image_;
  std::vector<Change> changes_;
};

}  // namespace trestle
