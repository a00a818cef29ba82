#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"
#include "exchange/export.h"

// Every text of this room, as the service spells them where it has them.
namespace trestle::messages {

inline tl::unexpected<Error> ExportNotFound(std::string_view arn) {
  return Fail(ErrorCode::kExportNotFound,
              "Export not found: Export not found: " + std::string(arn));
}
inline tl::unexpected<Error> ImportNotFound(std::string_view arn) {
  return Fail(ErrorCode::kImportNotFound,
              "Import not found: Import not found: " + std::string(arn));
}
inline tl::unexpected<Error> ExportTokenConflict() {
  return Fail(ErrorCode::kExportConflict,
              "Export conflict: Duplicate request detected with conflicting parameters");
}
inline tl::unexpected<Error> ImportTokenConflict() {
  return Fail(ErrorCode::kImportConflict,
              "Import conflict: Duplicate request detected with conflicting parameters");
}
// It was disabled, or the table was dropped, while the request was looked at.
inline tl::unexpected<Error> HistoryGone(std::string_view table) {
  return Fail(ErrorCode::kPointInTimeRecoveryUnavailable,
              "Point in time recovery is not enabled for table '" + std::string(table) + "'");
}
inline tl::unexpected<Error> JobDamaged(std::string_view what) {
  return Fail(ErrorCode::kInternalServerError,
              "A stored export or import is damaged: " + std::string(what));
}
inline tl::unexpected<Error> ExportedItemDamaged() {
  return Fail(ErrorCode::kInternalServerError, "A stored item is damaged");
}
inline tl::unexpected<Error> TooManyObjects(std::size_t limit) {
  return Fail(ErrorCode::kLimitExceeded,
              "There are more than " + std::to_string(limit) + " objects to import");
}

// Reasons of failed jobs.
inline JobFailure ItemsFailedValidation() {
  return {.code = "ItemValidationError",
          .message =
              "Some of the items failed validation checks and were not imported. Please check "
              "CloudWatch error logs for more details."};
}
inline JobFailure ServerStopped(std::string_view job) {
  return {.code = "ServerStopped",
          .message = "The server was stopped before the " + std::string(job) +
                     " was complete, and it cannot begin anew"};
}

}  // namespace trestle::messages
