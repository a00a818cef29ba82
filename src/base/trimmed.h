#pragma once

#include <cstddef>
#include <string_view>

namespace trestle {

// Without the blanks at both ends; a line of a Windows file ends with one.
constexpr std::string_view Trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r";
  const std::size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1);
}
static_assert(Trimmed(" \ta b\r") == "a b" && Trimmed("\t ").empty() && Trimmed("").empty());

}  // namespace trestle
