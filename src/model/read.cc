#include "model/read.h"

#include <algorithm>
#include <array>

#include "model/condition_text.h"
#include "model/messages.h"
#include "model/read_parts.h"
#include "model/resolve.h"

namespace trestle::model {
namespace {

// Format 1 wrote an alarm's percentile or index behind its metric: "SuccessfulRequestLatency.p99",
// "ReadThrottleEvents.GSI1". Format 2 has a member for each.
void NameAlarmParts(Node& root) {
  const auto alarms = std::ranges::find(root.children, std::string_view("alarms"), &Node::key);
  if (alarms == root.children.end()) return;
  for (Node& alarm : alarms->children) {
    const auto metric = std::ranges::find(alarm.children, std::string_view("metric"), &Node::key);
    if (metric == alarm.children.end() || metric->kind != Node::Kind::kText) continue;
    const std::size_t dot = metric->text.find('.');
    if (dot == std::string::npos) continue;
    Node part = *metric;
    part.text = metric->text.substr(dot + 1);
    part.key = IsPercentile(part.text) ? "statistic" : "index";
    metric->text.resize(dot);
    alarm.children.push_back(std::move(part));
  }
}

// The step from each format to the next, from format 1 on.
constexpr std::array<void (*)(Node&), kModelFormat - 1> kUpgrades = {NameAlarmParts};

// Brings a file of an older format to the form of today.
void Upgrade(Node& root, std::int64_t format) {
  for (std::int64_t from = format; from < kModelFormat; ++from) {
    kUpgrades[static_cast<std::size_t>(from - 1)](root);
  }
}

template <class T>
void ReadAll(std::span<const Node> nodes, T (*read)(const Node&, Problems&), Problems& problems,
             std::vector<T>& all) {
  all.reserve(nodes.size());
  for (const Node& node : nodes) all.push_back(read(node, problems));
}

void ReadFigures(Fields& fields, Model& model, Problems& problems) {
  const Node* node = fields.Table("figures");
  if (node == nullptr) return;
  Fields inner(*node, "figures", problems);
  ReadAll(inner.List("claims"), ReadClaim, problems, model.claims);
  ReadAll(inner.List("load"), ReadLoad, problems, model.loads);
  inner.Done();
}

void ReadHead(Fields& fields, Model& model) {
  model.name = fields.RequiredText("model");
  if (!model.name.empty() && !IsName(model.name)) {
    fields.Refuse("model", messages::NotAName(model.name));
  }
  model.version = static_cast<int>(fields.Integer("version", 1, INT32_MAX).value_or(1));
  model.title = fields.Text("title");
  model.source = fields.Text("source");
}

void CheckNames(const Node& root, Problems& problems) {
  for (const std::string_view part :
       {"entities", "patterns", "transactions", "workflows", "triggers"}) {
    const Node* table = root.Find(part);
    if (table == nullptr) continue;
    for (const Node& node : table->children) {
      if (!IsName(node.key)) problems.Add(node.key_place, messages::NotAName(node.key));
    }
  }
}

void ReadParts(const Node& root, Model& model, Problems& problems) {
  Fields fields(root, "the model", problems);
  fields.Take("format");
  ReadHead(fields, model);
  ReadAll(fields.Members("tables"), ReadTable, problems, model.tables);
  for (const Node& node : fields.Members("entities")) {
    model.entities.push_back(ReadEntity(node, model.tables, problems));
  }
  ReadAll(fields.Members("patterns"), ReadPattern, problems, model.patterns);
  ReadAll(fields.Members("transactions"), ReadTransaction, problems, model.transactions);
  ReadAll(fields.Members("workflows"), ReadWorkflow, problems, model.workflows);
  ReadAll(fields.Members("triggers"), ReadTrigger, problems, model.triggers);
  ReadAll(fields.Members("routes"), ReadRoute, problems, model.routes);
  ReadAll(fields.Members("alarms"), ReadAlarm, problems, model.alarms);
  ReadAll(fields.List("samples"), ReadSample, problems, model.samples);
  ReadAll(fields.List("tests"), ReadTest, problems, model.tests);
  ReadAll(fields.List("migrations"), ReadMigration, problems, model.migrations);
  ReadFigures(fields, model, problems);
  fields.Done();
  CheckNames(root, problems);
}

}  // namespace

bool IsName(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char character) {
    return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
           (character >= '0' && character <= '9') || character == '-' || character == '_' ||
           character == '.';
  });
}

std::optional<ConditionText> ConditionOf(Fields& fields, std::string_view key, Problems& problems) {
  const Node* node = fields.Take(key);
  const std::string text = fields.Text(key);
  if (node == nullptr || node->kind != Node::Kind::kText) return std::nullopt;
  return ParseCondition(text, node->text_place, problems);
}

std::vector<Acceptance> AcceptedOf(Fields& fields) {
  std::vector<Acceptance> accepted;
  for (const Node& node : fields.Members("accept")) {
    if (node.kind != Node::Kind::kText || node.text.empty()) {
      fields.Refuse("accept", messages::WrongKind(node.key, "the reason, a text"));
    }
    accepted.push_back({.rule = node.key, .reason = node.text, .place = node.key_place});
  }
  return accepted;
}

Served RoutesOf(Fields& fields) {
  static constexpr std::array<Choice<Served>, 2> kRoutes = {
      {{"all", Served::kAll}, {"none", Served::kNone}}};
  return fields.OneOf<Served>("routes", kRoutes).value_or(Served::kAll);
}

Reading ReadModel(std::string_view text, std::string file) {
  Reading reading;
  reading.model.file = std::move(file);
  Document document = ReadDocument(text);
  if (document.problem) {
    reading.problems.push_back(*std::move(document.problem));
    return reading;
  }
  Problems problems;
  Fields head(document.root, "the model", problems);
  const std::int64_t format = head.Integer("format", 1).value_or(1);
  if (format > kModelFormat) {
    reading.problems.push_back(
        {.place = head.PlaceOf("format"), .message = messages::NewerFormat(format, kModelFormat)});
    return reading;
  }
  Upgrade(document.root, format);
  ReadParts(document.root, reading.model, problems);
  Resolve(reading.model, problems);
  reading.problems = std::move(problems).InOrder();
  return reading;
}

}  // namespace trestle::model
