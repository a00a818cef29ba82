#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "binding/verify.h"
#include "cli/database_options.h"
#include "cli/exit_codes.h"
#include "cli/interruption.h"
#include "cli/model_files.h"
#include "cli/model_subcommands.h"
#include "cli/progress.h"
#include "json/json_writer.h"

namespace trestle {
namespace {

struct VerifyArguments {
  std::vector<std::string> files;
  DatabaseArguments database;
  std::string format = "text";
  bool repair = false;
};

std::string KeyText(const Item& key) {
  std::string text;
  JsonWriter writer(text);
  writer.Attributes(key);
  return text;
}

std::string JsonOf(const Disagreement& disagreement, bool repair) {
  std::string text;
  JsonWriter writer(text);
  writer.BeginObject();
  writer.Name("table");
  writer.String(disagreement.table);
  writer.Name("key");
  writer.Attributes(disagreement.key);
  writer.Name("what");
  writer.String(disagreement.what);
  writer.Name("repairable");
  writer.Boolean(disagreement.repairable);
  if (repair && disagreement.repairable) {
    writer.Name("repaired");
    writer.Boolean(disagreement.not_repaired.empty());
  }
  if (!disagreement.not_repaired.empty()) {
    writer.Name("error");
    writer.String(disagreement.not_repaired);
  }
  writer.EndObject();
  return text;
}

std::string LineOf(const Disagreement& disagreement, bool repair) {
  std::string line =
      disagreement.table + " " + KeyText(disagreement.key) + ": " + disagreement.what;
  if (!disagreement.not_repaired.empty()) {
    line += " (not repaired: " + disagreement.not_repaired + ")";
  } else if (repair && disagreement.repairable) {
    line += " (repaired)";
  } else if (!disagreement.repairable) {
    line += " (no repair can decide this)";
  }
  return line;
}

// A line of what was found, and the bar again behind it.
Result<VerifyTotals> VerifyOne(model::Model model, Database& database, const Clock& clock,
                               const VerifyArguments& options, const Interruption& interruption) {
  Progress progress("verify");
  VerifyProgress last;
  VerifyOptions how;
  how.repair = options.repair;
  how.on_disagreement = [&](const Disagreement& disagreement) {
    progress.Clear();
    const std::string line = options.format == "json" ? JsonOf(disagreement, options.repair)
                                                      : LineOf(disagreement, options.repair);
    std::printf("%s\n", line.c_str());
  };
  how.on_progress = [&](const VerifyProgress& now) {
    if (now.table != last.table) {
      progress.Begin(static_cast<std::uint64_t>(now.expected));
      last = {.table = now.table};
    }
    const auto more = static_cast<std::uint64_t>(now.items - last.items);
    progress.Add(more, more);
    last = now;
    return !interruption.requested();
  };
  return Verify(std::make_shared<const model::Model>(std::move(model)), database, clock, how);
}

int VerifyModels(const VerifyArguments& options) {
  ModelFiles read = ReadModelFiles(options.files);
  if (read.exit_code != 0) return read.exit_code;
  const SystemClock clock;
  const Interruption interruption;
  const auto database = OpenDatabase(options.database, clock, interruption);
  VerifyTotals all;
  for (model::Model& model : read.models) {
    const Result<VerifyTotals> totals =
        database ? VerifyOne(std::move(model), *database->database, clock, options, interruption)
                 : Result<VerifyTotals>(tl::unexpected(database.error()));
    if (!totals) {
      std::fprintf(stderr, "trestle: %s\n", totals.error().message.c_str());
      return kFailed;
    }
    all.items += totals->items;
    all.guards += totals->guards;
    all.disagreeing += totals->disagreeing;
    all.repaired += totals->repaired;
    all.whole = all.whole && totals->whole;
    if (!all.whole) break;
  }
  std::fprintf(stderr, "%lld items (%lld of them guards), %lld disagree, %lld repaired\n",
               static_cast<long long>(all.items), static_cast<long long>(all.guards),
               static_cast<long long>(all.disagreeing), static_cast<long long>(all.repaired));
  if (!all.whole) return Interruption::kExitCode;
  return all.disagreeing == all.repaired ? 0 : kFailed;
}

}  // namespace

RunModelCommand AddModelVerify(CLI::App& command) {
  const auto options = std::make_shared<VerifyArguments>();  // shared with what runs
  AddModelFiles(command, options->files);
  AddDatabase(command, options->database);
  command.add_flag("--repair", options->repair, "Write what follows from the rest of an item");
  command.add_option("--format", options->format, "text or json: a line for each item")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  return [options] { return VerifyModels(*options); };
}

}  // namespace trestle
