#pragma once

#include "cli/command.h"

namespace trestle {

// `trestle backup`: makes a backup of a table and waits for it, or lists those there are.
Command AddBackup(CLI::App& app);

}  // namespace trestle
