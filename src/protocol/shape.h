#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace trestle {

enum class ShapeType : std::uint8_t {
  kString,
  kBlob,
  kBoolean,
  kInteger,
  kLong,
  kDouble,
  kTimestamp,
  kList,
  kMap,
  kStructure,
};

struct Shape;

struct Member {
  std::string_view name;  // as on the wire: TableName
  std::string_view path;  // as in error texts: tableName
  const Shape* shape;
  bool required;
};

// What the service's API files say of one type: its form and its constraints. Tables of these are
// generated; one type checker and one constraint checker read them.
struct Shape {
  ShapeType type = ShapeType::kString;
  std::string_view name;
  std::string_view java_type;  // the class that the service's error texts name
  bool attribute_value = false;
  bool constrained = false;              // this, or something inside it, has a constraint
  std::optional<std::int64_t> min = {};  // of the length, or of a number's value
  std::optional<std::int64_t> max = {};
  std::string_view pattern = {};
  std::span<const std::string_view> values = {};    // of an enum
  std::string_view values_text = {};                // the same as error texts show them
  std::span<const Member> members = {};             // of a structure
  std::span<const std::uint8_t> report_order = {};  // of the members' errors
  const Shape* key = nullptr;                       // of a map
  const Shape* element = nullptr;                   // of a map or list
};

struct OperationShape {
  std::string_view target;  // DynamoDB_20120810.GetItem
  std::string_view name;    // GetItem
  const Shape* input;
};

}  // namespace trestle
