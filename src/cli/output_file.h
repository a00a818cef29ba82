#pragma once

#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace trestle {

// The option --output FILE; `path` outlives `command`.
void AddOutputFile(CLI::App& command, std::string& path);

// Writes a whole text to the file, or to standard output where `path` is empty. Returns the exit
// code: 0, or 1 with a line on standard error where it could not be written.
int WriteOutput(const std::string& text, const std::string& path);

// A file's contents; nothing, with a line on standard error, where it cannot be read.
std::optional<std::string> ReadInput(const std::string& path);

}  // namespace trestle
