#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/model.h"

namespace trestle::repository {

struct WorkflowInfo {
  std::string name;
  std::string title;
  std::vector<model::Parameter> parameters;
};
struct WorkflowCall {
  Item arguments;  // checked, in their stored form, with defaults for those that were not given
  std::optional<std::string> idempotency_key;
};
struct WorkflowAnswer {
  int status = 200;
  AttributeValue body;  // as plain JSON; null: none
};

// What a system does beyond what its model can say. Safe to call from several threads; a call may
// block.
class Workflows {
 public:
  virtual ~Workflows() = default;
  // Always the same.
  virtual std::span<const WorkflowInfo> List() const = 0;
  // `name` is one of the list. An error may carry BadFields or WriteConflict.
  virtual Result<WorkflowAnswer> Run(std::string_view name, const WorkflowCall& call) = 0;
};

}  // namespace trestle::repository
