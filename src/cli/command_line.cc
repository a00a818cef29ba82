#include "cli/command_line.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <string>
#include <vector>

#include "base/time_text.h"
#include "binding/binding_modes.h"
#include "cli/backup_command.h"
#include "cli/bench_command.h"
#include "cli/cdc_command.h"
#include "cli/clock_option.h"
#include "cli/copy_command.h"
#include "cli/exit_codes.h"
#include "cli/export_command.h"
#include "cli/import_command.h"
#include "cli/model_command.h"
#include "cli/restore_command.h"
#include "cli/serve.h"
#include "cli/system_serving.h"
#include "model/hint.h"

namespace trestle {
namespace {

// Time, and what tests do with it.
void AddTime(CLI::App& serve, ServeOptions& options) {
  serve
      .add_option("--table-delay-ms", options.table_delay_milliseconds,
                  "How long tables stay CREATING, UPDATING and DELETING")
      ->check(CLI::Range(0, 3600 * 1000))
      ->capture_default_str();
  serve
      .add_option("--ttl-delay", options.ttl_delay,
                  "How long items stay readable after they have expired, such as 48h")
      ->type_name("DURATION")
      ->check([](const std::string& text) {
        return ParseDuration(text) ? std::string() : "must be a duration such as 30s or 48h";
      })
      ->capture_default_str();
  serve
      .add_option("--clock", options.clock,
                  "system; or manual, which stands still until /_trestle/clock moves it; or "
                  "manual:INSTANT")
      ->check(ClockMistake)
      ->capture_default_str();
  serve
      .add_option("--admin-token", options.admin_token,
                  "Lets other machines use /_trestle/ with 'Authorization: Bearer TOKEN'")
      ->type_name("TOKEN")
      ->envname("TRESTLE_ADMIN_TOKEN");
}

void AddServe(CLI::App& app, ServeOptions& options) {
  CLI::App* serve =
      app.add_subcommand("serve", "Serve DynamoDB's API until stopped (SIGTERM or Ctrl-C)");
  CLI::Option* data = serve
                          ->add_option("--data", options.store.folder,
                                       "Folder that holds the database; made if missing")
                          ->type_name("DIR")
                          ->capture_default_str();
  serve
      ->add_flag("--memory", options.store.in_memory,
                 "Keep everything in memory; nothing is written to disk")
      ->excludes(data);
  serve->add_option("--host", options.http.host, "Address to listen on")->capture_default_str();
  serve->add_option("--port", options.http.port, "Port to listen on; 0 picks a free one")
      ->capture_default_str();
  serve->add_option("--threads", options.http.loops, "Event loops; 0 means one for each core")
      ->check(CLI::Range(0, 1024))
      ->capture_default_str();
  CLI::Option* certificate = serve
                                 ->add_option("--tls-cert", options.http.tls_certificate,
                                              "Serve HTTPS with this certificate chain (PEM)")
                                 ->type_name("FILE");
  serve->add_option("--tls-key", options.http.tls_key, "The certificate's private key (PEM)")
      ->type_name("FILE")
      ->needs(certificate);
  certificate->needs("--tls-key");
  serve
      ->add_option("--durability", options.durability,
                   "strict: a write is acknowledged when it is on disk; relaxed: shortly before")
      ->check(CLI::IsMember({"strict", "relaxed"}))
      ->capture_default_str();
  serve
      ->add_option("--cache-mb", options.cache_megabytes,
                   "Memory for cached blocks of the database, in MiB")
      ->check(CLI::Range(1, 1 << 20))
      ->capture_default_str();
  AddTime(*serve, options);
  serve
      ->add_option(
          "--backup-schedule", options.backup_schedule,
          "Back up tables: \"daily@02:00 keep=35d\" (UTC) or \"every=6h keep=7d tables=a,b\"")
      ->type_name("SCHEDULE");
  serve
      ->add_option("--config", options.config_file,
                   "File with more settings (TOML); what is given here goes before it")
      ->type_name("FILE");
  serve
      ->add_option("--stream-shards", options.stream_shards,
                   "Open shards of a stream; more than it has split the ones it has")
      ->check(CLI::Range(1, 1000))
      ->capture_default_str();
  serve
      ->add_option("--stream-shard-hours", options.stream_shard_hours,
                   "How long a shard of a stream is written before its child takes over")
      ->check(CLI::Range(0.0001, 24.0))
      ->capture_default_str();
  serve
      ->add_option("--auth", options.auth_file,
                   "Verify signatures against this file of credentials, JSON lines with "
                   "access_key_id, secret_access_key and admin; without it any are accepted")
      ->type_name("FILE");
  serve
      ->add_option("--capacity", options.capacity,
                   "enforce: throttle tables and indexes by their throughput; off: never")
      ->check(CLI::IsMember({"off", "enforce"}))
      ->capture_default_str();
  AddObjectStore(*serve, options.objects);
  serve
      ->add_option(
          "--system", options.systems,
          "Serve this system that comes with the program: " + SystemNames() + ", or all of them")
      ->type_name("NAME");
  serve->add_flag("--seed-demo", options.seed_demo, "Fill the systems with demo data");
  serve
      ->add_option("--model", options.model_files,
                   "Bind the tables of this model file, and make those that are missing")
      ->type_name("FILE")
      ->check(CLI::ExistingFile);
  serve
      ->add_option(
          "--cors-origin", options.cors_origins,
          "Pages of this origin may use the REST API, beside those of this machine; *: all")
      ->type_name("ORIGIN");
  serve
      ->add_option("--model-mode", options.model_mode,
                   "enforce: writes that do not fit the model are refused; warn: logged; off: "
                   "nothing. For one table: enforce,TABLE=warn")
      ->type_name("MODE")
      ->check([](const std::string& text) {
        const auto modes = BindingModes::Parse(text);
        return modes ? std::string() : modes.error().message;
      })
      ->capture_default_str();
}

// A command that is misspelt is called by its name, not missed.
bool SaysUnknownCommand(const CLI::App& app, const CLI::ParseError& error) {
  const std::vector<std::string> rest = app.remaining(true);
  if (error.get_exit_code() != static_cast<int>(CLI::ExitCodes::RequiredError) || rest.empty() ||
      rest[0].starts_with('-')) {
    return false;
  }
  const std::vector<CLI::App*> begun = app.get_subcommands();
  const CLI::App& asked = begun.empty() ? app : *begun[0];
  std::vector<std::string> names;
  for (const CLI::App* command : asked.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(command->get_name());
  }
  if (names.empty()) return false;
  std::fprintf(stderr, "there is no command '%s'%s\nRun with --help for more information.\n",
               rest[0].c_str(), model::DidYouMean(rest[0], names).c_str());
  return true;
}

}  // namespace

int RunCommandLine(int argc, const char* const* argv) {
  CLI::App app("TrestleDB: a database that speaks DynamoDB's protocol", "trestle");
  app.set_version_flag("--version", "trestle " TRESTLE_VERSION);
  app.require_subcommand(1);
  app.failure_message(CLI::FailureMessage::simple);
  ServeOptions options;
  AddServe(app, options);
  BenchArguments bench_arguments;
  const CLI::App* bench = AddBench(app, bench_arguments);
  const ModelCommand model = AddModel(app);
  const Command commands[] = {AddExport(app),  AddImport(app), AddBackup(app),
                              AddRestore(app), AddCopy(app),   AddCdc(app)};
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (SaysUnknownCommand(app, error)) return kWrongUsage;
    return app.exit(error) == 0 ? 0 : kWrongUsage;
  }
  if (model.app->parsed()) return model.run();
  for (const Command& command : commands) {
    if (command.app->parsed()) return command.run();
  }
  return bench->parsed() ? Bench(bench_arguments) : Serve(options);
}

}  // namespace trestle
