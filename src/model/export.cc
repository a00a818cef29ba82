#include "model/export.h"

#include <algorithm>
#include <cctype>

namespace trestle::model {

std::vector<KeyAttribute> UsedKeys(const Table& table) {
  std::vector<KeyAttribute> keys;
  const auto add = [&](const KeyAttribute& key) {
    if (std::ranges::find(keys, key.name, &KeyAttribute::name) == keys.end()) keys.push_back(key);
  };
  add(table.partition_key);
  if (table.sort_key) add(*table.sort_key);
  for (const Index& index : table.indexes) {
    for (const KeyAttribute& key : index.partition_key) add(key);
    for (const KeyAttribute& key : index.sort_key) add(key);
  }
  return keys;
}

std::string PascalName(std::string_view name) {
  std::string out;
  bool upper = true;
  for (const char c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0) {
      upper = true;
      continue;
    }
    out.push_back(upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c);
    upper = false;
  }
  return out;
}

std::string SnakeName(std::string_view name) {
  std::string out;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const auto c = static_cast<unsigned char>(name[i]);
    if (std::isalnum(c) == 0) {
      if (!out.empty() && out.back() != '_') out.push_back('_');
      continue;
    }
    const bool begins_word =
        std::isupper(c) != 0 && i > 0 && std::islower(static_cast<unsigned char>(name[i - 1])) != 0;
    if (begins_word) out.push_back('_');
    out.push_back(static_cast<char>(std::tolower(c)));
  }
  // A name of Terraform begins with a letter or '_'.
  if (out.empty() || std::isdigit(static_cast<unsigned char>(out[0])) != 0) out.insert(0, 1, '_');
  return out;
}

// Minutes, hours, minute 0; days at five, when few others run.
std::string BackupSchedule(const BackupPlan& plan) {
  const long long hours = std::chrono::duration_cast<std::chrono::hours>(plan.every).count();
  if (hours < 24) return "cron(0 0/" + std::to_string(std::max(1LL, hours)) + " ? * * *)";
  if (hours < 24 * 7) return "cron(0 5 ? * * *)";
  if (hours < 24 * 28) return "cron(0 5 ? * 1 *)";
  return "cron(0 5 1 * ? *)";
}

int KeptDays(const BackupPlan& plan) {
  const long long hours = std::chrono::duration_cast<std::chrono::hours>(plan.keep).count();
  return static_cast<int>(std::max(1LL, hours / 24));
}

}  // namespace trestle::model
