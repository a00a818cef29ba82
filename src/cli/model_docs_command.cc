#include <CLI/CLI.hpp>
#include <memory>

#include "cli/model_files.h"
#include "cli/model_subcommands.h"
#include "cli/output_file.h"
#include "model/check.h"
#include "model/docs.h"

namespace trestle {
namespace {

struct DocsArguments {
  std::string file;
  std::string format = "markdown";
  std::string output;
};

std::vector<model::ListedFinding> FindingsOf(const model::Model& model) {
  std::vector<model::ListedFinding> listed;
  for (const model::Finding& finding : model::Check(model).all) {
    listed.push_back(
        {.place = std::to_string(finding.place.line) + ":" + std::to_string(finding.place.column),
         .severity = std::string(model::SeverityName(finding.rule->severity)),
         .rule = std::string(finding.rule->id),
         .message = finding.element + ": " + finding.message});
  }
  return listed;
}

int RunDocs(const DocsArguments& arguments) {
  const ModelFiles read = ReadModelFiles({arguments.file});
  if (read.exit_code != 0) return read.exit_code;
  const model::Model& model = read.models.front();
  const model::DocsPage document =
      model::Describe(model, model::Cost(model, {}), FindingsOf(model));
  return WriteOutput(arguments.format == "html" ? model::Html(document) : model::Markdown(document),
                     arguments.output);
}

}  // namespace

RunModelCommand AddModelDocs(CLI::App& command) {
  const auto arguments = std::make_shared<DocsArguments>();
  command.add_option("FILE", arguments->file, "Model file (*.trestle.toml)")
      ->required()
      ->type_name("");
  command
      .add_option("--format", arguments->format,
                  "markdown, or html: one file with its pictures inside")
      ->type_name("FORMAT")
      ->check(CLI::IsMember({"markdown", "html"}))
      ->capture_default_str();
  AddOutputFile(command, arguments->output);
  return [arguments] { return RunDocs(*arguments); };
}

}  // namespace trestle
