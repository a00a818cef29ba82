#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "repository/execution.h"

namespace trestle::repository {

// The items of these primary keys, in their order; absent where there is none. Keys that the
// database leaves unread are asked for again.
struct BatchRead {
  std::string projection;  // empty: everything
  const NameMap* names = nullptr;
  bool consistent = false;
};
Result<std::vector<std::optional<EncodedItem>>> ReadBatch(Execution& execution,
                                                          const std::vector<Item>& keys,
                                                          const BatchRead& read);

}  // namespace trestle::repository
