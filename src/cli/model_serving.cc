#include "cli/model_serving.h"

#include <set>
#include <utility>

namespace trestle {

ModelServing::ModelServing(const Setup& setup) : setup_(setup) {
  setup_.database.AfterBecoming([this] { Follow(); });
}

ModelServing::~ModelServing() {
  setup_.database.AfterBecoming([] {});
}

void ModelServing::Extend(std::string model, Extension extension) {
  const MutexLock lock(mutex_);
  extensions_.insert_or_assign(std::move(model), std::move(extension));
}

void ModelServing::Follow() {
  const MutexLock lock(mutex_);
  std::set<std::string> bound_names;
  for (const Bindings::BoundModel& bound : setup_.bindings.List()) {
    const std::string& name = bound.model->name;
    bound_names.insert(name);
    const auto there = served_.find(name);
    if (there != served_.end() && there->second.model == bound.model &&
        there->second.modes == bound.modes) {
      continue;
    }
    if (there != served_.end()) served_.erase(there);  // its triggers end before others begin
    served_.emplace(name, ServedAs(bound));
  }
  std::erase_if(served_, [&](const auto& entry) {
    if (bound_names.contains(entry.first)) return false;
    setup_.rest.Drop(entry.first);
    return true;
  });
}

ModelServing::Served ModelServing::ServedAs(const Bindings::BoundModel& bound) {
  const auto extension = extensions_.find(bound.model->name);
  const Extension extended = extension == extensions_.end() ? Extension() : extension->second;
  Served served{.model = bound.model, .modes = bound.modes, .runner = {}, .thread = {}};
  const auto repository = setup_.rest.Serve({.model = bound.model,
                                             .bound = bound.modes.AllAre(BindingMode::kEnforce),
                                             .workflows = extended.workflows});
  const bool runs = !bound.modes.AllAre(BindingMode::kOff) &&
                    TriggerRunner::HasWork(*bound.model, extended.handlers.get());
  if (!runs) return served;
  served.runner =
      std::make_unique<TriggerRunner>(TriggerRunner::Setup{.repository = repository,
                                                           .database = setup_.database,
                                                           .clock = setup_.clock,
                                                           .handlers = extended.handlers});
  served.thread = std::make_unique<TriggerThread>(*served.runner, setup_.database.changes());
  return served;
}

Result<BoundModelState> ModelServing::Bind(std::string_view text, const std::string& file,
                                           std::string_view mode) {
  TRESTLE_TRY(BoundModelState state, setup_.binder.Bind(text, file, mode));
  Follow();
  return state;
}

Result<BoundModelState> ModelServing::SetMode(std::string_view name, const ModeChange& change) {
  TRESTLE_TRY(BoundModelState state, setup_.binder.SetMode(name, change));
  Follow();
  return state;
}

Status ModelServing::Unbind(std::string_view name) {
  TRESTLE_RETURN_IF_ERROR(setup_.binder.Unbind(name));
  Follow();
  return {};
}

void ModelServing::AppendMetrics(std::string& out) const {
  out +=
      "# HELP trestle_trigger_reactions_total Reactions of triggers to changes, by what became of "
      "them.\n"
      "# TYPE trestle_trigger_reactions_total counter\n";
  const MutexLock lock(mutex_);
  for (const auto& [name, served] : served_) {
    if (served.runner) served.runner->AppendMetrics(out);
  }
}

}  // namespace trestle
