#pragma once

#include <memory>

#include "storage/store.h"

namespace rocksdb {
class FlushBlockPolicyFactory;
}

namespace trestle {

// Where the blocks of a table file end: between two groups of keys, if that is possible in blocks
// of about the usual size, so that who reads a small group reads one block and not two.
std::shared_ptr<rocksdb::FlushBlockPolicyFactory> NewGroupBlocks(KeyGroup group);

}  // namespace trestle
