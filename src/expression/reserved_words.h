#pragma once

#include <cstddef>
#include <string_view>

namespace trestle {

// Whether an expression must not write this attribute name as it is. Case does not matter.
bool IsReservedWord(std::string_view name);
std::size_t ReservedWordCount();

}  // namespace trestle
