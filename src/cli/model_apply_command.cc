#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "binding/table_plan.h"
#include "cli/change_text.h"
#include "cli/command.h"
#include "cli/database_options.h"
#include "cli/exit_codes.h"
#include "cli/interruption.h"
#include "cli/model_files.h"
#include "cli/model_subcommands.h"

namespace trestle {
namespace {

struct ApplyArguments {
  std::vector<std::string> files;
  DatabaseArguments database;
  bool allow_breaking = false;
};

int ApplyModels(const ApplyArguments& options) {
  const ModelFiles read = ReadModelFiles(options.files);
  if (read.exit_code != 0) return read.exit_code;
  const SystemClock clock;
  const Interruption interruption;
  const auto database = OpenDatabase(options.database, clock, interruption);
  if (!database) return Refuse(database.error(), kFailed);
  std::size_t made = 0;
  std::vector<TableChange> left;
  for (const model::Model& model : read.models) {
    ApplyOptions how;
    how.may_break = options.allow_breaking;
    how.pause = [&] { return interruption.Wait(std::chrono::milliseconds(200)); };
    how.on_change = [](const TableChange& change) {
      std::printf("%s", ChangeLines(change).c_str());
      std::fflush(stdout);
    };
    Result<Applied> applied = Apply(model, *database->database, how);
    if (!applied) return Refuse(applied.error(), kFailed);
    made += applied->made;
    for (TableChange& change : applied->left) left.push_back(std::move(change));
  }
  for (const TableChange& change : left) {
    std::fprintf(
        stderr, "left as it is: %s%s", ChangeLines(change).c_str(),
        change.effect == TableChange::Effect::kImpossible ? "" : "  --allow-breaking makes it\n");
  }
  if (made == 0 && left.empty()) std::printf("the tables are as the model says\n");
  return left.empty() ? 0 : kFailed;
}

}  // namespace

RunModelCommand AddModelApply(CLI::App& command) {
  const auto options = std::make_shared<ApplyArguments>();  // shared with what runs
  AddModelFiles(command, options->files);
  AddDatabase(command, options->database);
  command.add_flag("--allow-breaking", options->allow_breaking,
                   "Also take away indexes, streams and settings that the model does not have");
  return [options] { return ApplyModels(*options); };
}

}  // namespace trestle
