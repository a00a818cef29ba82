#pragma once

#include <cstdint>
#include <string>

#include "stream/change.h"

namespace trestle {

// What it takes to begin a restore anew that a crash or a stop has cut short. Kept from before the
// request is answered until the table is ACTIVE or gone.
struct RestoreJob {
  std::string table_uuid;       // of the table that is filled
  std::string backup_arn;       // where its items come from; empty if from the past of a table:
  std::uint32_t source_id = 0;  // which
  ChangeStamp first_undone;     // and before which change
};

}  // namespace trestle
