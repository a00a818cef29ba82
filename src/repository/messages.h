#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "repository/errors.h"

// The texts of this room's errors.
namespace trestle::repository::messages {

inline tl::unexpected<Error> Unknown(std::string_view kind, std::string_view name) {
  return Fail(ErrorCode::kResourceNotFound,
              "The model has no " + std::string(kind) + " " + std::string(name));
}

inline tl::unexpected<Error> Bad(std::string_view what, std::vector<model::FieldError> fields) {
  std::string message(what);
  std::string_view between = ": ";
  for (const model::FieldError& field : fields) {
    message.append(between).append(field.field).append(" ").append(field.message);
    between = "; ";
  }
  auto detail = std::make_shared<BadFields>();
  detail->fields = std::move(fields);
  return tl::unexpected<Error>(Error{
      .code = ErrorCode::kValidation, .message = std::move(message), .detail = std::move(detail)});
}
inline tl::unexpected<Error> BadArguments(std::vector<model::FieldError> fields) {
  return Bad("The arguments do not fit", std::move(fields));
}
inline tl::unexpected<Error> BadEntity(std::string_view entity,
                                       std::vector<model::FieldError> fields) {
  return Bad(std::string(entity) + " does not fit", std::move(fields));
}
inline tl::unexpected<Error> BadKey(std::vector<model::FieldError> fields) {
  return Bad("The key does not fit", std::move(fields));
}
inline tl::unexpected<Error> NoKey(std::vector<model::FieldError> fields) {
  return Bad("The key cannot be made", std::move(fields));
}
inline std::string Required() { return "is required"; }
inline std::string NotAParameter(std::string_view hint) {
  return "is not a parameter" + std::string(hint);
}
inline std::string FanOutBackwards(std::string_view from) {
  return "must not be before " + std::string(from);
}
inline std::string NotBelow(std::string_view from) {
  return "must not be less than " + std::string(from);
}
inline std::string NotAbove(std::string_view from) {
  return "must not be greater than " + std::string(from);
}
inline std::string FanOutTooLong(std::size_t most) {
  return "would take more than " + std::to_string(most) + " queries";
}
inline std::string TooManyCells(std::size_t most) {
  return "is too large: the circle touches more than " + std::to_string(most) + " cells";
}

inline std::string BadLimit(std::int64_t most) { return "must be 1 to " + std::to_string(most); }
inline tl::unexpected<Error> BadCursor() {
  return Bad("The page does not fit",
             {{"cursor", "is not one of this pattern and these arguments"}});
}
inline tl::unexpected<Error> NotARead(std::string_view pattern) {
  return Fail(ErrorCode::kValidation,
              "Pattern " + std::string(pattern) +
                  " is a write; use the entity or the transaction that it stands for");
}
inline tl::unexpected<Error> NotAWrite(std::string_view pattern) {
  return Fail(ErrorCode::kValidation, "Pattern " + std::string(pattern) + " is a read");
}
inline tl::unexpected<Error> NoIndex(std::string_view pattern, std::string_view index) {
  return Fail(ErrorCode::kValidation, "Pattern " + std::string(pattern) + " needs index " +
                                          std::string(index) + ", which does not exist");
}
inline tl::unexpected<Error> NoWholeKey(std::string_view pattern) {
  return Fail(ErrorCode::kValidation,
              "Pattern " + std::string(pattern) + " does not give the whole key of an item");
}
inline tl::unexpected<Error> TooManyToSort(std::string_view pattern) {
  return Fail(ErrorCode::kLimitExceeded, "Pattern " + std::string(pattern) +
                                             " finds more than can be sorted by distance; ask "
                                             "for a smaller radius");
}
struct ConflictText {
  WriteConflict::Kind kind = WriteConflict::Kind::kCondition;
  std::string attribute;
  std::size_t step = 0;
};
inline tl::unexpected<Error> Conflict(const ConflictText& conflict) {
  std::string message;
  switch (conflict.kind) {
    case WriteConflict::Kind::kExists:
      message = "There is an item with this key already";
      break;
    case WriteConflict::Kind::kMissing:
      message = "There is no item with this key";
      break;
    case WriteConflict::Kind::kVersion:
      message = "The item has changed since it was read";
      break;
    case WriteConflict::Kind::kUnique:
      message = "Another item has the same " + conflict.attribute;
      break;
    case WriteConflict::Kind::kCondition:
      message = "A condition of the write does not hold";
      break;
  }
  auto detail = std::make_shared<WriteConflict>();
  detail->kind = conflict.kind;
  detail->attribute = conflict.attribute;
  detail->step = conflict.step;
  return tl::unexpected<Error>(Error{.code = ErrorCode::kConditionalCheckFailed,
                                     .message = std::move(message),
                                     .detail = std::move(detail)});
}
inline tl::unexpected<Error> TokenOfOtherArguments() {
  return Fail(ErrorCode::kIdempotentParameterMismatch,
              "The idempotency key was used before with other arguments");
}
inline tl::unexpected<Error> TableNotReady(std::string_view table) {
  return Fail(ErrorCode::kServiceUnavailable,
              "Table " + std::string(table) + " is still being made; try again");
}
inline tl::unexpected<Error> BadIdempotencyKey() {
  return Fail(ErrorCode::kValidation, "An idempotency key has 1 to 255 characters");
}
inline tl::unexpected<Error> NoVersion(std::string_view entity) {
  return Bad(entity, {{"version", "is given, but the entity has none"}});
}
inline tl::unexpected<Error> KeysNotRead() {
  return Fail(ErrorCode::kThrottling, "The database left keys unread after several requests");
}

inline tl::unexpected<Error> FurtherWriteFailed() {
  return tl::unexpected<Error>(Error{.code = ErrorCode::kTransactionCanceled,
                                     .message = "Somebody else has made this write already",
                                     .detail = std::make_shared<FurtherWriteRefused>()});
}

}  // namespace trestle::repository::messages
