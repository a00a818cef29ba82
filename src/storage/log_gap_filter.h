#pragma once

#include <memory>

namespace rocksdb {
class WalFilter;
}

namespace trestle {

// Stops the replay of the log, when a store opens, at the first commit whose predecessor is
// missing.
//
// A power loss may keep the start of a new log file and lose the unsynced tail of the one before.
// Those commits were never acknowledged, but the later ones were decided on the earlier: replaying
// them over the gap could leave an index entry whose item never existed.
class LogGapFilter {
 public:
  LogGapFilter();
  ~LogGapFilter();
  rocksdb::WalFilter* rocks_filter() const { return filter_.get(); }

 private:
  std::unique_ptr<rocksdb::WalFilter> filter_;
};

}  // namespace trestle
