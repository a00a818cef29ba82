#pragma once

#include <string>

#include "base/result.h"
#include "model/model.h"

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace trestle {

// One model, of a file or of a system that comes with the program, as it was given.
struct ModelChoice {
  std::string file;
  std::string system;

  bool IsGiven() const { return !file.empty() || !system.empty(); }
};

struct ModelChoiceOptions {
  CLI::Option* file = nullptr;
  CLI::Option* system = nullptr;
};
// Adds --model FILE and --system NAME, which exclude each other. `what` says what the model is for:
// "that tells which entity an item is". `choice` outlives `command`.
ModelChoiceOptions AddModelChoice(CLI::App& command, ModelChoice& choice, const std::string& what);

// The model that is given; an error names the place of what is wrong with it first.
Result<model::Model> ReadChosenModel(const ModelChoice& choice);

}  // namespace trestle
