#include "cli/model_choice.h"

#include <CLI/CLI.hpp>
#include <utility>

#include "cli/data_messages.h"
#include "cli/system_serving.h"
#include "cli/whole_file.h"
#include "model/read.h"
#include "systems/messages.h"
#include "systems/system.h"

namespace trestle {

ModelChoiceOptions AddModelChoice(CLI::App& command, ModelChoice& choice, const std::string& what) {
  ModelChoiceOptions options;
  options.file = command.add_option("--model", choice.file, "The model file " + what)
                     ->type_name("FILE")
                     ->check(CLI::ExistingFile);
  options.system =
      command
          .add_option("--system", choice.system,
                      "A system that comes with the program, for its model: " + SystemNames())
          ->type_name("NAME")
          ->check([](const std::string& name) {
            return FindSystem(name) != nullptr
                       ? std::string()
                       : messages::UnknownSystem(name, SystemNames()).value().message;
          })
          ->excludes(options.file);
  return options;
}

Result<model::Model> ReadChosenModel(const ModelChoice& choice) {
  std::string text;
  if (choice.file.empty()) {
    const System* const system = FindSystem(choice.system);
    if (system == nullptr) return messages::UnknownSystem(choice.system, SystemNames());
    text = system->model;
  } else {
    TRESTLE_TRY(text, ReadWholeFile(choice.file));
  }
  model::Reading reading =
      model::ReadModel(text, choice.file.empty() ? choice.system : choice.file);
  if (!reading.problems.empty()) {
    const model::Problem& first = reading.problems.front();
    return messages::NotAModel(reading.model.file, first.place.line, first.place.column,
                               first.message);
  }
  return std::move(reading.model);
}

}  // namespace trestle
