#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"

// The texts of this room's errors, as the service spells them.
namespace trestle::messages {

namespace wire {

inline std::string Join(std::string_view a, std::string_view b, std::string_view c = {},
                        std::string_view d = {}) {
  std::string text;
  text.reserve(a.size() + b.size() + c.size() + d.size());
  text.append(a).append(b).append(c).append(d);
  return text;
}
inline tl::unexpected<Error> NotReadable(std::string text) {
  return Fail(ErrorCode::kSerialization, std::move(text));
}
inline tl::unexpected<Error> Invalid(std::string text) {
  return Fail(ErrorCode::kValidation, std::move(text));
}

}  // namespace wire

// Bodies that cannot be read.
inline tl::unexpected<Error> NotJson() { return wire::NotReadable(""); }
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

// Attribute values.
inline tl::unexpected<Error> EmptyAttributeValue() {
  return wire::Invalid(
      "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes");
}
inline tl::unexpected<Error> SeveralDatatypes() {
  return wire::Invalid(
      "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the "
      "supported datatypes");
}
inline tl::unexpected<Error> InvalidParameterValues(std::string_view text) {
  return wire::Invalid(wire::Join("One or more parameter values were invalid: ", text));
}
inline tl::unexpected<Error> NullMustBeTrue() {
  return InvalidParameterValues("Null attribute value types must have the value of true");
}
inline tl::unexpected<Error> EmptyStringSet() {
  return InvalidParameterValues("An string set  may not be empty");
}
inline tl::unexpected<Error> EmptyNumberSet() {
  return InvalidParameterValues("An number set  may not be empty");
}
inline tl::unexpected<Error> EmptyBinarySet() {
  return InvalidParameterValues("Binary sets should not be empty");
}
inline tl::unexpected<Error> NullInStringSet() {
  return InvalidParameterValues("An string set may not have a null string as a member");
}
inline tl::unexpected<Error> NullInBinarySet() {
  return InvalidParameterValues("Binary sets may not contain null or empty values");
}
inline tl::unexpected<Error> DuplicatesIn(std::string_view rendered) {
  return InvalidParameterValues(wire::Join("Input collection ", rendered, " contains duplicates."));
}
inline tl::unexpected<Error> DuplicateBinaries(std::string_view rendered) {
  return InvalidParameterValues(
      wire::Join("Input collection ", rendered, "of type BS contains duplicates."));
}
inline tl::unexpected<Error> DuplicateNumbers() {
  return wire::Invalid("Input collection contains duplicates");
}
// Only a malformed value names its placeholder; what cannot be read at all does not.
inline tl::unexpected<Error> InExpressionValue(const Error& error, std::string_view placeholder) {
  if (error.code != ErrorCode::kValidation) return tl::unexpected(error);
  return wire::Invalid(wire::Join("ExpressionAttributeValues contains invalid value: ",
                                  error.message, " for key ", placeholder));
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
