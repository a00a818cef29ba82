#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "cli/exit_codes.h"
#include "cli/model_files.h"
#include "cli/model_subcommands.h"
#include "model/check.h"
#include "model/findings_text.h"

namespace trestle {
namespace {

struct CheckArguments {
  std::vector<std::string> files;
  std::string format = "text";
};

int Run(const CheckArguments& arguments) {
  const ModelFiles read = ReadModelFiles(arguments.files);
  int code = read.exit_code;
  std::vector<model::CheckedModel> checked;
  for (const model::Model& each : read.models) {
    checked.push_back({.model = &each, .findings = model::Check(each)});
    if (!checked.back().findings.Clean()) code = std::max(code, kFailed);
  }
  const std::string text = arguments.format == "json"
                               ? model::FindingsJson(checked, read.unreadable)
                               : model::FindingsText(checked);
  std::fwrite(text.data(), 1, text.size(), stdout);
  return code;
}

}  // namespace

RunModelCommand AddModelCheck(CLI::App& command) {
  auto arguments = std::make_shared<CheckArguments>();  // of the command and of what runs it
  AddModelFiles(command, arguments->files);
  command.add_option("--format", arguments->format, "text, or json: one document")
      ->type_name("FORMAT")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
  command.footer(
      "Exit code 0: nothing, or information alone; 1: findings; 2: wrong usage. docs/rules "
      "explains "
      "each rule;\naccept = { rule = \"why\" } in the model silences one where it is meant.");
  return [arguments] { return Run(*arguments); };
}

}  // namespace trestle
