#pragma once

#include <memory>

namespace rocksdb {
class FileSystem;
}

namespace trestle {

// A disk of this machine on which a large file that nobody has under another name goes piece by
// piece. Removed at once, the pages and blocks of a log take the file system some 40 ms, and no
// other log is synced meanwhile.
std::shared_ptr<rocksdb::FileSystem> WithGradualRemoval(
    const std::shared_ptr<rocksdb::FileSystem>& disk);

}  // namespace trestle
