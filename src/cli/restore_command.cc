#include "cli/restore_command.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>

#include "base/clock.h"
#include "base/time_text.h"
#include "cli/data_messages.h"
#include "cli/database_options.h"
#include "cli/find_backup.h"
#include "cli/interruption.h"
#include "cli/progress.h"
#include "cli/table_like.h"
#include "load/figures.h"

namespace trestle {
namespace {

struct RestoreArguments {
  DatabaseArguments database;
  std::string table;   // to make
  std::string backup;  // an ARN or a name
  std::string source;  // a table
  std::string to_time;
};

// What a table that is there already was restored from, if it is what is asked for: an interrupted
// run has begun it.
bool IsTheSame(const TableDefinition& there, const RestoreDefinition& wanted) {
  if (!there.restored) return false;
  if (!wanted.backup_arn.empty()) return there.restored->backup_arn == wanted.backup_arn;
  return there.restored->backup_arn.empty() && there.restored->table_arn == wanted.table_arn &&
         (wanted.time == TimePoint() || there.restored->time == wanted.time);
}

// Nothing if there is no such table.
Result<std::optional<TableDescription>> Existing(Database& database, const std::string& table) {
  Result<TableDescription> there = database.DescribeTable(table);
  if (there) return std::optional<TableDescription>(*std::move(there));
  if (there.error().code != ErrorCode::kResourceNotFound) return tl::unexpected(there.error());
  return std::optional<TableDescription>();
}

Status FromBackup(Database& database, const RestoreArguments& arguments,
                  const std::optional<TableDescription>& there) {
  const std::optional<std::string> source =
      arguments.source.empty() ? std::nullopt : std::optional<std::string>(arguments.source);
  TRESTLE_TRY(const BackupPtr backup, FindBackup(database, arguments.backup, source));
  if (there) {
    const RestoreDefinition wanted{.table_arn = {}, .backup_arn = backup->Arn(), .time = {}};
    if (IsTheSame(there->table->definition(), wanted)) return {};
    return messages::TableIsThere(arguments.table);
  }
  TRESTLE_RETURN_IF_ERROR(database.RestoreTableFromBackup(
      {.target_table_name = arguments.table, .backup_arn = backup->Arn(), .overrides = {}}));
  return {};
}

Status FromPast(Database& database, const RestoreArguments& arguments,
                const std::optional<TableDescription>& there) {
  std::optional<TimePoint> time;
  if (arguments.to_time != "latest") time = ParseInstant(arguments.to_time);
  if (there) {
    TRESTLE_TRY(const TableDescription source, database.DescribeTable(arguments.source));
    const RestoreDefinition wanted{.table_arn = source.table->definition().Arn(),
                                   .backup_arn = {},
                                   .time = time.value_or(TimePoint())};  // the latest was any
    if (IsTheSame(there->table->definition(), wanted)) return {};
    return messages::TableIsThere(arguments.table);
  }
  TRESTLE_RETURN_IF_ERROR(
      database.RestoreTableToPointInTime({.target_table_name = arguments.table,
                                          .source_table_name = arguments.source,
                                          .source_table_arn = {},
                                          .use_latest_restorable_time = !time.has_value(),
                                          .restore_date_time = time,
                                          .overrides = {}}));
  return {};
}

Result<TableDescription> RestoreTable(Database& database, const RestoreArguments& arguments,
                                      const Interruption& interruption) {
  TRESTLE_TRY(const std::optional<TableDescription> there, Existing(database, arguments.table));
  if (arguments.to_time.empty()) {
    TRESTLE_RETURN_IF_ERROR(FromBackup(database, arguments, there));
  } else {
    TRESTLE_RETURN_IF_ERROR(FromPast(database, arguments, there));
  }
  Progress progress("restoring " + arguments.table);
  return WaitUntilActive(database, arguments.table, interruption, progress);
}

int Restore(const RestoreArguments& arguments) {
  const Interruption interruption;
  const SystemClock clock;
  const Result<OpenedDatabase> opened = OpenDatabase(arguments.database, clock, interruption);
  if (!opened) return Refuse(opened.error(), kFailed);
  const Result<TableDescription> table = RestoreTable(*opened->database, arguments, interruption);
  if (!table) {
    return Refuse(table.error(), interruption.requested() ? Interruption::kExitCode : kFailed);
  }
  std::printf("restored %s, %s items\n", arguments.table.c_str(),
              load::Grouped(static_cast<std::uint64_t>(table->statistics.items)).c_str());
  return 0;
}

std::string InstantMistake(const std::string& text) {
  if (text == "latest" || ParseInstant(text)) return {};
  return "'" + text + "' is not an instant such as 2026-11-15T18:20:00Z, and not 'latest'";
}

}  // namespace

Command AddRestore(CLI::App& app) {
  auto arguments = std::make_shared<RestoreArguments>();  // shared with what runs the command
  CLI::App* command =
      app.add_subcommand("restore", "Make a table from a backup, or of a table as it was");
  command->add_option("--table", arguments->table, "The table to make; it must not be there")
      ->type_name("NAME")
      ->required();
  CLI::Option* backup =
      command->add_option("--backup", arguments->backup, "The backup's ARN or its name")
          ->type_name("ARN|NAME");
  CLI::Option* source =
      command
          ->add_option("--source", arguments->source,
                       "The table that the backup is of, or whose past state is wanted")
          ->type_name("NAME");
  CLI::Option* time = command
                          ->add_option("--to-time", arguments->to_time,
                                       "The moment to go back to, or 'latest'; the table has "
                                       "point-in-time recovery enabled")
                          ->type_name("INSTANT")
                          ->check(InstantMistake)
                          ->needs(source)
                          ->excludes(backup);
  AddDatabase(*command, arguments->database);
  command->final_callback([backup, time] {
    if (backup->empty() && time->empty()) throw CLI::RequiredError("--backup or --to-time");
  });
  command->footer(
      "Waits until the table can be used; interrupted, the database restores it all the same, and\n"
      "the same command waits again.\n"
      "Examples:\n"
      "  trestle restore --table orders-old --backup before-migration\n"
      "  trestle restore --table orders-old --source orders --to-time 2026-11-15T18:20:00Z");
  return {.app = command, .run = [arguments] { return Restore(*arguments); }};
}

}  // namespace trestle
