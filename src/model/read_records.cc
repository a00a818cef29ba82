#include "model/messages.h"
#include "model/read_parts.h"
#include "model/shapes.h"

// The parts of a file that nothing else refers to: alarms, samples, tests and figures.
namespace trestle::model {

bool IsPercentile(std::string_view text) {
  return text.size() >= 2 && text.size() <= 6 && text[0] == 'p' &&
         text.find_first_not_of("0123456789.", 1) == std::string_view::npos &&
         text.find_first_of("0123456789") == 1;
}

bool IsStatistic(std::string_view text) {
  return text == "sum" || text == "average" || text == "minimum" || text == "maximum" ||
         IsPercentile(text);
}

Alarm ReadAlarm(const Node& node, Problems& problems) {
  Fields fields(node, "alarm " + node.key, problems);
  Alarm alarm;
  alarm.name = node.key;
  alarm.place = node.key_place;
  alarm.metric = fields.RequiredText("metric");
  if (const Node* statistic = fields.Take("statistic")) {
    alarm.statistic = fields.Text("statistic");
    if (!IsStatistic(alarm.statistic)) {
      problems.Add(statistic->place, messages::NotAStatistic(alarm.statistic));
    }
  }
  alarm.table = fields.Text("table");
  alarm.index = fields.Text("index");
  if (node.Find("above") == nullptr) fields.RequiredText("above");
  alarm.above = fields.Real("above").value_or(0);
  alarm.period = fields.Span("period").value_or(alarm.period);
  fields.Done();
  return alarm;
}

Sample ReadSample(const Node& node, Problems& problems) {
  Fields fields(node, "a sample", problems);
  Sample sample;
  sample.place = node.place;
  sample.entity = fields.RequiredText("entity");
  if (const Node* values = fields.Table("values")) sample.values = ItemOf(*values, problems);
  sample.source_line = fields.SourceLine();
  fields.Done();
  return sample;
}

PatternTest ReadTest(const Node& node, Problems& problems) {
  Fields fields(node, "a test", problems);
  PatternTest test;
  test.place = node.place;
  test.pattern = fields.RequiredText("pattern");
  if (const Node* arguments = fields.Table("with")) test.arguments = ItemOf(*arguments, problems);
  for (const Node& item : fields.List("expect")) {
    if (item.kind == Node::Kind::kTable) {
      test.expect.push_back(ItemOf(item, problems));
    } else {
      problems.Add(item.place, messages::WrongKind("expect", "a list of tables"));
    }
  }
  test.count = fields.Integer("count", 0);
  fields.Done();
  return test;
}

Claim ReadClaim(const Node& node, Problems& problems) {
  Fields fields(node, "a claim", problems);
  Claim claim;
  claim.place = node.place;
  claim.what = fields.RequiredText("what");
  claim.pattern = fields.Text("pattern");
  claim.table = fields.Text("table");
  claim.read_units = fields.Real("read_units");
  claim.write_units = fields.Real("write_units");
  claim.monthly_dollars = fields.Real("monthly_dollars");
  claim.cells = fields.Real("cells");
  claim.storage_gb = fields.Real("storage_gb");
  claim.million_reads = fields.Real("million_reads");
  claim.million_writes = fields.Real("million_writes");
  claim.radius_km = fields.Real("radius_km");
  claim.precision = static_cast<int>(fields.Integer("precision", 1, 12).value_or(claim.precision));
  claim.source_line = fields.SourceLine();
  fields.Done();
  return claim;
}

StatedLoad ReadLoad(const Node& node, Problems& problems) {
  Fields fields(node, "a load", problems);
  StatedLoad load;
  load.place = node.place;
  load.name = fields.RequiredText("name");
  load.reads = fields.Real("reads").value_or(0);
  load.writes = fields.Real("writes").value_or(0);
  load.read_size = fields.Size("read_size").value_or(load.read_size);
  load.write_size = fields.Size("write_size").value_or(load.write_size);
  load.consistent = fields.Boolean("consistent");
  load.monthly_dollars = fields.Real("monthly_dollars");
  load.source_line = fields.SourceLine();
  fields.Done();
  return load;
}

}  // namespace trestle::model
