#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

// What is wrong with a value, to be written behind its attribute's name.
namespace trestle::model::messages {

inline std::string MustBe(std::string_view what) { return "must be " + std::string(what); }
inline std::string MustBeOneOf(const std::vector<std::string>& values) {
  std::string text;
  for (const std::string& value : values) text.append(text.empty() ? "" : ", ").append(value);
  return "must be one of " + text;
}
inline std::string TooShort(std::int64_t least) {
  return "must not be shorter than " + std::to_string(least);
}
inline std::string TooLong(std::int64_t most) {
  return "must not be longer than " + std::to_string(most);
}
inline std::string TooSmall(std::string_view least) {
  return "must be at least " + std::string(least);
}
inline std::string TooGreat(std::string_view most) {
  return "must be at most " + std::string(most);
}
inline std::string TooManyDecimals(int most) {
  return "must not have more than " + std::to_string(most) + " decimals";
}
inline std::string MustMatch(std::string_view pattern) {
  return "must match " + std::string(pattern);
}

}  // namespace trestle::model::messages
