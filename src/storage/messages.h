#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

// Every text of this room. An operator reads those of opening a store; the others reach a client
// only as the service's own words for a server fault.
namespace trestle::messages {

inline tl::unexpected<Error> StorageFault(std::string message) {
  return Fail(ErrorCode::kStorageUnavailable, std::move(message));
}

inline tl::unexpected<Error> FolderInUse(std::string_view folder) {
  return StorageFault(
      "the folder " + std::string(folder) +
      " is in use by another trestle server; stop it or choose another --data folder");
}

inline tl::unexpected<Error> FolderIsNotAFolder(std::string_view folder) {
  return StorageFault(std::string(folder) +
                      " is not a folder; choose another --data folder or move the file away");
}

inline tl::unexpected<Error> FolderNotMade(std::string_view folder, std::string_view reason) {
  return StorageFault("the folder " + std::string(folder) +
                      " cannot be made: " + std::string(reason) + "; choose another --data folder");
}

inline tl::unexpected<Error> FolderNotWritable(std::string_view folder, std::string_view reason) {
  return StorageFault("the folder " + std::string(folder) +
                      " cannot be written: " + std::string(reason) +
                      "; give this user the right to write it or choose another --data folder");
}

inline tl::unexpected<Error> FolderIsForeign(std::string_view folder) {
  return StorageFault("the folder " + std::string(folder) +
                      " holds a database that trestle did not make; choose another --data folder");
}

inline tl::unexpected<Error> UnknownFormat(std::string_view folder, std::string_view found,
                                           std::string_view known) {
  return StorageFault("the folder " + std::string(folder) + " has format version " +
                      std::string(found) + ", and this trestle knows version " +
                      std::string(known) +
                      "; start it with the trestle that wrote it, or choose another --data folder");
}

inline tl::unexpected<Error> StoreNotOpened(std::string_view folder, std::string_view reason) {
  return StorageFault("the data in " + std::string(folder) +
                      " cannot be opened: " + std::string(reason));
}

inline tl::unexpected<Error> LiveFolderMissing(std::string_view file, std::string_view name) {
  return StorageFault(std::string(file) + " names the folder " + std::string(name) +
                      ", which holds no database; put it back or choose another --data folder");
}

inline tl::unexpected<Error> FolderNotChanged(std::string_view path, std::string_view reason) {
  return StorageFault(std::string(path) + " cannot be changed: " + std::string(reason));
}

inline tl::unexpected<Error> BadCopyName(std::string_view name) {
  return Fail(ErrorCode::kValidation,
              "\"" + std::string(name) +
                  "\" is no name for a copy: it takes 1 to 200 letters, digits, '-', '_' and '.', "
                  "begins with a letter or digit and does not end with .tmp");
}

inline tl::unexpected<Error> CopyExists(std::string_view name) {
  return Fail(ErrorCode::kResourceInUse,
              "there is a copy with the name " + std::string(name) + " already");
}

inline tl::unexpected<Error> CopyNotFound(std::string_view name) {
  return Fail(ErrorCode::kResourceNotFound, "there is no copy with the name " + std::string(name));
}

inline tl::unexpected<Error> CopyInUse(std::string_view name) {
  return Fail(ErrorCode::kResourceInUse, "the copy " + std::string(name) + " is being read");
}

inline tl::unexpected<Error> CopyNotMade(std::string_view name, std::string_view reason) {
  return StorageFault("the copy " + std::string(name) + " cannot be made: " + std::string(reason));
}

inline tl::unexpected<Error> ReadFailed(std::string_view reason) {
  return Fail(ErrorCode::kInternalServerError,
              "the storage cannot be read: " + std::string(reason));
}

inline tl::unexpected<Error> WriteRefused(std::string_view reason) {
  return StorageFault("the storage takes no writes at the moment: " + std::string(reason));
}

inline tl::unexpected<Error> NotMadeDurable(std::string_view reason) {
  return StorageFault("the write could not be made durable: " + std::string(reason));
}

inline constexpr std::string_view kWritesTakenAgain = "the storage takes writes again";

inline tl::unexpected<Error> StoreIsClosing() {
  return StorageFault("the write could not be made durable: the server is stopping");
}

}  // namespace trestle::messages
