#pragma once

#include <cstddef>

#include "base/result.h"
#include "cli/bench_command.h"
#include "load/script.h"
#include "systems/system.h"

namespace trestle {

// What a system's bench sends; requests that are its model's patterns at the model's rates.
Result<load::Script> LoadOf(const System& system);

// `trestle bench --system`; returns the exit code.
int BenchSystem(const BenchArguments& arguments);

}  // namespace trestle
