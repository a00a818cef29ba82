#pragma once

#include "protocol/admin_routes.h"

namespace trestle {

// GET /_trestle/clock: {"now": "2026-11-15T18:20:00Z", "epoch": 1794766800.0, "mode": "manual"}.
Result<std::string> ShowClock(const AdminCall& call);
// POST /_trestle/clock {"advance": "49h"} or {"set": "2026-11-17T19:20:00Z"}. Triggers deal with
// what has changed before time passes. What is due by the new time, such as items that have
// expired, is done before the answer, which is that of ShowClock.
Result<std::string> MoveClock(const AdminCall& call);

}  // namespace trestle
