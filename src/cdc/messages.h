#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

// The texts of this room's errors.
namespace trestle::cdc_messages {

inline tl::unexpected<Error> DamagedRecord(std::string_view shard) {
  return Fail(ErrorCode::kInternalServerError,
              "A record of shard " + std::string(shard) + " cannot be read");
}
inline std::string ReactionFailed(std::string_view model, std::string_view trigger,
                                  std::string_view why) {
  return "trigger " + std::string(trigger) + " of model " + std::string(model) +
         " is skipped for one change: " + std::string(why);
}
inline std::string WillTryAgain(std::string_view model, std::string_view why) {
  return "the triggers of model " + std::string(model) + " wait and try again: " + std::string(why);
}

// Of data lakes; `lake` is where it lies.
inline tl::unexpected<Error> ChangesTrimmed(std::string_view shard) {
  return Fail(ErrorCode::kTrimmedDataAccess,
              "changes of shard " + std::string(shard) +
                  " are gone before they were read: a stream keeps them for 24 hours; begin a new "
                  "lake, with --snapshot, to have the table whole again");
}
inline tl::unexpected<Error> DamagedChange(std::string_view sequence) {
  return Fail(ErrorCode::kInternalServerError,
              "the change " + std::string(sequence) + " of the stream cannot be read");
}
inline tl::unexpected<Error> DamagedItem(std::string_view table) {
  return Fail(ErrorCode::kInternalServerError,
              "an item of the table '" + std::string(table) + "' cannot be read");
}
inline tl::unexpected<Error> ManifestUnreadable(std::string_view lake) {
  return Fail(ErrorCode::kValidation,
              "_manifest.json of " + std::string(lake) + " cannot be read: it is not one of ours");
}
inline tl::unexpected<Error> LakeOfAnotherTable(std::string_view lake, std::string_view table) {
  return Fail(ErrorCode::kValidation, std::string(lake) + " holds the changes of the table '" +
                                          std::string(table) + "': name another place");
}
inline tl::unexpected<Error> LakeWithOtherImages(std::string_view lake, std::string_view images) {
  return Fail(ErrorCode::kValidation, std::string(lake) + " was begun with --images " +
                                          std::string(images) + ": give the same");
}
inline tl::unexpected<Error> FilesWithoutManifest(std::string_view lake) {
  return Fail(ErrorCode::kValidation, std::string(lake) +
                                          " holds folders entity=... but no _manifest.json: name "
                                          "an empty place, or that of a lake");
}
inline tl::unexpected<Error> FileMissing(std::string_view lake, std::string_view file) {
  return Fail(ErrorCode::kStorageUnavailable,
              std::string(file) + " is not there, which the manifest of " + std::string(lake) +
                  " names: bring it back, or begin a new lake");
}
inline tl::unexpected<Error> FileDiffers(std::string_view path) {
  return Fail(ErrorCode::kStorageUnavailable,
              std::string(path) + " does not hold the lines that the manifest tells of");
}
inline tl::unexpected<Error> AnotherWriter(std::string_view lake) {
  return Fail(ErrorCode::kServiceUnavailable,
              "another process writes to " + std::string(lake) + ": a lake has one writer");
}

}  // namespace trestle::cdc_messages
