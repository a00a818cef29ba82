#include "json/attribute_value_json.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <utility>
#include <vector>

#include "json/messages.h"
#include "value/base64.h"
#include "value/limits.h"
#include "value/messages.h"

namespace trestle {
namespace {

// Values are built where they stay: a large item is read without moving its attributes about.
// `levels` is how many levels of nesting may still follow, this one included.
Status DecodeLevel(const Json& json, std::size_t levels, AttributeValue& out);

// More than the JSON parser lets through.
constexpr std::size_t kAnyDepth = 1024;

std::string Bracketed(const JsonArray& array) {
  std::string text;
  for (const Json element : array) text.append(text.empty() ? "[" : ", ").append(StringOf(element));
  return text.append("]");
}

Status DecodeStringSet(const Json& json, AttributeValue& out) {
  std::vector<std::string> elements;
  for (const Json element : ArrayOf(json)) {
    if (element.is_null()) return messages::NullInStringSet();
    elements.emplace_back(StringOf(element));
  }
  if (elements.empty()) return messages::EmptyStringSet();
  const std::size_t count = elements.size();
  const auto& set = out.variant().emplace<StringSet>(std::move(elements));
  if (set.size() < count) return messages::DuplicatesIn(Bracketed(ArrayOf(json)));
  return {};
}

Status DecodeNumberSet(const Json& json, AttributeValue& out) {
  std::vector<Number> elements;
  for (const Json element : ArrayOf(json)) {
    TRESTLE_TRY(const Number number,
                Number::Parse(element.is_null() ? std::string_view() : StringOf(element)));
    elements.push_back(number);
  }
  if (elements.empty()) return messages::EmptyNumberSet();
  const std::size_t count = elements.size();
  const auto& set = out.variant().emplace<NumberSet>(std::move(elements));
  if (set.size() < count) return messages::DuplicateNumbers();
  return {};
}

Status DecodeBinarySet(const Json& json, AttributeValue& out) {
  std::vector<Binary> elements;
  for (const Json element : ArrayOf(json)) {
    if (element.is_null()) return messages::NullInBinarySet();
    TRESTLE_TRY(std::string bytes, DecodeBase64(StringOf(element)));
    elements.push_back(Binary{std::move(bytes)});
  }
  if (elements.empty()) return messages::EmptyBinarySet();
  const std::size_t count = elements.size();
  const auto& set = out.variant().emplace<BinarySet>(std::move(elements));
  if (set.size() < count) return messages::DuplicateBinaries(Bracketed(ArrayOf(json)));
  return {};
}

// Many attributes are put in order first: a map takes ordered names cheaply, and others one by one.
constexpr std::size_t kManyAttributes = 64;

Status DecodeLargeMap(const JsonObject& object, std::size_t levels, AttributeMap& out) {
  std::vector<std::pair<std::string_view, AttributeValue>> attributes;
  attributes.reserve(object.size());
  for (const auto field : object) {
    TRESTLE_RETURN_IF_ERROR(CheckAttributeName(field.key));
    attributes.emplace_back(field.key, AttributeValue::Of(Null{}));
    TRESTLE_RETURN_IF_ERROR(DecodeLevel(field.value, levels, attributes.back().second));
  }
  std::stable_sort(attributes.begin(), attributes.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  for (auto& [name, value] : attributes) out.Set(std::string(name), std::move(value));
  return {};
}

Status DecodeMap(const Json& json, std::size_t levels, AttributeMap& out) {
  const JsonObject object = ObjectOf(json);
  out.Reserve(object.size());
  if (object.size() > kManyAttributes) return DecodeLargeMap(object, levels, out);
  for (const auto field : object) {
    TRESTLE_RETURN_IF_ERROR(CheckAttributeName(field.key));
    AttributeValue* value = out.Append(field.key);
    if (value == nullptr) value = &out.Set(std::string(field.key), AttributeValue());
    TRESTLE_RETURN_IF_ERROR(DecodeLevel(field.value, levels, *value));
  }
  return {};
}

Status DecodeList(const Json& json, std::size_t levels, List& out) {
  const JsonArray array = ArrayOf(json);
  out.reserve(array.size());
  for (const Json element : array) {
    out.push_back(AttributeValue::Of(Null{}));
    TRESTLE_RETURN_IF_ERROR(DecodeLevel(element, levels, out.back()));
  }
  return {};
}

Status DecodeOneLetter(char type, const Json& json, std::size_t levels, AttributeValue& out) {
  switch (type) {
    case 'S':
      out.variant().emplace<std::string>(StringOf(json));
      return {};
    case 'N': {
      TRESTLE_TRY(out.variant().emplace<Number>(), Number::Parse(StringOf(json)));
      return {};
    }
    case 'B': {
      TRESTLE_TRY(out.variant().emplace<Binary>().bytes, DecodeBase64(StringOf(json)));
      return {};
    }
    case 'L':
      return DecodeList(json, levels - 1, out.variant().emplace<List>());
    default:
      return DecodeMap(json, levels - 1, out.variant().emplace<AttributeMap>());
  }
}

bool IsType(std::string_view name) {
  if (name.size() == 1) return std::string_view("SNBML").find(name[0]) != std::string_view::npos;
  return name == "SS" || name == "NS" || name == "BS" || name == "NULL" || name == "BOOL";
}

Status DecodeTyped(std::string_view type, const Json& json, std::size_t levels,
                   AttributeValue& out) {
  if (type.size() == 1) return DecodeOneLetter(type[0], json, levels, out);
  if (type == "SS") return DecodeStringSet(json, out);
  if (type == "NS") return DecodeNumberSet(json, out);
  if (type == "BS") return DecodeBinarySet(json, out);
  const bool value = json.get_bool().value_unsafe();
  if (type == "BOOL") {
    out.variant().emplace<bool>(value);
    return {};
  }
  if (!value) return messages::NullMustBeTrue();
  out.variant().emplace<Null>();
  return {};
}

// A fault inside one of several types is reported before the fact that there are several, as the
// service does.
Status DecodeLevel(const Json& json, std::size_t levels, AttributeValue& out) {
  if (levels == 0) return messages::NestedTooDeep();
  if (json.is_null()) return messages::EmptyAttributeValue();
  std::size_t types = 0;
  for (const auto field : ObjectOf(json)) {
    if (field.value.is_null() || !IsType(field.key)) continue;
    TRESTLE_RETURN_IF_ERROR(DecodeTyped(field.key, field.value, levels, out));
    ++types;
  }
  if (types == 0) return messages::EmptyAttributeValue();
  if (types > 1) return messages::SeveralDatatypes();
  return {};
}

bool IsWellTyped(const Json& value);

bool AreStrings(const Json& json) {
  if (!json.is_array()) return false;
  for (const Json element : ArrayOf(json)) {
    if (!element.is_string() && !element.is_null()) return false;
  }
  return true;
}

bool AreWellTyped(const Json& json, char type) {
  if (type == 'L') {
    if (!json.is_array()) return false;
    for (const Json element : ArrayOf(json)) {
      if (!IsWellTyped(element)) return false;
    }
    return true;
  }
  if (!json.is_object()) return false;
  for (const auto field : ObjectOf(json)) {
    if (!IsWellTyped(field.value)) return false;
  }
  return true;
}

// Whether what is decoded without looking has the JSON type that it is taken for.
bool IsWellTyped(const Json& value) {
  if (value.is_null()) return true;
  if (!value.is_object()) return false;
  for (const auto field : ObjectOf(value)) {
    const std::string_view type = field.key;
    const Json json = field.value;
    if (json.is_null() || !IsType(type)) continue;
    const bool fits = type == "L" || type == "M"         ? AreWellTyped(json, type[0])
                      : type.size() == 1                 ? json.is_string()
                      : type == "BOOL" || type == "NULL" ? json.is_bool()
                                                         : AreStrings(json);
    if (!fits) return false;
  }
  return true;
}

bool IsPlaceholder(std::string_view name) {
  return name.size() > 1 && name.size() <= kMaxPlaceholderBytes && name[0] == ':' &&
         std::all_of(name.begin() + 1, name.end(),
                     [](unsigned char c) { return std::isalnum(c) || c == '_'; });
}

// Each name with a null.
Item NamesAlone(const JsonObject& object) {
  std::vector<std::string_view> names;
  names.reserve(object.size());
  for (const auto field : object) names.push_back(field.key);
  std::sort(names.begin(), names.end());
  Item map;
  map.Reserve(names.size());
  for (const std::string_view name : names) map.Append(name);
  return map;
}

}  // namespace

Status CheckAttributeName(std::string_view name) {
  if (name.empty()) return messages::AttributeNameEmpty();
  if (name.size() > kMaxAttributeNameBytes) return messages::AttributeNameTooLarge();
  return {};
}

Result<AttributeValue> DecodeAttributeValue(const Json& json) {
  AttributeValue value = AttributeValue::Of(Null{});
  TRESTLE_RETURN_IF_ERROR(DecodeLevel(json, kMaxNestingDepth, value));
  return value;
}

Result<Item> ReadItem(const Json& json) {
  if (!json.is_object()) return messages::AttributesNotAnObject();
  for (const auto field : ObjectOf(json)) {
    if (!IsWellTyped(field.value)) return messages::AttributeMalformed(field.key);
  }
  return DecodeAttributeMap(json);
}

Result<Item> DecodeAttributeMap(const Json& json) {
  Result<Item> map;
  TRESTLE_RETURN_IF_ERROR(DecodeMap(json, kMaxNestingDepth, *map));
  return map;
}

// The names come first, so that many of them can be put in order without moving values about. Of a
// map with a malformed placeholder only they matter: the operation refuses them.
Result<Item> DecodeExpressionValues(const Json& json, ValueDepth depth) {
  const JsonObject object = ObjectOf(json);
  Result<Item> values = NamesAlone(object);
  for (const auto field : object) {
    if (!IsPlaceholder(field.key)) return values;
  }
  const std::size_t levels = depth == ValueDepth::kAny ? kAnyDepth : kMaxNestingDepth;
  for (const auto field : object) {
    const Status status = DecodeLevel(field.value, levels, *values->Find(field.key));
    if (!status) return messages::InExpressionValue(status.error(), field.key);
  }
  return values;
}

}  // namespace trestle
