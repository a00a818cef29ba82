#pragma once

#include "protocol/admin_routes.h"

namespace trestle {

// POST /_trestle/snapshots: makes one, with the body's name if it has one; answers it.
Result<std::string> MakeSnapshot(const AdminCall& call);
// GET /_trestle/snapshots: all of them, by name.
Result<std::string> ListSnapshots(const AdminCall& call);
// POST /_trestle/snapshots/NAME/restore, or /_trestle/snapshots/restore with a name in the body:
// the whole database is what it was.
Result<std::string> RestoreSnapshot(const AdminCall& call);
// DELETE /_trestle/snapshots/NAME.
Result<std::string> DropSnapshot(const AdminCall& call);
// POST /_trestle/reset, or /_trestle/snapshots/reset: the database is empty; snapshots stay.
Result<std::string> ResetDatabase(const AdminCall& call);

}  // namespace trestle
