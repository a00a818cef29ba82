#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "cli/model_files.h"
#include "cli/model_subcommands.h"
#include "cli/output_file.h"
#include "model/export.h"

namespace trestle {
namespace {

struct ModelExportArguments {
  std::string file;
  std::string to;
  std::string output;
};

int RunExport(const ModelExportArguments& arguments) {
  const ModelFiles read = ReadModelFiles({arguments.file});
  if (read.exit_code != 0) return read.exit_code;
  const model::Model& model = read.models.front();
  if (arguments.to == "cloudformation") {
    return WriteOutput(model::CloudFormation(model), arguments.output);
  }
  if (arguments.to == "terraform") return WriteOutput(model::Terraform(model), arguments.output);
  if (arguments.to == "cdk") return WriteOutput(model::Cdk(model), arguments.output);
  std::vector<std::string> left_out;
  const std::string text = model::NoSqlWorkbench(model, left_out);
  for (const std::string& what : left_out) {
    std::fprintf(stderr, "trestle: the Workbench's form has no place for %s\n", what.c_str());
  }
  return WriteOutput(text, arguments.output);
}

}  // namespace

RunModelCommand AddModelExport(CLI::App& command) {
  const auto arguments = std::make_shared<ModelExportArguments>();
  command.add_option("FILE", arguments->file, "Model file (*.trestle.toml)")
      ->required()
      ->type_name("");
  command.add_option("--to", arguments->to, "cloudformation, terraform, cdk or nosql-workbench")
      ->type_name("FORM")
      ->check(CLI::IsMember({"cloudformation", "terraform", "cdk", "nosql-workbench"}))
      ->required();
  AddOutputFile(command, arguments->output);
  command.footer(
      "Writes all settings of the tables: keys, indexes, throughput, stream, TTL, recovery,\n"
      "encryption, protection, class, backups and alarms.");
  return [arguments] { return RunExport(*arguments); };
}

}  // namespace trestle
