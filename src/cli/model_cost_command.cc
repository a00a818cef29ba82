#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>

#include "cli/exit_codes.h"
#include "cli/measure.h"
#include "cli/model_files.h"
#include "cli/model_subcommands.h"
#include "cli/output_file.h"
#include "cli/price_option.h"
#include "cli/remote_endpoint.h"
#include "model/cost_report.h"
#include "operation/database.h"

namespace trestle {
namespace {

struct CostArguments {
  std::vector<std::string> files;
  std::string format = "text";
  std::string prices;
  double utilisation = 0;
  bool free_tier = false;
  bool print_prices = false;
  std::string endpoint;
  std::string output;
};

std::optional<model::Prices> PricesOf(const CostArguments& arguments) {
  std::optional<model::Prices> prices = PricesIn(arguments.prices);
  if (!prices) return std::nullopt;
  if (arguments.utilisation > 0) prices->utilisation = arguments.utilisation;
  return arguments.free_tier ? model::WithFreeTier(*prices) : prices;
}

// What the endpoint reports, where one is given.
Result<std::optional<model::Measurements>> MeasuredAt(const std::string& endpoint,
                                                      const model::Model& model) {
  if (endpoint.empty()) return std::optional<model::Measurements>();
  const SystemClock clock;
  TRESTLE_TRY(const std::unique_ptr<Database> database, OpenEndpoint(endpoint, clock));
  TRESTLE_RETURN_IF_ERROR(database->ListTables({}));
  return std::optional(Measure(model, *database, clock));
}

std::string Output(const model::CostReport& report, const std::string& format,
                   const std::optional<model::Measurements>& measured) {
  const model::Measurements* figures = measured ? &*measured : nullptr;
  if (format == "json") return model::CostJson(report, figures);
  return format == "svg" ? model::CostPicture(report) : model::CostText(report, figures);
}

bool FiguresHold(const model::CostReport& report) {
  return std::ranges::all_of(report.claims, &model::ClaimCost::agrees) &&
         std::ranges::all_of(report.loads, &model::LoadCost::agrees);
}

int RunCost(const CostArguments& arguments) {
  const std::optional<model::Prices> prices = PricesOf(arguments);
  if (!prices) return kWrongUsage;
  if (arguments.print_prices) return WriteOutput(model::PriceList(*prices), arguments.output);
  ModelFiles read = ReadModelFiles(arguments.files);
  if (read.exit_code != 0) return read.exit_code;
  std::string text;
  bool hold = true;
  for (const model::Model& each : read.models) {
    const model::CostReport report = model::Cost(each, *prices);
    if (!text.empty() && arguments.format == "text") text.push_back('\n');
    const auto measured = MeasuredAt(arguments.endpoint, each);
    if (!measured) {
      std::fprintf(stderr, "trestle: %s\n", measured.error().message.c_str());
      return kFailed;
    }
    text.append(Output(report, arguments.format, *measured));
    hold = hold && FiguresHold(report);
  }
  const int written = WriteOutput(text, arguments.output);
  return written != 0 ? written : hold ? 0 : kFailed;
}

}  // namespace

RunModelCommand AddModelCost(CLI::App& command) {
  const auto arguments = std::make_shared<CostArguments>();
  command.add_option("FILE", arguments->files, "Model files (*.trestle.toml)")->type_name("");
  command.add_option("--format", arguments->format, "text; json: one document for each model; svg")
      ->type_name("FORMAT")
      ->check(CLI::IsMember({"text", "json", "svg"}))
      ->capture_default_str();
  AddPrices(command, arguments->prices);
  command
      .add_option("--utilisation", arguments->utilisation,
                  "Share of provisioned capacity that the load uses; by default 0.7")
      ->type_name("SHARE")
      ->check(CLI::Range(0.01, 1.0));
  command.add_flag("--free-tier", arguments->free_tier,
                   "Leave out what an account gets free of charge");
  command.add_flag("--print-prices", arguments->print_prices,
                   "Write the price list that would be used, and nothing else");
  command
      .add_option("--endpoint", arguments->endpoint,
                  "Also run each reading pattern here, with sample arguments, and show the units "
                  "that it took")
      ->type_name("URL");
  AddOutputFile(command, arguments->output);
  command.footer(
      "Units follow sizes, projections, index entries, transactions and fan-outs. Exit code 1 "
      "where\n"
      "a figure of the model's source does not hold. See docs/model-cost.md.");
  command.callback([arguments] {
    if (arguments->files.empty() && !arguments->print_prices) {
      throw CLI::RequiredError("FILE");
    }
  });
  return [arguments] { return RunCost(*arguments); };
}

}  // namespace trestle
