#pragma once

#include "cli/command.h"

namespace trestle {

// `trestle copy`: the items of a table into another one.
Command AddCopy(CLI::App& app);

}  // namespace trestle
