#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "cli/database_options.h"
#include "cli/exit_codes.h"
#include "cli/interruption.h"
#include "cli/model_subcommands.h"
#include "cli/output_file.h"
#include "cli/seen_table.h"
#include "model/import.h"
#include "model/model_text.h"
#include "operation/database.h"

namespace trestle {
namespace {

struct ModelImportArguments {
  std::string file;
  std::string from = "nosql-workbench";
  std::string table;
  DatabaseArguments database;
  std::size_t items = 10'000;
  std::string output;
};

Result<model::Model> FromLiveTable(const ModelImportArguments& arguments) {
  const SystemClock clock;
  const Interruption interruption;
  TRESTLE_TRY(const OpenedDatabase opened, OpenDatabase(arguments.database, clock, interruption));
  TRESTLE_TRY(const model::SeenTable seen,
              SeeTable(*opened.database, arguments.table, arguments.items));
  return model::FromTable(seen);
}

int RunImport(const ModelImportArguments& arguments) {
  Result<model::Model> imported = Result<model::Model>(model::Model());
  if (arguments.table.empty()) {
    const std::optional<std::string> text = ReadInput(arguments.file);
    if (!text) return kWrongUsage;
    imported = model::FromNoSqlWorkbench(*text, arguments.file);
  } else {
    imported = FromLiveTable(arguments);
  }
  if (!imported) {
    std::fprintf(stderr, "trestle: %s\n", imported.error().message.c_str());
    return kFailed;
  }
  return WriteOutput(model::ModelText(*imported), arguments.output);
}

}  // namespace

RunModelCommand AddModelImport(CLI::App& command) {
  const auto arguments = std::make_shared<ModelImportArguments>();
  CLI::Option* file = command.add_option("FILE", arguments->file, "File to read")->type_name("");
  command.add_option("--from", arguments->from, "What the file is: nosql-workbench")
      ->type_name("FORM")
      ->check(CLI::IsMember({"nosql-workbench"}))
      ->capture_default_str();
  command
      .add_option("--table", arguments->table,
                  "Guess a model from this table instead, with its settings and entities")
      ->type_name("NAME")
      ->excludes(file);
  AddDatabase(command, arguments->database);
  command.add_option("--items", arguments->items, "How many of its items to look at")
      ->type_name("N")
      ->check(CLI::Range(1, 10'000'000))
      ->capture_default_str();
  AddOutputFile(command, arguments->output);
  command.callback([arguments] {
    if (arguments->file.empty() && arguments->table.empty()) {
      throw CLI::RequiredError("FILE or --table");
    }
  });
  command.footer("The model that it writes is a beginning. See docs/model-docs.md.");
  return [arguments] { return RunImport(*arguments); };
}

}  // namespace trestle
