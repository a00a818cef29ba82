#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"
#include "json/messages.h"

// The texts of this room's errors, as the service spells them.
namespace trestle::messages {

// Bodies that cannot be read.
inline tl::unexpected<Error> CannotBeConverted(std::string_view token, std::string_view type) {
  return wire::NotReadable(wire::Join(token, " cannot be converted to ", type));
}
inline tl::unexpected<Error> UnexpectedToken() {
  return wire::NotReadable("Unexpected token received from parser");
}
inline tl::unexpected<Error> UnexpectedStructure() {
  return wire::NotReadable("Start of structure or map found where not expected");
}
inline tl::unexpected<Error> UnexpectedFieldType() {
  return wire::NotReadable("Unexpected field type");
}
inline tl::unexpected<Error> UnexpectedValueType() {
  return wire::NotReadable("Unexpected value type in payload");
}
inline tl::unexpected<Error> OnlyBase64() {
  return wire::NotReadable("only base-64-encoded strings are convertible to bytes");
}
inline tl::unexpected<Error> UnrecognizedCollection(std::string_view prefix,
                                                    std::string_view java_type) {
  return wire::NotReadable(wire::Join("Unrecognized collection type ", prefix, java_type));
}
inline tl::unexpected<Error> ParameterizedType() {
  return wire::NotReadable(
      "class sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl cannot be cast to class "
      "java.lang.Class "
      "(sun.reflect.generics.reflectiveObjects.ParameterizedTypeImpl and java.lang.Class are in "
      "module java.base of "
      "loader 'bootstrap')");
}

// Constraints of the API's shapes.
inline std::string MustNotBeNull() { return "Member must not be null"; }
inline std::string LengthAtMost(std::int64_t limit) {
  return "Member must have length less than or equal to " + std::to_string(limit);
}
inline std::string LengthAtLeast(std::int64_t limit) {
  return "Member must have length greater than or equal to " + std::to_string(limit);
}
inline std::string ValueAtMost(std::int64_t limit) {
  return "Member must have value less than or equal to " + std::to_string(limit);
}
inline std::string ValueAtLeast(std::int64_t limit) {
  return "Member must have value greater than or equal to " + std::to_string(limit);
}
inline std::string MustMatch(std::string_view pattern) {
  return wire::Join("Member must satisfy regular expression pattern: ", pattern);
}
inline std::string MustBeOneOf(std::string_view values) {
  return wire::Join("Member must satisfy enum value set: ", values);
}
inline std::string ElementsMust(std::string_view constraints) {
  return wire::Join("Member must satisfy constraint: [", constraints, "]");
}
inline std::string KeysMust(std::string_view constraints) {
  return wire::Join("Map keys must satisfy constraint: [", constraints, "]");
}
inline std::string ValuesMust(std::string_view constraints) {
  return wire::Join("Map value must satisfy constraint: [", constraints, "]");
}
// `value` is already quoted, or null, or empty where the service leaves it out.
inline std::string Violation(std::string_view value, std::string_view path,
                             std::string_view constraint) {
  return wire::Join(wire::Join("Value ", value, value.empty() ? "at '" : " at '", path),
                    "' failed to satisfy constraint: ", constraint);
}
inline tl::unexpected<Error> ConstraintsViolated(std::size_t count, std::string_view violations) {
  return wire::Invalid(wire::Join(
      std::to_string(count),
      count == 1 ? " validation error detected: " : " validation errors detected: ", violations));
}
inline tl::unexpected<Error> ParameterRequired(std::string_view parameter) {
  return wire::Invalid(
      wire::Join("The parameter '", parameter, "' is required but was not present in the request"));
}

// The edge.
inline tl::unexpected<Error> UnknownOperation() { return Fail(ErrorCode::kUnknownOperation, ""); }
inline tl::unexpected<Error> OperationNotServed(std::string_view operation) {
  return Fail(ErrorCode::kNotSupported,
              wire::Join("TrestleDB does not support the operation ", operation, " yet"));
}
inline tl::unexpected<Error> InternalFailure() {
  return Fail(ErrorCode::kInternalServerError, "Internal server error");
}
inline tl::unexpected<Error> StoredItemUnreadable() {
  return Fail(ErrorCode::kInternalServerError, "A stored item could not be read");
}

}  // namespace trestle::messages
