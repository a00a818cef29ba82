#include "model/findings_text.h"

#include <algorithm>

#include "model/json_text.h"

namespace trestle::model {
namespace {

std::string Counted(std::ptrdiff_t count, std::string_view word) {
  return std::to_string(count) + " " + std::string(word) + (count == 1 ? "" : "s");
}

std::string Summary(const CheckedModel& checked) {
  const auto count = [&](Severity severity) {
    return std::ranges::count_if(checked.findings.all, [&](const Finding& finding) {
      return finding.rule->severity == severity;
    });
  };
  std::string text = checked.model->file + ": " + Counted(count(Severity::kError), "error") + ", " +
                     Counted(count(Severity::kWarning), "warning") + ", " +
                     std::to_string(count(Severity::kInfo)) + " for information";
  if (checked.findings.accepted > 0) {
    text += ", " + std::to_string(checked.findings.accepted) + " accepted";
  }
  return text;
}

}  // namespace

std::string FindingsText(const std::vector<CheckedModel>& checked) {
  std::string text;
  for (const CheckedModel& each : checked) {
    for (const Finding& finding : each.findings.all) {
      text += each.model->file + ":" + std::to_string(finding.place.line) + ":" +
              std::to_string(finding.place.column) + ": ";
      text += SeverityName(finding.rule->severity);
      text += ": " + finding.message + " [";
      text += finding.rule->id;
      text += "]\n    instead: ";
      text += finding.rule->instead;
      text += "\n";
    }
    text += Summary(each) + "\n";
  }
  return text;
}

std::string FindingsJson(const std::vector<CheckedModel>& checked,
                         const std::vector<UnreadableModel>& unreadable) {
  JsonText json;
  json.Open('[');
  for (const CheckedModel& each : checked) {
    json.Open('{').Member("file", each.model->file).Member("model", each.model->name);
    json.Member("clean", each.findings.Clean());
    json.Member("accepted", static_cast<std::int64_t>(each.findings.accepted));
    json.Name("findings").Open('[');
    for (const Finding& finding : each.findings.all) {
      json.Open('{').Member("line", static_cast<std::int64_t>(finding.place.line));
      json.Member("column", static_cast<std::int64_t>(finding.place.column));
      json.Member("severity", SeverityName(finding.rule->severity));
      json.Member("rule", finding.rule->id).Member("element", finding.element);
      json.Member("message", finding.message).Member("instead", finding.rule->instead);
      if (finding.source_line > 0) json.Member("source_line", finding.source_line);
      json.Close('}');
    }
    json.Close(']').Close('}');
  }
  for (const UnreadableModel& each : unreadable) {
    json.Open('{').Member("file", each.file).Member("clean", false);
    json.Name("problems").Open('[');
    for (const Problem& problem : each.problems) {
      json.Open('{').Member("line", static_cast<std::int64_t>(problem.place.line));
      json.Member("column", static_cast<std::int64_t>(problem.place.column));
      json.Member("message", problem.message).Close('}');
    }
    json.Close(']').Close('}');
  }
  json.Close(']');
  return std::move(json).Take();
}

std::string RuleTable() {
  std::string text = "| rule | severity | what it finds |\n| --- | --- | --- |\n";
  for (const Rule& rule : Rules()) {
    text += "| [" + std::string(rule.id) + "](" + std::string(rule.id) + ".md) | ";
    text += SeverityName(rule.severity);
    text += " | " + std::string(rule.summary) + " |\n";
  }
  return text;
}

}  // namespace trestle::model
