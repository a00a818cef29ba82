#include "model/check.h"

#include <algorithm>
#include <utility>

#include "model/check_report.h"

namespace trestle::model {
namespace {

constexpr std::string_view kUnusedAcceptance = "unused-acceptance";

const Acceptance* Accepted(const Subject& subject, std::string_view rule) {
  if (subject.accepted == nullptr) return nullptr;
  const auto found = std::ranges::find(*subject.accepted, rule, &Acceptance::rule);
  return found == subject.accepted->end() ? nullptr : &*found;
}

void CheckAcceptances(const Subject& subject, Report& report) {
  for (const Acceptance& acceptance : *subject.accepted) {
    if (std::ranges::find(report.used(), &acceptance) != report.used().end()) continue;
    const bool known = FindRule(acceptance.rule) != nullptr;
    report.Add(subject, acceptance.place,
               subject.name + " accepts " + acceptance.rule +
                   (known ? ", which does not occur there" : ", which is no rule"));
  }
}

// Runs after all others: it looks at what they used.
void UnusedAcceptance(const Model& model, Report& report) {
  for (const Table& table : model.tables) {
    CheckAcceptances(About(table), report);
    for (const Index& index : table.indexes) CheckAcceptances(About(table, index), report);
  }
  for (const Entity& entity : model.entities) CheckAcceptances(About(entity), report);
  for (const Pattern& pattern : model.patterns) CheckAcceptances(About(pattern), report);
}

std::vector<Rule> AllRules() {
  std::vector<Rule> all;
  for (const std::span<const Rule> rules :
       {TemplateRules(), FormatRules(), QueryRules(), ConditionRules(), ReadRules(), IndexRules(),
        LoadRules(), LimitRules(), DeclarationRules(), WriteRules(), SampleRules(),
        FigureRules()}) {
    all.insert(all.end(), rules.begin(), rules.end());
  }
  all.push_back({.id = kUnusedAcceptance,
                 .severity = Severity::kWarning,
                 .summary = "An acceptance names a rule that finds nothing there.",
                 .instead = "take the line out, or correct the rule's id",
                 .check = UnusedAcceptance});
  return all;
}

}  // namespace

std::string_view SeverityName(Severity severity) {
  switch (severity) {
    case Severity::kInfo:
      return "info";
    case Severity::kWarning:
      return "warning";
    case Severity::kError:
      break;
  }
  return "error";
}

Subject About(const Table& table) {
  return {"table " + table.name, table.place, table.source_line, &table.accepted};
}
Subject About(const Table& table, const Index& index) {
  return {"index " + table.name + "." + index.name, index.place, index.source_line,
          &index.accepted};
}
Subject About(const Entity& entity) {
  return {"entity " + entity.name, entity.place, entity.source_line, &entity.accepted};
}
Subject About(const Pattern& pattern) {
  return {"pattern " + pattern.name, pattern.place, pattern.source_line, &pattern.accepted};
}
Subject About(const Transaction& transaction) {
  return {"transaction " + transaction.name, transaction.place};
}
Subject About(const Trigger& trigger) { return {"trigger " + trigger.name, trigger.place}; }
Subject About(const Route& route) {
  return {"route " + route.method + " " + route.path, route.place};
}
Subject About(const Sample& sample) {
  return {"a sample of " + sample.entity, sample.place, sample.source_line};
}
Subject About(const Claim& claim) {
  return {"the figure \"" + claim.what + "\"", claim.place, claim.source_line};
}
Subject About(const StatedLoad& load) {
  return {"the load \"" + load.name + "\"", load.place, load.source_line};
}

void Report::Add(const Subject& subject, Place place, std::string message) {
  if (const Acceptance* acceptance = Accepted(subject, rule_->id)) {
    used_.push_back(acceptance);
    ++findings_.accepted;
    return;
  }
  findings_.all.push_back({.rule = rule_,
                           .place = place.line == 0 ? subject.place : place,
                           .element = subject.name,
                           .message = std::move(message),
                           .source_line = subject.source_line});
}

Findings Report::Take() {
  std::ranges::stable_sort(findings_.all, {}, &Finding::place);
  return std::move(findings_);
}

bool Findings::Clean() const {
  return std::ranges::all_of(
      all, [](const Finding& finding) { return finding.rule->severity == Severity::kInfo; });
}

std::span<const Rule> Rules() {
  static const std::vector<Rule> all = AllRules();
  return all;
}

const Rule* FindRule(std::string_view id) {
  const std::span<const Rule> rules = Rules();
  const auto found = std::ranges::find(rules, id, &Rule::id);
  return found == rules.end() ? nullptr : &*found;
}

Findings Check(const Model& model) {
  Report report;
  for (const Rule& rule : Rules()) {
    report.Begin(rule);
    rule.check(model, report);
  }
  return report.Take();
}

}  // namespace trestle::model
