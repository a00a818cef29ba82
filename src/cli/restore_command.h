#pragma once

#include "cli/command.h"

namespace trestle {

// `trestle restore`: makes a table from a backup, or of a table as it was.
Command AddRestore(CLI::App& app);

}  // namespace trestle
