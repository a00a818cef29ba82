#include "base/log.h"

#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <memory>

namespace trestle {
namespace {

// The process has one standard error, so it has one logger. Never destroyed, so that threads that
// outlive main() may still log.
spdlog::logger& StandardError() {
  static auto* const logger = [] {
    auto made = std::make_unique<spdlog::logger>("trestle",
                                                 std::make_shared<spdlog::sinks::stderr_sink_mt>());
    made->set_pattern("%Y-%m-%dT%H:%M:%S.%e%z %l %v");
    made->flush_on(spdlog::level::info);
    return made.release();
  }();
  return *logger;
}

}  // namespace

void LogInfo(std::string_view message) { StandardError().info("{}", message); }
void LogWarning(std::string_view message) { StandardError().warn("{}", message); }
void LogError(std::string_view message) { StandardError().error("{}", message); }

}  // namespace trestle
