#include "cli/system_bench.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>

#include "base/clock.h"
#include "cli/command.h"
#include "cli/interruption.h"
#include "cli/system_serving.h"
#include "load/messages.h"
#include "load/system_bench.h"
#include "load/system_report.h"
#include "model/read.h"
#include "systems/messages.h"

namespace trestle {
namespace {

Result<load::SystemBenchOptions> SystemOptionsOf(const BenchArguments& arguments) {
  const System* const system = FindSystem(arguments.system);
  if (system == nullptr) return messages::UnknownSystem(arguments.system, SystemNames());
  TRESTLE_TRY(load::Script script, LoadOf(*system));
  TRESTLE_TRY(load::Endpoint endpoint, load::Endpoint::Parse(arguments.endpoint));
  if (endpoint.secure()) return load::messages::NoTls(endpoint.url());
  TRESTLE_TRY(const load::Nanoseconds duration, load::ParseDuration(arguments.duration));
  TRESTLE_TRY(const load::Nanoseconds warm_up, load::ParseDuration(arguments.warm_up));
  const std::size_t threads = BenchThreads(arguments);
  if (arguments.connections < threads) return load::messages::TooFewConnections();
  const double rate = arguments.rate > 0 ? arguments.rate : script.Rate();
  return load::SystemBenchOptions{.endpoint = std::move(endpoint),
                                  .system = arguments.system,
                                  .script = std::move(script),
                                  .run = {.connections = arguments.connections,
                                          .rate = rate,
                                          .warm_up = warm_up,
                                          .duration = duration},
                                  .threads = threads,
                                  .seed = arguments.seed};
}

}  // namespace

Result<load::Script> LoadOf(const System& system) {
  const model::Reading reading = model::ReadModel(system.model, std::string(system.name));
  return load::Script::Parse(system.load, [&](std::string_view name) -> std::optional<double> {
    const auto& patterns = reading.model.patterns;
    const auto found = std::ranges::find(patterns, name, &model::Pattern::name);
    return found == patterns.end() ? std::nullopt : found->rate;
  });
}

int BenchSystem(const BenchArguments& arguments) {
  const Result<load::SystemBenchOptions> options = SystemOptionsOf(arguments);
  if (!options) return Refuse(options.error(), kWrongUsage);
  const Interruption interruption;
  const SystemClock clock;
  load::ProgressLine progress(stderr, isatty(STDERR_FILENO) == 1);
  const Result<load::SystemBenchResult> result =
      load::RunSystemBench(*options, clock, progress, interruption.flag());
  if (!result) return Refuse(result.error(), kFailed);
  const bool measured = result->figures.seconds > 0;
  if (measured) {
    const std::string report = arguments.format == "json"
                                   ? load::SystemJsonReport(*options, *result)
                                   : load::SystemTextReport(*options, *result);
    std::fwrite(report.data(), 1, report.size(), stdout);
  }
  if (result->interrupted) {
    if (!measured) std::fputs("trestle: interrupted before anything was measured\n", stderr);
    return Interruption::kExitCode;
  }
  return result->Total().tally.succeeded() > 0 ? 0 : kFailed;
}

}  // namespace trestle
