#pragma once

#include <optional>
#include <string>
#include <vector>

#include "model/findings_text.h"
#include "model/model.h"

namespace CLI {
class App;
}

namespace trestle {

// Adds the argument FILE... to a subcommand; `files` outlives `command`.
void AddModelFiles(CLI::App& command, std::vector<std::string>& files);

// The models of files, or the exit code: 1 where a file is no model (each problem is a line
// file:line:column: on standard error), 2 where it cannot be read.
struct ModelFiles {
  std::vector<model::Model> models;
  std::vector<model::UnreadableModel> unreadable;
  int exit_code = 0;
};
ModelFiles ReadModelFiles(const std::vector<std::string>& files);

}  // namespace trestle
