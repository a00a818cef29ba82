#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/mutex.h"
#include "base/result.h"
#include "binding/bindings.h"
#include "binding/local_binder.h"
#include "cdc/trigger_runner.h"
#include "cdc/trigger_thread.h"
#include "cli/rest_serving.h"
#include "operation/local_database.h"
#include "operation/model_binder.h"
#include "repository/change_handlers.h"
#include "repository/workflow.h"

namespace trestle {

// What this server does for the models that are bound: it serves each as REST and runs its
// triggers, as soon as it is bound and as long as it stays so. Safe to share between threads.
class ModelServing final : public ModelBinder {
 public:
  struct Setup {
    LocalBinder& binder;
    const Bindings& bindings;
    LocalDatabase& database;
    const Clock& clock;
    RestServing& rest;
  };
  explicit ModelServing(const Setup& setup);  // what it refers to outlives it
  ~ModelServing() override;

  // What a system adds to its model. Given before Follow.
  struct Extension {
    std::shared_ptr<repository::Workflows> workflows;      // shared with the API; null: none
    std::shared_ptr<repository::ChangeHandlers> handlers;  // shared with the runner; null: none
  };
  void Extend(std::string model, Extension extension) TRESTLE_EXCLUDES(mutex_);

  // Serves the models that are bound now, and no others.
  void Follow() TRESTLE_EXCLUDES(mutex_);

  std::vector<BoundModelState> List() const override { return setup_.binder.List(); }
  Result<BoundModelState> Bind(std::string_view text, const std::string& file,
                               std::string_view mode) override TRESTLE_EXCLUDES(mutex_);
  Result<BoundModelState> SetMode(std::string_view name, const ModeChange& change) override
      TRESTLE_EXCLUDES(mutex_);
  Status Unbind(std::string_view name) override TRESTLE_EXCLUDES(mutex_);

  void AppendMetrics(std::string& out) const TRESTLE_EXCLUDES(mutex_);

 private:
  struct Served {
    std::shared_ptr<const model::Model> model;  // shared with its binding
    BindingModes modes;
    std::unique_ptr<TriggerRunner> runner;  // null: it has no triggers
    std::unique_ptr<TriggerThread> thread;  // after what it runs
  };
  Served ServedAs(const Bindings::BoundModel& bound) TRESTLE_REQUIRES(mutex_);

  const Setup setup_;
  mutable Mutex mutex_;
  std::map<std::string, Extension> extensions_ TRESTLE_GUARDED_BY(mutex_);
  std::map<std::string, Served> served_ TRESTLE_GUARDED_BY(mutex_);  // by the models' names
};

}  // namespace trestle
