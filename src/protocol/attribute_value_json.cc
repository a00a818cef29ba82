#include "protocol/attribute_value_json.h"

#include <algorithm>
#include <cctype>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "protocol/messages.h"
#include "value/base64.h"
#include "value/limits.h"
#include "value/messages.h"

namespace trestle {
namespace {

// Marks errors of a value's form, as opposed to those of a number or of the depth, until their
// wording is chosen.
struct FormFault : ErrorDetail {};

tl::unexpected<Error> OfForm(tl::unexpected<Error> error) {
  error.value().detail = std::make_shared<FormFault>();
  return error;
}

Result<AttributeValue> DecodeLevel(const Json& json, std::size_t level);

std::string Bracketed(const JsonArray& array) {
  std::string text;
  for (const Json element : array) text.append(text.empty() ? "[" : ", ").append(StringOf(element));
  return text.append("]");
}

Result<AttributeValue> DecodeStringSet(const Json& json) {
  std::vector<std::string> elements;
  for (const Json element : ArrayOf(json)) {
    if (element.is_null()) return OfForm(messages::NullInStringSet());
    elements.emplace_back(StringOf(element));
  }
  if (elements.empty()) return OfForm(messages::EmptyStringSet());
  const std::size_t count = elements.size();
  StringSet set(std::move(elements));
  if (set.size() < count) return OfForm(messages::DuplicatesIn(Bracketed(ArrayOf(json))));
  return AttributeValue::Of(std::move(set));
}

Result<AttributeValue> DecodeNumberSet(const Json& json) {
  std::vector<Number> elements;
  for (const Json element : ArrayOf(json)) {
    TRESTLE_TRY(Number number,
                Number::Parse(element.is_null() ? std::string_view() : StringOf(element)));
    elements.push_back(number);
  }
  if (elements.empty()) return OfForm(messages::EmptyNumberSet());
  const std::size_t count = elements.size();
  NumberSet set(std::move(elements));
  if (set.size() < count) return OfForm(messages::DuplicateNumbers());
  return AttributeValue::Of(std::move(set));
}

Result<AttributeValue> DecodeBinarySet(const Json& json) {
  std::vector<Binary> elements;
  for (const Json element : ArrayOf(json)) {
    if (element.is_null()) return OfForm(messages::NullInBinarySet());
    TRESTLE_TRY(std::string bytes, DecodeBase64(StringOf(element)));
    elements.push_back(Binary{std::move(bytes)});
  }
  if (elements.empty()) return OfForm(messages::EmptyBinarySet());
  const std::size_t count = elements.size();
  BinarySet set(std::move(elements));
  if (set.size() < count) return OfForm(messages::DuplicateBinaries(Bracketed(ArrayOf(json))));
  return AttributeValue::Of(std::move(set));
}

// Many attributes are put in order first: a map takes ordered names cheaply, and others one by one.
constexpr std::size_t kManyAttributes = 64;

Result<AttributeMap> DecodeLargeMap(const JsonObject& object, std::size_t level) {
  std::vector<std::pair<std::string_view, AttributeValue>> attributes;
  attributes.reserve(object.size());
  for (const auto field : object) {
    TRESTLE_TRY(AttributeValue value, DecodeLevel(field.value, level));
    attributes.emplace_back(field.key, std::move(value));
  }
  std::stable_sort(attributes.begin(), attributes.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  AttributeMap map;
  map.Reserve(attributes.size());
  for (auto& [name, value] : attributes) map.Set(std::string(name), std::move(value));
  return map;
}

Result<AttributeMap> DecodeMapLevel(const Json& json, std::size_t level) {
  const JsonObject object = ObjectOf(json);
  if (object.size() > kManyAttributes) return DecodeLargeMap(object, level);
  AttributeMap map;
  map.Reserve(object.size());
  for (const auto field : object) {
    TRESTLE_TRY(AttributeValue value, DecodeLevel(field.value, level));
    map.Set(std::string(field.key), std::move(value));
  }
  return map;
}

Result<AttributeValue> DecodeListLevel(const Json& json, std::size_t level) {
  List list;
  for (const Json element : ArrayOf(json)) {
    TRESTLE_TRY(AttributeValue value, DecodeLevel(element, level));
    list.push_back(std::move(value));
  }
  return AttributeValue::Of(std::move(list));
}

Result<AttributeValue> DecodeOneLetter(char type, const Json& json, std::size_t level) {
  if (type == 'S') return AttributeValue::String(std::string(StringOf(json)));
  if (type == 'N') {
    TRESTLE_TRY(Number number, Number::Parse(StringOf(json)));
    return AttributeValue::Of(number);
  }
  if (type == 'B') {
    TRESTLE_TRY(std::string bytes, DecodeBase64(StringOf(json)));
    return AttributeValue::Of(Binary{std::move(bytes)});
  }
  if (type == 'L') return DecodeListLevel(json, level + 1);
  TRESTLE_TRY(AttributeMap map, DecodeMapLevel(json, level + 1));
  return AttributeValue::Of(std::move(map));
}

bool IsType(std::string_view name) {
  if (name.size() == 1) return std::string_view("SNBML").find(name[0]) != std::string_view::npos;
  return name == "SS" || name == "NS" || name == "BS" || name == "NULL" || name == "BOOL";
}

Result<AttributeValue> DecodeTyped(std::string_view type, const Json& json, std::size_t level) {
  if (type.size() == 1) return DecodeOneLetter(type[0], json, level);
  if (type == "SS") return DecodeStringSet(json);
  if (type == "NS") return DecodeNumberSet(json);
  if (type == "BS") return DecodeBinarySet(json);
  const bool value = json.get_bool().value_unsafe();
  if (type == "BOOL") return AttributeValue::Of(value);
  if (!value) return OfForm(messages::NullMustBeTrue());
  return AttributeValue::Of(Null{});
}

// A fault inside one of several types is reported before the fact that there are several, as the
// service does.
Result<AttributeValue> DecodeLevel(const Json& json, std::size_t level) {
  if (level > kMaxNestingDepth) return messages::NestedTooDeep();
  if (json.is_null()) return OfForm(messages::EmptyAttributeValue());
  std::size_t types = 0;
  AttributeValue decoded = AttributeValue::Of(Null{});
  for (const auto field : ObjectOf(json)) {
    if (field.value.is_null() || !IsType(field.key)) continue;
    TRESTLE_TRY(decoded, DecodeTyped(field.key, field.value, level));
    ++types;
  }
  if (types == 0) return OfForm(messages::EmptyAttributeValue());
  if (types > 1) return OfForm(messages::SeveralDatatypes());
  return decoded;
}

bool IsPlaceholder(std::string_view name) {
  return name.size() > 1 && name[0] == ':' &&
         std::all_of(name.begin() + 1, name.end(),
                     [](unsigned char c) { return std::isalnum(c) || c == '_'; });
}

// Of a map with a malformed placeholder only the names matter: the operation refuses them.
Item NamesAlone(const Json& json) {
  Item names;
  for (const auto field : ObjectOf(json))
    names.Set(std::string(field.key), AttributeValue::Of(Null{}));
  return names;
}

}  // namespace

Error AttributeValueDecoder::Worded(Error error, std::string_view placeholder) const {
  if (error.code != ErrorCode::kValidation) return error;
  const bool enveloped =
      style_ == ValueErrorStyle::kEnveloped && dynamic_cast<const FormFault*>(error.detail.get());
  error.detail = nullptr;
  if (enveloped) {
    error.message = messages::Enveloped(error.message);
  } else if (!placeholder.empty()) {
    error.message = messages::InvalidExpressionValue(error.message, placeholder);
  }
  return error;
}

Result<AttributeValue> AttributeValueDecoder::Value(const Json& json) const {
  auto value = DecodeLevel(json, 1);
  if (!value) return tl::unexpected(Worded(std::move(value).error(), {}));
  return value;
}

Result<Item> AttributeValueDecoder::Map(const Json& json) const {
  auto map = DecodeMapLevel(json, 1);
  if (!map) return tl::unexpected(Worded(std::move(map).error(), {}));
  return map;
}

Result<Item> AttributeValueDecoder::ExpressionValues(const Json& json) const {
  Item values;
  const JsonObject object = ObjectOf(json);
  values.Reserve(object.size());
  for (const auto field : object) {
    if (!IsPlaceholder(field.key)) return NamesAlone(json);
  }
  for (const auto field : object) {
    auto value = DecodeLevel(field.value, 1);
    if (!value) return tl::unexpected(Worded(std::move(value).error(), field.key));
    values.Set(std::string(field.key), *std::move(value));
  }
  return values;
}

}  // namespace trestle
