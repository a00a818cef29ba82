#include "cli/system_serving.h"

#include <algorithm>
#include <utility>

#include "repository/repository.h"
#include "systems/messages.h"
#include "systems/seed_demo.h"
#include "systems/workflow_set.h"

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

std::shared_ptr<repository::Workflows> SystemWorkflows(const std::vector<const System*>& systems,
                                                       const Bindings::BoundModel& bound,
                                                       Database& database, const Clock& clock) {
  const auto found = std::ranges::find(systems, bound.model->name, &System::name);
  if (found == systems.end()) return nullptr;
  auto repository = std::make_shared<const repository::Repository>(
      bound.model, database, clock,
      repository::RepositoryOptions{.cursor_key = "unused", .bound = true});
  return WorkflowsOf((*found)->name, {.repository = std::move(repository), .clock = clock});
}

std::shared_ptr<repository::ChangeHandlers> SystemHandlers(
    const std::vector<const System*>& systems, const Bindings::BoundModel& bound) {
  const auto found = std::ranges::find(systems, bound.model->name, &System::name);
  return found == systems.end() ? nullptr : HandlersOf((*found)->name);
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
