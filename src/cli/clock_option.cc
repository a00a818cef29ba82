#include "cli/clock_option.h"

#include "base/time_text.h"

namespace trestle {
namespace {

constexpr std::string_view kManualFrom = "manual:";

}  // namespace

std::string ClockMistake(const std::string& text) {
  if (text == "system" || text == "manual") return {};
  if (!text.starts_with(kManualFrom)) return "must be system, manual or manual:INSTANT";
  if (ParseInstant(text.substr(kManualFrom.size()))) return {};
  return "must have an instant such as 2026-11-15T18:20:00Z, or epoch seconds, after manual:";
}

std::unique_ptr<ManualClock> ManualClockOf(const std::string& text) {
  if (text == "manual") return std::make_unique<ManualClock>(SystemClock().Now());
  if (!text.starts_with(kManualFrom)) return nullptr;
  const std::optional<TimePoint> start = ParseInstant(text.substr(kManualFrom.size()));
  return start ? std::make_unique<ManualClock>(*start) : nullptr;
}

}  // namespace trestle
