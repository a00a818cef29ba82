#include "operation/cancellation.h"

#include "operation/messages.h"
#include "operation/throttling.h"

namespace trestle {

void CancellationReasons::ConditionFailed(std::size_t action, const Error& error) {
  CancellationReason& reason = reasons_[action];
  reason.code = "ConditionalCheckFailed";
  reason.message = error.message;
  if (const auto* failure = dynamic_cast<const ConditionFailure*>(error.detail.get())) {
    reason.item = failure->item;
  }
  any_ = true;
}

void CancellationReasons::Duplicate(std::size_t action) {
  reasons_[action].code = "DuplicateItem";
  reasons_[action].message = messages::DuplicateItem().value().message;
  any_ = true;
}

void CancellationReasons::Invalid(std::size_t action, const Error& error) {
  if (any_invalid_) return;
  reasons_[action].code = "ValidationError";
  reasons_[action].message = error.message;
  any_ = any_invalid_ = true;
}

Status CancellationReasons::Refused(std::size_t action, const Error& error) {
  CancellationReason& reason = reasons_[action];
  if (error.code == ErrorCode::kProvisionedThroughputExceeded) {
    reason.code = "ProvisionedThroughputExceeded";
  } else if (IsThrottling(error)) {
    reason.code = "ThrottlingError";
  } else if (error.code == ErrorCode::kTransactionConflict) {
    reason.code = "TransactionConflict";
  } else {
    return tl::unexpected(error);
  }
  reason.message = error.message;
  any_ = true;
  return {};
}

Error CancellationReasons::ToError() && {
  std::string codes;
  for (const CancellationReason& reason : reasons_) {
    if (!codes.empty()) codes += ", ";
    codes += reason.code;
  }
  Error error = messages::TransactionCancelled(codes);
  auto detail = std::make_shared<Cancellation>();
  detail->reasons = std::move(reasons_);
  error.detail = std::move(detail);
  return error;
}

}  // namespace trestle
