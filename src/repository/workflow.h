#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.h"
#include "repository/repository.h"

namespace trestle::repository {

struct WorkflowCall {
  Item arguments;  // checked, in their stored form, with defaults for those that were not given
  std::optional<std::string> idempotency_key;
  std::optional<std::string> bearer_token;  // of a session, if the workflow's system has such
};
struct WorkflowAnswer {
  int status = 200;
  AttributeValue body;  // as plain JSON; null: none
  // Members of the body that are entities, or lists of them, shown as entities are.
  std::vector<std::pair<std::string, std::variant<EntityItem, std::vector<EntityItem>>>> entities;
  bool repeated = false;  // the answer of an earlier call with the same idempotency key
};

// The code of the workflows that a model declares. Safe to call from several threads; a call may
// block.
class Workflows {
 public:
  virtual ~Workflows() = default;
  // `name` is one of the model's workflows. An error may carry BadFields or WriteConflict.
  virtual Result<WorkflowAnswer> Run(std::string_view name, const WorkflowCall& call) = 0;
};

}  // namespace trestle::repository
