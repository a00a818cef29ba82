#pragma once

#include "cli/command.h"

namespace trestle {

// `trestle export`: a table's items into files of a folder.
Command AddExport(CLI::App& app);

}  // namespace trestle
