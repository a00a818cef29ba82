#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace trestle::model {

// How many columns a terminal needs for UTF-8 text without wide characters.
std::size_t WidthOf(std::string_view text);

// Lines up cells: the first columns to the left, the others to the right. The first row is the
// head.
std::string TextTable(const std::vector<std::vector<std::string>>& rows, std::size_t left_columns);

}  // namespace trestle::model
