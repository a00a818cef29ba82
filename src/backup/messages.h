#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"

// The texts of this room's errors, as the service spells them where it has them.
namespace trestle::messages {

inline tl::unexpected<Error> BackupNotFound(std::string_view arn) {
  return Fail(ErrorCode::kBackupNotFound, std::string("Backup not found: ").append(arn));
}

// It is being created, restored or deleted.
inline tl::unexpected<Error> BackupInUse(std::string_view arn) {
  return Fail(ErrorCode::kBackupInUse,
              std::string("There is another ongoing conflicting backup control plane operation on "
                          "the table. The backup is either being created, deleted or restored to a "
                          "table: ")
                  .append(arn));
}

inline tl::unexpected<Error> TooManyRestores(std::size_t limit) {
  return Fail(ErrorCode::kLimitExceeded,
              "There are " + std::to_string(limit) + " restores under way, which is the limit");
}
// Of a restore that was cut short, to the operator.
inline tl::unexpected<Error> RestoreNotRecorded() {
  return Fail(ErrorCode::kResourceNotFound, "the server stopped before it was begun");
}
inline tl::unexpected<Error> HistoryOfSourceGone(std::string_view table_arn) {
  return Fail(ErrorCode::kResourceNotFound,
              std::string("the table ").append(table_arn).append(" no longer has the history"));
}
inline tl::unexpected<Error> BackupDamaged(std::string_view what) {
  return Fail(ErrorCode::kInternalServerError,
              std::string("A stored backup is damaged: ").append(what));
}

// Snapshots are ours; the service has none.
inline tl::unexpected<Error> BadSnapshotName(std::string_view name) {
  return Fail(ErrorCode::kValidation,
              std::string("'").append(name).append(
                  "' is no name for a snapshot: it takes 1 to 100 letters, digits, '-', '_' and "
                  "'.', begins and ends with a letter or digit and does not end with .tmp"));
}
inline tl::unexpected<Error> SnapshotExists(std::string_view name) {
  return Fail(ErrorCode::kResourceInUse,
              std::string("there is a snapshot ").append(name).append(" already"));
}
inline tl::unexpected<Error> SnapshotNotFound(std::string_view name) {
  return Fail(ErrorCode::kResourceNotFound, std::string("there is no snapshot ").append(name));
}

// Of a schedule that an operator has given.
inline tl::unexpected<Error> ScheduleUnreadable(std::string_view word) {
  return Fail(ErrorCode::kValidation,
              std::string("'").append(word).append(
                  "' is not understood; write for example \"daily@02:00 keep=35d\" or \"every=6h "
                  "keep=7d\""));
}
inline tl::unexpected<Error> ScheduleWithoutTimes() {
  return Fail(ErrorCode::kValidation,
              "a schedule says when: daily, daily@HH:MM (UTC) or every=DURATION");
}

}  // namespace trestle::messages
