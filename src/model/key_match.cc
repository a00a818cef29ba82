#include "model/key_match.h"

#include <algorithm>
#include <string>

namespace trestle::model {
namespace {

bool IsText(const Shape* shape) {
  if (shape == nullptr) return true;
  switch (shape->type) {
    case Type::kString:
    case Type::kDate:
    case Type::kUuid:
    case Type::kUlid:
    case Type::kEnum:
      return true;
    case Type::kTimestamp:
      return shape->stored == Stored::kText;
    default:
      return false;
  }
}

bool IsNumber(const Shape& shape) {
  switch (shape.type) {
    case Type::kNumber:
    case Type::kInteger:
    case Type::kDecimal:
      return true;
    case Type::kTimestamp:
      return shape.stored != Stored::kText;
    default:
      return false;
  }
}

std::string Unescaped(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i, 3) == "%23" || text.substr(i, 3) == "%25") {
      plain.push_back(text[i + 2] == '3' ? '#' : '%');
      i += 2;
    } else {
      plain.push_back(text[i]);
    }
  }
  return plain;
}

}  // namespace

std::optional<KeyParts> SplitKey(const Template& key, std::string_view text) {
  KeyParts parts;
  for (std::size_t i = 0; i < key.parts.size(); ++i) {
    const TemplatePart& part = key.parts[i];
    if (part.reference.empty()) {
      if (!text.starts_with(part.literal)) return std::nullopt;
      text.remove_prefix(part.literal.size());
      continue;
    }
    std::size_t end = text.size();
    const bool before_literal = i + 1 < key.parts.size() && key.parts[i + 1].reference.empty();
    if (before_literal) {
      const std::string& literal = key.parts[i + 1].literal;
      const bool last = i + 2 == key.parts.size();
      end = last ? text.rfind(literal) : text.find(literal);
      if (end == std::string_view::npos) return std::nullopt;
    }
    if (end == 0) return std::nullopt;
    parts.emplace_back(&part, text.substr(0, end));
    text.remove_prefix(end);
    // Two values side by side: nobody can tell where the first ends.
    if (!before_literal && i + 1 < key.parts.size()) return KeyParts();
  }
  if (!text.empty()) return std::nullopt;
  return parts;
}

std::size_t LiteralBytes(const Template& key) {
  std::size_t bytes = 0;
  for (const TemplatePart& part : key.parts) {
    if (part.reference.empty()) bytes += part.literal.size();
  }
  return bytes;
}

std::optional<AttributeValue> ValueInPart(const TemplatePart& part, std::string_view text,
                                          const Shape* shape) {
  const bool reversible =
      std::all_of(part.formats.begin(), part.formats.end(),
                  [](const Format& format) { return format.kind == Format::Kind::kEscape; });
  if (!reversible) return std::nullopt;
  if (IsText(shape)) {
    return AttributeValue::String(part.formats.empty() ? std::string(text) : Unescaped(text));
  }
  if (!part.formats.empty() || !IsNumber(*shape)) return std::nullopt;
  Result<Number> number = Number::Parse(text);
  if (!number) return std::nullopt;
  return AttributeValue::Of(*number);
}

}  // namespace trestle::model
