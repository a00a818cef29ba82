#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

// The texts of this room's errors.
namespace trestle::migration::messages {

inline tl::unexpected<Error> NoRules(std::string_view model, std::string_view from) {
  return Fail(ErrorCode::kValidation, "model " + std::string(model) +
                                          " has no [[migrations]] from table '" +
                                          std::string(from) + "'");
}
inline tl::unexpected<Error> NoMigrations(std::string_view model) {
  return Fail(ErrorCode::kValidation, "model " + std::string(model) +
                                          " says of no table how its items become its own: " +
                                          "add [[migrations]] with `from` and `entity`");
}
inline tl::unexpected<Error> SeveralSources() {
  return Fail(ErrorCode::kValidation,
              "the model has migrations from several tables: choose one with --table");
}
inline tl::unexpected<Error> NotOfSourceModel(std::string_view entity, std::string_view table) {
  return Fail(ErrorCode::kValidation, "the source's model has no entity '" + std::string(entity) +
                                          "' in table '" + std::string(table) +
                                          "': name it with `of`");
}
inline tl::unexpected<Error> NoSource(std::string_view table) {
  return Fail(ErrorCode::kResourceNotFound,
              "there is no table '" + std::string(table) + "' to migrate from");
}
inline tl::unexpected<Error> SourceDropped(std::string_view table) {
  return Fail(ErrorCode::kResourceNotFound,
              "the migration from '" + std::string(table) +
                  "' is finalised and that table was dropped: there is nothing left to do");
}
inline tl::unexpected<Error> KeyDoesNotFollow(std::string_view entity, std::string_view table) {
  return Fail(ErrorCode::kValidation,
              "the key of " + std::string(entity) + " does not follow from the key of '" +
                  std::string(table) +
                  "' alone, so that a deletion could not be carried over: make it of attributes "
                  "that are set from the key, or give the source's model with --from-model");
}
inline tl::unexpected<Error> CannotGoBack(std::string_view entity, std::string_view table) {
  return Fail(ErrorCode::kValidation, "an item of " + std::string(entity) +
                                          " does not tell its key in '" + std::string(table) + "'");
}
inline tl::unexpected<Error> Attribute(std::string_view name, std::string_view problem) {
  return Fail(ErrorCode::kValidation, std::string(name) + " " + std::string(problem));
}
inline tl::unexpected<Error> Unfit(std::string what) {
  return Fail(ErrorCode::kValidation, std::move(what));
}
inline tl::unexpected<Error> TargetNotEmpty(std::string_view table) {
  return Fail(ErrorCode::kValidation,
              "table '" + std::string(table) +
                  "' holds items of the entities that are migrated already: take them out first");
}
inline tl::unexpected<Error> TakenOver() {
  return Fail(ErrorCode::kResourceInUse,
              "another run of this migration has taken over, and this one has stopped");
}
inline tl::unexpected<Error> NotBegun() {
  return Fail(ErrorCode::kResourceNotFound,
              "the migration has not begun: `trestle model migrate FILE run` begins it");
}
inline tl::unexpected<Error> WrongPhase(std::string_view action, std::string_view phase) {
  return Fail(ErrorCode::kValidation,
              "cannot " + std::string(action) + ": the migration is " + std::string(phase));
}
inline tl::unexpected<Error> StillWritten(std::string_view table) {
  return Fail(ErrorCode::kResourceInUse,
              "table '" + std::string(table) +
                  "' is still written to: stop its writers, then run the same command again");
}
inline tl::unexpected<Error> Differs(std::int64_t count) {
  return Fail(ErrorCode::kValidation, std::to_string(count) +
                                          (count == 1 ? " item differs" : " items differ") +
                                          ": the migration stays as it is");
}
inline tl::unexpected<Error> StreamLost(std::string_view table) {
  return Fail(ErrorCode::kTrimmedDataAccess,
              "changes of table '" + std::string(table) +
                  "' are no longer in its stream, since the migration did not follow it for a day: "
                  "roll it back and begin again");
}
inline tl::unexpected<Error> NoStream(std::string_view table) {
  return Fail(ErrorCode::kResourceNotFound,
              "table '" + std::string(table) + "' has no stream that could be followed");
}
inline tl::unexpected<Error> NoStreamsThere() {
  return Fail(ErrorCode::kNotSupported,
              "the endpoint knows no streams, so that a migration could not follow what changes");
}
inline tl::unexpected<Error> Stopped() {
  return Fail(ErrorCode::kServiceUnavailable,
              "interrupted: the same command goes on where this one has stopped");
}
inline tl::unexpected<Error> StateDamaged(std::string_view table) {
  return Fail(ErrorCode::kValidation,
              "the migration's state in table '" + std::string(table) + "' cannot be read");
}

}  // namespace trestle::migration::messages
