#include "cli/model_command.h"

#include <CLI/CLI.hpp>
#include <utility>
#include <vector>

#include "cli/model_subcommands.h"

namespace trestle {
namespace {

struct Subcommand {
  const char* name;
  const char* description;
  RunModelCommand (*add)(CLI::App& command);
};

// In the order in which the help lists them.
const std::vector<Subcommand>& Subcommands() {
  static const std::vector<Subcommand> all = {
      {"check", "Say what is wrong with a design, or will be", AddModelCheck},
      {"cost", "Price a design: request units and dollars a month", AddModelCost},
      {"docs", "Write the documentation of a design, Markdown or HTML", AddModelDocs},
      {"graph", "Draw entities, item collections and indexes", AddModelGraph},
      {"export", "Write the tables for CloudFormation, Terraform, CDK or NoSQL Workbench",
       AddModelExport},
      {"import", "Make a model of a NoSQL Workbench file or of a live table", AddModelImport},
      {"schema", "Print the JSON Schema of model files", AddModelSchema},
      {"codegen", "Write typed code for the patterns, C++ or TypeScript", AddModelCodegen},
      {"diff", "What makes the tables of an endpoint those of the model", AddModelDiff},
      {"apply", "Make the tables of an endpoint those of the model", AddModelApply},
      {"test", "Run the file's tests on its samples, in memory and on an endpoint", AddModelTest},
      {"verify", "Name the items of an endpoint that disagree with the model", AddModelVerify},
      {"migrate", "Move a table's items into the model's table while both are in use",
       AddModelMigrate},
  };
  return all;
}

}  // namespace

ModelCommand AddModel(CLI::App& app) {
  CLI::App* model = app.add_subcommand("model", "Work with models of single-table designs");
  model->require_subcommand(1);
  std::vector<std::pair<CLI::App*, RunModelCommand>> commands;
  for (const Subcommand& subcommand : Subcommands()) {
    CLI::App* command = model->add_subcommand(subcommand.name, subcommand.description);
    commands.emplace_back(command, subcommand.add(*command));
  }
  return {.app = model, .run = [commands = std::move(commands)] {
            for (const auto& [command, run] : commands) {
              if (command->parsed()) return run();
            }
            return 2;
          }};
}

}  // namespace trestle
