#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"
#include "model/kept_item.h"

namespace trestle::repository {

// Beside a kValidation error: one entry for each field or parameter that is wrong.
struct BadFields : ErrorDetail {
  std::vector<model::FieldError> fields;
};

// Beside a kConditionalCheckFailed error: which rule an entity's write broke.
struct WriteConflict : ErrorDetail {
  enum class Kind { kExists, kMissing, kVersion, kUnique, kCondition };
  Kind kind = Kind::kCondition;
  std::string attribute;  // of kUnique
  std::size_t step = 0;   // of a transaction, from 0
};

// Beside a kTransactionCanceled error: a further write of Transact was refused, not the
// transaction's own.
struct FurtherWriteRefused : ErrorDetail {};

}  // namespace trestle::repository
