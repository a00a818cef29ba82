#include "load/text_table.h"

#include <algorithm>

#include "load/figures.h"

namespace trestle::load {

std::string TextTable::ToString() const {
  std::vector<std::size_t> widths;
  for (const std::vector<std::string>& row : rows_) {
    widths.resize(std::max(widths.size(), row.size()));
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], WidthOf(row[i]));
  }
  std::string text;
  for (const std::vector<std::string>& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string padding(widths[i] - WidthOf(row[i]), ' ');
      if (i > 0) text.append("   ");
      text.append(i < left_columns_ ? row[i] + padding : padding + row[i]);
    }
    text.erase(text.find_last_not_of(' ') + 1);
    text.push_back('\n');
  }
  return text;
}

}  // namespace trestle::load
