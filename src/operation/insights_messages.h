#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

// The texts of Contributor Insights, as the service spells them.
namespace trestle::messages {

inline tl::unexpected<Error> IndexOfTableNotFound(std::string_view index, std::string_view table) {
  return Fail(ErrorCode::kResourceNotFound, std::string("Requested resource not found: Index: ")
                                                .append(index)
                                                .append(" not found for table: ")
                                                .append(table));
}

// `status` is TableStatus or IndexStatus.
inline tl::unexpected<Error> InsightsNeedActive(std::string_view status) {
  return Fail(ErrorCode::kValidation,
              std::string("Table or Index is not in a valid state to update Key Access Insights: ")
                  .append(status)
                  .append(" must be ACTIVE to enable ContributorInsights."));
}

inline tl::unexpected<Error> InsightsTokenInvalid() {
  return Fail(ErrorCode::kValidation, "Invalid NextToken");
}

}  // namespace trestle::messages
