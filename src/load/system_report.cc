#include "load/system_report.h"

#include <cstdio>

#include "load/figures.h"
#include "load/json_output.h"
#include "load/latency_chart.h"
#include "load/summary.h"
#include "load/text_table.h"

namespace trestle::load {
namespace {

std::string RateOfRequest(double rate) {
  char text[40];
  std::snprintf(text, sizeof text, rate < 1 ? "%.3f" : "%.1f", rate);
  return text;
}

std::vector<std::string> RowOf(const std::string& name, double rate, const ScriptTally& tally) {
  const Histogram& latency = tally.tally.latency;
  std::vector<std::string> cells = {name, RateOfRequest(rate), Grouped(latency.count())};
  for (const double share : {0.5, 0.99}) {
    cells.push_back(latency.count() == 0 ? "-" : LatencyText(latency.Percentile(share)));
  }
  cells.push_back(latency.count() == 0 ? "-" : LatencyText(latency.Max()));
  cells.push_back(Grouped(tally.conflicts));
  cells.push_back(Grouped(tally.tally.failed()));
  return cells;
}

void WriteScriptTally(double rate, const ScriptTally& tally, double seconds, JsonOutput& out) {
  out.Member("rate", rate);
  out.Member("conflicts", tally.conflicts);
  WriteTally(tally.tally, out);
  WriteSummary(Summarise(tally.tally, seconds), out);
}

}  // namespace

std::string SystemTextReport(const SystemBenchOptions& options, const SystemBenchResult& result) {
  const std::vector<ScriptRequest>& requests = options.script.requests;
  const double scale = options.run.rate / options.script.Rate();
  std::string text = options.endpoint.url() + "   system " + options.system + "\n" +
                     GroupedRate(options.run.rate) + " requests/s on " +
                     Grouped(options.run.connections) + " connections for " +
                     DurationText(options.run.duration) + " after " +
                     DurationText(options.run.warm_up) + " of warm-up\n\n";
  TextTable table(1);
  table.AddRow({"operation", "asked/s", "requests", "p50", "p99", "max", "conflicts", "errors"});
  for (std::size_t i = 0; i < requests.size(); ++i) {
    table.AddRow(RowOf(requests[i].name, requests[i].rate * scale, result.tallies[i]));
  }
  const ScriptTally total = result.Total();
  table.AddRow(RowOf("total", options.run.rate, total));
  text += table.ToString();
  if (total.tally.succeeded() > 0) {
    text += "\nlatency of all requests\n" + LatencyChart(total.tally.latency);
  }
  if (total.tally.failed() > 0) text += "errors\n";
  for (std::size_t i = 0; i < requests.size(); ++i) {
    for (const auto& [error, count] : result.tallies[i].tally.errors) {
      text += "  " + Grouped(count) + " x " + requests[i].name + ": " + error + "\n";
    }
  }
  if (result.figures.unsent > 0) {
    text += "the rate was not reached: " + Grouped(result.figures.unsent) +
            " requests due could not be sent, so latencies are too good\n";
  }
  if (result.interrupted) text += "interrupted: these figures are of a shorter run\n";
  return text;
}

std::string SystemJsonReport(const SystemBenchOptions& options, const SystemBenchResult& result) {
  const std::vector<ScriptRequest>& requests = options.script.requests;
  const double scale = options.run.rate / options.script.Rate();
  JsonOutput out;
  out.Open('{');
  out.Name("settings");
  out.Open('{');
  out.Member("system", options.system);
  out.Member("rate", options.run.rate);
  out.Member("connections", std::uint64_t{options.run.connections});
  out.Member("threads", std::uint64_t{options.threads});
  out.Member("duration_seconds", Seconds(options.run.duration));
  out.Member("warm_up_seconds", Seconds(options.run.warm_up));
  out.Member("seed", options.seed);
  out.Close('}');
  out.Name("interrupted");
  out.Raw(result.interrupted ? "true" : "false");
  out.Member("url", options.endpoint.url());
  out.Member("seconds", result.figures.seconds);
  out.Member("unsent", result.figures.unsent);
  out.Member("generator_cpu_seconds", result.figures.generator_seconds);
  out.Name("total");
  out.Open('{');
  WriteScriptTally(options.run.rate, result.Total(), result.figures.seconds, out);
  out.Close('}');
  out.Name("operations");
  out.Open('{');
  for (std::size_t i = 0; i < requests.size(); ++i) {
    out.Name(requests[i].name);
    out.Open('{');
    WriteScriptTally(requests[i].rate * scale, result.tallies[i], result.figures.seconds, out);
    out.Close('}');
  }
  out.Close('}');
  out.Close('}');
  return out.Take() + "\n";
}

}  // namespace trestle::load
