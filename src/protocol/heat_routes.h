#pragma once

#include "protocol/admin_routes.h"

namespace trestle {

// GET /_trestle/heat?table=NAME[&limit=N]: what the table and its indexes have
// seen, hottest first.
Result<std::string> ShowHeat(const AdminCall& call);
// POST /_trestle/heat {"track": true}: counts the keys of all tables from now
// on, or no more.
Result<std::string> TrackHeat(const AdminCall& call);

}  // namespace trestle
