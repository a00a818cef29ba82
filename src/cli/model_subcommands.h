#pragma once

#include "cli/model_command.h"

// One function for each subcommand of `trestle model`, in a file of its own
// (model_NAME_command.cc): it adds its options to `command` and returns what runs. The options live
// in what it returns. The table in model_command.cc names them all.
namespace trestle {

RunModelCommand AddModelCheck(CLI::App& command);
RunModelCommand AddModelCost(CLI::App& command);
RunModelCommand AddModelDocs(CLI::App& command);
RunModelCommand AddModelGraph(CLI::App& command);
RunModelCommand AddModelExport(CLI::App& command);
RunModelCommand AddModelImport(CLI::App& command);
RunModelCommand AddModelSchema(CLI::App& command);
RunModelCommand AddModelCodegen(CLI::App& command);
RunModelCommand AddModelDiff(CLI::App& command);
RunModelCommand AddModelApply(CLI::App& command);
RunModelCommand AddModelTest(CLI::App& command);
RunModelCommand AddModelVerify(CLI::App& command);
RunModelCommand AddModelMigrate(CLI::App& command);

}  // namespace trestle
