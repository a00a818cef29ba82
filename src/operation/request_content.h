#pragma once

#include <cstddef>
#include <string>

#include "operation/transact_write_items.h"

namespace trestle {

// What the wire tells of a transaction beside its fields, for a request that did not come over it.

// How large its items, keys and values are together.
std::size_t PayloadBytes(const TransactWriteItemsRequest& request);
// Equal for requests that ask for the same, and for no others. Written to disk, in the receipt of
// the request's token.
std::string ContentDigest(const TransactWriteItemsRequest& request);

}  // namespace trestle
