#include "client/json_member.h"

namespace trestle::client {
namespace {

constexpr std::size_t kBroken = std::string_view::npos;

std::size_t SkipBlanks(std::string_view text, std::size_t at) {
  const std::size_t found = text.find_first_not_of(" \t\r\n", at);
  return found == std::string_view::npos ? text.size() : found;
}

// `at` is at a quote; the place behind the closing one.
std::size_t SkipString(std::string_view text, std::size_t at) {
  for (++at; at < text.size(); ++at) {
    if (text[at] == '\\') {
      ++at;
    } else if (text[at] == '"') {
      return at + 1;
    }
  }
  return kBroken;
}

// The place behind the value that begins at `at`.
std::size_t SkipValue(std::string_view text, std::size_t at) {
  if (at >= text.size()) return kBroken;
  if (text[at] == '"') return SkipString(text, at);
  if (text[at] != '{' && text[at] != '[') {
    const std::size_t end = text.find_first_of(",]} \t\r\n", at);
    return end == std::string_view::npos ? text.size() : end;
  }
  std::size_t depth = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (c == '"') {
      at = SkipString(text, at);
      if (at == kBroken) return kBroken;
      continue;
    }
    ++at;
    if (c == '{' || c == '[') ++depth;
    if ((c == '}' || c == ']') && --depth == 0) return at;
  }
  return kBroken;
}

}  // namespace

std::optional<std::string_view> JsonMember(std::string_view object, std::string_view name) {
  std::size_t at = SkipBlanks(object, 0);
  if (at >= object.size() || object[at] != '{') return std::nullopt;
  while (true) {
    const std::size_t name_begin = SkipBlanks(object, at + 1);
    if (name_begin >= object.size() || object[name_begin] != '"') return std::nullopt;
    const std::size_t name_end = SkipString(object, name_begin);
    if (name_end == kBroken) return std::nullopt;
    const std::size_t colon = SkipBlanks(object, name_end);
    if (colon >= object.size() || object[colon] != ':') return std::nullopt;
    const std::size_t begin = SkipBlanks(object, colon + 1);
    const std::size_t end = SkipValue(object, begin);
    if (end == kBroken) return std::nullopt;
    if (object.substr(name_begin + 1, name_end - name_begin - 2) == name) {
      return object.substr(begin, end - begin);
    }
    at = SkipBlanks(object, end);
    if (at >= object.size() || object[at] != ',') return std::nullopt;
  }
}

std::string_view JsonText(std::string_view value) {
  const bool is_string = value.size() >= 2 && value.front() == '"' && value.back() == '"';
  return is_string ? value.substr(1, value.size() - 2) : std::string_view();
}

std::vector<std::string_view> JsonElements(std::string_view array) {
  std::vector<std::string_view> elements;
  std::size_t at = SkipBlanks(array, 0);
  if (at >= array.size() || array[at] != '[') return {};
  while (true) {
    const std::size_t begin = SkipBlanks(array, at + 1);
    if (begin >= array.size() || array[begin] == ']') return elements;
    const std::size_t end = SkipValue(array, begin);
    if (end == kBroken) return elements;
    elements.push_back(array.substr(begin, end - begin));
    at = SkipBlanks(array, end);
    if (at >= array.size() || array[at] != ',') return elements;
  }
}

bool JsonHasContent(std::string_view container) {
  const std::size_t at = SkipBlanks(container, 0);
  if (at >= container.size()) return false;
  const std::size_t inside = SkipBlanks(container, at + 1);
  return inside < container.size() && container[inside] != '}' && container[inside] != ']';
}

}  // namespace trestle::client
