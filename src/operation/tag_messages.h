#pragma once

#include "operation/table_messages.h"
#include "table/definition.h"

// The texts about the resource that is to be tagged.
namespace trestle::messages {

inline tl::unexpected<Error> ResourceArnInvalid(std::string_view arn) {
  return InvalidTable(
      std::string("Invalid TableArn: Invalid ResourceArn provided as input ").append(arn));
}

// The user is the account's own: nobody else can ask here.
inline tl::unexpected<Error> ResourceArnDenied(std::string_view action, std::string_view arn) {
  return Fail(ErrorCode::kAccessDenied, std::string("User: arn:aws:iam::")
                                            .append(kAccountId)
                                            .append(":root is not authorized to perform: dynamodb:")
                                            .append(action)
                                            .append(" on resource: ")
                                            .append(arn));
}

// The spelling of the three below is the service's.

inline tl::unexpected<Error> ResourceArnNotFound(std::string_view arn) {
  return Fail(
      ErrorCode::kResourceNotFound,
      std::string("Requested resource not found: ResourcArn: ").append(arn).append(" not found"));
}

inline tl::unexpected<Error> NoTagsGiven() {
  return InvalidTable("Atleast one Tag needs to be provided as Input.");
}

inline tl::unexpected<Error> NoTagKeysGiven() {
  return InvalidTable("Atleast one Tag Key needs to be provided as Input.");
}

}  // namespace trestle::messages
