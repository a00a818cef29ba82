#pragma once

#include <string>
#include <string_view>

#include "operation/table_messages.h"

// The texts of backups, restores and point-in-time recovery. Unknown tables have another exception
// here than elsewhere.
namespace trestle::messages {

inline tl::unexpected<Error> BackupOfUnknownTable(std::string_view table) {
  return Fail(ErrorCode::kTableNotFound, std::string("Table not found: ").append(table));
}

// `doing` is created, updated or deleted.
inline tl::unexpected<Error> BackupOfTableInUse(std::string_view doing, std::string_view table) {
  return Fail(ErrorCode::kTableInUse,
              std::string("Table is being ").append(doing).append(": ").append(table));
}

inline tl::unexpected<Error> BackupsNotYetEnabled(std::string_view table) {
  return Fail(ErrorCode::kContinuousBackupsUnavailable,
              std::string("Backups are being enabled for the table: ")
                  .append(table)
                  .append(". Please retry later"));
}

inline tl::unexpected<Error> TableAlreadyExists(std::string_view table) {
  return Fail(ErrorCode::kTableAlreadyExists, std::string("Table already exists: ").append(table));
}

inline tl::unexpected<Error> RecoveryNotEnabled(std::string_view table) {
  return Fail(
      ErrorCode::kPointInTimeRecoveryUnavailable,
      std::string("Point in time recovery is not enabled for table '").append(table).append("'"));
}

inline tl::unexpected<Error> RestoreTimeInvalid() {
  return Fail(ErrorCode::kInvalidRestoreTime,
              "An invalid restore time was specified. RestoreDateTime must be between "
              "EarliestRestorableDateTime and LatestRestorableDateTime.");
}

inline tl::unexpected<Error> SourceTableMissing() {
  return InvalidParameterValue("Either SourceTableName or SourceTableArn must be specified");
}
inline tl::unexpected<Error> SourceTablesDiffer() {
  return InvalidParameterValue(
      "SourceTableName and SourceTableArn must name the same table when both are specified");
}
inline tl::unexpected<Error> RestoreTimeMissing() {
  return InvalidParameterValue(
      "Either RestoreDateTime or UseLatestRestorableTime must be specified");
}
inline tl::unexpected<Error> RestoreTimeTwice() {
  return InvalidParameterValue(
      "RestoreDateTime and UseLatestRestorableTime cannot both be specified");
}

inline tl::unexpected<Error> BackupArnInvalid(std::string_view arn) {
  return InvalidTable(std::string("Invalid BackupArn: ").append(arn));
}

// `member` is GlobalSecondaryIndexOverride or LocalSecondaryIndexOverride.
inline tl::unexpected<Error> OverrideOfUnknownIndex(std::string_view member,
                                                    std::string_view index) {
  return InvalidParameterValue(
      std::string(member).append(" does not match an index of the source table: ").append(index));
}

}  // namespace trestle::messages
