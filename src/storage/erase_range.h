#pragma once

#include "base/result.h"
#include "storage/store.h"

namespace trestle {

// Adds the deletion of everything in the range to the batch: a few keys one by one, because a range
// tombstone slows readers until it is compacted away, and many as a range. `view` shows what is
// there now.
Status EraseRange(const KeyRange& range, const View& view, WriteBatch& batch);

}  // namespace trestle
