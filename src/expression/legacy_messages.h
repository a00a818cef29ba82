#pragma once

#include "expression/messages.h"

// The texts about Expected, QueryFilter, ScanFilter, KeyConditions and AttributeUpdates.
namespace trestle::messages {

inline tl::unexpected<Error> InvalidLegacyParameter(std::initializer_list<std::string_view> parts) {
  return Fail(ErrorCode::kValidation,
              Concat({"One or more parameter values were invalid: ", Concat(parts)}));
}

inline tl::unexpected<Error> LegacyArgumentCount(std::string_view comparison) {
  return InvalidLegacyParameter(
      {"Invalid number of argument(s) for the ", comparison, " ComparisonOperator"});
}

inline tl::unexpected<Error> LegacyArgumentType(std::string_view comparison,
                                                std::string_view type) {
  return InvalidLegacyParameter(
      {"ComparisonOperator ", comparison, " is not valid for ", type, " AttributeValue type"});
}

inline tl::unexpected<Error> LegacyArgumentTypesDiffer() {
  return InvalidLegacyParameter({"AttributeValues inside AttributeValueList must be of same type"});
}

inline tl::unexpected<Error> LegacyBoundsReversed() {
  return Fail(ErrorCode::kValidation,
              "The BETWEEN condition was provided a range where the lower bound is greater than "
              "the upper bound");
}

inline tl::unexpected<Error> ExpectedValueAndList(std::string_view attribute) {
  return InvalidLegacyParameter(
      {"Value and AttributeValueList cannot be used together for Attribute: ", attribute});
}

inline tl::unexpected<Error> ExpectedExistsAndComparison(std::string_view attribute) {
  return InvalidLegacyParameter(
      {"Exists and ComparisonOperator cannot be used together for Attribute: ", attribute});
}

inline tl::unexpected<Error> ExpectedComparisonWithoutValue(std::string_view comparison,
                                                            std::string_view attribute) {
  return InvalidLegacyParameter(
      {"Value or AttributeValueList must be used with ComparisonOperator: ", comparison,
       " for Attribute: ", attribute});
}

inline tl::unexpected<Error> ExpectedListWithoutComparison(std::string_view attribute) {
  return InvalidLegacyParameter(
      {"AttributeValueList can only be used with a ComparisonOperator for Attribute: ", attribute});
}

// `exists` is "true" or "null".
inline tl::unexpected<Error> ExpectedValueMissing(std::string_view exists,
                                                  std::string_view attribute) {
  return InvalidLegacyParameter(
      {"Value must be provided when Exists is ", exists, " for Attribute: ", attribute});
}

inline tl::unexpected<Error> ExpectedValueOfAbsent(std::string_view attribute) {
  return InvalidLegacyParameter(
      {"Value cannot be used when Exists is false for Attribute: ", attribute});
}

inline tl::unexpected<Error> UpdateWithoutValue() {
  return InvalidLegacyParameter(
      {"Only DELETE action is allowed when no attribute value is specified"});
}

inline tl::unexpected<Error> DeleteOfType(std::string_view type) {
  return InvalidLegacyParameter({"DELETE action with value is not supported for the type ", type});
}

inline tl::unexpected<Error> AddOfType(std::string_view type) {
  return InvalidLegacyParameter({"ADD action is not supported for the type ", type});
}

}  // namespace trestle::messages
