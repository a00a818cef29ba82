#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

// The texts of this room's errors, as the service spells them.
namespace trestle::messages {

inline tl::unexpected<Error> NotANumber(std::string_view text) {
  std::string message = "The parameter cannot be converted to a numeric value";
  if (!text.empty()) message.append(": ").append(text);
  return Fail(ErrorCode::kValidation, std::move(message));
}

inline tl::unexpected<Error> TooManyDigits() {
  return Fail(ErrorCode::kValidation,
              "Attempting to store more than 38 significant digits in a Number");
}

// Also what the service answers when a sum would need more than 38 digits.
inline tl::unexpected<Error> NumberOverflow() {
  return Fail(ErrorCode::kValidation,
              "Number overflow. Attempting to store a number with magnitude larger than supported "
              "range");
}

inline tl::unexpected<Error> NumberUnderflow() {
  return Fail(ErrorCode::kValidation,
              "Number underflow. Attempting to store a number with magnitude smaller than "
              "supported range");
}

inline tl::unexpected<Error> ItemTooLarge() {
  return Fail(ErrorCode::kValidation, "Item size has exceeded the maximum allowed size");
}

inline tl::unexpected<Error> UpdatedItemTooLarge() {
  return Fail(ErrorCode::kValidation, "Item size to update has exceeded the maximum allowed size");
}

inline tl::unexpected<Error> NestedTooDeep() {
  return Fail(ErrorCode::kValidation,
              "Nesting Levels have exceeded supported limits: Attributes in the item have nested "
              "levels beyond supported limit");
}

inline tl::unexpected<Error> AttributeNameTooLarge() {
  return Fail(ErrorCode::kValidation, "Attribute name is too large, must be less than 65536 bytes");
}

inline tl::unexpected<Error> AttributeNameEmpty() {
  return Fail(ErrorCode::kValidation,
              "One or more parameter values were invalid: Empty attribute name");
}

inline tl::unexpected<Error> StoredItemDamaged() {
  return Fail(ErrorCode::kInternalServerError, "The stored item is damaged");
}

inline tl::unexpected<Error> Base64Length(std::size_t length) {
  return Fail(ErrorCode::kSerialization,
              "Base64 encoded length is expected a multiple of 4 bytes but found: " +
                  std::to_string(length));
}

inline tl::unexpected<Error> Base64Character(char character) {
  std::string message = "Invalid Base64 character: '";
  message.append(1, character).append("'");
  return Fail(ErrorCode::kSerialization, std::move(message));
}

inline tl::unexpected<Error> Base64LastCharacter() {
  return Fail(ErrorCode::kSerialization,
              "Invalid last non-pad Base64 character dectected");  // the service's spelling
}

}  // namespace trestle::messages
