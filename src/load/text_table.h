#pragma once

#include <string>
#include <vector>

namespace trestle::load {

// Lines up cells: the first columns to the left, the others to the right. The first row is the
// head.
class TextTable {
 public:
  explicit TextTable(std::size_t left_columns) : left_columns_(left_columns) {}
  void AddRow(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  std::string ToString() const;

 private:
  std::size_t left_columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace trestle::load
