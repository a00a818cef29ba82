#include "cli/config_file.h"

#include <fstream>
#include <iterator>

#include "cli/config_messages.h"
#include "model/document.h"

namespace trestle {
namespace {

std::string PlaceOf(const std::string& path, const model::Place& place) {
  return path + ":" + std::to_string(place.line) + ":" + std::to_string(place.column);
}

// The texts of the list, with commas between.
Result<std::string> JoinedNames(const std::string& path, const model::Node& list) {
  std::string text;
  for (const model::Node& name : list.children) {
    if (name.kind != model::Node::Kind::kText || name.text.find(' ') != std::string::npos) {
      return messages::ConfigNameUnreadable(PlaceOf(path, name.place));
    }
    text.append(text.empty() ? "" : ",").append(name.text);
  }
  return text;
}

// "schedule", "keep" and "tables" as one text, as --backup-schedule takes it.
Result<BackupSchedule> ScheduleOf(const std::string& path, const model::Node& backups) {
  std::string text;
  for (const model::Node& member : backups.children) {
    const std::string place = PlaceOf(path, member.place);
    const std::string name = "backups." + member.key;
    if (member.key == "tables" && member.kind == model::Node::Kind::kList) {
      TRESTLE_TRY(const std::string names, JoinedNames(path, member));
      text.append(" tables=").append(names);
      continue;
    }
    if (member.key == "tables") return messages::ConfigNotAList(place, name);
    if (member.key != "schedule" && member.key != "keep") {
      return messages::ConfigKeyUnknown(place, name);
    }
    if (member.kind != model::Node::Kind::kText) return messages::ConfigValueNotText(place, name);
    text.append(member.key == "keep" ? " keep=" : " ").append(member.text);
  }
  const std::string place = PlaceOf(path, backups.place);
  if (!backups.Find("schedule")) return messages::ConfigWithoutSchedule(place);
  const Result<BackupSchedule> schedule = BackupSchedule::Parse(text);
  if (!schedule) return messages::InConfigFile(place, schedule.error().message);
  return schedule;
}

}  // namespace

Result<ConfigFile> ConfigFile::Read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  if (!file) return messages::InConfigFile(path, "cannot be read");
  const model::Document document = model::ReadDocument(text);
  if (document.problem) {
    return messages::InConfigFile(PlaceOf(path, document.problem->place),
                                  document.problem->message);
  }
  ConfigFile config;
  for (const model::Node& member : document.root.children) {
    const std::string place = PlaceOf(path, member.place);
    if (member.key != "backups") return messages::ConfigKeyUnknown(place, member.key);
    if (member.kind != model::Node::Kind::kTable) {
      return messages::ConfigNotATable(place, member.key);
    }
    TRESTLE_TRY(config.backup_schedule, ScheduleOf(path, member));
  }
  return config;
}

}  // namespace trestle
