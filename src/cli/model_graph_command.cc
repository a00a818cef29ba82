#include <CLI/CLI.hpp>
#include <memory>

#include "cli/model_files.h"
#include "cli/model_subcommands.h"
#include "cli/output_file.h"
#include "model/graph.h"

namespace trestle {

RunModelCommand AddModelGraph(CLI::App& command) {
  struct Arguments {
    std::string file;
    std::string output;
  };
  const auto arguments = std::make_shared<Arguments>();
  command.add_option("FILE", arguments->file, "Model file (*.trestle.toml)")
      ->required()
      ->type_name("");
  AddOutputFile(command, arguments->output);
  command.footer("Writes SVG: item collections, their entities, and the indexes that they are in.");
  return [arguments] {
    const ModelFiles read = ReadModelFiles({arguments->file});
    if (read.exit_code != 0) return read.exit_code;
    return WriteOutput(model::Graph(read.models.front()), arguments->output);
  };
}

}  // namespace trestle
