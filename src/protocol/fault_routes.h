#pragma once

#include "protocol/admin_routes.h"

namespace trestle {

// POST /_trestle/faults: adds a rule, answers {"id": N}.
Result<std::string> AddFault(const AdminCall& call);
// GET /_trestle/faults: all rules with how often each has hit.
Result<std::string> ListFaults(const AdminCall& call);
// DELETE /_trestle/faults, and DELETE /_trestle/faults/ID.
Result<std::string> RemoveFaults(const AdminCall& call);
Result<std::string> RemoveFault(const AdminCall& call);

}  // namespace trestle
