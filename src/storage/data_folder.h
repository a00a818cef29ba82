#pragma once

#include <string>

#include "base/result.h"

namespace trestle {

// Makes the folder if it is missing, so that it survives a power loss, and checks that it can be
// written.
Status PrepareDataFolder(const std::string& folder);

}  // namespace trestle
