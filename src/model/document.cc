#include "model/document.h"

#include <algorithm>
#include <sstream>

// The parser assumes what damaged headers such as "[=x]" do not keep, and its own checks behind the
// assumptions report them: without the assumptions it is right.
#define TOML_EXCEPTIONS 1
#include <toml++/impl/preprocessor.h>
#undef TOML_ASSERT
#undef TOML_ASSERT_ASSUME
#define TOML_ASSERT(expr) static_assert(true)
#define TOML_ASSERT_ASSUME(expr) static_assert(true)
#include <toml++/toml.h>

#include "model/messages.h"

namespace trestle::model {
namespace {

constexpr std::size_t kLongestFile = 4 << 20;
constexpr int kDeepestKey = 32;

Place PlaceOf(const toml::source_region& source) {
  return {.line = source.begin.line, .column = source.begin.column};
}

// Where quoted text that begins at `at` ends: the last quote of it.
std::size_t EndOfQuoted(std::string_view text, std::size_t at) {
  const char quote = text[at];
  const std::string three(3, quote);
  if (text.substr(at).starts_with(three)) {
    const std::size_t end = text.find(three, at + 3);
    return end == std::string_view::npos ? text.size() : end + 2;
  }
  for (++at; at < text.size() && text[at] != quote && text[at] != '\n'; ++at) {
    if (quote == '"' && text[at] == '\\') ++at;
  }
  return at;
}

// The line of a key of very many parts, which the parser would nest without a limit.
std::optional<std::uint32_t> LineOfDeepKey(std::string_view text) {
  std::uint32_t line = 1;
  int dots = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char character = text[at];
    if (character == '"' || character == '\'') {
      const std::size_t end = EndOfQuoted(text, at);
      const std::size_t size = std::min(end, text.size()) - at;
      line += static_cast<std::uint32_t>(std::ranges::count(text.substr(at, size), '\n'));
      at = end;
      if (at < text.size() && text[at] == '\n') --at;
    } else if (character == '#') {
      while (at + 1 < text.size() && text[at + 1] != '\n') ++at;
    } else if (character == '\n') {
      ++line;
      dots = 0;
    } else if (character == '.') {
      if (++dots > kDeepestKey) return line;
    } else if (character == ',' || character == '=' || character == '[' || character == '{') {
      dots = 0;
    }
  }
  return std::nullopt;
}

class Conversion {
 public:
  explicit Conversion(std::string_view text) {
    lines_.push_back(text);
    for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at)) {
      lines_.push_back(text.substr(++at));
    }
  }

  Node Of(const toml::node& value) const {
    Node node;
    node.place = PlaceOf(value.source());
    node.text_place = node.place;
    if (const auto* text = value.as_string()) {
      node.kind = Node::Kind::kText;
      node.text = text->get();
      node.text_place = TextPlace(node.place);
    } else if (const auto* integer = value.as_integer()) {
      node.kind = Node::Kind::kInteger;
      node.integer = integer->get();
    } else if (const auto* real = value.as_floating_point()) {
      node.kind = Node::Kind::kReal;
      node.real = real->get();
    } else if (const auto* boolean = value.as_boolean()) {
      node.kind = Node::Kind::kBoolean;
      node.boolean = boolean->get();
    } else if (const auto* table = value.as_table()) {
      FillTable(node, *table);
    } else if (const auto* array = value.as_array()) {
      node.kind = Node::Kind::kList;
      for (const toml::node& element : *array) node.children.push_back(Of(element));
    } else {
      node.kind = Node::Kind::kText;
      node.text = TimeText(value);
    }
    return node;
  }

 private:
  void FillTable(Node& node, const toml::table& table) const {
    node.kind = Node::Kind::kTable;
    for (const auto& [key, member] : table) {
      Node child = Of(member);
      child.key = key.str();
      child.key_place = PlaceOf(key.source());
      if (child.place.line == 0) child.place = child.key_place;
      node.children.push_back(std::move(child));
    }
    std::ranges::stable_sort(node.children, {}, &Node::key_place);
  }

  Place TextPlace(Place place) const {
    if (place.line == 0 || place.line > lines_.size()) return place;
    const std::string_view line = lines_[place.line - 1];
    if (place.column == 0 || place.column > line.size()) return place;
    const std::string_view rest = line.substr(place.column - 1);
    if (!rest.starts_with("\"\"\"") && !rest.starts_with("'''")) ++place.column;
    return place;
  }

  static std::string TimeText(const toml::node& value) {
    std::ostringstream text;
    if (const auto* date = value.as_date()) text << date->get();
    if (const auto* time = value.as_time()) text << time->get();
    if (const auto* both = value.as_date_time()) text << both->get();
    return text.str();
  }

  std::vector<std::string_view> lines_;  // each to the end of the file
};

}  // namespace

const Node* Node::Find(std::string_view member) const {
  const auto found = std::ranges::find(children, member, &Node::key);
  return kind != Kind::kTable || found == children.end() ? nullptr : &*found;
}

Document ReadDocument(std::string_view text) {
  Document document;
  if (text.size() > kLongestFile) {
    document.problem = {{1, 1}, messages::FileTooLarge(kLongestFile)};
    return document;
  }
  if (const auto line = LineOfDeepKey(text)) {
    document.problem = {{*line, 1}, messages::KeyTooDeep(kDeepestKey)};
    return document;
  }
  try {
    document.root = Conversion(text).Of(toml::parse(text));
  } catch (const toml::parse_error& error) {
    document.problem = {PlaceOf(error.source()), messages::NotToml(error.description())};
  }
  return document;
}

}  // namespace trestle::model
