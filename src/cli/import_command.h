#pragma once

#include "cli/command.h"

namespace trestle {

// `trestle import`: the items of files into a table.
Command AddImport(CLI::App& app);

}  // namespace trestle
