#include "cli/output_file.h"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <fstream>
#include <iterator>

#include "cli/exit_codes.h"

namespace trestle {

void AddOutputFile(CLI::App& command, std::string& path) {
  command.add_option("-o,--output", path, "File to write to instead of standard output")
      ->type_name("FILE");
}

int WriteOutput(const std::string& text, const std::string& path) {
  bool written = false;
  if (path.empty()) {
    written =
        std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  } else {
    std::ofstream file(path, std::ios::binary);
    file << text;
    written = file.flush().good();
  }
  if (written) return 0;
  std::fprintf(stderr, "trestle: cannot write %s\n", path.empty() ? "the output" : path.c_str());
  return kFailed;
}

std::optional<std::string> ReadInput(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
  if (!file.is_open() || file.bad()) {
    std::fprintf(stderr, "trestle: cannot read %s\n", path.c_str());
    return std::nullopt;
  }
  return text;
}

}  // namespace trestle
