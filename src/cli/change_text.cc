#include "cli/change_text.h"

#include <string_view>

#include "json/json_writer.h"
#include "model/words.h"

namespace trestle {
namespace {

using Effect = TableChange::Effect;

std::string_view EffectName(Effect effect) {
  switch (effect) {
    case Effect::kBreaks:
      return "breaks";
    case Effect::kImpossible:
      return "impossible";
    case Effect::kHarmless:
      break;
  }
  return "harmless";
}

Effect EffectOf(const model::DesignChange& change) {
  return change.breaks ? Effect::kBreaks : Effect::kHarmless;
}

std::string_view SubjectOf(const TableChange& change) { return change.table; }
std::string_view SubjectOf(const model::DesignChange& change) { return change.subject; }
Effect EffectOf(const TableChange& change) { return change.effect; }

template <class Change>
std::string ChangeText(const Change& change) {
  std::string text = std::string(SubjectOf(change)).append(": ").append(change.what).append("\n");
  const Effect effect = EffectOf(change);
  if (effect == Effect::kImpossible) {
    text.append("  impossible: no update can do this");
    if (!change.consequence.empty()) text.append("; ").append(change.consequence);
    text.push_back('\n');
  } else if (!change.consequence.empty()) {
    text.append(effect == Effect::kBreaks ? "  breaks: " : "  note: ")
        .append(change.consequence)
        .append("\n");
  }
  if (!change.cost.IsNothing() || !change.cost.remark.empty()) {
    text.append("  costs: ").append(CostWords(change.cost)).append("\n");
  }
  return text;
}

void Amount(std::string_view name, double amount, JsonWriter& writer) {
  writer.Name(name);
  writer.Json(model::Shortest(amount, 6));  // without the digits that doubles make up
}

template <class Change>
void ChangeJson(const Change& change, std::string_view subject_name, JsonWriter& writer) {
  writer.BeginObject();
  writer.Name(subject_name);
  writer.String(SubjectOf(change));
  writer.Name("what");
  writer.String(change.what);
  writer.Name("effect");
  writer.String(EffectName(EffectOf(change)));
  if (!change.consequence.empty()) {
    writer.Name("consequence");
    writer.String(change.consequence);
  }
  writer.Name("cost");
  writer.BeginObject();
  Amount("read_units", change.cost.read_units, writer);
  Amount("write_units", change.cost.write_units, writer);
  Amount("once_dollars", change.cost.once, writer);
  Amount("monthly_dollars", change.cost.monthly, writer);
  writer.Name("words");
  writer.String(CostWords(change.cost));
  writer.EndObject();
  writer.EndObject();
}

}  // namespace

std::string ChangeLines(const TableChange& change) { return ChangeText(change); }
std::string ChangeLines(const model::DesignChange& change) { return ChangeText(change); }

std::string AppliedJson(const std::vector<TableChange>& made,
                        const std::vector<TableChange>& left) {
  std::string text;
  JsonWriter writer(text);
  writer.BeginObject();
  for (const auto& [name, changes] : {std::pair("made", &made), std::pair("left", &left)}) {
    writer.Name(name);
    writer.BeginArray();
    for (const TableChange& change : *changes) ChangeJson(change, "table", writer);
    writer.EndArray();
  }
  writer.EndObject();
  return text;
}

std::string DifferenceText(const ModelDifference& difference) {
  if (difference.empty()) return "the tables are as the model says\n";
  std::string text;
  for (const TableChange& change : difference.tables) text.append(ChangeLines(change));
  for (const model::DesignChange& change : difference.design) text.append(ChangeLines(change));
  if (difference.monthly == 0 && difference.formerly.value_or(0) == 0) {
    return text.append(difference.model)
        .append(" states neither rates nor counts: what it costs a month is not known\n");
  }
  text.append(difference.model)
      .append(" then costs ")
      .append(model::Dollars(difference.monthly))
      .append(" a month at the load and counts that it states");
  if (difference.formerly) {
    text.append(", before ").append(model::Dollars(*difference.formerly));
  }
  return text.append("\n");
}

std::string DifferencesJson(const std::vector<ModelDifference>& differences) {
  std::string text;
  JsonWriter writer(text);
  writer.BeginObject();
  writer.Name("changes");
  writer.BeginArray();
  for (const ModelDifference& difference : differences) {
    for (const TableChange& change : difference.tables) ChangeJson(change, "table", writer);
    for (const model::DesignChange& change : difference.design) {
      ChangeJson(change, "subject", writer);
    }
  }
  writer.EndArray();
  writer.Name("models");
  writer.BeginArray();
  for (const ModelDifference& difference : differences) {
    writer.BeginObject();
    writer.Name("model");
    writer.String(difference.model);
    Amount("monthly_dollars", difference.monthly, writer);
    if (difference.formerly) Amount("monthly_dollars_before", *difference.formerly, writer);
    writer.EndObject();
  }
  writer.EndArray();
  writer.EndObject();
  return text;
}

}  // namespace trestle
