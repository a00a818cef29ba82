#pragma once

#include <functional>

namespace CLI {
class App;
}

namespace trestle {

// What runs when the command line has been read; returns the exit code.
using RunModelCommand = std::function<int()>;

// Adds `trestle model` and its subcommands to the command line. The result runs the one that was
// given: 0 clean, 1 findings, 2 wrong usage.
struct ModelCommand {
  CLI::App* app = nullptr;
  RunModelCommand run;
};
ModelCommand AddModel(CLI::App& app);

}  // namespace trestle
