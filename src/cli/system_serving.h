#pragma once

#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "binding/bindings.h"
#include "binding/local_binder.h"
#include "operation/database.h"
#include "systems/system.h"

namespace trestle {

// "ecobid, glad, hotel, todo, venue".
std::string SystemNames();
// The systems of --system; "all" is each of them.
Result<std::vector<const System*>> SystemsNamed(const std::vector<std::string>& names);
// Makes their tables where they are missing, and binds them.
Status BindSystems(const std::vector<const System*>& systems, LocalBinder& binder);
// Fills bound systems with their demo data.
Status SeedSystems(const std::vector<const System*>& systems, const Bindings& bindings,
                   Database& database, const Clock& clock);

}  // namespace trestle
