#pragma once

#include <string>
#include <string_view>
#include <utility>

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

inline tl::unexpected<Error> NotJson() { return wire::NotReadable(""); }

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
// In a text that no shape was held against.
inline tl::unexpected<Error> AttributesNotAnObject() {
  return wire::Invalid("Attributes must be a JSON object");
}
inline tl::unexpected<Error> AttributeMalformed(std::string_view name) {
  return wire::Invalid(
      wire::Join("The value of the attribute ", name, " is not written as its type asks for"));
}
// Plain JSON.
inline tl::unexpected<Error> NotPlainJson() { return wire::NotReadable("This is not JSON"); }
inline tl::unexpected<Error> AtPlace(Error error, std::string_view place) {
  if (!place.empty()) error.message = wire::Join(error.message, " (at ", place, ")");
  return tl::unexpected(std::move(error));
}
inline tl::unexpected<Error> RepeatedMember(std::string_view name) {
  return wire::NotReadable(wire::Join("The member ", name, " is there twice"));
}
inline tl::unexpected<Error> TooDeeplyNested() {
  return wire::NotReadable("The JSON is nested more than 32 levels deep");
}
// Only a malformed value names its placeholder; what cannot be read at all does not.
inline tl::unexpected<Error> InExpressionValue(const Error& error, std::string_view placeholder) {
  if (error.code != ErrorCode::kValidation) return tl::unexpected(error);
  return wire::Invalid(wire::Join("ExpressionAttributeValues contains invalid value: ",
                                  error.message, " for key ", placeholder));
}

}  // namespace trestle::messages
