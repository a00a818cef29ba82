#pragma once

#include <memory>

#include "storage/store.h"

namespace rocksdb {
class Snapshot;
}

namespace trestle {

class RocksDatabase;

// A cursor over `range` as `snapshot` shows it, which may be released as soon as the cursor exists.
std::unique_ptr<Cursor> NewRocksCursor(std::shared_ptr<const RocksDatabase> database,
                                       const rocksdb::Snapshot* snapshot, KeyRange range);

}  // namespace trestle
