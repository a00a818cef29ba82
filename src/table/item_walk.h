#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "storage/store.h"

namespace trestle {

// The keys of the table's items after `place`, at most so many: for who goes through all items a
// few at a time.
Result<std::vector<std::string>> NextItemKeys(const View& view, std::uint32_t table_id,
                                              const std::optional<std::string>& place,
                                              std::size_t at_most);

}  // namespace trestle
