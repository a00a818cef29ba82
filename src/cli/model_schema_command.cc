#include <CLI/CLI.hpp>
#include <memory>

#include "cli/model_subcommands.h"
#include "cli/output_file.h"
#include "model/schema.h"

namespace trestle {

RunModelCommand AddModelSchema(CLI::App& command) {
  const auto output = std::make_shared<std::string>();
  AddOutputFile(command, *output);
  command.footer("Editors complete and check model files with it.");
  return [output] { return WriteOutput(std::string(model::ModelSchema()), *output); };
}

}  // namespace trestle
