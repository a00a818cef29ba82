#include "load/json_report.h"

#include "load/json_output.h"
#include "load/summary.h"

namespace trestle::load {
namespace {

void WriteSettings(const BenchOptions& options, JsonOutput& out) {
  const RoundOptions& round = options.round;
  out.Name("settings");
  out.Open('{');
  out.Member("mix", round.mix.ToString());
  out.Member("items", round.contents.items);
  out.Member("item_bytes", std::uint64_t{round.contents.item_bytes});
  out.Member("skew", round.skew.ToString());
  out.Member("connections", std::uint64_t{round.connections});
  out.Member("threads", std::uint64_t{round.threads});
  out.Name("rate");
  if (round.rate > 0) {
    out.Number(round.rate);
  } else {
    out.Raw("null");
  }
  out.Member("duration_seconds", Seconds(round.duration));
  out.Member("warm_up_seconds", Seconds(round.warm_up));
  out.Member("rounds", options.rounds);
  out.Member("seed", round.seed);
  out.Close('}');
}

// Calls `write` inside an object for the total and for each kind of request that was sent.
template <class Write>
void WriteRows(const BenchResult& result, JsonOutput& out, const Write& write) {
  out.Name("total");
  out.Open('{');
  write(Row());
  out.Close('}');
  out.Name("operations");
  out.Open('{');
  for (const Workload workload : SentWorkloads(result)) {
    out.Name(NameOf(workload));
    out.Open('{');
    write(Row(workload));
    out.Close('}');
  }
  out.Close('}');
}

void WriteHistogram(const Histogram& histogram, JsonOutput& out) {
  out.Name("histogram");
  out.Open('[');
  for (std::size_t i = 0; i < Histogram::kBuckets; ++i) {
    const Histogram::Bucket bucket = histogram.At(i);
    if (bucket.count == 0) continue;
    out.Open('[');
    out.Number(static_cast<double>(bucket.low.count()) / 1e3);
    out.Number(static_cast<double>(bucket.high.count()) / 1e3);
    out.Raw(std::to_string(bucket.count));
    out.Close(']');
  }
  out.Close(']');
}

void WriteRound(const RoundResult& round, const BenchResult& result, JsonOutput& out) {
  out.Open('{');
  out.Member("seconds", round.seconds);
  out.Member("unsent", round.unsent);
  out.Member("generator_cpu_seconds", round.generator_seconds);
  out.Name("requests_each_second");
  out.Open('[');
  for (const std::uint64_t requests : round.per_second) out.Raw(std::to_string(requests));
  out.Close(']');
  WriteRows(result, out, [&](Row row) {
    const Tally tally = TallyOf(round, row);
    WriteTally(tally, out);
    WriteSummary(Summarise(tally, round.seconds), out);
    if (!row) WriteHistogram(tally.latency, out);
  });
  out.Close('}');
}

void WriteRatios(const EndpointResult& endpoint, const EndpointResult& base, Row row,
                 JsonOutput& out) {
  out.Member("requests_per_second",
             MedianRatio(endpoint, base, row, &Summary::requests_per_second));
  out.Member("p50", MedianRatio(endpoint, base, row, &Summary::p50));
  out.Member("p99", MedianRatio(endpoint, base, row, &Summary::p99));
}

void WriteEndpoint(const EndpointResult& endpoint, const BenchResult& result, JsonOutput& out) {
  out.Open('{');
  out.Member("url", endpoint.url);
  out.Member("table", endpoint.table);
  out.Name("median");
  out.Open('{');
  WriteRows(result, out, [&](Row row) { WriteSummary(MedianSummary(endpoint, row), out); });
  out.Close('}');
  if (&endpoint != &result.endpoints.front()) {
    out.Name("ratio");
    out.Open('{');
    WriteRows(result, out,
              [&](Row row) { WriteRatios(endpoint, result.endpoints.front(), row, out); });
    out.Close('}');
  }
  out.Name("rounds");
  out.Open('[');
  for (const RoundResult& round : endpoint.rounds) WriteRound(round, result, out);
  out.Close(']');
  out.Close('}');
}

}  // namespace

std::string JsonReport(const BenchOptions& options, const BenchResult& result) {
  JsonOutput out;
  out.Open('{');
  WriteSettings(options, out);
  out.Name("interrupted");
  out.Raw(result.interrupted ? "true" : "false");
  out.Name("endpoints");
  out.Open('[');
  for (const EndpointResult& endpoint : result.endpoints) WriteEndpoint(endpoint, result, out);
  out.Close(']');
  out.Close('}');
  return out.Take() + "\n";
}

}  // namespace trestle::load
