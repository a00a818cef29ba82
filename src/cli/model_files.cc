#include "cli/model_files.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <utility>

#include "cli/exit_codes.h"
#include "model/read.h"

namespace trestle {
namespace {

std::optional<std::string> Contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return std::nullopt;
  std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (file.bad()) return std::nullopt;
  return text;
}

}  // namespace

void AddModelFiles(CLI::App& command, std::vector<std::string>& files) {
  command.add_option("FILE", files, "Model files (*.trestle.toml)")->required()->type_name("");
}

ModelFiles ReadModelFiles(const std::vector<std::string>& files) {
  ModelFiles result;
  for (const std::string& path : files) {
    const std::optional<std::string> text = Contents(path);
    if (!text) {
      std::fprintf(stderr, "trestle: cannot read %s\n", path.c_str());
      result.exit_code = kWrongUsage;
      continue;
    }
    model::Reading reading = model::ReadModel(*text, path);
    for (const model::Problem& problem : reading.problems) {
      std::fprintf(stderr, "%s:%u:%u: error: %s\n", path.c_str(), problem.place.line,
                   problem.place.column, problem.message.c_str());
    }
    if (!reading.problems.empty()) {
      result.exit_code = std::max(result.exit_code, kFailed);
      result.unreadable.push_back({.file = path, .problems = std::move(reading.problems)});
      continue;
    }
    result.models.push_back(std::move(reading.model));
  }
  return result;
}

}  // namespace trestle
