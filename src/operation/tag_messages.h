#pragma once

#include "operation/table_messages.h"

// The texts about the resource that is to be tagged.
namespace trestle::messages {

inline tl::unexpected<Error> ResourceArnInvalid(std::string_view arn) {
  return InvalidTable(
      std::string("Invalid TableArn: Invalid ResourceArn provided as input ").append(arn));
}

inline tl::unexpected<Error> ResourceArnDenied(std::string_view action, std::string_view arn) {
  return Fail(ErrorCode::kAccessDenied, std::string("User is not authorized to perform: dynamodb:")
                                            .append(action)
                                            .append(" on resource: ")
                                            .append(arn));
}

// The service's spelling.
inline tl::unexpected<Error> ResourceArnNotFound(std::string_view arn) {
  return Fail(
      ErrorCode::kResourceNotFound,
      std::string("Requested resource not found: ResourcArn: ").append(arn).append(" not found"));
}

}  // namespace trestle::messages
