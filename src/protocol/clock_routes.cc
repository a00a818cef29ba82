#include "protocol/clock_routes.h"

#include <array>
#include <chrono>

#include "base/time_text.h"
#include "json/json_writer.h"
#include "protocol/admin_messages.h"

namespace trestle {
namespace {

Result<TimePoint> TimeAfter(std::string_view advance, TimePoint now) {
  const std::optional<Duration> by = ParseDuration(advance);
  if (!by) return messages::BadMember("advance", R"(a duration such as "500ms", "49h" or "1d12h")");
  if (*by > kLastInstant - now) return messages::ClockAtItsEnd();
  return now + *by;
}

Result<TimePoint> TimeGiven(std::string_view set, TimePoint now) {
  const std::optional<TimePoint> time = ParseInstant(set);
  if (!time) {
    return messages::BadMember("set",
                               R"(an instant such as "2026-11-15T18:20:00Z" or epoch seconds)");
  }
  if (*time < now) return messages::ClockOnlyMovesForward(FormatInstant(now));
  return *time;
}

Result<TimePoint> TargetOf(const AdminCall& call, TimePoint now) {
  constexpr std::array<std::string_view, 2> kMembers = {"advance", "set"};
  TRESTLE_TRY(const JsonObject body, BodyOf(call));
  TRESTLE_RETURN_IF_ERROR(CheckMembers(body, kMembers));
  TRESTLE_TRY(const std::optional<std::string_view> advance, TextMember(body, "advance"));
  TRESTLE_TRY(const std::optional<std::string_view> set, TextMember(body, "set"));
  if (advance.has_value() == set.has_value()) return messages::NeitherAdvanceNorSet();
  return advance ? TimeAfter(*advance, now) : TimeGiven(*set, now);
}

// A trigger that is slower than this, or goes on for ever, does not stop the clock.
constexpr std::chrono::seconds kLongestReaction{10};

}  // namespace

Result<std::string> ShowClock(const AdminCall& call) {
  const bool manual = call.options.clock != nullptr;
  const TimePoint now = manual ? call.options.clock->Now() : SystemClock().Now();
  std::string answer;
  JsonWriter writer(answer);
  writer.BeginObject();
  writer.Name("now");
  writer.String(FormatInstant(now));
  writer.Name("epoch");
  writer.Time(now);
  writer.Name("mode");
  writer.String(manual ? "manual" : "system");
  writer.EndObject();
  return answer;
}

// Calls come one after the other, so nobody else moves the clock meanwhile.
Result<std::string> MoveClock(const AdminCall& call) {
  ManualClock* const clock = call.options.clock;
  if (clock == nullptr) return messages::ClockIsTheSystems();
  TRESTLE_TRY(const TimePoint target, TargetOf(call, clock->Now()));
  // A stream keeps its records for a day: triggers read what is there before the day is over.
  const ChangeSignal& changes = call.database.changes();
  changes.WaitUntilHandled(kLongestReaction);
  clock->Advance(target - clock->Now());
  TRESTLE_RETURN_IF_ERROR(call.database.housekeeper().RunDue());
  changes.WaitUntilHandled(kLongestReaction);
  return ShowClock(call);
}

}  // namespace trestle
