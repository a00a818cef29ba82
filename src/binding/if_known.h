#pragma once

#include <optional>
#include <utility>

#include "base/result.h"

namespace trestle {

// An endpoint that does not know the operation has nothing to tell.
template <class T>
Result<std::optional<T>> IfKnown(Result<T> answer) {
  if (answer) return std::optional<T>(*std::move(answer));
  if (answer.error().code == ErrorCode::kUnknownOperation) return std::optional<T>();
  return tl::unexpected(std::move(answer).error());
}

}  // namespace trestle
