#pragma once

#include <cstdio>
#include <functional>

#include "base/result.h"
#include "cli/exit_codes.h"

namespace CLI {
class App;
}

namespace trestle {

// A subcommand: `run` is called if it was given, and returns the exit code.
struct Command {
  CLI::App* app = nullptr;
  std::function<int()> run;
};

// Says what went wrong, on one line, and gives the exit code on.
inline int Refuse(const Error& error, int exit_code) {
  std::fprintf(stderr, "trestle: %s\n", error.message.c_str());
  return exit_code;
}

}  // namespace trestle
