#include "cli/system_serving.h"

#include <algorithm>
#include <utility>

#include "repository/repository.h"
#include "systems/chores.h"
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

namespace {

const System* FindAmong(const std::vector<const System*>& systems, std::string_view name) {
  const auto found = std::ranges::find(systems, name, &System::name);
  return found == systems.end() ? nullptr : *found;
}

Workplace WorkplaceOf(const Bindings::BoundModel& bound, Database& database, const Clock& clock) {
  auto repository = std::make_shared<const repository::Repository>(
      bound.model, database, clock,
      repository::RepositoryOptions{.cursor_key = "unused", .bound = true});
  return {.repository = std::move(repository), .clock = clock};
}

bool IsEnforced(const Bindings& bindings, const model::Model& model) {
  return std::ranges::any_of(bindings.List(), [&](const Bindings::BoundModel& bound) {
    return bound.model->name == model.name && bound.modes.AllAre(BindingMode::kEnforce);
  });
}

}  // namespace

std::shared_ptr<repository::Workflows> SystemWorkflows(const std::vector<const System*>& systems,
                                                       const Bindings::BoundModel& bound,
                                                       Database& database, const Clock& clock) {
  const System* const system = FindAmong(systems, bound.model->name);
  if (system == nullptr) return nullptr;
  return WorkflowsOf(system->name, WorkplaceOf(bound, database, clock));
}

void AddSystemChores(const std::vector<const System*>& systems, const Bindings& bindings,
                     LocalDatabase& database, const Clock& clock) {
  for (const Bindings::BoundModel& bound : bindings.List()) {
    const System* const system = FindAmong(systems, bound.model->name);
    if (system == nullptr) continue;
    for (SystemChore& chore : ChoresOf(system->name, WorkplaceOf(bound, database, clock))) {
      // Keys are derived only where the model is enforced, so a chore writes only there.
      auto run = [&bindings, model = bound.model, run = std::move(chore.run)]() -> Status {
        return IsEnforced(bindings, *model) ? run() : Status();
      };
      database.housekeeper().Add(
          {.name = std::move(chore.name), .every = chore.every, .run = std::move(run)});
    }
  }
}

std::shared_ptr<repository::ChangeHandlers> SystemHandlers(
    const std::vector<const System*>& systems, const Bindings::BoundModel& bound) {
  const System* const system = FindAmong(systems, bound.model->name);
  return system == nullptr ? nullptr : HandlersOf(system->name);
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
