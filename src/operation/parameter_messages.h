#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

// The texts about how a request's parameters go together.
namespace trestle::messages {

// Both lists are separated by ", ".
inline tl::unexpected<Error> MixedParameterStyles(std::string_view legacy,
                                                  std::string_view expressions) {
  return Fail(ErrorCode::kValidation,
              std::string("Can not use both expression and non-expression parameters in the same "
                          "request: Non-expression parameters: {")
                  .append(legacy)
                  .append("} Expression parameters: {")
                  .append(expressions)
                  .append("}"));
}

inline tl::unexpected<Error> ConditionalOperatorAlone() {
  return Fail(ErrorCode::kValidation,
              "ConditionalOperator cannot be used without Filter or Expected");
}

inline tl::unexpected<Error> ConditionalOperatorOfOne() {
  return Fail(ErrorCode::kValidation,
              "ConditionalOperator can only be used when Filter or Expected has two or more "
              "elements");
}

}  // namespace trestle::messages
