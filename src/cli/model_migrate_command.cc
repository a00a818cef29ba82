#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>

#include "cli/database_options.h"
#include "cli/exit_codes.h"
#include "cli/interruption.h"
#include "cli/model_files.h"
#include "cli/model_subcommands.h"
#include "cli/progress.h"
#include "json/json_writer.h"
#include "migration/migration.h"

namespace trestle {
// Of its own: the names are those of the room `migration`.
namespace model_migrate {
namespace {

using migration::Comparison;
using migration::Difference;
using migration::Migration;
using migration::Phase;
using migration::State;

struct MigrateOptions {
  std::string file;
  std::string action = "run";
  std::string from_model;
  std::string table;
  DatabaseArguments database;
  std::string format = "text";
  double rate = 1000;
  double quiet = 1;
  bool follow = false;
  bool force = false;
  bool drop_source = false;
};

std::string KeyOf(const Difference& difference) {
  std::string text;
  JsonWriter writer(text);
  writer.Attributes(difference.key);
  return text;
}

std::string JsonLine(const Difference& difference) {
  std::string text;
  JsonWriter writer(text);
  writer.BeginObject();
  writer.Name("table");
  writer.String(difference.table);
  writer.Name("key");
  writer.Attributes(difference.key);
  writer.Name("what");
  writer.String(difference.what);
  writer.EndObject();
  return text;
}

void PrintState(const std::optional<State>& state, const std::string& format) {
  const std::string phase(state ? migration::NameOf(state->phase) : "not begun");
  if (format == "json") {
    std::string text;
    JsonWriter writer(text);
    writer.BeginObject();
    writer.Name("phase");
    writer.String(phase);
    if (state) {
      writer.Name("migration");
      writer.String(state->name);
      writer.Name("copied");
      writer.Integer(state->copied);
      writer.Name("changes");
      writer.Integer(state->changes);
      writer.Name("refused");
      writer.Integer(state->refused);
    }
    writer.EndObject();
    std::printf("%s\n", text.c_str());
  } else if (!state) {
    std::printf("not begun\n");
  } else {
    std::printf("%s is %s: %lld items copied, %lld changes carried over, %lld refused\n",
                state->name.c_str(), phase.c_str(), static_cast<long long>(state->copied),
                static_cast<long long>(state->changes), static_cast<long long>(state->refused));
  }
}

// One command line: its database, its progress and what it prints.
class MigrateRun {
 public:
  explicit MigrateRun(const MigrateOptions& options)
      : options_(options), progress_("migrate " + options.action) {}

  int Go(const Migration::Models& models) {
    auto database = OpenDatabase(options_.database, clock_, interruption_);
    if (!database) return Failed(database.error());
    if (options_.action == "status") return ShowStatus(models, *database->database);
    auto opened = Migration::Open(models, *database->database, clock_, HowTo());
    if (!opened) return Failed(opened.error());
    return Act(**opened);
  }

 private:
  int Failed(const Error& error) {
    progress_.Clear();
    std::fprintf(stderr, "trestle: %s\n", error.message.c_str());
    return interruption_.requested() ? Interruption::kExitCode : kFailed;
  }

  migration::MigrationOptions HowTo() {
    migration::MigrationOptions how;
    how.rate = options_.rate;
    how.quiet = std::chrono::milliseconds(static_cast<std::int64_t>(options_.quiet * 1000));
    how.pause = [this](std::chrono::milliseconds time) { return interruption_.Wait(time); };
    how.stopped = [this] { return interruption_.requested(); };
    how.on_progress = [this](const State& state, std::int64_t done, std::int64_t all) {
      if (!begun_) {
        progress_.Begin(static_cast<std::uint64_t>(all), static_cast<std::uint64_t>(done));
        begun_ = true;
        done_ = done;
      }
      const auto more = static_cast<std::uint64_t>(done > done_ ? done - done_ : 0);
      done_ = done;
      if (more > 0) {
        progress_.Add(more, more);
      } else {
        progress_.Say(std::to_string(state.changes) + " changes carried over");
      }
    };
    how.on_refused = [this](const Difference& difference) {
      progress_.Note(difference.table + " " + KeyOf(difference) + ": " + difference.what);
    };
    how.on_difference = [this](const Difference& difference) {
      progress_.Clear();
      const std::string line =
          options_.format == "json"
              ? JsonLine(difference)
              : difference.table + " " + KeyOf(difference) + ": " + difference.what;
      std::printf("%s\n", line.c_str());
    };
    how.on_note = [this](const std::string& text) { progress_.Note(text); };
    return how;
  }

  int Show(const Result<State>& state) {
    if (!state) return Failed(state.error());
    progress_.Clear();
    PrintState(*state, options_.format);
    return 0;
  }

  int ShowStatus(const Migration::Models& models, Database& database) {
    const auto state = Migration::Look(models, database);
    if (!state) return Failed(state.error());
    PrintState(*state, options_.format);
    return 0;
  }

  int Act(Migration& migration) {
    if (options_.action == "verify") return Verify(migration);
    if (options_.action == "switch") return Show(migration.Switch());
    if (options_.action == "rollback") return RollBack(migration);
    if (options_.action == "finalise") {
      const auto done = migration.Finalise(
          {.although_different = options_.force, .drop_source = options_.drop_source});
      if (!done) return Failed(done.error());
      progress_.Clear();
      std::printf("finalised\n");
      return 0;
    }
    return Show(
        migration.Run(options_.follow ? Migration::Until::kStopped : Migration::Until::kCaughtUp));
  }

  int Verify(Migration& migration) {
    const Result<Comparison> compared = migration.Verify();
    if (!compared) return Failed(compared.error());
    progress_.Clear();
    std::fprintf(stderr, "%lld items compared, %lld of them left out by the rules, %lld differ\n",
                 static_cast<long long>(compared->compared),
                 static_cast<long long>(compared->left_out),
                 static_cast<long long>(compared->differing));
    return compared->differing == 0 ? 0 : kFailed;
  }

  int RollBack(Migration& migration) {
    const Result<Phase> was = migration.RollBack();
    if (!was) return Failed(was.error());
    progress_.Clear();
    std::printf("%s\n", *was == Phase::kSwitched
                            ? "rolled back: the old table is written to again, and followed"
                            : "rolled back: nothing is left of the migration");
    return 0;
  }

  const MigrateOptions& options_;
  const SystemClock clock_;
  const Interruption interruption_;
  Progress progress_;
  bool begun_ = false;
  std::int64_t done_ = 0;
};

int Migrate(const MigrateOptions& options) {
  ModelFiles read = ReadModelFiles({options.file});
  if (read.exit_code != 0) return read.exit_code;
  Migration::Models models;
  models.table = options.table;
  models.model = std::make_shared<const model::Model>(std::move(read.models.front()));
  if (!options.from_model.empty()) {
    ModelFiles from = ReadModelFiles({options.from_model});
    if (from.exit_code != 0) return from.exit_code;
    models.from = std::make_shared<const model::Model>(std::move(from.models.front()));
  }
  return MigrateRun(options).Go(models);
}

}  // namespace
}  // namespace model_migrate

RunModelCommand AddModelMigrate(CLI::App& command) {
  const auto options = std::make_shared<model_migrate::MigrateOptions>();  // shared with what runs
  command.add_option("FILE", options->file, "The model to migrate to (*.trestle.toml)")
      ->required()
      ->type_name("");
  command
      .add_option("ACTION", options->action,
                  "run: begin or go on, and catch up; status; verify; switch; rollback; finalise")
      ->check(CLI::IsMember({"run", "status", "verify", "switch", "rollback", "finalise"}))
      ->type_name("")
      ->capture_default_str();
  command
      .add_option("--from-model", options->from_model,
                  "The model of the table that is replaced, such as the version before")
      ->type_name("FILE");
  command
      .add_option("--table", options->table,
                  "The table that is replaced, where the model has migrations from several")
      ->type_name("NAME");
  AddDatabase(command, options->database);
  command
      .add_option("--rate", options->rate,
                  "Items copied in a second at most; 0: as fast as it goes")
      ->check(CLI::NonNegativeNumber.description(""))
      ->type_name("N")
      ->capture_default_str();
  command
      .add_option("--quiet", options->quiet,
                  "Seconds without a write that a switch and its rollback wait for")
      ->check(CLI::NonNegativeNumber.description(""))
      ->type_name("SECONDS")
      ->capture_default_str();
  command.add_flag("--follow", options->follow, "With run: go on following until Ctrl-C");
  command.add_flag("--force", options->force, "With finalise: although items differ");
  command.add_flag("--drop-source", options->drop_source,
                   "With finalise: delete the table that was replaced");
  command.add_option("--format", options->format, "text or json")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  command.footer(
      "Interrupted, by Ctrl-C or otherwise, the same command goes on where it has stopped: what "
      "it\n"
      "has done is remembered on the endpoint, in the table trestle-migrations.\n"
      "Example:\n"
      "  trestle model migrate glad.trestle.toml run --rate 500\n"
      "  trestle model migrate glad.trestle.toml verify\n"
      "  trestle model migrate glad.trestle.toml switch\n"
      "  trestle model migrate glad.trestle.toml finalise --drop-source");
  return [options] { return model_migrate::Migrate(*options); };
}

}  // namespace trestle
