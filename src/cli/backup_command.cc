#include "cli/backup_command.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <string>

#include "base/clock.h"
#include "base/time_text.h"
#include "cli/data_messages.h"
#include "cli/database_options.h"
#include "cli/find_backup.h"
#include "cli/interruption.h"
#include "cli/progress.h"
#include "load/figures.h"

namespace trestle {
namespace {

struct BackupArguments {
  DatabaseArguments database;
  std::string table;
  std::string name;
  bool list = false;
};

// orders-20261116T061500Z: what the service lets a backup be called.
std::string NewName(const std::string& table, const Clock& clock) {
  std::string time = FormatInstant(std::chrono::floor<std::chrono::seconds>(clock.Now()));
  std::erase_if(time, [](char c) { return c == '-' || c == ':'; });
  return table + "-" + time;
}

// One that an interrupted run has begun under this name is this one.
Result<BackupPtr> BeginBackup(Database& database, const BackupArguments& arguments,
                              const Clock& clock) {
  if (!arguments.name.empty()) {
    TRESTLE_TRY(const std::vector<BackupPtr> backups, AllBackups(database, arguments.table));
    for (const BackupPtr& backup : backups) {
      if (backup->name == arguments.name) return backup;
    }
  }
  return database.CreateBackup(
      {.table_name = arguments.table,
       .backup_name = arguments.name.empty() ? NewName(arguments.table, clock) : arguments.name});
}

Result<BackupPtr> MakeBackup(Database& database, const BackupArguments& arguments,
                             const Clock& clock, const Interruption& interruption) {
  Progress progress("backing up " + arguments.table);
  TRESTLE_TRY(BackupPtr backup, BeginBackup(database, arguments, clock));
  while (backup->status == BackupStatus::kCreating) {
    progress.Say("waiting for the backup " + backup->name);
    if (!interruption.Wait(std::chrono::milliseconds(100))) {
      return messages::BackupGoesOn(backup->name);
    }
    TRESTLE_TRY(backup, database.DescribeBackup(backup->Arn()));
  }
  return backup;
}

void PrintBackup(const Backup& backup) {
  const char* const status = backup.status == BackupStatus::kAvailable  ? "available"
                             : backup.status == BackupStatus::kCreating ? "creating"
                                                                        : "deleted";
  std::printf("%s  %s  %s  %s  %s\n", FormatInstant(backup.created).c_str(),
              backup.table.name.c_str(), backup.name.c_str(), status, backup.Arn().c_str());
}

int ShowBackups(Database& database, const BackupArguments& arguments) {
  const std::optional<std::string> table =
      arguments.table.empty() ? std::nullopt : std::optional<std::string>(arguments.table);
  const Result<std::vector<BackupPtr>> backups = AllBackups(database, table);
  if (!backups) return Refuse(backups.error(), kFailed);
  for (const BackupPtr& backup : *backups) PrintBackup(*backup);
  return 0;
}

int RunBackup(const BackupArguments& arguments) {
  const Interruption interruption;
  const SystemClock clock;
  const Result<OpenedDatabase> opened = OpenDatabase(arguments.database, clock, interruption);
  if (!opened) return Refuse(opened.error(), kFailed);
  if (arguments.list) return ShowBackups(*opened->database, arguments);
  const Result<BackupPtr> backup = MakeBackup(*opened->database, arguments, clock, interruption);
  if (!backup) {
    return Refuse(backup.error(), interruption.requested() ? Interruption::kExitCode : kFailed);
  }
  std::printf("backed up %s as %s, %s\n%s\n", arguments.table.c_str(), (*backup)->name.c_str(),
              load::BytesText(static_cast<double>((*backup)->bytes)).c_str(),
              (*backup)->Arn().c_str());
  return 0;
}

}  // namespace

Command AddBackup(CLI::App& app) {
  auto arguments = std::make_shared<BackupArguments>();  // shared with what runs the command
  CLI::App* command =
      app.add_subcommand("backup", "Make a backup of a table, or list the backups there are");
  CLI::Option* list = command->add_flag("--list", arguments->list,
                                        "List the backups, of the table or of all tables");
  CLI::Option* table =
      command->add_option("--table", arguments->table, "The table")->type_name("NAME");
  command
      ->add_option("--name", arguments->name,
                   "What to call the backup; by default the table's name and the time")
      ->type_name("NAME")
      ->excludes(list);
  AddDatabase(*command, arguments->database);
  command->final_callback([list, table] {
    if (list->empty() && table->empty()) throw CLI::RequiredError("--table or --list");
  });
  command->footer(
      "The database keeps the backup; `trestle restore` makes a table from it. The last line is\n"
      "its ARN. A backup of the same table and name that is there already is not made again.\n"
      "To keep items elsewhere, `trestle export` writes them to files.\n"
      "Examples:\n"
      "  trestle backup --table orders --name before-migration\n"
      "  trestle backup --list");
  return {.app = command, .run = [arguments] { return RunBackup(*arguments); }};
}

}  // namespace trestle
