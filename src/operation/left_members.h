#pragma once

#include <cstddef>
#include <optional>

#include "operation/gate.h"

namespace trestle {

// The members of a batch that were not let in. They are answered as unprocessed, unless all were
// throttled: then the batch fails as its first did.
class LeftMembers {
 public:
  // An error that is not one of throttling fails the batch.
  Status Leave(const Error& error) {
    if (!IsThrottling(error)) return tl::unexpected(error);
    if (dynamic_cast<const LeftUnprocessed*>(error.detail.get()) != nullptr) return {};
    ++throttled_;
    if (!first_) first_ = error;
    return {};
  }
  Status CheckNotAll(std::size_t members) const {
    if (first_ && throttled_ == members) return tl::unexpected(*first_);
    return {};
  }

 private:
  std::size_t throttled_ = 0;
  std::optional<Error> first_;
};

}  // namespace trestle
