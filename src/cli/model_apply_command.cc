// `trestle model apply` and `trestle model diff`.
#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "binding/table_plan.h"
#include "cli/database_options.h"
#include "cli/exit_codes.h"
#include "cli/interruption.h"
#include "cli/model_files.h"
#include "cli/model_subcommands.h"
#include "json/json_writer.h"

namespace trestle {
namespace {

struct ApplyArguments {
  std::vector<std::string> files;
  DatabaseArguments database;
  std::string format = "text";
  bool allow_breaking = false;
};

const char* EffectText(const TableChange& change) {
  switch (change.effect) {
    case TableChange::Effect::kBreaks:
      return " (breaks what uses it)";
    case TableChange::Effect::kImpossible:
      return " (no update can do this)";
    case TableChange::Effect::kHarmless:
      break;
  }
  return "";
}

const char* EffectName(TableChange::Effect effect) {
  switch (effect) {
    case TableChange::Effect::kBreaks:
      return "breaks";
    case TableChange::Effect::kImpossible:
      return "impossible";
    case TableChange::Effect::kHarmless:
      break;
  }
  return "harmless";
}

std::string LineOf(const TableChange& change) {
  return change.table + ": " + change.what + EffectText(change) +
         (change.cost.empty() ? "" : "; " + change.cost);
}

void PrintJson(const std::vector<TableChange>& changes) {
  std::string text;
  JsonWriter writer(text);
  writer.BeginObject();
  writer.Name("changes");
  writer.BeginArray();
  for (const TableChange& change : changes) {
    writer.BeginObject();
    writer.Name("table");
    writer.String(change.table);
    writer.Name("what");
    writer.String(change.what);
    writer.Name("effect");
    writer.String(EffectName(change.effect));
    if (!change.cost.empty()) {
      writer.Name("cost");
      writer.String(change.cost);
    }
    writer.EndObject();
  }
  writer.EndArray();
  writer.EndObject();
  std::printf("%s\n", text.c_str());
}

int Failed(const Error& error) {
  std::fprintf(stderr, "trestle: %s\n", error.message.c_str());
  return kFailed;
}

int Diff(const ApplyArguments& options) {
  const ModelFiles read = ReadModelFiles(options.files);
  if (read.exit_code != 0) return read.exit_code;
  const SystemClock clock;
  const Interruption interruption;
  const auto database = OpenDatabase(options.database, clock, interruption);
  if (!database) return Failed(database.error());
  std::vector<TableChange> all;
  for (const model::Model& model : read.models) {
    Result<std::vector<TableChange>> changes = ChangesTo(model, *database->database);
    if (!changes) return Failed(changes.error());
    for (TableChange& change : *changes) all.push_back(std::move(change));
  }
  if (options.format == "json") {
    PrintJson(all);
  } else {
    for (const TableChange& change : all) std::printf("%s\n", LineOf(change).c_str());
    if (all.empty()) std::printf("the tables are as the model says\n");
  }
  return all.empty() ? 0 : kFailed;
}

int ApplyModels(const ApplyArguments& options) {
  const ModelFiles read = ReadModelFiles(options.files);
  if (read.exit_code != 0) return read.exit_code;
  const SystemClock clock;
  const Interruption interruption;
  const auto database = OpenDatabase(options.database, clock, interruption);
  if (!database) return Failed(database.error());
  std::size_t made = 0;
  std::vector<TableChange> left;
  for (const model::Model& model : read.models) {
    ApplyOptions how;
    how.may_break = options.allow_breaking;
    how.pause = [&] { return interruption.Wait(std::chrono::milliseconds(200)); };
    how.on_change = [](const TableChange& change) {
      std::printf("%s\n", LineOf(change).c_str());
      std::fflush(stdout);
    };
    Result<Applied> applied = Apply(model, *database->database, how);
    if (!applied) return Failed(applied.error());
    made += applied->made;
    for (TableChange& change : applied->left) left.push_back(std::move(change));
  }
  for (const TableChange& change : left) {
    std::fprintf(
        stderr, "left as it is: %s%s\n", LineOf(change).c_str(),
        change.effect == TableChange::Effect::kBreaks ? "; --allow-breaking makes it" : "");
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

RunModelCommand AddModelDiff(CLI::App& command) {
  const auto options = std::make_shared<ApplyArguments>();  // likewise
  AddModelFiles(command, options->files);
  AddDatabase(command, options->database);
  command.add_option("--format", options->format, "text or json")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  return [options] { return Diff(*options); };
}

}  // namespace trestle
