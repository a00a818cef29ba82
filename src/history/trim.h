#pragma once

#include <cstdint>

#include "base/clock.h"
#include "base/result.h"
#include "storage/store.h"

namespace trestle {

// Adds to the batch what forgets the changes of a table before `time`: one range, or nothing if
// there are none. States before `time` can then no longer be read.
Status TrimHistory(std::uint32_t table_id, TimePoint time, const View& view, WriteBatch& batch);

}  // namespace trestle
