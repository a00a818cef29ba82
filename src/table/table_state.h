#pragma once

#include <cstdint>

#include "capacity/table_meter.h"
#include "table/counters.h"
#include "table/first_expiry.h"
#include "table/table.h"

namespace trestle {

// What all versions of one table share.
struct TableState {
  explicit TableState(std::uint32_t table_id) : counters(table_id) {}

  // The version that writes must follow, kept alive by the catalog; null once the table is dropped.
  // It changes under all item locks, so the holder of any may use it.
  const Table* current = nullptr;
  TableCounters counters;
  FirstExpiry first_expiry;
  TableMeter meter;
};

}  // namespace trestle
