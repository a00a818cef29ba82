#pragma once

#include "expression/messages.h"

// The texts about KeyConditionExpression and KeyConditions.
namespace trestle::messages {

inline tl::unexpected<Error> InvalidKeyCondition(std::initializer_list<std::string_view> parts) {
  return InvalidExpression(ExpressionKind::kKeyCondition, parts);
}

inline tl::unexpected<Error> KeyOperatorInvalid(std::string_view operation) {
  return InvalidKeyCondition({"Invalid operator used in KeyConditionExpression: ", operation});
}

inline tl::unexpected<Error> KeyConditionNested() {
  return InvalidKeyCondition(
      {"KeyConditionExpressions cannot have conditions on nested attributes"});
}

inline tl::unexpected<Error> KeyConditionNestedOperation() {
  return InvalidKeyCondition({"KeyConditionExpressions cannot contain nested operations"});
}

inline tl::unexpected<Error> KeyConditionRepeated() {
  return InvalidKeyCondition({"KeyConditionExpressions must only contain one condition per key"});
}

inline tl::unexpected<Error> KeyConditionOfTwoAttributes() {
  return InvalidKeyCondition(
      {"Invalid condition in KeyConditionExpression: Multiple attribute names used in one "
       "condition"});
}

inline tl::unexpected<Error> KeyConditionWithoutAttribute() {
  return InvalidKeyCondition(
      {"Invalid condition in KeyConditionExpression: No key attribute specified"});
}

inline tl::unexpected<Error> KeyConditionAttributeFirst(std::string_view operation) {
  return InvalidKeyCondition({"Invalid condition in KeyConditionExpression: ", operation,
                              " operator must have the key attribute as its first operand"});
}

inline tl::unexpected<Error> KeyConditionCount() {
  return Fail(ErrorCode::kValidation, "Conditions can be of length 1 or 2 only");
}

inline tl::unexpected<Error> KeyConditionMissing(std::string_view attribute) {
  return Fail(ErrorCode::kValidation,
              Concat({"Query condition missed key schema element: ", attribute}));
}

inline tl::unexpected<Error> KeyConditionNotSupported() {
  return Fail(ErrorCode::kValidation, "Query key condition not supported");
}

inline tl::unexpected<Error> KeyConditionNotIndexable() {
  return Fail(ErrorCode::kValidation,
              "Attempted conditional constraint is not an indexable operation");
}

inline tl::unexpected<Error> KeyConditionType() {
  return Fail(ErrorCode::kValidation,
              "One or more parameter values were invalid: Condition parameter type does not match "
              "schema type");
}

// `type` is "string" or "binary".
inline tl::unexpected<Error> KeyConditionEmptyValue(std::string_view type,
                                                    std::string_view attribute) {
  return Fail(ErrorCode::kValidation, Concat({"One or more parameter values are not valid. The "
                                              "AttributeValue for a key attribute cannot "
                                              "contain an empty ",
                                              type, " value. Key: ", attribute}));
}

inline tl::unexpected<Error> KeyConditionHashTooLarge() {
  return Fail(ErrorCode::kValidation,
              "One or more parameter values were invalid: Size of hashkey has exceeded the maximum "
              "size limit of2048 "
              "bytes");  // the service's spelling
}

inline tl::unexpected<Error> KeyConditionRangeTooLarge() {
  return Fail(ErrorCode::kValidation,
              "One or more parameter values were invalid: Aggregated size of all range keys has "
              "exceeded the size "
              "limit of 1024 bytes");
}

// Multi-attribute keys. `attributes` are separated by ", ".

inline tl::unexpected<Error> HashAttributesNeedEquality(std::string_view attributes) {
  return Fail(ErrorCode::kValidation,
              Concat({"HASH key attributes ", attributes,
                      " must have equality conditions specified in the query"}));
}

inline tl::unexpected<Error> RangeAttributesNeedEquality(std::string_view attributes,
                                                         std::string_view because) {
  return Fail(ErrorCode::kValidation, Concat({"RANGE key attributes ", attributes,
                                              " must have equality conditions specified in the "
                                              "query because a condition is present on key "
                                              "attribute ",
                                              because}));
}

}  // namespace trestle::messages
