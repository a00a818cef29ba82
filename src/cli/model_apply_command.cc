#include <CLI/CLI.hpp>
#include <algorithm>
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
  std::string format = "text";
};

// Of what was begun, what an endpoint did not know is left.
std::vector<TableChange> Made(const std::vector<TableChange>& told,
                              const std::vector<TableChange>& left) {
  std::vector<TableChange> made;
  for (const TableChange& change : told) {
    const bool is_left = std::any_of(left.begin(), left.end(), [&](const TableChange& other) {
      return other.table == change.table && other.what == change.what;
    });
    if (!is_left) made.push_back(change);
  }
  return made;
}

int ApplyModels(const ApplyArguments& options) {
  const ModelFiles read = ReadModelFiles(options.files);
  if (read.exit_code != 0) return read.exit_code;
  const SystemClock clock;
  const Interruption interruption;
  const auto database = OpenDatabase(options.database, clock, interruption);
  if (!database) return Refuse(database.error(), kFailed);
  const bool as_data = options.format == "json";
  std::vector<TableChange> told;
  std::vector<TableChange> left;
  for (const model::Model& model : read.models) {
    ApplyOptions how;
    how.may_break = options.allow_breaking;
    how.pause = [&] { return interruption.Wait(std::chrono::milliseconds(200)); };
    how.on_change = [&](const TableChange& change) {
      told.push_back(change);
      if (as_data) return;
      std::printf("%s", ChangeLines(change).c_str());
      std::fflush(stdout);
    };
    Result<Applied> applied = Apply(model, *database->database, how);
    if (!applied) {
      if (as_data) std::printf("%s\n", AppliedJson(Made(told, left), left).c_str());
      return Refuse(applied.error(), kFailed);
    }
    for (TableChange& change : applied->left) left.push_back(std::move(change));
  }
  if (as_data) {
    std::printf("%s\n", AppliedJson(Made(told, left), left).c_str());
    return left.empty() ? 0 : kFailed;
  }
  for (const TableChange& change : left) {
    std::fprintf(
        stderr, "left as it is: %s%s", ChangeLines(change).c_str(),
        change.effect == TableChange::Effect::kImpossible ? "" : "  --allow-breaking makes it\n");
  }
  if (told.empty() && left.empty()) std::printf("the tables are as the model says\n");
  return left.empty() ? 0 : kFailed;
}

}  // namespace

RunModelCommand AddModelApply(CLI::App& command) {
  const auto options = std::make_shared<ApplyArguments>();  // shared with what runs
  AddModelFiles(command, options->files);
  AddDatabase(command, options->database);
  command.add_flag("--allow-breaking", options->allow_breaking,
                   "Also take away indexes, streams and settings that the model does not have");
  command.add_option("--format", options->format, "text or json")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  command.footer(
      "The tables are tagged with the model's name and version. What breaks something that is "
      "there "
      "is left\nalone, and listed with exit code 1, unless it is allowed. See docs/verify.md.");
  return [options] { return ApplyModels(*options); };
}

}  // namespace trestle
