#include "model/template_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <vector>

#include "base/trimmed.h"
#include "model/hint.h"
#include "model/messages.h"

namespace trestle::model {
namespace {

struct Bounds {
  int least = 0;
  int most = 0;
};
struct FormatRule {
  std::string_view name;
  Format::Kind kind;
  std::string_view usage;
  Bounds first;
  Bounds second;
};
using Kind = Format::Kind;
constexpr Bounds kNone{};
constexpr std::array<FormatRule, 13> kFormatRules = {{
    {"pad", Kind::kPad, "pad(n), n from 1 to 38", {1, 38}, kNone},
    {"fixed", Kind::kFixed, "fixed(n, d), n and d from 1 to 19", {1, 19}, {1, 19}},
    {"descending", Kind::kDescending, "descending(n), n from 1 to 37", {1, 37}, kNone},
    {"date", Kind::kDate, "date", kNone, kNone},
    {"month", Kind::kMonth, "month", kNone, kNone},
    {"year", Kind::kYear, "year", kNone, kNone},
    {"hour", Kind::kHour, "hour", kNone, kNone},
    {"lower", Kind::kLower, "lower", kNone, kNone},
    {"upper", Kind::kUpper, "upper", kNone, kNone},
    {"escape", Kind::kEscape, "escape", kNone, kNone},
    {"rank", Kind::kRank, "rank", kNone, kNone},
    {"geohash", Kind::kGeohash, "geohash(n), n from 1 to 12", {1, 12}, kNone},
    {"shard", Kind::kShard, "shard(n), n from 1 to 100", {1, 100}, kNone},
}};

std::optional<int> IntegerIn(std::string_view text, Bounds bounds) {
  text = Trimmed(text);
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  if (value < bounds.least || value > bounds.most) return std::nullopt;
  return value;
}

const FormatRule& RuleOf(Format::Kind kind) {
  return *std::ranges::find(kFormatRules, kind, &FormatRule::kind);
}

class Parser {
 public:
  Parser(std::string_view text, Place place, Problems& problems)
      : text_(text), place_(place), problems_(problems) {}

  Template Parse() {
    Template parsed{.text = std::string(text_), .place = place_, .parts = {}};
    std::string literal;
    std::size_t at = 0;
    while (at < text_.size()) {
      const std::string_view rest = text_.substr(at);
      if (rest.starts_with("{{") || rest.starts_with("}}")) {
        literal.push_back(rest[0]);
        at += 2;
      } else if (rest[0] == '}') {
        return Failed(parsed, at, messages::BraceClose());
      } else if (rest[0] != '{') {
        literal.push_back(rest[0]);
        ++at;
      } else {
        const std::size_t end = rest.find('}');
        if (end == std::string_view::npos) return Failed(parsed, at, messages::BraceOpen());
        AddLiteral(parsed, literal);
        auto part = Reference(rest.substr(1, end - 1), at + 1);
        if (!part) return parsed;
        parsed.parts.push_back(*std::move(part));
        at += end + 1;
      }
    }
    AddLiteral(parsed, literal);
    return parsed;
  }

 private:
  static void AddLiteral(Template& parsed, std::string& literal) {
    if (!literal.empty()) parsed.parts.push_back({.literal = std::move(literal)});
    literal.clear();
  }

  Template Failed(Template parsed, std::size_t at, std::string message) {
    problems_.Add(PlaceIn(place_, text_, at), std::move(message));
    return parsed;
  }

  // "Email:lower:escape".
  std::optional<TemplatePart> Reference(std::string_view text, std::size_t at) {
    TemplatePart part;
    const std::size_t name_end = std::min(text.find(':'), text.size());
    part.reference = Trimmed(text.substr(0, name_end));
    if (part.reference.empty()) {
      problems_.Add(PlaceIn(place_, text_, at), messages::EmptyReference());
      return std::nullopt;
    }
    for (std::size_t start = name_end; start < text.size();) {
      const std::size_t end = std::min(text.find(':', start + 1), text.size());
      const auto format = ParseFormat(text.substr(start + 1, end - start - 1), at + start + 1);
      if (!format) return std::nullopt;
      part.formats.push_back(*format);
      start = end;
    }
    return part;
  }

  std::optional<Format> ParseFormat(std::string_view text, std::size_t at) {
    const std::size_t name_end = std::min(text.find('('), text.size());
    const std::string_view name = Trimmed(text.substr(0, name_end));
    const auto* const rule = std::ranges::find(kFormatRules, name, &FormatRule::name);
    if (rule == kFormatRules.end()) {
      std::vector<std::string> names;
      for (const FormatRule& one : kFormatRules) names.emplace_back(one.name);
      problems_.Add(PlaceIn(place_, text_, at),
                    messages::UnknownFormat(name, DidYouMean(name, names)));
      return std::nullopt;
    }
    Format format{.kind = rule->kind};
    std::string_view arguments = Trimmed(text.substr(name_end));
    bool right = arguments.empty() == (rule->first.most == 0);
    if (right && !arguments.empty()) {
      right = arguments.size() > 2 && arguments.ends_with(')');
      arguments = right ? arguments.substr(1, arguments.size() - 2) : arguments;
      const std::size_t comma = std::min(arguments.find(','), arguments.size());
      const auto first = IntegerIn(arguments.substr(0, comma), rule->first);
      right = right && first && (comma < arguments.size()) == (rule->second.most != 0);
      format.first = first.value_or(0);
      if (right && comma < arguments.size()) {
        const auto second = IntegerIn(arguments.substr(comma + 1), rule->second);
        right = second.has_value();
        format.second = second.value_or(0);
      }
    }
    if (right) return format;
    problems_.Add(PlaceIn(place_, text_, at), messages::FormatArguments(rule->usage));
    return std::nullopt;
  }

  std::string_view text_;
  Place place_;
  Problems& problems_;
};

}  // namespace

Place PlaceIn(Place start, std::string_view text, std::size_t offset) {
  for (const char byte : text.substr(0, offset)) {
    if (byte == '\n') {
      ++start.line;
      start.column = 1;
    } else if ((static_cast<unsigned char>(byte) & 0xC0) != 0x80) {
      ++start.column;
    }
  }
  return start;
}

std::string TemplateLiteral(std::string_view text) {
  std::string literal;
  for (const char c : text) {
    literal.push_back(c);
    if (c == '{' || c == '}') literal.push_back(c);
  }
  return literal;
}

Template ParseTemplate(std::string_view text, Place place, Problems& problems) {
  return Parser(text, place, problems).Parse();
}

std::string FormatText(const Format& format) {
  const FormatRule& rule = RuleOf(format.kind);
  std::string text(rule.name);
  if (rule.first.most != 0) text += "(" + std::to_string(format.first);
  if (rule.second.most != 0) text += ", " + std::to_string(format.second);
  return rule.first.most != 0 ? text + ")" : text;
}

}  // namespace trestle::model
