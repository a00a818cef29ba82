#include "model/text_form.h"

#include <algorithm>
#include <string>

#include "model/template_match.h"

namespace trestle::model {
namespace {

using Kind = Format::Kind;

Characters Of(std::string_view text) {
  Characters characters;
  for (const char c : text) characters.set(static_cast<unsigned char>(c));
  return characters;
}

constexpr std::string_view kDigits = "0123456789";
constexpr std::string_view kUpper = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
constexpr std::string_view kLower = "abcdefghijklmnopqrstuvwxyz";

Characters AdmittedBy(std::string_view pattern) {
  Characters characters;
  for (int c = 0; c < 256; ++c) {
    if (PatternAdmits(pattern, static_cast<char>(c))) characters.set(static_cast<std::size_t>(c));
  }
  return characters;
}

Characters OfType(const Shape& shape) {
  switch (shape.type) {
    case Type::kNumber:
    case Type::kDecimal:
      return Of("0123456789.-");
    case Type::kInteger:
      return Of("0123456789-");
    case Type::kBoolean:
      return Of("truefals");
    case Type::kTimestamp:
      return shape.stored == Stored::kText ? Of("0123456789-:.TZ") : Of("0123456789-");
    case Type::kDate:
      return Of("0123456789-");
    case Type::kUuid:
      return Of("0123456789abcdefABCDEF-");
    case Type::kUlid:
      return Of(kDigits) | Of(kUpper) | Of(kLower);
    case Type::kEnum: {
      Characters characters;
      for (const std::string& value : shape.values) characters |= Of(value);
      return characters;
    }
    default:
      return shape.pattern.empty() ? Characters().set() : AdmittedBy(shape.pattern);
  }
}

// The characters of one bracket expression, and where it ends. Classes inside it ([:alpha:], \w)
// count as letters and digits or, in doubt, as everything.
struct Bracket {
  Characters characters;
  std::size_t end = 0;
};

void AddEscaped(char c, Characters& characters) {
  if (c == 'd') {
    characters |= Of(kDigits);
  } else if (c == 'w') {
    characters |= Of(kDigits) | Of(kUpper) | Of(kLower) | Of("_");
  } else if (c == 's') {
    characters |= Of(" \t\n\r\f\v");
  } else if (std::string_view("DWSpPCxQ").find(c) != std::string_view::npos) {
    characters.set();
  } else {
    characters.set(static_cast<unsigned char>(c));
  }
}

Bracket ReadBracket(std::string_view pattern, std::size_t start) {
  Bracket bracket;
  std::size_t i = start + 1;
  const bool negated = i < pattern.size() && pattern[i] == '^';
  if (negated) ++i;
  for (bool first = true; i < pattern.size() && (first || pattern[i] != ']'); first = false) {
    if (pattern.substr(i).starts_with("[:")) {
      const std::size_t close = pattern.find(":]", i);
      bracket.characters |= Of(kDigits) | Of(kUpper) | Of(kLower) | Of("_");
      i = close == std::string_view::npos ? pattern.size() : close + 2;
    } else if (pattern[i] == '\\' && i + 1 < pattern.size()) {
      AddEscaped(pattern[i + 1], bracket.characters);
      i += 2;
    } else if (i + 2 < pattern.size() && pattern[i + 1] == '-' && pattern[i + 2] != ']') {
      const auto from = static_cast<unsigned char>(pattern[i]);
      const auto to = static_cast<unsigned char>(pattern[i + 2]);
      for (int c = from; c <= to; ++c) bracket.characters.set(static_cast<std::size_t>(c));
      i += 3;
    } else {
      bracket.characters.set(static_cast<unsigned char>(pattern[i]));
      ++i;
    }
  }
  if (negated) bracket.characters.flip();
  bracket.end = std::min(i + 1, pattern.size());
  return bracket;
}

int Digits(const Number& number) {
  return number.IsZero() ? 1 : std::max(number.Magnitude(), 0) + 1;
}

const AttributeValue* Member(const Item& item, std::string_view path) {
  const std::size_t dot = path.find('.');
  const AttributeValue* value = item.Find(path.substr(0, dot));
  if (value == nullptr || dot == std::string_view::npos) return value;
  const AttributeMap* map = value->As<AttributeMap>();
  return map == nullptr ? nullptr : Member(*map, path.substr(dot + 1));
}

std::optional<Shape> SampledShape(const Model& model, const Entity& entity,
                                  std::string_view reference) {
  for (const Sample& sample : model.samples) {
    if (sample.entity != entity.name) continue;
    const AttributeValue* value = Member(sample.values, reference);
    if (value == nullptr) continue;
    if (value->type() == AttributeType::kNumber) return Shape{.type = Type::kNumber};
    if (value->type() == AttributeType::kString) return Shape{.type = Type::kString};
  }
  return std::nullopt;
}

// The type of the parameter that a pattern puts in the place of a member.
std::optional<Shape> AskedShape(const Model& model, const Entity& entity,
                                std::string_view reference) {
  for (const Pattern& pattern : model.patterns) {
    if (std::ranges::find(pattern.entities, entity.name) == pattern.entities.end()) continue;
    for (const KeyTest& test : pattern.where) {
      const EntityKey* key = entity.FindKey(test.attribute);
      if (key == nullptr) continue;
      for (const Binding& binding : MatchKey(key->value, test.value).bindings) {
        if (binding.key->reference != reference || binding.value == nullptr) continue;
        const Parameter* parameter = pattern.FindParameter(binding.value->reference);
        if (parameter != nullptr) return parameter->shape;
      }
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<Shape> ShapeOf(const Model& model, const Entity& entity, std::string_view reference) {
  if (reference.find('.') != std::string_view::npos) {
    std::optional<Shape> sampled = SampledShape(model, entity, reference);
    return sampled ? sampled : AskedShape(model, entity, reference);
  }
  const Attribute* attribute = entity.FindAttribute(reference);
  if (attribute == nullptr) return std::nullopt;
  return attribute->shape;
}

bool IsNumeric(Type type) {
  return type == Type::kNumber || type == Type::kInteger || type == Type::kDecimal;
}

Type Meaning(Type type) {
  if (type == Type::kUuid || type == Type::kUlid || type == Type::kAny || type == Type::kEnum) {
    return Type::kString;
  }
  if (type == Type::kTimestamp) return Type::kDate;
  return IsNumeric(type) ? Type::kNumber : type;
}

bool IsIdentifier(const std::optional<Shape>& shape, std::string_view name) {
  if (!shape) return false;
  if (shape->type == Type::kUuid) return true;
  return shape->type == Type::kString &&
         (name.ends_with("Id") || name.ends_with("ID") || name.ends_with("_id") || name == "id");
}

bool HasFormat(const std::vector<Format>& formats, Format::Kind kind) {
  return std::ranges::find(formats, kind, &Format::kind) != formats.end();
}

Characters CharactersOf(const Shape& shape, const std::vector<Format>& formats) {
  Characters characters = OfType(shape);
  for (const Format& format : formats) {
    switch (format.kind) {
      case Kind::kPad:
      case Kind::kDescending:
      case Kind::kRank:
      case Kind::kShard:
        characters = Of(kDigits);
        break;
      case Kind::kFixed:
        characters = Of("0123456789.");
        break;
      case Kind::kDate:
      case Kind::kMonth:
      case Kind::kYear:
        characters = Of("0123456789-");
        break;
      case Kind::kHour:
        characters = Of("0123456789-T");
        break;
      case Kind::kGeohash:
        characters = Of("0123456789bcdefghjkmnpqrstuvwxyz");
        break;
      case Kind::kEscape:
        characters.reset('#');
        break;
      case Kind::kLower:
        characters |= Of(kLower);
        break;
      case Kind::kUpper:
        characters |= Of(kUpper);
        break;
    }
  }
  return characters;
}

bool HasFixedWidth(const Shape& shape, const std::vector<Format>& formats) {
  const bool sized = std::ranges::any_of(formats, [](const Format& format) {
    return format.kind != Kind::kLower && format.kind != Kind::kUpper &&
           format.kind != Kind::kEscape;
  });
  if (sized) return true;
  if (shape.type == Type::kEnum) {
    return std::ranges::all_of(shape.values, [&](const std::string& value) {
      return value.size() == shape.values.front().size();
    });
  }
  const bool fixed = shape.type == Type::kDate || shape.type == Type::kTimestamp ||
                     shape.type == Type::kUuid || shape.type == Type::kUlid;
  return fixed || (shape.min_length && shape.min_length == shape.max_length);
}

bool SortsAsNumber(const Shape& shape, const std::vector<Format>& formats) {
  if (HasFormat(formats, Kind::kPad) || HasFormat(formats, Kind::kFixed) ||
      HasFormat(formats, Kind::kDescending)) {
    return true;
  }
  const bool whole = shape.type == Type::kInteger || shape.decimals == 0;
  return whole && shape.min && shape.max && !shape.min->IsNegative() &&
         Digits(*shape.min) == Digits(*shape.max);
}

bool SortsOutOfOrder(const Shape& shape, const std::vector<Format>& formats) {
  return shape.type == Type::kEnum && !HasFormat(formats, Kind::kRank) &&
         !std::ranges::is_sorted(shape.values);
}

std::optional<std::int64_t> LongestText(const Shape& shape, const std::vector<Format>& formats) {
  for (const Format& format : formats) {
    if (format.kind == Kind::kPad || format.kind == Kind::kDescending ||
        format.kind == Kind::kGeohash) {
      return format.first;
    }
    if (format.kind == Kind::kFixed) return format.first + 1 + format.second;
    if (format.kind == Kind::kRank || format.kind == Kind::kShard) return 2;
    if (format.kind == Kind::kDate || format.kind == Kind::kMonth || format.kind == Kind::kYear) {
      return 10;
    }
  }
  if (shape.type == Type::kUuid) return 36;
  if (shape.type == Type::kUlid) return 26;
  if (shape.type == Type::kTimestamp) return 24;
  if (shape.type == Type::kDate) return 10;
  if (shape.type == Type::kBoolean) return 5;
  if (IsNumeric(shape.type)) return 40;
  if (shape.type == Type::kEnum) {
    std::int64_t longest = 0;
    for (const std::string& value : shape.values) {
      longest = std::max(longest, static_cast<std::int64_t>(value.size()));
    }
    return longest;
  }
  return shape.max_length;
}

bool PatternAdmits(std::string_view pattern, char character) {
  const auto wanted = static_cast<unsigned char>(character);
  Characters admitted;
  for (std::size_t i = 0; i < pattern.size();) {
    const char c = pattern[i];
    if (c == '[') {
      const Bracket bracket = ReadBracket(pattern, i);
      admitted |= bracket.characters;
      i = bracket.end;
    } else if (c == '\\' && i + 1 < pattern.size()) {
      AddEscaped(pattern[i + 1], admitted);
      i += 2;
    } else if (c == '.') {
      return true;
    } else if (c == '{') {
      const std::size_t close = pattern.find('}', i);
      i = close == std::string_view::npos ? pattern.size() : close + 1;
    } else if (c == '(' && pattern.substr(i).starts_with("(?")) {
      if (!pattern.substr(i).starts_with("(?:")) return true;
      i += 3;
    } else {
      if (std::string_view("()|*+?^$").find(c) == std::string_view::npos) {
        admitted.set(static_cast<unsigned char>(c));
      }
      ++i;
    }
  }
  return admitted.test(wanted);
}

}  // namespace trestle::model
