#include "cli/serve.h"

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "base/time_text.h"
#include "binding/bindings.h"
#include "binding/local_binder.h"
#include "cli/clock_option.h"
#include "cli/config_file.h"
#include "cli/config_messages.h"
#include "cli/model_serving.h"
#include "cli/planned_backups.h"
#include "cli/rest_serving.h"
#include "cli/system_serving.h"
#include "http/router.h"
#include "objects/object_store.h"
#include "operation/local_database.h"
#include "protocol/credentials_file.h"
#include "protocol/dispatcher.h"

namespace trestle {
namespace {

// Blocked in this thread before any other is started, so that every thread leaves them to Wait.
class StopSignals {
 public:
  StopSignals() {
    sigemptyset(&signals_);
    sigaddset(&signals_, SIGTERM);
    sigaddset(&signals_, SIGINT);
    pthread_sigmask(SIG_BLOCK, &signals_, nullptr);
    std::signal(
        SIGPIPE,
        SIG_IGN);  // a client that went away is an error of its connection, not of the process
  }
  void Wait() const {
    int received = 0;
    sigwait(&signals_, &received);
  }

 private:
  sigset_t signals_;
};

Result<std::optional<BackupSchedule>> ScheduleOf(const ServeOptions& options) {
  ConfigFile config;
  if (!options.config_file.empty()) {
    TRESTLE_TRY(config, ConfigFile::Read(options.config_file));
  }
  if (options.backup_schedule.empty()) return config.backup_schedule;
  const Result<BackupSchedule> schedule = BackupSchedule::Parse(options.backup_schedule);
  if (!schedule) return messages::InConfigFile("--backup-schedule", schedule.error().message);
  return std::optional<BackupSchedule>(*schedule);
}

ShardOptions ShardOptionsOf(const ServeOptions& options) {
  const std::chrono::duration<double, std::ratio<3600>> hours(options.stream_shard_hours);
  return {.count = options.stream_shards, .lifetime = std::chrono::duration_cast<Duration>(hours)};
}

// A model that is bound already with the same text and mode is left as it is.
Status BindModels(const ServeOptions& options, LocalBinder& binder) {
  TRESTLE_TRY(const BindingModes modes, BindingModes::Parse(options.model_mode));
  BindingModes unclaimed = modes;
  for (const std::string& file : options.model_files) {
    std::ifstream stream(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream),
                           std::istreambuf_iterator<char>()};
    if (!stream) return messages::InConfigFile(file, "cannot be read");
    TRESTLE_TRY(const auto model, ModelIn(text, file));
    TRESTLE_RETURN_IF_ERROR(binder.Bind(text, file, modes.For(*model).Text()));
    for (const model::Table& table : model->tables) unclaimed.Set(table.name, modes.mode());
  }
  if (const std::string* const table = unclaimed.TableNotIn({})) {
    return messages::InConfigFile("--model-mode", "no model has table " + *table);
  }
  return {};
}

Status ServeUntilStopped(const ServeOptions& options, const StopSignals& signals) {
  const SystemClock system_clock;
  const std::unique_ptr<ManualClock> manual_clock = ManualClockOf(options.clock);
  const Clock& clock = manual_clock ? static_cast<const Clock&>(*manual_clock) : system_clock;
  StoreOptions store_options = options.store;
  store_options.durability =
      options.durability == "relaxed" ? Durability::kRelaxed : Durability::kStrict;
  store_options.cache_bytes = options.cache_megabytes << 20;
  Bindings bindings;
  const Catalog::Options catalog_options = {
      .status_delay = std::chrono::milliseconds(options.table_delay_milliseconds),
      .ttl_delay = ParseDuration(options.ttl_delay).value_or(Duration(0)),
      .shards = ShardOptionsOf(options),
      .keepers = &bindings};
  TRESTLE_TRY(const std::optional<BackupSchedule> backup_schedule, ScheduleOf(options));
  const auto capacity = options.capacity == "enforce" ? Gatekeeper::Enforcement::kEnforce
                                                      : Gatekeeper::Enforcement::kOff;
  // Signatures expire by the machine's time.
  TRESTLE_TRY(const std::unique_ptr<ObjectStore> objects,
              OpenObjectStore(options.objects, system_clock));
  TRESTLE_TRY(const std::unique_ptr<LocalDatabase> database,
              LocalDatabase::Open({.store = store_options,
                                   .catalog = catalog_options,
                                   .backup_schedule = backup_schedule,
                                   .capacity = capacity,
                                   .objects = objects.get()},
                                  clock));

  LocalBinder binder(*database, bindings);
  TRESTLE_RETURN_IF_ERROR(BindModels(options, binder));
  TRESTLE_TRY(const std::vector<const System*> systems, SystemsNamed(options.systems));
  TRESTLE_RETURN_IF_ERROR(BindSystems(systems, binder));
  database->FollowBackupPlans(
      [&bindings, backup_schedule] { return PlannedBackups(bindings, backup_schedule); });
  if (options.seed_demo) {
    TRESTLE_RETURN_IF_ERROR(SeedSystems(systems, bindings, *database, clock));
  }

  AddSystemChores(systems, bindings, *database, clock);

  http::ServerOptions server_options = options.http;
  if (server_options.loops == 0)
    server_options.loops = std::max(1u, std::thread::hardware_concurrency());
  std::optional<SignatureVerifier> verifier;
  if (!options.auth_file.empty()) {
    TRESTLE_TRY(Keyring keys, ReadCredentialsFile(options.auth_file));
    verifier.emplace(std::move(keys), system_clock);
  }
  RestServing rest({.database = *database,
                    .clock = clock,
                    .verifier = verifier ? &*verifier : nullptr,
                    .origins = options.cors_origins});
  ModelServing models({.binder = binder,
                       .bindings = bindings,
                       .database = *database,
                       .clock = clock,
                       .rest = rest});
  for (const Bindings::BoundModel& bound : bindings.List()) {
    models.Extend(bound.model->name,
                  {.workflows = SystemWorkflows(systems, bound, *database, clock),
                   .handlers = SystemHandlers(systems, bound)});
  }
  models.Follow();
  Dispatcher dispatcher(*database, server_options.loops,
                        {.clock = manual_clock.get(),
                         .token = options.admin_token,
                         .verifier = verifier ? &*verifier : nullptr,
                         .models = &models});
  dispatcher.AlsoShow([&rest, &models](std::string& text) {
    rest.AppendMetrics(text);
    models.AppendMetrics(text);
  });
  http::Router router(dispatcher, {{rest::RestApi::kPath, &rest.handler()}});
  // The Date header is the machine's time: clients hold it against their own.
  TRESTLE_TRY(const std::unique_ptr<http::Server> server,
              http::Server::Start(server_options, router, system_clock));
  std::printf("listening on %s\n", server->Url().c_str());
  std::fflush(stdout);
  signals.Wait();
  server->Stop();
  return {};
}

}  // namespace

int Serve(const ServeOptions& options) {
  const StopSignals signals;
  const Status status = ServeUntilStopped(options, signals);
  if (status) return 0;
  std::fprintf(stderr, "trestle: %s\n", status.error().message.c_str());
  return 1;
}

}  // namespace trestle
