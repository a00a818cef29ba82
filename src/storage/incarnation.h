#pragma once

#include <memory>

#include "storage/current_view.h"
#include "storage/log_syncer.h"
#include "storage/rocks_database.h"

namespace trestle {

// A database at work as the store. The store has one at a time, and another when it goes back to a
// copy.
struct Incarnation {
  Incarnation(std::shared_ptr<const RocksDatabase> live, std::unique_ptr<LogSyncer> log_syncer)
      : database(std::move(live)), syncer(std::move(log_syncer)), current(database) {}

  const std::shared_ptr<const RocksDatabase> database;  // with its views and cursors
  const std::unique_ptr<LogSyncer> syncer;  // absent in memory, where nothing can be synced
  CurrentView current;                      // what readers are shown, unless durability is strict
};

}  // namespace trestle
