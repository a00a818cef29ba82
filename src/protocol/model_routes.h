#pragma once

#include "protocol/admin_routes.h"

namespace trestle {

// GET /_trestle/models: the models that are bound, with their tables and what did not fit them.
Result<std::string> ListModels(const AdminCall& call);
// PUT /_trestle/models {"text": "…", "file": "shop.trestle.toml", "mode": "enforce"}: binds a
// model, making the tables that are missing. One of the same name is replaced.
Result<std::string> BindModel(const AdminCall& call);
// PUT /_trestle/models/NAME {"mode": "warn"}, or {"mode": "warn", "table": "audit"} for one of its
// tables.
Result<std::string> SetModelMode(const AdminCall& call);
// DELETE /_trestle/models/NAME. Its tables stay.
Result<std::string> UnbindModel(const AdminCall& call);

}  // namespace trestle
