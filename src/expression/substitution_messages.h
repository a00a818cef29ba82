#pragma once

#include "expression/messages.h"

// The texts about ExpressionAttributeNames and ExpressionAttributeValues.
namespace trestle::messages {

inline tl::unexpected<Error> SubstitutionsEmpty(std::string_view parameter) {
  return Fail(ErrorCode::kValidation, Concat({parameter, " must not be empty"}));
}

inline tl::unexpected<Error> SubstitutionKeyInvalid(std::string_view parameter,
                                                    std::string_view key) {
  return Fail(ErrorCode::kValidation,
              Concat({parameter, " contains invalid key: Syntax error; key: \"", key, "\""}));
}

inline tl::unexpected<Error> SubstitutionKeyTooLong(std::string_view parameter,
                                                    std::size_t length) {
  return Fail(
      ErrorCode::kValidation,
      Concat(
          {parameter,
           " contains invalid key: The expression attribute map contains a key that is too long; "
           "key length: ",
           std::to_string(length)}));
}

inline tl::unexpected<Error> SubstitutedNameEmpty(std::string_view parameter,
                                                  std::string_view key) {
  return Fail(ErrorCode::kValidation,
              Concat({parameter, " contains invalid value: Empty attribute name for key ", key}));
}

// `keys` are separated by ", ".
inline tl::unexpected<Error> SubstitutionsUnused(std::string_view parameter,
                                                 std::string_view keys) {
  return Fail(ErrorCode::kValidation, Concat({"Value provided in ", parameter,
                                              " unused in expressions: keys: {", keys, "}"}));
}

inline tl::unexpected<Error> NamesWithoutExpression() {
  return Fail(ErrorCode::kValidation,
              "ExpressionAttributeNames can only be specified when using expressions");
}

// `absent` names the expressions that could have used them: "ConditionExpression is null", or
// "UpdateExpression and ConditionExpression are null".
inline tl::unexpected<Error> ValuesWithoutExpression(std::string_view absent) {
  return Fail(
      ErrorCode::kValidation,
      Concat({"ExpressionAttributeValues can only be specified when using expressions: ", absent}));
}

}  // namespace trestle::messages
