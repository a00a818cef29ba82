#include "rest/schema.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "rest/endpoint.h"

namespace trestle::rest {
namespace {

// Patterns of the model are RE2; those of JSON Schema ECMAScript. What both read alike is told.
bool IsPortable(std::string_view pattern) {
  for (std::size_t at = pattern.find("(?"); at != std::string_view::npos;
       at = pattern.find("(?", at + 1)) {
    if (!pattern.substr(at + 2).starts_with(':')) return false;
  }
  constexpr std::string_view kOwn[] = {"\\p", "\\P", "\\A", "\\z",  "\\Q", "\\E",
                                       "\\C", "\\a", "[[:", "[^[:", "\\x{"};
  return std::ranges::none_of(kOwn, [pattern](std::string_view own) {
    return pattern.find(own) != std::string_view::npos;
  });
}

AttributeMap TypeOnly(std::string_view type) { return AttributeMap{{"type", Text(type)}}; }
AttributeMap Formatted(std::string_view format) {
  return AttributeMap{{"type", Text("string")}, {"format", Text(format)}};
}
AttributeMap SetOf(AttributeMap element) {
  return AttributeMap{
      {"type", Text("array")}, {"items", Object(std::move(element))}, {"uniqueItems", Flag(true)}};
}
AttributeMap Base64() {
  return AttributeMap{{"type", Text("string")}, {"contentEncoding", Text("base64")}};
}

AttributeMap OfType(const model::Shape& shape) {
  switch (shape.type) {
    case model::Type::kString:
      return TypeOnly("string");
    case model::Type::kNumber:
    case model::Type::kDecimal:
      return TypeOnly("number");
    case model::Type::kInteger:
      return TypeOnly("integer");
    case model::Type::kBoolean:
      return TypeOnly("boolean");
    case model::Type::kBinary:
      return Base64();
    case model::Type::kTimestamp:
      return Formatted("date-time");
    case model::Type::kDate:
      return Formatted("date");
    case model::Type::kUuid:
      return Formatted("uuid");
    case model::Type::kUlid:
      return AttributeMap{{"type", Text("string")}, {"pattern", Text("^[0-9A-HJKMNP-TV-Z]{26}$")}};
    case model::Type::kEnum: {
      List values;
      for (const std::string& value : shape.values) values.push_back(Text(value));
      return AttributeMap{{"type", Text("string")},
                          {"enum", AttributeValue::Of(std::move(values))}};
    }
    case model::Type::kGeo:
      return AttributeMap{{"$ref", Text("#/components/schemas/trestle.GeoPoint")}};
    case model::Type::kList:
      return TypeOnly("array");
    case model::Type::kMap:
      return TypeOnly("object");
    case model::Type::kStringSet:
      return SetOf(TypeOnly("string"));
    case model::Type::kNumberSet:
      return SetOf(TypeOnly("number"));
    case model::Type::kBinarySet:
      return SetOf(Base64());
    case model::Type::kAny:
      break;
  }
  return {};
}

struct LengthNames {
  const char* min = nullptr;
  const char* max = nullptr;
};
LengthNames LengthNamesOf(model::Type type) {
  switch (type) {
    case model::Type::kString:
      return {"minLength", "maxLength"};
    case model::Type::kList:
    case model::Type::kStringSet:
    case model::Type::kNumberSet:
    case model::Type::kBinarySet:
      return {"minItems", "maxItems"};
    case model::Type::kMap:
      return {"minProperties", "maxProperties"};
    default:
      return {};
  }
}

void AddDefault(const std::optional<model::Default>& value, AttributeMap& schema) {
  if (!value) return;
  if (const auto* literal = std::get_if<AttributeValue>(&*value)) {
    schema.Set("default", *literal);
    return;
  }
  constexpr std::string_view kMade[] = {"the present time", "the present day", "a new UUID",
                                        "a new ULID"};
  const auto place = static_cast<std::size_t>(std::get<model::Generated>(*value));
  schema.Set("description", Text("By default " + std::string(kMade[place])));
}

AttributeMap SchemaOf(const model::Entity& entity, const model::Attribute& attribute) {
  AttributeMap schema = rest::SchemaOf(attribute.shape);
  AddDefault(attribute.default_value, schema);
  if (attribute.computed || attribute.name == entity.version) {
    schema.Set("readOnly", Flag(true));
  }
  if (attribute.hidden) schema.Set("writeOnly", Flag(true));
  return schema;
}

}  // namespace

AttributeValue Text(std::string_view text) { return AttributeValue::String(std::string(text)); }
AttributeValue Flag(bool value) { return AttributeValue::Of(value); }
AttributeValue Object(AttributeMap members) { return AttributeValue::Of(std::move(members)); }

AttributeMap SchemaOf(const model::Shape& shape) {
  AttributeMap schema = OfType(shape);
  if (shape.min) schema.Set("minimum", AttributeValue::Of(*shape.min));
  if (shape.max) schema.Set("maximum", AttributeValue::Of(*shape.max));
  const LengthNames names = LengthNamesOf(shape.type);
  if (names.min != nullptr && shape.min_length) {
    schema.Set(names.min, AttributeValue::Integer(*shape.min_length));
  }
  if (names.max != nullptr && shape.max_length) {
    schema.Set(names.max, AttributeValue::Integer(*shape.max_length));
  }
  if (!shape.pattern.empty() && IsPortable(shape.pattern)) {
    schema.Set("pattern", Text("^(?:" + shape.pattern + ")$"));
  }
  return schema;
}

AttributeMap SchemaOf(const model::Parameter& parameter) {
  AttributeMap schema = SchemaOf(parameter.shape);
  AddDefault(parameter.default_value, schema);
  return schema;
}

AttributeMap SchemaOf(const model::Model& model, const model::Entity& entity) {
  AttributeMap properties;
  List required;
  const auto parts = IdPartsOf(*model.FindTable(entity.table), entity);
  for (const model::Attribute& attribute : entity.attributes) {
    properties.Set(attribute.name, Object(SchemaOf(entity, attribute)));
    const bool needed =
        attribute.required || std::ranges::find(parts, attribute.name) != parts.end();
    if (needed && !attribute.default_value && !attribute.on_write && !attribute.computed) {
      required.push_back(Text(attribute.name));
    }
  }
  if (!entity.version.empty() && !properties.Contains(entity.version)) {
    properties.Set(entity.version, Object({{"type", Text("integer")}, {"readOnly", Flag(true)}}));
  }
  AttributeMap schema{{"type", Text("object")}, {"properties", Object(std::move(properties))}};
  if (!required.empty()) schema.Set("required", AttributeValue::Of(std::move(required)));
  if (!entity.title.empty()) schema.Set("title", Text(entity.title));
  return schema;
}

AttributeMap ChangesSchemaOf(const model::Entity& entity) {
  AttributeMap properties;
  for (const model::Attribute& attribute : entity.attributes) {
    if (attribute.computed || attribute.immutable || attribute.name == entity.version) continue;
    AttributeMap schema = rest::SchemaOf(attribute.shape);
    const bool may_go = !attribute.required && !schema.empty();
    properties.Set(
        attribute.name,
        may_go ? Object({{"anyOf", AttributeValue::Of(List{Object(std::move(schema)),
                                                           Object({{"type", Text("null")}})})}})
               : Object(std::move(schema)));
  }
  return AttributeMap{{"type", Text("object")}, {"properties", Object(std::move(properties))}};
}

AttributeMap ArgumentsSchemaOf(const std::vector<model::Parameter>& parameters) {
  AttributeMap properties;
  List required;
  for (const model::Parameter& parameter : parameters) {
    properties.Set(parameter.name, Object(SchemaOf(parameter)));
    if (IsRequired(parameter)) required.push_back(Text(parameter.name));
  }
  AttributeMap schema{{"type", Text("object")},
                      {"properties", Object(std::move(properties))},
                      {"additionalProperties", Flag(false)}};
  if (!required.empty()) schema.Set("required", AttributeValue::Of(std::move(required)));
  return schema;
}

bool IsRequired(const model::Parameter& parameter) {
  return !parameter.default_value && !parameter.optional;
}

}  // namespace trestle::rest
