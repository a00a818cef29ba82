#include <CLI/CLI.hpp>
#include <memory>

#include "cli/model_files.h"
#include "cli/model_subcommands.h"
#include "cli/output_file.h"
#include "model/codegen.h"

namespace trestle {

RunModelCommand AddModelCodegen(CLI::App& command) {
  struct Arguments {
    std::string file;
    std::string language;
    std::string output;
  };
  const auto arguments = std::make_shared<Arguments>();
  command.add_option("FILE", arguments->file, "Model file (*.trestle.toml)")
      ->required()
      ->type_name("");
  command
      .add_option("--language", arguments->language,
                  "cpp: a header over trestle::Database; typescript: a module over "
                  "@aws-sdk/client-dynamodb")
      ->type_name("LANGUAGE")
      ->check(CLI::IsMember({"cpp", "typescript"}))
      ->required();
  AddOutputFile(command, arguments->output);
  command.footer("Writes a type for each entity and a function for each pattern.");
  return [arguments] {
    const ModelFiles read = ReadModelFiles({arguments->file});
    if (read.exit_code != 0) return read.exit_code;
    const model::Model& model = read.models.front();
    return WriteOutput(
        arguments->language == "cpp" ? model::CppCode(model) : model::TypeScriptCode(model),
        arguments->output);
  };
}

}  // namespace trestle
