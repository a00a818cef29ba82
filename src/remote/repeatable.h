#pragma once

#include <span>

#include "operation/delete_item.h"
#include "operation/put_item.h"
#include "operation/statement_request.h"

namespace trestle::remote {

// Whether a call may be sent again when it may have been done already.
enum class Repeatable { kYes, kNo };

// Without a condition, and if nobody asks what was there before, twice is as good as once.
Repeatable RepeatableOf(const PutItemRequest& request);
Repeatable RepeatableOf(const DeleteItemRequest& request);
// Reads are; so are statements that only read.
Repeatable RepeatableOf(std::span<const StatementRequest> statements);

}  // namespace trestle::remote
