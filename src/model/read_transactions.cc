#include <algorithm>
#include <array>

#include "model/condition_text.h"
#include "model/messages.h"
#include "model/read_parts.h"
#include "model/shapes.h"
#include "model/template_text.h"

namespace trestle::model {
namespace {

constexpr std::size_t kMostSteps = 100;  // of TransactWriteItems

StepValue StepValueOf(const Node& node, Problems& problems) {
  if (node.kind != Node::Kind::kText) return ValueOf(node, problems);
  if (const auto generated = GeneratedNamed(node.text)) return *generated;
  if (node.text.find_first_of("{}") == std::string::npos) return ValueOf(node, problems);
  return ParseTemplate(node.text, node.text_place, problems);
}

std::vector<Assignment> AssignmentsOf(std::span<const Node> members, Problems& problems) {
  std::vector<Assignment> assignments;
  for (const Node& node : members) {
    assignments.push_back({.attribute = node.key, .value = StepValueOf(node, problems)});
  }
  return assignments;
}

void ReadRequirement(Fields& fields, Step& step, Problems& problems) {
  const std::string text = fields.Text("if");
  if (text.empty()) return;
  if (text == "missing") {
    step.requires_ = Step::Requires::kMissing;
  } else if (text == "exists") {
    step.requires_ = Step::Requires::kExists;
  } else {
    step.requires_ = Step::Requires::kCondition;
    step.condition = ConditionOf(fields, "if", problems);
  }
}

Step ReadStep(const Node& node, Problems& problems) {
  static constexpr std::array<Choice<Step::Kind>, 4> kActions = {{{"put", Step::Kind::kPut},
                                                                  {"update", Step::Kind::kUpdate},
                                                                  {"delete", Step::Kind::kDelete},
                                                                  {"check", Step::Kind::kCheck}}};
  Fields fields(node, "a step", problems);
  Step step;
  step.place = node.place;
  int actions = 0;
  for (const auto& [name, kind] : kActions) {
    const std::string entity = fields.Text(name);
    if (entity.empty()) continue;
    ++actions;
    step.kind = kind;
    step.entity = entity;
  }
  if (actions != 1) problems.Add(node.place, messages::OneAction());
  if (step.kind == Step::Kind::kPut) {
    step.values = AssignmentsOf(fields.Members("values"), problems);
  } else {
    step.key = AssignmentsOf(fields.Members("key"), problems);
  }
  if (step.kind == Step::Kind::kUpdate) {
    step.set = AssignmentsOf(fields.Members("set"), problems);
    step.add = AssignmentsOf(fields.Members("add"), problems);
    step.remove = fields.Texts("remove");
  }
  ReadRequirement(fields, step, problems);
  fields.Done();
  return step;
}

}  // namespace

Transaction ReadTransaction(const Node& node, Problems& problems) {
  Fields fields(node, "transaction " + node.key, problems);
  Transaction transaction;
  transaction.name = node.key;
  transaction.place = node.key_place;
  transaction.title = fields.Text("title");
  transaction.parameters = ParametersOf(fields, problems);
  transaction.idempotent = fields.Boolean("idempotent");
  transaction.routes = RoutesOf(fields);
  for (const Node& step : fields.List("steps")) {
    transaction.steps.push_back(ReadStep(step, problems));
  }
  if (transaction.steps.empty() || transaction.steps.size() > kMostSteps) {
    fields.Refuse("steps", messages::TooManySteps(kMostSteps));
  }
  fields.Done();
  return transaction;
}

MigrationRule ReadMigration(const Node& node, Problems& problems) {
  Fields fields(node, "a migration", problems);
  MigrationRule rule;
  rule.place = node.place;
  rule.from = fields.RequiredText("from");
  rule.entity = fields.RequiredText("entity");
  rule.of = fields.Text("of");
  if (rule.of.empty()) rule.of = rule.entity;
  rule.when = ConditionOf(fields, "when", problems);
  rule.set = AssignmentsOf(fields.Members("set"), problems);
  rule.drop = fields.Texts("drop");
  fields.Done();
  return rule;
}

Workflow ReadWorkflow(const Node& node, Problems& problems) {
  Fields fields(node, "workflow " + node.key, problems);
  Workflow workflow{.name = node.key, .place = node.key_place, .title = fields.Text("title")};
  workflow.parameters = ParametersOf(fields, problems);
  workflow.session = fields.Boolean("session");
  fields.Done();
  return workflow;
}

Trigger ReadTrigger(const Node& node, Problems& problems) {
  Fields fields(node, "trigger " + node.key, problems);
  Trigger trigger;
  trigger.name = node.key;
  trigger.place = node.key_place;
  for (const std::string& event : fields.Texts("on")) {
    if (event == "insert") {
      trigger.on_insert = true;
    } else if (event == "modify") {
      trigger.on_modify = true;
    } else if (event == "remove") {
      trigger.on_remove = true;
    } else {
      fields.Refuse("on", messages::NotAChoice("on", event, {"insert", "modify", "remove"}));
    }
  }
  if (node.Find("on") == nullptr) fields.RequiredText("on");
  trigger.entity = fields.RequiredText("entity");
  trigger.when = ConditionOf(fields, "when", problems);
  trigger.run = fields.RequiredText("run");
  trigger.with = AssignmentsOf(fields.Members("with"), problems);
  fields.Done();
  return trigger;
}

Route ReadRoute(const Node& node, Problems& problems) {
  static constexpr std::array<Choice<Route::Kind>, 8> kTargets = {
      {{"pattern", Route::Kind::kPattern},
       {"transaction", Route::Kind::kTransaction},
       {"create", Route::Kind::kCreate},
       {"put", Route::Kind::kPut},
       {"update", Route::Kind::kUpdate},
       {"get", Route::Kind::kGet},
       {"delete", Route::Kind::kDelete},
       {"workflow", Route::Kind::kWorkflow}}};
  static constexpr std::array<std::string_view, 5> kMethods = {"GET", "POST", "PUT", "PATCH",
                                                               "DELETE"};
  Route route;
  route.place = node.key_place;
  const std::size_t space = std::min(node.key.find(' '), node.key.size());
  route.method = node.key.substr(0, space);
  route.path = node.key.substr(std::min(space + 1, node.key.size()));
  if (std::ranges::find(kMethods, route.method) == kMethods.end() || !route.path.starts_with('/')) {
    problems.Add(node.key_place, messages::NotARoute(node.key));
  }
  Fields fields(node, "route " + node.key, problems);
  int targets = 0;
  for (const auto& [name, kind] : kTargets) {
    const std::string target = fields.Text(name);
    if (target.empty()) continue;
    ++targets;
    route.kind = kind;
    route.target = target;
  }
  if (targets != 1) problems.Add(fields.place(), messages::OneTarget());
  fields.Done();
  return route;
}

}  // namespace trestle::model
