#include "model/key_text.h"

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "model/geohash.h"
#include "model/messages.h"
#include "model/template_text.h"
#include "model/time_value.h"

namespace trestle::model {
namespace {

Result<std::string> PlainText(const AttributeValue& value) {
  if (const std::string* text = value.As<std::string>()) return *text;
  if (const Number* number = value.As<Number>()) return number->ToString();
  if (const bool* boolean = value.As<bool>()) return std::string(*boolean ? "true" : "false");
  return messages::NotText(WireName(value.type()));
}

// Digits of a number that is not negative, `wide` before the point and `behind` it.
Result<std::string> Padded(const Number& number, const Format& format, int wide, int behind) {
  const std::string text = number.ToString();
  if (number.IsNegative()) return messages::Negative(FormatText(format), text);
  const std::size_t point = std::min(text.find('.'), text.size());
  const std::string_view whole = std::string_view(text).substr(0, point);
  std::string fraction = point < text.size() ? text.substr(point + 1) : std::string();
  const auto room = static_cast<std::size_t>(wide);
  const auto room_behind = static_cast<std::size_t>(behind);
  if (whole.size() > room || fraction.size() > room_behind) {
    if (behind == 0 && !fraction.empty()) {
      return messages::NotAWholeNumber(FormatText(format), text);
    }
    return messages::TooManyDigits(FormatText(format), text);
  }
  fraction.append(room_behind - fraction.size(), '0');
  return std::string(room - whole.size(), '0').append(whole).append(behind > 0 ? "." : "") +
         fraction;
}

Result<std::string> NumberText(const AttributeValue& value, const Format& format) {
  Number number;
  if (const Number* given = value.As<Number>()) {
    number = *given;
  } else {
    const std::string* text = value.As<std::string>();
    const auto parsed =
        text == nullptr ? Result<Number>(messages::NotANumber("")) : Number::Parse(*text);
    if (!parsed) return messages::NotANumber(FormatText(format));
    number = *parsed;
  }
  if (format.kind == Format::Kind::kPad) return Padded(number, format, format.first, 0);
  if (format.kind == Format::Kind::kFixed) {
    return Padded(number, format, format.first, format.second);
  }
  TRESTLE_RETURN_IF_ERROR(Padded(number, format, format.first, 0));
  const auto top = Number::Parse(std::string(static_cast<std::size_t>(format.first), '9'));
  TRESTLE_TRY(const Number rest, top->Minus(number));
  return Padded(rest, format, format.first, 0);
}

Result<std::string> TimeText(const AttributeValue& value, const Shape* shape,
                             const Format& format) {
  constexpr std::size_t kYear = 4;
  constexpr std::size_t kMonth = 7;
  constexpr std::size_t kDay = 10;
  constexpr std::size_t kHour = 13;
  const std::size_t size = format.kind == Format::Kind::kYear    ? kYear
                           : format.kind == Format::Kind::kMonth ? kMonth
                           : format.kind == Format::Kind::kDate  ? kDay
                                                                 : kHour;
  const std::string* text = value.As<std::string>();
  if (text != nullptr && size <= kDay && IsDateText(*text)) return text->substr(0, size);
  // The text of a fan-out over months has no day.
  if (text != nullptr && size <= kMonth && text->size() == kMonth && IsDateText(*text + "-01")) {
    return text->substr(0, size);
  }
  const auto time = InstantOf(value, shape);
  if (!time) return messages::NotATime(FormatText(format));
  return TimestampText(*time).substr(0, size);
}

std::string Escaped(std::string_view text) {
  std::string escaped;
  for (const char character : text) {
    if (character == '#') {
      escaped += "%23";
    } else if (character == '%') {
      escaped += "%25";
    } else {
      escaped.push_back(character);
    }
  }
  return escaped;
}

std::string TwoDigits(std::size_t number) {
  return (number < 10 ? "0" : "") + std::to_string(number);
}

// FNV-1a with a last mix. Keys in tables rest on it: never change it.
std::uint64_t ShardHash(std::string_view text) {
  std::uint64_t hash = 0xCBF29CE484222325;
  for (const char byte : text) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001B3;
  hash = (hash ^ (hash >> 33)) * 0xFF51AFD7ED558CCD;
  return hash ^ (hash >> 33);
}

Result<std::string> RankText(const AttributeValue& value, const Shape* shape) {
  TRESTLE_TRY(const std::string text, PlainText(value));
  if (shape == nullptr) return messages::NotOfTheEnum(text);
  const auto found = std::ranges::find(shape->values, text);
  if (found == shape->values.end()) return messages::NotOfTheEnum(text);
  return TwoDigits(static_cast<std::size_t>(found - shape->values.begin()));
}

std::string InCase(std::string text, char first, char last, int step) {
  for (char& character : text) {
    if (character >= first && character <= last) character = static_cast<char>(character + step);
  }
  return text;
}

Result<std::string> OneFormat(const AttributeValue& value, const Shape* shape,
                              const Format& format) {
  switch (format.kind) {
    case Format::Kind::kPad:
    case Format::Kind::kFixed:
    case Format::Kind::kDescending:
      return NumberText(value, format);
    case Format::Kind::kDate:
    case Format::Kind::kMonth:
    case Format::Kind::kYear:
    case Format::Kind::kHour:
      return TimeText(value, shape, format);
    case Format::Kind::kRank:
      return RankText(value, shape);
    case Format::Kind::kGeohash: {
      const auto point = GeoPointOf(value);
      if (!point) return messages::NotAPoint();
      return Geohash(*point, format.first);
    }
    default:
      break;
  }
  TRESTLE_TRY(std::string text, PlainText(value));
  switch (format.kind) {
    case Format::Kind::kLower:
      return InCase(std::move(text), 'A', 'Z', 32);
    case Format::Kind::kUpper:
      return InCase(std::move(text), 'a', 'z', -32);
    case Format::Kind::kShard:
      return TwoDigits(ShardHash(text) % static_cast<std::uint64_t>(std::max(1, format.first)));
    default:
      return Escaped(text);
  }
}

}  // namespace

Result<std::string> FormattedText(const AttributeValue& value, const Shape* shape,
                                  const std::vector<Format>& formats) {
  if (formats.empty()) return PlainText(value);
  TRESTLE_TRY(std::string text, OneFormat(value, shape, formats[0]));
  for (std::size_t i = 1; i < formats.size(); ++i) {
    TRESTLE_TRY(text, OneFormat(AttributeValue::String(std::move(text)), shape, formats[i]));
  }
  return text;
}

const AttributeValue* ValueAt(const Item& item, std::string_view path) {
  if (const AttributeValue* whole = item.Find(path)) return whole;
  std::size_t dot = path.find('.');
  const AttributeValue* value = item.Find(path.substr(0, dot));
  while (value != nullptr && dot != std::string_view::npos) {
    path.remove_prefix(dot + 1);
    dot = path.find('.');
    const AttributeMap* map = value->As<AttributeMap>();
    value = map == nullptr ? nullptr : map->Find(path.substr(0, dot));
  }
  return value;
}

Result<std::optional<AttributeValue>> Derived(const Entity& entity, const Template& key,
                                              const Item& item) {
  std::string text;
  for (const TemplatePart& part : key.parts) {
    if (part.reference.empty()) {
      text += part.literal;
      continue;
    }
    const AttributeValue* value = ValueAt(item, part.reference);
    if (value == nullptr || value->type() == AttributeType::kNull) {
      return std::optional<AttributeValue>();
    }
    if (key.parts.size() == 1 && part.formats.empty()) return std::optional(*value);
    const Attribute* attribute = entity.FindAttribute(part.reference);
    const auto written =
        FormattedText(*value, attribute == nullptr ? nullptr : &attribute->shape, part.formats);
    if (!written) return messages::InTemplate(part.reference, written.error().message);
    text += *written;
  }
  return std::optional(AttributeValue::String(std::move(text)));
}

}  // namespace trestle::model
