#include "cli/import_command.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "base/clock.h"
#include "cli/data_messages.h"
#include "cli/database_options.h"
#include "cli/entity_lines.h"
#include "cli/format_options.h"
#include "cli/importer.h"
#include "cli/interruption.h"
#include "cli/progress.h"
#include "load/figures.h"

namespace trestle {
namespace {

struct ImportArguments {
  DatabaseArguments database;
  ImportOptions options;
  std::string format;
  std::string on_error = "stop";
  EntityArguments entity;
};

int Import(const ImportArguments& arguments) {
  ImportOptions options = arguments.options;
  options.format = FormatNamed(arguments.format);
  options.skip_bad = arguments.on_error == "skip";
  const Interruption interruption;
  const SystemClock clock;
  EntityLines entity;
  if (!arguments.entity.name.empty()) {
    Result<EntityLines> lines = ReadEntity(arguments.entity, clock);
    if (!lines) return Refuse(lines.error(), kWrongUsage);
    entity = *std::move(lines);
    if (options.table.empty()) options.table = entity.table;
    options.parse_line = entity.parse;
  }
  if (options.table.empty()) return Refuse(messages::NoTableGiven().value(), kWrongUsage);
  Result<OpenedDatabase> target = OpenDatabase(arguments.database, clock, interruption);
  if (!target) return Refuse(target.error(), kFailed);
  Progress progress("importing into " + options.table);
  Importer importer(*target, options, interruption, progress);
  if (entity.puts) importer.PutAs(entity.puts(*target->database, options.table));
  const Result<ImportResult> result = importer.Run();
  progress.Clear();
  if (!result) {
    return Refuse(result.error(), interruption.requested() ? Interruption::kExitCode : kFailed);
  }
  std::printf("imported %s items into %s",
              load::Grouped(static_cast<std::uint64_t>(result->items)).c_str(),
              options.table.c_str());
  if (result->skipped > 0) {
    std::printf("; %s skipped", load::Grouped(static_cast<std::uint64_t>(result->skipped)).c_str());
  }
  std::printf("\n");
  return 0;
}

}  // namespace

Command AddImport(CLI::App& app) {
  auto arguments = std::make_shared<ImportArguments>();  // shared with what runs the command
  CLI::App* command = app.add_subcommand("import", "Put the items of files into a table");
  command
      ->add_option("--table", arguments->options.table,
                   "The table; it must be there. With --entity, by default the model's")
      ->type_name("NAME");
  command
      ->add_option("--from", arguments->options.from,
                   "Files, and folders of files, such as those of an export; .gz and .zst are "
                   "unpacked")
      ->type_name("PATH...")
      ->required();
  AddFormat(*command, arguments->format);
  AddEntity(*command, arguments->entity);
  command
      ->add_option("--on-error", arguments->on_error,
                   "A line that is no item of this table: stop there, or skip it; it is told as "
                   "file:line either way")
      ->check(CLI::IsMember({"stop", "skip"}))
      ->type_name("WHAT")
      ->capture_default_str();
  command
      ->add_option("--threads", arguments->options.threads,
                   "Batches that are sent at the same time")
      ->check(CLI::Range(1, 256).description(""))
      ->type_name("N")
      ->capture_default_str();
  command
      ->add_option("--state", arguments->options.state,
                   "The file that remembers how far the import is; by default one beside the data")
      ->type_name("FILE");
  AddDatabase(*command, arguments->database);
  command->footer(
      "An item replaces one of the same key. By default the names of files tell their format:\n"
      ".json is DynamoDB's JSON, a line {\"Item\": {...}} for each item; .csv has a header, and "
      "all\n"
      "but the keys of the table and its indexes are texts.\n"
      "With --entity a line is an entity's attributes as plain JSON, without keys: it is checked\n"
      "against the model, completed with defaults, computed attributes and keys, and then put,\n"
      "with the guards of its unique values.\n"
      "Interrupted, by Ctrl-C or otherwise, the same command goes on where it has stopped; what "
      "it\n"
      "remembers is a small file beside the data, whose name begins with .trestle-import.\n"
      "Examples:\n"
      "  trestle import --table orders --from orders-export\n"
      "  trestle import --table orders --from a.csv b.csv.gz --on-error skip\n"
      "  trestle import --system hotel --entity Property --from properties.jsonl\n"
      "  trestle import --endpoint https://dynamodb.eu-west-1.amazonaws.com --region eu-west-1 "
      "--table orders --from orders-export");
  return {.app = command, .run = [arguments] { return Import(*arguments); }};
}

}  // namespace trestle
