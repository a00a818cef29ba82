#pragma once

#include <cstddef>
#include <vector>

#include "operation/parameters.h"

namespace trestle {

// Gathers why a transaction cannot be done: one reason for each of its actions, `None` for the
// innocent.
class CancellationReasons {
 public:
  explicit CancellationReasons(std::size_t actions) : reasons_(actions) {}

  // The action's condition does not hold. The error may carry the item to show.
  void ConditionFailed(std::size_t action, const Error& error);
  // The action inserts an item that is there already.
  void Duplicate(std::size_t action);
  // The action cannot be done. Of several such reasons the service names the first alone.
  void Invalid(std::size_t action, const Error& error);

  // The action was not let in: it is throttled, or in conflict. Any other error fails the request.
  Status Refused(std::size_t action, const Error& error);

  bool empty() const { return !any_; }
  Error ToError() &&;

 private:
  std::vector<CancellationReason> reasons_;
  bool any_ = false;
  bool any_invalid_ = false;
};

}  // namespace trestle
