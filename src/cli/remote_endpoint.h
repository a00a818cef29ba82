#pragma once

#include <memory>
#include <string>

#include "base/clock.h"
#include "base/result.h"

namespace trestle {

class Database;

// The database at `endpoint`, with the environment's region and credentials. `clock` outlives it.
Result<std::unique_ptr<Database>> OpenEndpoint(const std::string& endpoint, const Clock& clock);

}  // namespace trestle
