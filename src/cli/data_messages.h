#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"

// What the commands that move data can say.
namespace trestle::messages {

inline tl::unexpected<Error> Interrupted() {
  return Fail(ErrorCode::kServiceUnavailable,
              "interrupted: the same command goes on where this one has stopped");
}
inline tl::unexpected<Error> NoDataFolder(std::string_view folder) {
  return Fail(ErrorCode::kValidation,
              std::string("there is no data folder '").append(folder).append("'"));
}
inline tl::unexpected<Error> CannotReadPath(std::string_view path, std::string_view reason) {
  return Fail(ErrorCode::kValidation,
              std::string("cannot read '").append(path).append("': ").append(reason));
}
inline tl::unexpected<Error> CannotWritePath(std::string_view path, std::string_view reason) {
  return Fail(ErrorCode::kStorageUnavailable,
              std::string("cannot write '").append(path).append("': ").append(reason));
}
inline tl::unexpected<Error> StateUnreadable(std::string_view path) {
  return Fail(ErrorCode::kValidation, std::string("the state of an earlier run in '")
                                          .append(path)
                                          .append("' cannot be read: delete it to start over"));
}
inline tl::unexpected<Error> StateOfAnother(std::string_view path, std::string_view what) {
  return Fail(ErrorCode::kValidation,
              std::string("'")
                  .append(path)
                  .append("' was begun with another ")
                  .append(what)
                  .append(": give the same, or name another folder, or delete this one"));
}
inline tl::unexpected<Error> ExportIsThere(std::string_view folder) {
  return Fail(ErrorCode::kValidation, std::string("'").append(folder).append(
                                          "' holds a finished export: name another folder"));
}
inline tl::unexpected<Error> FolderNotEmpty(std::string_view folder) {
  return Fail(ErrorCode::kValidation, std::string("'").append(folder).append(
                                          "' is not empty: name a new or an empty folder"));
}
inline tl::unexpected<Error> ItemDamaged() {
  return Fail(ErrorCode::kStorageUnavailable, "a stored item cannot be read");
}

inline tl::unexpected<Error> NoTableGiven() {
  return Fail(ErrorCode::kValidation, "say into which table: --table NAME, or --entity NAME");
}
inline tl::unexpected<Error> NoModelGiven() {
  return Fail(ErrorCode::kValidation,
              "--entity needs its model: give one of --system NAME and --model FILE");
}
inline tl::unexpected<Error> NotAModel(std::string_view file, unsigned line, unsigned column,
                                       std::string_view why) {
  return Fail(ErrorCode::kValidation, std::string(file)
                                          .append(":" + std::to_string(line))
                                          .append(":" + std::to_string(column))
                                          .append(": ")
                                          .append(why));
}
inline tl::unexpected<Error> NoSuchEntity(std::string_view model, std::string_view entity) {
  return Fail(ErrorCode::kValidation, std::string(model).append(" has no entity ").append(entity));
}
inline tl::unexpected<Error> NotAnObject() {
  return Fail(ErrorCode::kValidation, "a line is a JSON object of an entity's attributes");
}
inline tl::unexpected<Error> NotTheEntity(std::string why) {
  return Fail(ErrorCode::kValidation, std::move(why));
}
inline tl::unexpected<Error> NothingToImport(std::string_view path) {
  return Fail(ErrorCode::kValidation,
              std::string("'").append(path).append(
                  "' holds no files that end in .json, .csv, or either with .gz or .zst"));
}
inline tl::unexpected<Error> FormatUnknown(std::string_view path) {
  return Fail(ErrorCode::kValidation, std::string("what '").append(path).append(
                                          "' holds is not told by its name: give --format"));
}
// `place` is file:line.
inline tl::unexpected<Error> BadItem(std::string_view place, const Error& error) {
  return Fail(error.code, std::string(place).append(": ").append(error.message));
}

inline tl::unexpected<Error> NothingProcessed(std::string_view table) {
  return Fail(ErrorCode::kProvisionedThroughputExceeded,
              std::string("the table '")
                  .append(table)
                  .append("' takes no items: all were left unprocessed for a long time"));
}

inline tl::unexpected<Error> SamePlace() {
  return Fail(ErrorCode::kValidation, "a table cannot be copied to itself");
}
inline tl::unexpected<Error> KeysDiffer(std::string_view source, std::string_view target) {
  return Fail(ErrorCode::kValidation, std::string("the tables '")
                                          .append(source)
                                          .append("' and '")
                                          .append(target)
                                          .append("' have different keys"));
}
inline tl::unexpected<Error> NoSuchBackup(std::string_view name) {
  return Fail(ErrorCode::kBackupNotFound,
              std::string("there is no backup named '").append(name).append("'"));
}
inline tl::unexpected<Error> BackupNameAmbiguous(std::string_view name) {
  return Fail(ErrorCode::kValidation,
              std::string("there are several backups named '")
                  .append(name)
                  .append("': give the ARN of one, as `trestle backup --list` shows it"));
}
inline tl::unexpected<Error> BackupGoesOn(std::string_view name) {
  return Fail(ErrorCode::kServiceUnavailable,
              std::string("interrupted: the database goes on making the backup ")
                  .append(name)
                  .append("; `trestle backup --list` shows it"));
}
inline tl::unexpected<Error> TableIsThere(std::string_view name) {
  return Fail(ErrorCode::kTableAlreadyExists,
              std::string("there is a table '")
                  .append(name)
                  .append("' already: name another with --table, or delete it"));
}
inline tl::unexpected<Error> TableGoesAway(std::string_view name) {
  return Fail(ErrorCode::kResourceNotFound,
              std::string("the table '").append(name).append("' is being deleted"));
}

// Data lakes.
inline tl::unexpected<Error> NotALakeFolder(std::string_view path) {
  return Fail(ErrorCode::kValidation,
              std::string("'").append(path).append("' cannot be a lake: name a folder in it"));
}
inline tl::unexpected<Error> NoBucketNamed(std::string_view place) {
  return Fail(ErrorCode::kValidation,
              std::string("'").append(place).append("' names no bucket: s3://BUCKET/PREFIX"));
}
inline tl::unexpected<Error> LakeInUse(std::string_view folder) {
  return Fail(ErrorCode::kServiceUnavailable,
              std::string("another process writes to '").append(folder).append("'"));
}
inline tl::unexpected<Error> NoStream(std::string_view table) {
  return Fail(ErrorCode::kValidation,
              std::string("the table '")
                  .append(table)
                  .append("' has no stream: enable one with `aws dynamodb update-table "
                          "--table-name ")
                  .append(table)
                  .append(" --stream-specification "
                          "StreamEnabled=true,StreamViewType=NEW_AND_OLD_IMAGES`, or with "
                          "stream = \"new_and_old_images\" in its model"));
}
inline tl::unexpected<Error> NoTableInModel(std::string_view model, std::string_view table) {
  return Fail(
      ErrorCode::kValidation,
      std::string("the model ").append(model).append(" has no table '").append(table).append("'"));
}
inline std::string_view NoConditions() {
  return "the object store holds no conditions (If-None-Match): see to it that nobody else writes "
         "this lake";
}
inline tl::unexpected<Error> NoFormerModel(std::string_view model) {
  return Fail(ErrorCode::kValidation,
              std::string("--from names no file of the model ").append(model));
}
inline tl::unexpected<Error> StreamHasEnded() {
  return Fail(ErrorCode::kResourceNotFound,
              "the stream was disabled: all of its changes are in the lake; for another stream of "
              "the table name another place");
}

}  // namespace trestle::messages
