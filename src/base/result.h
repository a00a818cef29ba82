#pragma once

#include <memory>
#include <string>
#include <tl/expected.hpp>
#include <utility>

#include "base/error_code.h"

namespace trestle {

// What an error carries beside its text, such as the item that failed a condition. The room that
// makes the error derives from it, and the room that writes the reply asks for what it knows.
struct ErrorDetail {
  virtual ~ErrorDetail() = default;
};

struct Error {
  ErrorCode code = ErrorCode::kInternalServerError;
  std::string message;  // part of the wire contract: written only in a room's messages.h
  std::shared_ptr<const ErrorDetail> detail;  // shared by the copies of one error; usually absent
};

// A value, or the error that stands in its place. The caller must look at it.
template <class T>
class [[nodiscard]] Result : public tl::expected<T, Error> {
 public:
  using tl::expected<T, Error>::expected;
};

using Status = Result<void>;

inline tl::unexpected<Error> Fail(ErrorCode code, std::string message) {
  return tl::unexpected<Error>(
      Error{.code = code, .message = std::move(message), .detail = nullptr});
}

}  // namespace trestle

#define TRESTLE_CONCAT_INNER(a, b) a##b
#define TRESTLE_CONCAT(a, b) TRESTLE_CONCAT_INNER(a, b)

// TRESTLE_TRY(const Table table, catalog.Find(name)): binds the value, or returns the error to the
// caller.
#define TRESTLE_TRY(declaration, ...) \
  TRESTLE_TRY_INNER(TRESTLE_CONCAT(trestle_result_, __LINE__), declaration, __VA_ARGS__)
#define TRESTLE_TRY_INNER(result, declaration, ...)              \
  auto result = (__VA_ARGS__);                                   \
  if (!result) return tl::unexpected(std::move(result).error()); \
  declaration = *std::move(result)

#define TRESTLE_RETURN_IF_ERROR(...) \
  TRESTLE_RETURN_IF_ERROR_INNER(TRESTLE_CONCAT(trestle_status_, __LINE__), __VA_ARGS__)
#define TRESTLE_RETURN_IF_ERROR_INNER(status, ...) \
  if (auto status = (__VA_ARGS__); !status) return tl::unexpected(std::move(status).error())
