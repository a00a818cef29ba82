#pragma once

#include <cstddef>

#include "base/clock.h"
#include "base/result.h"
#include "repository/repository.h"
#include "systems/system.h"

namespace trestle {

// Creates the system's demo items; what is there already stays as it is. How many were made.
Result<std::size_t> SeedDemo(const System& system, const repository::Repository& repository,
                             TimePoint now);

}  // namespace trestle
