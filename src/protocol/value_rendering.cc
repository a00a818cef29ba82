#include "protocol/value_rendering.h"

#include <array>
#include <charconv>
#include <functional>

#include "protocol/members.h"

namespace trestle {
namespace {

void RenderNumber(const Json& json, std::string& out) {
  std::array<char, 32> buffer;
  std::int64_t whole = 0;
  double decimal = 0;
  auto end = buffer.data();
  if (json.get_int64().get(whole) == simdjson::SUCCESS) {
    end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), whole).ptr;
  } else if (json.get_double().get(decimal) == simdjson::SUCCESS) {
    end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), decimal).ptr;
  }
  out.append(buffer.data(), end);
}

void RenderScalar(const Json& json, std::string& out) {
  switch (json.type()) {
    case JsonType::NULL_VALUE:
      out.append("null");
      break;
    case JsonType::STRING:
      out.append(StringOf(json));
      break;
    case JsonType::BOOL:
      out.append(json.get_bool().value_unsafe() ? "true" : "false");
      break;
    default:
      RenderNumber(json, out);
  }
}

// The service prints an object's identity here: eight hexadecimal digits that mean nothing to a
// client.
void RenderAttributeValue(const Shape& shape, const Json& json, std::string& out) {
  const auto hash = static_cast<std::uint32_t>(std::hash<std::string>{}(simdjson::minify(json)));
  std::array<char, 8> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), hash, 16).ptr;
  out.append(shape.java_type).append("@").append(digits.data(), end);
}

void RenderStructure(const Shape& shape, const Json& json, std::string& out) {
  const Members members(shape, json);
  out.append(shape.name).append("(");
  for (std::size_t i = 0; i < shape.members.size(); ++i) {
    if (i > 0) out.append(", ");
    out.append(shape.members[i].path).append("=");
    if (const Json* value = members[i]) {
      RenderValue(*shape.members[i].shape, *value, out);
    } else {
      out.append("null");
    }
  }
  out.append(")");
}

void RenderMap(const Shape& shape, const Json& json, std::string& out) {
  std::string_view separator = "{";
  for (const auto field : ObjectOf(json)) {
    out.append(separator).append(field.key).append("=");
    RenderValue(*shape.element, field.value, out);
    separator = ", ";
  }
  out.append(separator == "{" ? "{}" : "}");
}

void RenderList(const Shape& shape, const Json& json, std::string& out) {
  std::string_view separator = "[";
  for (const Json element : ArrayOf(json)) {
    out.append(separator);
    RenderValue(*shape.element, element, out);
    separator = ", ";
  }
  out.append(separator == "[" ? "[]" : "]");
}

}  // namespace

void RenderValue(const Shape& shape, const Json& json, std::string& out) {
  if (json.is_array()) return RenderList(shape, json, out);
  if (!json.is_object()) return RenderScalar(json, out);
  if (shape.attribute_value) return RenderAttributeValue(shape, json, out);
  if (shape.type == ShapeType::kStructure) return RenderStructure(shape, json, out);
  RenderMap(shape, json, out);
}

}  // namespace trestle
