#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "binding/table_plan.h"
#include "cli/change_text.h"
#include "cli/command.h"
#include "cli/data_messages.h"
#include "cli/database_options.h"
#include "cli/exit_codes.h"
#include "cli/interruption.h"
#include "cli/model_files.h"
#include "cli/model_subcommands.h"
#include "cli/price_option.h"
#include "model/design_diff.h"
#include "operation/local_database.h"

namespace trestle {
namespace {

struct DiffArguments {
  std::vector<std::string> files;
  std::vector<std::string> from;
  DatabaseArguments database;
  std::string prices;
  std::string format = "text";

  // Whether the tables are those of a file, and of no database.
  bool FromFilesAlone() const {
    return !from.empty() && database.endpoint.empty() && database.data.empty();
  }
};

// The tables that the models before describe, empty.
Result<OpenedDatabase> TablesOf(const std::vector<model::Model>& models, const Clock& clock) {
  TRESTLE_TRY(std::unique_ptr<LocalDatabase> database,
              LocalDatabase::Open({.store = {.folder = "", .in_memory = true}}, clock));
  for (const model::Model& model : models) {
    TRESTLE_RETURN_IF_ERROR(Apply(model, *database, {}));
  }
  return OpenedDatabase{.database = std::move(database), .name = {}};
}

Result<ModelDifference> DifferenceOf(const model::Model& model, const model::Model* before,
                                     Database& database, PlanOptions options) {
  options.before = before;
  TRESTLE_TRY(Plan plan, ChangesTo(model, database, options));
  ModelDifference difference{.model = model.name,
                             .tables = std::move(plan.changes),
                             .design = {},
                             .monthly = plan.costs.Month(),
                             .formerly = {}};
  if (before != nullptr) {
    difference.design = model::DesignChanges(*before, model, plan.costs);
    difference.formerly = model::ChangeCosts(*before, options.prices, {}).Month();
  }
  return difference;
}

int CompareModels(const DiffArguments& arguments, const std::vector<model::Model>& models,
                  const std::vector<model::Model>& formers) {
  const std::optional<model::Prices> prices = PricesIn(arguments.prices);
  if (!prices) return kWrongUsage;
  const SystemClock clock;
  const Interruption interruption;
  const bool files_alone = arguments.FromFilesAlone();
  const auto opened = files_alone ? TablesOf(formers, clock)
                                  : OpenDatabase(arguments.database, clock, interruption);
  if (!opened) return Refuse(opened.error(), kFailed);
  const PlanOptions options{
      .prices = *prices,
      .before = nullptr,
      .stock = files_alone ? PlanOptions::Stock::kExpected : PlanOptions::Stock::kCounted};
  std::vector<ModelDifference> differences;
  for (const model::Model& model : models) {
    const auto before = std::ranges::find(formers, model.name, &model::Model::name);
    if (!formers.empty() && before == formers.end()) {
      return Refuse(messages::NoFormerModel(model.name).value(), kFailed);
    }
    auto difference =
        DifferenceOf(model, formers.empty() ? nullptr : &*before, *opened->database, options);
    if (!difference) return Refuse(difference.error(), kFailed);
    differences.push_back(*std::move(difference));
  }
  if (arguments.format == "json") {
    std::printf("%s\n", DifferencesJson(differences).c_str());
  } else {
    for (const ModelDifference& one : differences) std::printf("%s", DifferenceText(one).c_str());
  }
  return std::ranges::all_of(differences, &ModelDifference::empty) ? 0 : kFailed;
}

int Diff(const DiffArguments& arguments) {
  const ModelFiles read = ReadModelFiles(arguments.files);
  if (read.exit_code != 0) return read.exit_code;
  const ModelFiles from = ReadModelFiles(arguments.from);
  if (from.exit_code != 0) return from.exit_code;
  return CompareModels(arguments, read.models, from.models);
}

}  // namespace

RunModelCommand AddModelDiff(CLI::App& command) {
  const auto arguments = std::make_shared<DiffArguments>();  // shared with what runs
  AddModelFiles(command, arguments->files);
  command
      .add_option("--from", arguments->from,
                  "The model's file of the version before: also says what changes for entities, "
                  "patterns and clients. Without --endpoint and --data no database is asked")
      ->type_name("FILE");
  AddDatabase(command, arguments->database);
  AddPrices(command, arguments->prices);
  command.add_option("--format", arguments->format, "text or json")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  command.footer(
      "For each change: what it breaks, and what it costs by the rules of `trestle model cost`.\n"
      "Exit code 0 where nothing changes, 1 where something does. See docs/verify.md.\n"
      "Examples:\n"
      "  trestle model diff shop.trestle.toml\n"
      "  trestle model diff shop.trestle.toml --from shop-2.trestle.toml");
  return [arguments] { return Diff(*arguments); };
}

}  // namespace trestle
