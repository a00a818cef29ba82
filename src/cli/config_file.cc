#include "cli/config_file.h"

#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

#include "cli/config_messages.h"

namespace trestle {
namespace {

std::string PlaceOf(const std::string& path, const toml::source_region& source) {
  return path + ":" + std::to_string(source.begin.line) + ":" + std::to_string(source.begin.column);
}

// "schedule" and "keep" as one text, as --backup-schedule takes it.
Result<BackupSchedule> ScheduleOf(const std::string& path, const toml::table& backups) {
  std::string text;
  for (const auto& [key, value] : backups) {
    const std::string place = PlaceOf(path, value.source());
    const std::string name = "backups." + std::string(key.str());
    if (key != "schedule" && key != "keep") return messages::ConfigKeyUnknown(place, name);
    const auto* const given = value.as_string();
    if (given == nullptr) return messages::ConfigValueNotText(place, name);
    text.append(key == "keep" ? " keep=" : " ").append(given->get());
  }
  const std::string place = PlaceOf(path, backups.source());
  if (!backups.contains("schedule")) return messages::ConfigWithoutSchedule(place);
  const Result<BackupSchedule> schedule = BackupSchedule::Parse(text);
  if (!schedule) return messages::InConfigFile(place, schedule.error().message);
  return schedule;
}

}  // namespace

Result<ConfigFile> ConfigFile::Read(const std::string& path) {
  const toml::parse_result parsed = toml::parse_file(path);
  if (!parsed) {
    return messages::InConfigFile(PlaceOf(path, parsed.error().source()),
                                  parsed.error().description());
  }
  ConfigFile config;
  for (const auto& [key, value] : parsed.table()) {
    const std::string place = PlaceOf(path, value.source());
    if (key != "backups") return messages::ConfigKeyUnknown(place, key.str());
    const toml::table* const backups = value.as_table();
    if (backups == nullptr) return messages::ConfigNotATable(place, key.str());
    TRESTLE_TRY(config.backup_schedule, ScheduleOf(path, *backups));
  }
  return config;
}

}  // namespace trestle
