#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "storage/rocks_options.h"

namespace trestle {

class RocksDatabase;
class StoreFolder;

// Opens the databases of one folder. Safe to share between threads.
class RocksOpener {
 public:
  RocksOpener(std::shared_ptr<const StoreFolder> folder, RocksTuning tuning);

  // Made if it is missing. Refuses one of an unknown format, or that trestle did not make.
  Result<std::shared_ptr<RocksDatabase>> Open(const std::string& path) const;
  // Changes nothing at `path`, and takes nothing from the cache of the live database.
  Result<std::shared_ptr<RocksDatabase>> OpenForReading(const std::string& path) const;

 private:
  template <class OpenRocks>
  Result<std::shared_ptr<RocksDatabase>> OpenWith(rocksdb::Options options, const std::string& path,
                                                  OpenRocks&& open) const;

  const std::shared_ptr<const StoreFolder> folder_;  // with its databases
  const RocksTuning tuning_;
};

}  // namespace trestle
