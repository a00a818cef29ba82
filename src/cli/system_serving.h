#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "binding/bindings.h"
#include "binding/local_binder.h"
#include "operation/database.h"
#include "operation/local_database.h"
#include "repository/change_handlers.h"
#include "repository/workflow.h"
#include "systems/system.h"

namespace trestle {

// "ecobid, glad, hotel, todo, venue".
std::string SystemNames();
// The systems of --system; "all" is each of them.
Result<std::vector<const System*>> SystemsNamed(const std::vector<std::string>& names);
// Makes their tables where they are missing, and binds them.
Status BindSystems(const std::vector<const System*>& systems, LocalBinder& binder);
// The code of a bound model's workflows; null if the model is none of the systems.
std::shared_ptr<repository::Workflows> SystemWorkflows(const std::vector<const System*>& systems,
                                                       const Bindings::BoundModel& bound,
                                                       Database& database, const Clock& clock);
// What it does when items change, beyond the model's triggers; null if nothing.
std::shared_ptr<repository::ChangeHandlers> SystemHandlers(
    const std::vector<const System*>& systems, const Bindings::BoundModel& bound);
// Has the database do what the systems do by themselves, for as long as they are bound. `bindings`
// and `clock` outlive the database.
void AddSystemChores(const std::vector<const System*>& systems, const Bindings& bindings,
                     LocalDatabase& database, const Clock& clock);
// Fills bound systems with their demo data.
Status SeedSystems(const std::vector<const System*>& systems, const Bindings& bindings,
                   Database& database, const Clock& clock);

}  // namespace trestle
