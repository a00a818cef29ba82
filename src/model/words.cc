#include "model/words.h"

#include <cmath>
#include <cstdio>

#include "model/shapes.h"

namespace trestle::model {

std::string_view KindWord(PatternKind kind) {
  switch (kind) {
    case PatternKind::kGet:
      return "get";
    case PatternKind::kQuery:
      return "query";
    case PatternKind::kScan:
      return "scan";
    case PatternKind::kBatchGet:
      return "batch_get";
    case PatternKind::kPut:
      return "put";
    case PatternKind::kUpdate:
      return "update";
    case PatternKind::kDelete:
      return "delete";
    case PatternKind::kBatchWrite:
      return "batch_write";
    case PatternKind::kTransact:
      return "transact";
  }
  return "query";
}

bool IsWrite(PatternKind kind) { return kind >= PatternKind::kPut; }

std::string_view TypeWord(Type type) { return NameOf(type); }

std::string_view StepWord(Step::Kind kind) {
  static constexpr std::string_view kWords[] = {"put", "update", "delete", "check"};
  return kWords[static_cast<int>(kind)];
}

std::string_view WireType(KeyType type) {
  static constexpr std::string_view kWords[] = {"S", "N", "B"};
  return kWords[static_cast<int>(type)];
}

std::string_view WireView(StreamView view) {
  static constexpr std::string_view kWords[] = {"", "KEYS_ONLY", "NEW_IMAGE", "OLD_IMAGE",
                                                "NEW_AND_OLD_IMAGES"};
  return kWords[static_cast<int>(view)];
}

std::string_view WireProjection(Projection::Kind kind) {
  static constexpr std::string_view kWords[] = {"ALL", "KEYS_ONLY", "INCLUDE"};
  return kWords[static_cast<int>(kind)];
}

std::string KeyNames(const std::vector<KeyAttribute>& keys) {
  std::string names;
  for (const KeyAttribute& key : keys) {
    if (!names.empty()) names.append(", ");
    names.append(key.name);
  }
  return names;
}

std::string Fixed(double value, int decimals) {
  char text[64];
  std::snprintf(text, sizeof(text), "%.*f", decimals, value);
  return text;
}

std::string Shortest(double value, int decimals) {
  std::string text = Fixed(value, decimals);
  text.erase(text.find_last_not_of('0') + 1);
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

std::string Figure(double value) {
  std::string text = Shortest(value, 3);
  const std::size_t start = text.starts_with('-') ? 1 : 0;
  std::size_t end = std::min(text.find('.'), text.size());
  while (end > start + 3) text.insert(end -= 3, ",");
  return text;
}

std::string Dollars(double value) {
  if (value != 0 && std::fabs(value) < 0.095) {
    std::string text = Fixed(value, 4);
    if (text != "0.0000") text.erase(text.find_last_not_of('0') + 1);
    return text == "0.0000" ? "<$0.0001" : "$" + text;
  }
  std::string whole = Figure(std::trunc(std::round(value * 100) / 100));
  const std::string cents = Fixed(std::fabs(value), 2);
  return "$" + whole + cents.substr(cents.size() - 3);
}

std::string Bytes(double bytes) {
  static constexpr const char* kUnits[] = {" B", " KB", " MB", " GB", " TB"};
  int unit = 0;
  while (bytes >= 1024 && unit < 4) {
    bytes /= 1024;
    ++unit;
  }
  std::string text = Fixed(bytes, unit == 0 || bytes >= 100 ? 0 : 1);
  if (text.ends_with(".0")) text.resize(text.size() - 2);
  return text + kUnits[unit];
}

std::string RateText(double each_second) {
  constexpr std::array<std::pair<double, const char*>, 3> kUnits = {
      {{1, "/s"}, {60, "/min"}, {3600, "/h"}}};
  for (const auto& [seconds, unit] : kUnits) {
    // Rounding must not make 59.99 of 60.
    if (each_second * seconds >= 1 - 1e-9) return Figure(each_second * seconds) + unit;
  }
  return Figure(each_second * 86400) + "/day";
}

std::string SpanText(std::chrono::seconds span) {
  struct Unit {
    std::int64_t seconds;
    std::string_view name;
  };
  // A day is said in hours, as in "24 hours after"; more of them in days.
  static constexpr Unit kUnits[] = {{86400, "day"}, {3600, "hour"}, {60, "minute"}, {1, "second"}};
  for (const Unit& unit : kUnits) {
    const std::int64_t count = span.count() / unit.seconds;
    if (count == 0 || span.count() % unit.seconds != 0) continue;
    if (unit.seconds == 86400 && count == 1) continue;
    return std::to_string(count).append(" ").append(unit.name).append(count == 1 ? "" : "s");
  }
  return "0 seconds";
}

}  // namespace trestle::model
