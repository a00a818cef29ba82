#include "backup/schedule.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <ctime>
#include <optional>

#include "backup/messages.h"
#include "base/time_text.h"

namespace trestle {
namespace {

constexpr Duration kDay = std::chrono::hours(24);

std::optional<int> WholeNumber(std::string_view text) {
  int number = 0;
  const char* const end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data(), end, number);
  if (parsed.ec != std::errc() || parsed.ptr != end || number < 0) return std::nullopt;
  return number;
}

std::optional<Duration> AtLeastAMinute(std::string_view text) {
  const std::optional<Duration> duration = ParseDuration(text);
  return duration && *duration >= std::chrono::minutes(1) ? duration : std::nullopt;
}

// 02:00, the time since midnight
std::optional<Duration> TimeOfDay(std::string_view text) {
  if (text.size() != 5 || text[2] != ':') return std::nullopt;
  const std::optional<int> hours = WholeNumber(text.substr(0, 2));
  const std::optional<int> minutes = WholeNumber(text.substr(3));
  if (!hours || !minutes || *hours > 23 || *minutes > 59) return std::nullopt;
  return std::chrono::hours(*hours) + std::chrono::minutes(*minutes);
}

// Whether `word` is "name" and its separator; the rest of it is the value.
std::optional<std::string_view> ValueOf(std::string_view word, std::string_view name) {
  if (!word.starts_with(name)) return std::nullopt;
  return word.substr(name.size());
}

// Between commas.
std::vector<std::string> NamesBetweenCommas(std::string_view text) {
  std::vector<std::string> names;
  while (true) {
    const std::size_t end = text.find(',');
    names.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return names;
    text.remove_prefix(end + 1);
  }
}

}  // namespace

Result<BackupSchedule> BackupSchedule::Parse(std::string_view text) {
  BackupSchedule schedule;
  bool has_times = false;
  while (!text.empty()) {
    const std::string_view word = text.substr(0, text.find(' '));
    text.remove_prefix(std::min(text.size(), word.size() + 1));
    if (word.empty()) continue;
    std::optional<Duration> value;  // none: the word is not understood
    if (const auto kept_for = ValueOf(word, "keep=")) {
      if ((value = AtLeastAMinute(*kept_for))) schedule.keep = *value;
    } else if (const auto interval = ValueOf(word, "every=")) {
      if ((value = AtLeastAMinute(*interval))) schedule.every = *value;
      has_times = true;
    } else if (const auto time = ValueOf(word, "daily@")) {
      if ((value = TimeOfDay(*time))) schedule.offset = *value;
      has_times = true;
    } else if (auto names = ValueOf(word, "tables=")) {
      schedule.tables = NamesBetweenCommas(*names);
      if (std::ranges::count(schedule.tables, "") == 0) value = kDay;
    } else if (word == "daily") {
      value = kDay;
      has_times = true;
    }
    if (!value) return messages::ScheduleUnreadable(word);
  }
  if (!has_times) return messages::ScheduleWithoutTimes();
  return schedule;
}

TimePoint BackupSchedule::LastDue(TimePoint now) const {
  const Duration since = now.time_since_epoch() - offset;
  return TimePoint(since - since % every + offset);
}

std::string ScheduledBackupName(TimePoint due) {
  const std::time_t seconds =
      std::chrono::duration_cast<std::chrono::seconds>(due.time_since_epoch()).count();
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  std::array<char, 40> text{};
  const std::size_t size =
      std::strftime(text.data(), text.size(), "scheduled-%Y%m%dT%H%M%SZ", &parts);
  return std::string(text.data(), size);
}

}  // namespace trestle
