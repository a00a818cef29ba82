#include "model/docs.h"

#include <algorithm>
#include <cctype>

#include "model/cost_report.h"
#include "model/export.h"
#include "model/graph.h"
#include "model/json_text.h"
#include "model/sample_items.h"
#include "model/words.h"

namespace trestle::model {
namespace {

using Rows = std::vector<std::vector<std::string>>;

std::string Code(std::string_view text) {
  return text.empty() ? std::string() : "`" + std::string(text) + "`";
}

std::string Joined(const std::vector<std::string>& parts, std::string_view between) {
  std::string out;
  for (const std::string& part : parts) out.append(out.empty() ? "" : between).append(part);
  return out;
}

std::string Settings(const Table& table) {
  std::vector<std::string> parts;
  parts.push_back(table.provisioned
                      ? "provisioned, " + std::to_string(table.provisioned->read) + " read and " +
                            std::to_string(table.provisioned->write) + " write units"
                      : "on demand");
  if (table.stream != StreamView::kNone) parts.push_back("stream " + Code(WireView(table.stream)));
  if (!table.ttl.empty()) parts.push_back("TTL attribute " + Code(table.ttl));
  if (table.pitr_days) {
    parts.push_back("point-in-time recovery of " + std::to_string(*table.pitr_days) + " days");
  }
  if (table.backups) {
    parts.push_back("backups kept " + std::to_string(KeptDays(*table.backups)) + " days");
  }
  if (table.kms) parts.push_back("encrypted with a KMS key");
  if (table.deletion_protection) parts.push_back("protected from deletion");
  if (table.infrequent_access) parts.push_back("infrequent access class");
  return Joined(parts, "; ");
}

DocsSection Tables(const Model& model) {
  DocsSection section{.title = "Tables and indexes"};
  section.table = {{"Name", "Partition key", "Sort key", "Holds", "Settings"}};
  for (const Table& table : model.tables) {
    section.table.push_back({Code(table.name), Code(table.partition_key.name),
                             table.sort_key ? Code(table.sort_key->name) : "", "items",
                             Settings(table)});
    for (const Index& index : table.indexes) {
      std::string held = "all attributes";
      if (index.projection.kind == Projection::Kind::kKeysOnly) held = "keys";
      if (index.projection.kind == Projection::Kind::kInclude) {
        held = "keys, " + Joined(index.projection.attributes, ", ");
      }
      section.table.push_back({Code(index.name), Code(KeyNames(index.partition_key)),
                               Code(KeyNames(index.sort_key)), held,
                               index.local ? "local index" : "global index"});
    }
  }
  return section;
}

DocsSection EntityChart(const Model& model) {
  DocsSection section{.title = "Entity chart"};
  section.table = {{"Entity", "What it is", "Table", "Partition key", "Sort key", "In indexes",
                    "Belongs to", "Expected"}};
  for (const Entity& entity : model.entities) {
    const Table* table = model.FindTable(entity.table);
    if (table == nullptr) continue;
    const auto form = [&](const std::string& attribute) {
      const EntityKey* key = entity.FindKey(attribute);
      return Code(key != nullptr ? key->value.text : "{" + attribute + "}");
    };
    std::vector<std::string> indexes;
    for (const GraphBox& box : IndexBoxes(model, *table)) {
      for (const GraphRow& row : box.rows) {
        if (row.entity == entity.name) {
          indexes.push_back(Code(box.name) + (row.sparse ? " (sparse)" : ""));
        }
      }
    }
    std::vector<std::string> owners;
    if (!entity.parent.empty()) owners.push_back(entity.parent);
    for (const Reference& reference : entity.references) {
      if (reference.entity != entity.parent) owners.push_back(reference.entity);
    }
    std::string expected = entity.count ? Figure(static_cast<double>(*entity.count)) : "";
    if (entity.size) expected.append(expected.empty() ? "" : " of ").append(Bytes(*entity.size));
    section.table.push_back({entity.name, entity.title, Code(entity.table),
                             form(table->partition_key.name),
                             table->sort_key ? form(table->sort_key->name) : "",
                             Joined(indexes, ", "), Joined(owners, ", "), expected});
  }
  return section;
}

DocsSection KeyTable(const Model& model, const Table& table) {
  DocsSection section{.title = "Keys of " + table.name, .level = 3};
  const std::vector<KeyAttribute> keys = UsedKeys(table);
  std::vector<std::string> head = {"Entity"};
  for (const KeyAttribute& key : keys) head.push_back(Code(key.name));
  section.table.push_back(std::move(head));
  for (const Entity& entity : model.entities) {
    if (entity.table != table.name) continue;
    std::vector<std::string> row = {entity.name};
    for (const KeyAttribute& key : keys) {
      const EntityKey* of_entity = entity.FindKey(key.name);
      std::string cell;
      if (of_entity != nullptr) {
        cell = Code(of_entity->value.text);
        if (of_entity->when) cell.append(" when ").append(Code(of_entity->when->text));
      } else if (entity.FindAttribute(key.name) != nullptr) {
        cell = "the attribute itself";
      }
      row.push_back(std::move(cell));
    }
    section.table.push_back(std::move(row));
  }
  return section;
}

std::string DefaultText(const Default& value) {
  if (const auto* generated = std::get_if<Generated>(&value)) {
    static constexpr const char* kWords[] = {"now", "today", "uuid", "ulid"};
    return kWords[static_cast<int>(*generated)];
  }
  const AttributeValue& literal = std::get<AttributeValue>(value);
  if (const auto* text = literal.As<std::string>()) return "'" + *text + "'";
  if (const auto* number = literal.As<Number>()) return number->ToString();
  if (const auto* boolean = literal.As<bool>()) return *boolean ? "true" : "false";
  return "a value";
}

std::string Rules(const Attribute& attribute) {
  std::vector<std::string> rules;
  const Shape& shape = attribute.shape;
  if (attribute.required) rules.push_back("required");
  if (attribute.immutable) rules.push_back("never changes");
  if (attribute.hidden) rules.push_back("hidden");
  if (!shape.values.empty()) rules.push_back("one of " + Joined(shape.values, ", "));
  if (shape.min) rules.push_back("at least " + shape.min->ToString());
  if (shape.max) rules.push_back("at most " + shape.max->ToString());
  if (shape.min_length) rules.push_back("length from " + std::to_string(*shape.min_length));
  if (shape.max_length) rules.push_back("length to " + std::to_string(*shape.max_length));
  if (shape.decimals) rules.push_back(std::to_string(*shape.decimals) + " decimals");
  if (!shape.pattern.empty()) rules.push_back("matches " + Code(shape.pattern));
  if (shape.stored == Stored::kSeconds) rules.push_back("stored as seconds");
  if (shape.stored == Stored::kMilliseconds) rules.push_back("stored as milliseconds");
  if (attribute.default_value) {
    rules.push_back("by default " + Code(DefaultText(*attribute.default_value)));
  }
  if (attribute.on_write) {
    rules.push_back("with each write " + Code(DefaultText(*attribute.on_write)));
  }
  if (attribute.since) rules.push_back("when it became true: " + Code(attribute.since->text));
  if (attribute.computed) rules.push_back("computed " + Code(attribute.computed->text));
  return Joined(rules, "; ");
}

DocsSection EntityPage(const Entity& entity) {
  DocsSection section{.title = entity.name, .level = 3, .text = entity.title};
  const auto say = [&](std::string sentence) {
    if (!section.text.empty() && section.text.back() != '.') section.text.push_back('.');
    section.text.append(section.text.empty() ? "" : " ").append(sentence);
  };
  if (!entity.version.empty()) {
    say("Optimistic lock: " + Code(entity.version) + " counts each write.");
  }
  if (!entity.unique.empty()) say("Unique: " + Code(Joined(entity.unique, ", ")) + ".");
  for (const TtlRule& rule : entity.ttl) {
    const std::string when = rule.when ? Code(rule.when->text) : "";
    std::string from = "each write";
    if (!rule.of.empty()) {
      from = Code(rule.of) + (when.empty() ? "" : " while " + when);
    } else if (!when.empty()) {
      from = when + " becomes true";
    }
    say("Expires " + SpanText(rule.after) + " after " + from + ".");
  }
  section.table = {{"Attribute", "Type", "Rules"}};
  for (const Attribute& attribute : entity.attributes) {
    section.table.push_back(
        {Code(attribute.name), std::string(TypeWord(attribute.shape.type)), Rules(attribute)});
  }
  if (section.table.size() == 1) section.table.clear();
  return section;
}

DocsSection Patterns(const Model& model, const CostReport& cost) {
  DocsSection section{.title = "Access patterns"};
  section.table = {
      {"Pattern", "What it does", "Kind", "Through", "Keys", "Then", "Units", "Rate", "A month"}};
  for (const Pattern& pattern : model.patterns) {
    std::vector<std::string> then;
    if (pattern.filter) then.push_back("filter " + Code(pattern.filter->text));
    if (pattern.descending) then.push_back("descending");
    if (pattern.consistent) then.push_back("consistent");
    if (pattern.count_only) then.push_back("counted alone");
    if (!pattern.project.empty()) then.push_back("only " + Code(Joined(pattern.project, ", ")));
    if (!pattern.load.empty()) then.push_back("load " + pattern.load);
    if (pattern.fan_out) then.push_back("one query for each " + Code(pattern.fan_out->parameter));
    if (pattern.geo) then.push_back("one query for each cell, nearest first");
    if (!pattern.transaction.empty()) then.push_back("transaction " + pattern.transaction);
    const auto found = std::ranges::find(cost.patterns, pattern.name, &PatternCost::pattern);
    std::string units, month;
    if (found != cost.patterns.end()) {
      if (found->ReadUnits() > 0) units = Figure(found->ReadUnits()) + " read";
      if (found->WriteUnits() > 0) {
        units.append(units.empty() ? "" : ", ").append(Figure(found->WriteUnits()) + " write");
      }
      if (found->rate) month = Dollars(found->on_demand);
    }
    section.table.push_back({pattern.name, pattern.title, std::string(KindWord(pattern.kind)),
                             Code(pattern.index.empty() ? pattern.table : pattern.index),
                             Code(pattern.where_text), Joined(then, "; "), units,
                             pattern.rate ? RateText(*pattern.rate) : "", month});
  }
  return section;
}

DocsSection Transactions(const Model& model) {
  DocsSection section{.title = "Transactions"};
  section.table = {{"Transaction", "What it does", "Step", "Entity", "If"}};
  for (const Transaction& transaction : model.transactions) {
    bool first = true;
    for (const Step& step : transaction.steps) {
      std::string condition;
      if (step.requires_ == Step::Requires::kMissing) condition = "it is not there";
      if (step.requires_ == Step::Requires::kExists) condition = "it is there";
      if (step.condition) condition = Code(step.condition->text);
      section.table.push_back({first ? transaction.name : "", first ? transaction.title : "",
                               std::string(StepWord(step.kind)), step.entity, condition});
      first = false;
    }
  }
  return section;
}

DocsSection Workflows(const Model& model) {
  DocsSection section{.title = "Workflows"};
  section.table = {{"Workflow", "What it does", "Called with"}};
  for (const Workflow& workflow : model.workflows) {
    std::vector<std::string> names;
    for (const Parameter& parameter : workflow.parameters) names.push_back(parameter.name);
    section.table.push_back({workflow.name, workflow.title, Joined(names, ", ")});
  }
  return section;
}

DocsSection Triggers(const Model& model) {
  DocsSection section{.title = "Triggers"};
  section.table = {{"Trigger", "On", "Of", "When", "Runs"}};
  for (const Trigger& trigger : model.triggers) {
    std::vector<std::string> on;
    if (trigger.on_insert) on.push_back("insert");
    if (trigger.on_modify) on.push_back("modify");
    if (trigger.on_remove) on.push_back("remove");
    section.table.push_back({trigger.name, Joined(on, ", "), trigger.entity,
                             trigger.when ? Code(trigger.when->text) : "", trigger.run});
  }
  return section;
}

DocsSection Routes(const Model& model) {
  static constexpr const char* kWords[] = {"pattern", "transaction", "create", "put",
                                           "update",  "get",         "delete", "workflow"};
  DocsSection section{.title = "Routes"};
  section.table = {{"Route", "Does"}};
  for (const Route& route : model.routes) {
    section.table.push_back(
        {Code(route.method + " /api/" + model.name + route.path),
         std::string(kWords[static_cast<int>(route.kind)]) + " " + route.target});
  }
  return section;
}

DocsSection Alarms(const Model& model) {
  DocsSection section{.title = "Alarms"};
  section.table = {{"Alarm", "Metric", "Statistic", "Of", "Above", "Within"}};
  for (const Alarm& alarm : model.alarms) {
    const std::string table = alarm.table.empty() ? "each table" : Code(alarm.table);
    section.table.push_back({alarm.name, Code(alarm.metric), alarm.statistic,
                             alarm.index.empty() ? table : Code(alarm.index) + " of " + table,
                             Figure(alarm.above), SpanText(alarm.period)});
  }
  return section;
}

DocsSection Examples(const Model& model) {
  DocsSection section{.title = "Example items"};
  JsonText json;
  json.Open('[');
  bool any = false;
  for (const Table& table : model.tables) {
    std::vector<std::string> shown;  // an example of each entity
    for (const SampleItem& sample : SampleItems(model, table)) {
      if (std::ranges::find(shown, sample.entity) != shown.end()) continue;
      shown.push_back(sample.entity);
      json.ItemOf(sample.item);
      any = true;
    }
  }
  json.Close(']');
  if (any) section.code = std::move(json).Take();
  return section;
}

// What Mermaid takes for a name, which is nearly every attribute's own.
std::string DiagramName(std::string name) {
  for (char& c : name) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '-' && c != '_') c = '_';
  }
  const bool begins = std::isalpha(static_cast<unsigned char>(name[0])) != 0 || name[0] == '_';
  return begins ? name : "_" + name;
}

std::string Diagram(const Model& model) {
  std::string text = "erDiagram\n";
  for (const Entity& entity : model.entities) {
    for (const Reference& reference : entity.references) {
      text.append("  " + PascalName(reference.entity) + " ||--o{ " + PascalName(entity.name) +
                  " : \"" + reference.attribute + "\"\n");
    }
  }
  for (const Entity& entity : model.entities) {
    text.append("  " + PascalName(entity.name) + " {\n");
    for (const Attribute& attribute : entity.attributes) {
      text.append("    " + std::string(TypeWord(attribute.shape.type)) + " " +
                  DiagramName(attribute.name) + "\n");
    }
    text.append("  }\n");
  }
  return text;
}

DocsSection CostSection(const CostReport& cost) {
  DocsSection section{.title = "Cost", .picture = CostPicture(cost)};
  section.text = Dollars(cost.on_demand) + " a month on demand, " + Dollars(cost.provisioned) +
                 " provisioned at " + Fixed(cost.prices.utilisation * 100, 0) +
                 " % utilisation; prices of " + cost.prices.region + " since " + cost.prices.date +
                 ". Patterns without a rate cost nothing here.";
  return section;
}

}  // namespace

DocsPage Describe(const Model& model, const CostReport& cost,
                  const std::vector<ListedFinding>& findings) {
  DocsPage document{.title = model.title.empty() ? model.name : model.title};
  document.text = "Model " + Code(model.name) + ", version " + std::to_string(model.version) + ".";
  if (!model.source.empty()) document.text.append(" It comes from " + Code(model.source) + ".");
  std::vector<DocsSection>& sections = document.sections;
  sections.push_back({.title = "Picture", .picture = Graph(model), .diagram = Diagram(model)});
  sections.push_back(Tables(model));
  sections.push_back(EntityChart(model));
  sections.push_back({.title = "Key table", .text = "How each entity fills the key attributes."});
  for (const Table& table : model.tables) sections.push_back(KeyTable(model, table));
  sections.push_back(Patterns(model, cost));
  if (!model.transactions.empty()) sections.push_back(Transactions(model));
  if (!model.workflows.empty()) sections.push_back(Workflows(model));
  if (!model.triggers.empty()) sections.push_back(Triggers(model));
  if (!model.routes.empty()) sections.push_back(Routes(model));
  if (!model.alarms.empty()) sections.push_back(Alarms(model));
  sections.push_back({.title = "Entities"});
  for (const Entity& entity : model.entities) sections.push_back(EntityPage(entity));
  if (DocsSection examples = Examples(model); !examples.code.empty()) {
    sections.push_back(std::move(examples));
  }
  sections.push_back(CostSection(cost));
  DocsSection found{.title = "Findings"};
  if (findings.empty()) found.text = "`trestle model check` finds nothing.";
  for (const ListedFinding& finding : findings) {
    if (found.table.empty()) found.table.push_back({"Line", "Severity", "Rule", "Finding"});
    found.table.push_back({finding.place, finding.severity, Code(finding.rule), finding.message});
  }
  sections.push_back(std::move(found));
  return document;
}

}  // namespace trestle::model
