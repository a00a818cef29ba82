#include "cli/system_serving.h"

#include <utility>

#include "repository/repository.h"
#include "systems/messages.h"
#include "systems/seed_demo.h"

namespace trestle {

std::string SystemNames() {
  std::string names;
  for (const System& system : Systems()) {
    if (!names.empty()) names += ", ";
    names += system.name;
  }
  return names;
}

Result<std::vector<const System*>> SystemsNamed(const std::vector<std::string>& names) {
  std::vector<const System*> systems;
  for (const std::string& name : names) {
    if (name == "all") {
      for (const System& system : Systems()) systems.push_back(&system);
      continue;
    }
    const System* const system = FindSystem(name);
    if (!system) return messages::UnknownSystem(name, SystemNames());
    systems.push_back(system);
  }
  return systems;
}

Status BindSystems(const std::vector<const System*>& systems, LocalBinder& binder) {
  for (const System* system : systems) {
    const std::string file = std::string(system->name) + ".trestle.toml";
    TRESTLE_RETURN_IF_ERROR(binder.Bind(system->model, file, NameOf(BindingMode::kEnforce)));
  }
  return {};
}

Status SeedSystems(const std::vector<const System*>& systems, const Bindings& bindings,
                   Database& database, const Clock& clock) {
  for (const Bindings::BoundModel& bound : bindings.List()) {
    for (const System* system : systems) {
      if (system->name != bound.model->name) continue;
      const repository::Repository repository(bound.model, database, clock,
                                              {.cursor_key = "unused", .bound = true});
      TRESTLE_RETURN_IF_ERROR(SeedDemo(*system, repository, clock.Now()));
    }
  }
  return {};
}

}  // namespace trestle
