#include <array>

#include "base/quantity.h"
#include "model/condition_text.h"
#include "model/messages.h"
#include "model/read_parts.h"
#include "model/shapes.h"
#include "model/where_text.h"

namespace trestle::model {
namespace {

constexpr std::array<Choice<PatternKind>, 9> kPatternKinds = {
    {{"get", PatternKind::kGet},
     {"query", PatternKind::kQuery},
     {"scan", PatternKind::kScan},
     {"batch_get", PatternKind::kBatchGet},
     {"put", PatternKind::kPut},
     {"update", PatternKind::kUpdate},
     {"delete", PatternKind::kDelete},
     {"batch_write", PatternKind::kBatchWrite},
     {"transact", PatternKind::kTransact}}};
constexpr std::int64_t kMostItemsInPage = 10'000;

std::optional<double> RateOf(Fields& fields, Problems& problems) {
  const Node* node = fields.Take("rate");
  if (node == nullptr) return std::nullopt;
  if (node->kind != Node::Kind::kText) return fields.Real("rate");
  const auto rate = ParseRate(node->text);
  if (!rate) problems.Add(node->place, messages::NotARate(node->text));
  return rate;
}

std::optional<FanOut> FanOutOf(Fields& fields, Problems& problems) {
  const Node* node = fields.Table("fan_out");
  if (node == nullptr) return std::nullopt;
  static constexpr std::array<Choice<FanOut::By>, 3> kBy = {
      {{"day", FanOut::By::kDay}, {"month", FanOut::By::kMonth}, {"value", FanOut::By::kValue}}};
  Fields inner(*node, "fan_out", problems);
  FanOut fan_out;
  fan_out.parameter = inner.RequiredText("parameter");
  fan_out.by = inner.OneOf<FanOut::By>("by", kBy).value_or(FanOut::By::kDay);
  if (fan_out.by == FanOut::By::kValue) {
    fan_out.list = inner.RequiredText("list");
  } else {
    fan_out.from = inner.RequiredText("from");
    fan_out.to = inner.RequiredText("to");
  }
  inner.Done();
  return fan_out;
}

std::optional<GeoSearch> GeoOf(Fields& fields, Problems& problems) {
  const Node* node = fields.Table("geo");
  if (node == nullptr) return std::nullopt;
  Fields inner(*node, "geo", problems);
  GeoSearch geo;
  geo.attribute = inner.RequiredText("attribute");
  geo.around = inner.RequiredText("around");
  geo.radius = inner.RequiredText("radius");
  geo.precision = static_cast<int>(inner.Integer("precision", 1, 12).value_or(6));
  inner.Done();
  return geo;
}

void ReadWhere(Fields& fields, Pattern& pattern, Problems& problems) {
  const Node* where = fields.Take("where");
  pattern.where_text = fields.Text("where");
  pattern.where_place = fields.PlaceOf("where");
  if (where == nullptr || where->kind != Node::Kind::kText) return;
  pattern.where_place = where->text_place;
  pattern.where = ParseWhere(where->text, where->text_place, problems);
}

}  // namespace

Pattern ReadPattern(const Node& node, Problems& problems) {
  Fields fields(node, "pattern " + node.key, problems);
  Pattern pattern;
  pattern.name = node.key;
  pattern.place = node.key_place;
  pattern.title = fields.Text("title");
  pattern.source_line = fields.SourceLine();
  pattern.accepted = AcceptedOf(fields);
  pattern.entities = fields.Texts("entities");
  if (const std::string entity = fields.Text("entity"); !entity.empty()) {
    pattern.entities.insert(pattern.entities.begin(), entity);
  }
  pattern.entities_place = fields.PlaceOf(fields.Take("entity") != nullptr ? "entity" : "entities");
  pattern.table = fields.Text("table");
  pattern.index = fields.Text("index");
  pattern.index_place = fields.PlaceOf("index");
  ReadWhere(fields, pattern, problems);
  pattern.filter = ConditionOf(fields, "filter", problems);
  static constexpr std::array<Choice<bool>, 2> kOrders = {
      {{"ascending", false}, {"descending", true}}};
  pattern.descending = fields.OneOf<bool>("order", kOrders).value_or(false);
  pattern.limit = fields.Integer("limit", 1, kMostItemsInPage).value_or(100);
  pattern.project = fields.Texts("project");
  pattern.project_place = fields.PlaceOf("project");
  pattern.consistent = fields.Boolean("consistent");
  pattern.count_only = fields.Boolean("count_only");
  pattern.parameters = ParametersOf(fields, problems);
  pattern.rate = RateOf(fields, problems);
  pattern.returns = fields.Real("returns");
  pattern.reads = fields.Real("reads");
  pattern.load = fields.Text("load");
  pattern.routes = RoutesOf(fields);
  pattern.transaction = fields.Text("transaction");
  pattern.fan_out = FanOutOf(fields, problems);
  pattern.geo = GeoOf(fields, problems);
  pattern.document_text = fields.Text("equal_to_document");
  const auto kind = fields.OneOf<PatternKind>("kind", kPatternKinds);
  pattern.kind = kind.value_or(pattern.where.empty() ? PatternKind::kScan : PatternKind::kQuery);
  if (!kind && !pattern.transaction.empty()) pattern.kind = PatternKind::kTransact;
  // Resolve, which knows the table's key, finds the gets.
  pattern.kind_given = kind.has_value();
  fields.Done();
  return pattern;
}

}  // namespace trestle::model
