#include "load/json_report.h"

#include <cstdio>
#include <string_view>

#include "load/summary.h"

namespace trestle::load {
namespace {

// Writes members one after the other; the caller keeps the nesting.
class JsonText {
 public:
  void Open(char bracket) {
    Separate();
    text_.push_back(bracket);
    first_ = true;
  }
  void Close(char bracket) {
    text_.push_back(bracket);
    first_ = false;
  }
  void Name(std::string_view name) {
    Text(name);
    text_.append(": ");
    first_ = true;
  }
  void Text(std::string_view value) {
    Separate();
    text_.push_back('"');
    for (const char c : value) {
      if (c == '"' || c == '\\') text_.push_back('\\');
      // Control characters can only come from a server's answer and mean nothing there.
      text_.push_back(static_cast<unsigned char>(c) < 0x20 ? ' ' : c);
    }
    text_.push_back('"');
  }
  void Number(double value) {
    Separate();
    char digits[40];
    std::snprintf(digits, sizeof digits, "%.10g", value);
    text_.append(digits);
  }
  void Raw(std::string_view literal) {
    Separate();
    text_.append(literal);
  }
  void Member(std::string_view name, std::string_view value) {
    Name(name);
    Text(value);
  }
  void Member(std::string_view name, double value) {
    Name(name);
    Number(value);
  }
  void Member(std::string_view name, std::uint64_t value) {
    Name(name);
    Raw(std::to_string(value));
  }
  std::string Take() { return std::move(text_); }

 private:
  void Separate() {
    if (!first_) text_.append(", ");
    first_ = false;
  }

  std::string text_;
  bool first_ = true;
};

void WriteSettings(const BenchOptions& options, JsonText& out) {
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

void WriteSummary(const Summary& summary, JsonText& out) {
  out.Member("requests_per_second", summary.requests_per_second);
  out.Member("mean_us", summary.mean / 1e3);
  out.Member("p50_us", summary.p50 / 1e3);
  out.Member("p90_us", summary.p90 / 1e3);
  out.Member("p99_us", summary.p99 / 1e3);
  out.Member("p999_us", summary.p999 / 1e3);
  out.Member("max_us", summary.max / 1e3);
}

void WriteTally(const Tally& tally, JsonText& out) {
  out.Member("requests", tally.succeeded());
  out.Member("error_count", tally.failed());
  out.Name("errors");
  out.Open('{');
  for (const auto& error : tally.errors) out.Member(error.first, error.second);
  out.Close('}');
  out.Member("bytes_sent", tally.bytes_sent);
  out.Member("bytes_received", tally.bytes_received);
}

// Calls `write` inside an object for the total and for each kind of request that was sent.
template <class Write>
void WriteRows(const BenchResult& result, JsonText& out, const Write& write) {
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

void WriteHistogram(const Histogram& histogram, JsonText& out) {
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

void WriteRound(const RoundResult& round, const BenchResult& result, JsonText& out) {
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
                 JsonText& out) {
  out.Member("requests_per_second",
             MedianRatio(endpoint, base, row, &Summary::requests_per_second));
  out.Member("p50", MedianRatio(endpoint, base, row, &Summary::p50));
  out.Member("p99", MedianRatio(endpoint, base, row, &Summary::p99));
}

void WriteEndpoint(const EndpointResult& endpoint, const BenchResult& result, JsonText& out) {
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
  JsonText out;
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
