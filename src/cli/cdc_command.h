#pragma once

#include "cli/command.h"

namespace trestle {

// `trestle cdc`: follows a table's stream into a data lake.
Command AddCdc(CLI::App& app);

}  // namespace trestle
