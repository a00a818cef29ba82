#include "protocol/type_check.h"

#include "protocol/members.h"
#include "protocol/messages.h"

namespace trestle {
namespace {

// Where a value stands: a collection inside a collection has a text of its own.
enum class Place { kMember, kElement };

Status CheckValue(const Shape& shape, const Json& json, Place place);

std::string_view TokenName(JsonType type, const Json& json) {
  switch (type) {
    case JsonType::STRING:
      return "STRING_VALUE";
    case JsonType::DOUBLE:
      return "DECIMAL_VALUE";
    case JsonType::BOOL:
      return json.get_bool().value_unsafe() ? "TRUE_VALUE" : "FALSE_VALUE";
    default:
      return "NUMBER_VALUE";
  }
}

bool IsNumber(JsonType type) {
  return type == JsonType::INT64 || type == JsonType::UINT64 || type == JsonType::DOUBLE;
}

bool Fits(ShapeType shape, JsonType json) {
  switch (shape) {
    case ShapeType::kString:
    case ShapeType::kBlob:
      return json == JsonType::STRING;
    case ShapeType::kBoolean:
      return json == JsonType::BOOL;
    case ShapeType::kList:
      return json == JsonType::ARRAY;
    case ShapeType::kMap:
    case ShapeType::kStructure:
      return json == JsonType::OBJECT;
    default:
      return IsNumber(json);
  }
}

std::string_view ScalarName(ShapeType type) {
  switch (type) {
    case ShapeType::kBoolean:
      return "Boolean";
    case ShapeType::kInteger:
      return "Integer";
    case ShapeType::kLong:
      return "Long";
    case ShapeType::kDouble:
      return "Double";
    case ShapeType::kTimestamp:
      return "Date";
    default:
      return "String";
  }
}

tl::unexpected<Error> ScalarMismatch(const Shape& shape, const Json& json, JsonType type) {
  if (type == JsonType::OBJECT) return messages::UnexpectedStructure();
  if (type == JsonType::ARRAY) return messages::UnrecognizedCollection("class ", shape.java_type);
  if (shape.type == ShapeType::kBlob) return messages::OnlyBase64();
  if (shape.type == ShapeType::kBoolean && type == JsonType::STRING)
    return messages::UnexpectedToken();
  return messages::CannotBeConverted(TokenName(type, json), ScalarName(shape.type));
}

tl::unexpected<Error> Mismatch(const Shape& shape, const Json& json, Place place) {
  const JsonType type = json.type();
  const bool collection = shape.type == ShapeType::kList || shape.type == ShapeType::kMap;
  if (collection && place == Place::kElement) return messages::ParameterizedType();
  if (shape.type == ShapeType::kList) {
    return type == JsonType::OBJECT ? messages::UnexpectedStructure()
                                    : messages::UnexpectedFieldType();
  }
  if (shape.type == ShapeType::kMap) {
    return type == JsonType::ARRAY ? messages::UnrecognizedCollection("", shape.java_type)
                                   : messages::UnexpectedFieldType();
  }
  if (shape.type == ShapeType::kStructure) {
    if (type == JsonType::ARRAY) return messages::UnrecognizedCollection("class ", shape.java_type);
    return messages::UnexpectedValueType();
  }
  return ScalarMismatch(shape, json, type);
}

Status CheckStructure(const Shape& shape, const Json& json) {
  for (const auto field : ObjectOf(json)) {
    const std::size_t index = FindMember(shape, field.key);
    if (index == shape.members.size()) continue;
    TRESTLE_RETURN_IF_ERROR(CheckValue(*shape.members[index].shape, field.value, Place::kMember));
  }
  return {};
}

Status CheckElements(const Shape& shape, const Json& json) {
  if (shape.type == ShapeType::kList) {
    for (const Json element : ArrayOf(json)) {
      TRESTLE_RETURN_IF_ERROR(CheckValue(*shape.element, element, Place::kElement));
    }
    return {};
  }
  for (const auto field : ObjectOf(json)) {
    TRESTLE_RETURN_IF_ERROR(CheckValue(*shape.element, field.value, Place::kElement));
  }
  return {};
}

Status CheckValue(const Shape& shape, const Json& json, Place place) {
  const JsonType type = json.type();
  if (type == JsonType::NULL_VALUE) return {};
  if (!Fits(shape.type, type)) return Mismatch(shape, json, place);
  if (shape.type == ShapeType::kStructure) return CheckStructure(shape, json);
  if (shape.type == ShapeType::kList || shape.type == ShapeType::kMap)
    return CheckElements(shape, json);
  return {};
}

}  // namespace

Status CheckTypes(const Shape& input, const Json& body) {
  if (!body.is_object()) return messages::NotJson();
  return CheckStructure(input, body);
}

}  // namespace trestle
