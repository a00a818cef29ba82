#include "model/plain_value.h"

#include <string>
#include <utility>

#include "base/time_text.h"
#include "model/geo_point.h"
#include "model/shape_check.h"
#include "model/shape_messages.h"
#include "model/time_value.h"
#include "value/base64.h"

namespace trestle::model {
namespace {

template <class T>
std::optional<AttributeValue> SetOf(const List& list) {
  std::vector<T> elements;
  for (const AttributeValue& element : list) {
    const T* value = element.As<T>();
    if (value == nullptr) return std::nullopt;
    elements.push_back(*value);
  }
  if (elements.empty()) return std::nullopt;
  return AttributeValue::Of(OrderedSet<T>(std::move(elements)));
}

std::optional<AttributeValue> BinarySetOf(const List& list) {
  List decoded;
  for (const AttributeValue& element : list) {
    const std::string* text = element.As<std::string>();
    auto bytes = text == nullptr ? Result<std::string>() : DecodeBase64(*text);
    if (text == nullptr || !bytes) return std::nullopt;
    decoded.push_back(AttributeValue::Of(Binary{*std::move(bytes)}));
  }
  return SetOf<Binary>(decoded);
}

AttributeValue StoredForm(const Shape& shape, AttributeValue value) {
  const std::string* text = value.As<std::string>();
  const List* list = value.As<List>();
  std::optional<AttributeValue> converted;
  switch (shape.type) {
    case Type::kTimestamp:
      if (text != nullptr && text->find('-') != std::string::npos) {
        if (const auto time = ParseInstant(*text)) converted = TimestampValue(*time, shape.stored);
      }
      break;
    case Type::kBinary:
      if (text != nullptr) {
        if (auto bytes = DecodeBase64(*text)) {
          converted = AttributeValue::Of(Binary{*std::move(bytes)});
        }
      }
      break;
    case Type::kStringSet:
      if (list != nullptr) converted = SetOf<std::string>(*list);
      break;
    case Type::kNumberSet:
      if (list != nullptr) converted = SetOf<Number>(*list);
      break;
    case Type::kBinarySet:
      if (list != nullptr) converted = BinarySetOf(*list);
      break;
    default:
      break;
  }
  return converted ? *std::move(converted) : std::move(value);
}

List Elements(std::string_view text, bool numbers) {
  List list;
  while (!text.empty()) {
    const std::size_t comma = std::min(text.find(','), text.size());
    const std::string_view element = text.substr(0, comma);
    const auto number = numbers ? Number::Parse(element) : Fail(ErrorCode::kValidation, "");
    list.push_back(number ? AttributeValue::Of(*number)
                          : AttributeValue::String(std::string(element)));
    text.remove_prefix(std::min(comma + 1, text.size()));
  }
  return list;
}

AttributeValue Point(std::string_view text) {
  const List parts = Elements(text, true);
  if (parts.size() != 2) return AttributeValue::String(std::string(text));
  return AttributeValue::Of(AttributeMap{{"lat", parts[0]}, {"lon", parts[1]}});
}

}  // namespace

Result<AttributeValue> FromPlain(const Shape& shape, AttributeValue value) {
  value = StoredForm(shape, std::move(value));
  if (auto problem = ShapeProblem(shape, value)) {
    return Fail(ErrorCode::kValidation, *std::move(problem));
  }
  return value;
}

AttributeValue PlainOfText(const Shape& shape, std::string_view text) {
  AttributeValue value = AttributeValue::String(std::string(text));
  switch (shape.type) {
    case Type::kNumber:
    case Type::kInteger:
    case Type::kDecimal:
      if (const auto number = Number::Parse(text)) value = AttributeValue::Of(*number);
      break;
    case Type::kTimestamp:
      if (shape.stored != Stored::kText && text.find('-') == std::string_view::npos) {
        if (const auto number = Number::Parse(text)) value = AttributeValue::Of(*number);
      }
      break;
    case Type::kBoolean:
      if (text == "true" || text == "false") value = AttributeValue::Of(text == "true");
      break;
    case Type::kGeo:
      value = Point(text);
      break;
    case Type::kList:
    case Type::kStringSet:
    case Type::kBinarySet:
      value = AttributeValue::Of(Elements(text, false));
      break;
    case Type::kNumberSet:
      value = AttributeValue::Of(Elements(text, true));
      break;
    default:
      break;
  }
  return value;
}

Result<AttributeValue> FromText(const Shape& shape, std::string_view text) {
  return FromPlain(shape, PlainOfText(shape, text));
}

}  // namespace trestle::model
