#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

// The texts of this room's errors.
namespace trestle::binding_messages {

inline tl::unexpected<Error> DoesNotFit(std::string_view model, std::string_view what) {
  return Fail(ErrorCode::kValidation,
              "The item does not fit model " + std::string(model) + ": " + std::string(what));
}
inline tl::unexpected<Error> NoEntity(std::string_view model, std::string_view attribute,
                                      std::string_view table) {
  return DoesNotFit(model, std::string(attribute) + " must name an entity of table " +
                               std::string(table) + ", or the primary key must be one of theirs");
}
inline tl::unexpected<Error> GuardIsKept(std::string_view model) {
  return DoesNotFit(
      model,
      "items whose entity begins with UNIQUE# guard unique values and change only with "
      "the items that have these");
}
inline Error ValueTaken(std::string_view guard, std::string_view value) {
  return Error{.code = ErrorCode::kConditionalCheckFailed,
               .message = "The conditional request failed: " + std::string(guard) + " must be " +
                          "unique, and another item has '" + std::string(value) + "' already",
               .detail = nullptr};
}
inline tl::unexpected<Error> ModelUnreadable(std::string_view file, std::uint32_t line,
                                             std::uint32_t column, std::string_view what) {
  return Fail(ErrorCode::kValidation, std::string(file) + ":" + std::to_string(line) + ":" +
                                          std::to_string(column) + ": " + std::string(what));
}
inline tl::unexpected<Error> TableOfAnotherModel(std::string_view table, std::string_view model) {
  return Fail(ErrorCode::kResourceInUse, "table " + std::string(table) + " is bound to model " +
                                             std::string(model) + ": remove that model first");
}
inline tl::unexpected<Error> UnknownMode(std::string_view mode) {
  return Fail(ErrorCode::kValidation,
              "mode: must be off, warn or enforce, not '" + std::string(mode) + "'");
}
inline tl::unexpected<Error> NoModeOfTable(std::string_view text) {
  return Fail(ErrorCode::kValidation,
              "mode: a table's is written TABLE=MODE, not '" + std::string(text) + "'");
}
inline tl::unexpected<Error> NoSuchTable(std::string_view model, std::string_view table) {
  return Fail(ErrorCode::kValidation,
              "table: model " + std::string(model) + " has no table " + std::string(table));
}
inline tl::unexpected<Error> NoSuchModel(std::string_view model) {
  return Fail(ErrorCode::kResourceNotFound, "there is no model " + std::string(model));
}
inline tl::unexpected<Error> TableDiffers(std::string_view table, std::string_view what) {
  return Fail(ErrorCode::kValidation,
              "table " + std::string(table) + " is not the model's: " + std::string(what));
}
inline tl::unexpected<Error> Interrupted(std::string_view table) {
  return Fail(ErrorCode::kServiceUnavailable,
              "interrupted while table " + std::string(table) + " was being changed");
}
inline tl::unexpected<Error> NotATable(std::string_view table) {
  return Fail(ErrorCode::kResourceNotFound,
              "there is no table " + std::string(table) + ": create it with `trestle model apply`");
}

}  // namespace trestle::binding_messages
