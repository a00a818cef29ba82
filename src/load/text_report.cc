#include "load/text_report.h"

#include <algorithm>
#include <cstdio>
#include <thread>

#include "load/figures.h"
#include "load/latency_chart.h"
#include "load/summary.h"
#include "load/text_table.h"

namespace trestle::load {
namespace {

constexpr double kBusyGenerator = 0.9;  // of its threads' time: the figures are then its own

Nanoseconds AsLatency(double nanoseconds) {
  return Nanoseconds(static_cast<std::int64_t>(nanoseconds));
}

std::string Plural(std::uint64_t count, const std::string& noun) {
  return Grouped(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string Heading(const BenchOptions& options, const BenchResult& result) {
  const RoundOptions& round = options.round;
  std::string text;
  for (std::size_t i = 0; i < result.endpoints.size(); ++i) {
    const EndpointResult& endpoint = result.endpoints[i];
    if (result.endpoints.size() > 1) text += LetterOf(i) + "  ";
    text +=
        endpoint.url + "   table " + endpoint.table + (options.keep_table ? " (kept)" : "") + "\n";
  }
  text += Plural(round.contents.items, "item") + " of " + Grouped(round.contents.item_bytes) +
          " bytes, one index; mix " + round.mix.ToString() + "; keys " + round.skew.ToString() +
          "\n" + Plural(round.connections, "connection") + " on " +
          Plural(round.threads, "thread") + "; " +
          (round.rate > 0 ? GroupedRate(round.rate) + " requests/s asked for"
                          : std::string("as fast as answers come")) +
          "; " + Plural(options.rounds, "round") + " of " + DurationText(round.duration) +
          " after " + DurationText(round.warm_up) + " of warm-up\n";
  return text;
}

std::vector<std::string> Figures(const Summary& summary, const Tally& tally) {
  std::vector<std::string> cells = {GroupedRate(summary.requests_per_second)};
  for (const double latency : {summary.p50, summary.p90, summary.p99, summary.p999, summary.max}) {
    cells.push_back(tally.succeeded() == 0 ? "-" : LatencyText(AsLatency(latency)));
  }
  cells.push_back(Grouped(tally.failed()));
  return cells;
}

std::vector<Row> RowsOf(const BenchResult& result) {
  std::vector<Row> rows;
  for (const Workload workload : SentWorkloads(result)) rows.emplace_back(workload);
  if (rows.size() != 1) rows.emplace_back(std::nullopt);
  return rows;
}

std::string NameOfRow(Row row) { return row ? std::string(NameOf(*row)) : "total"; }

std::string TableOfOne(const BenchResult& result) {
  TextTable table(1);
  table.AddRow({"operation", "requests/s", "p50", "p90", "p99", "p99.9", "max", "errors"});
  const EndpointResult& endpoint = result.endpoints.front();
  for (const Row row : RowsOf(result)) {
    std::vector<std::string> cells = {NameOfRow(row)};
    for (std::string& figure : Figures(MedianSummary(endpoint, row), TallyOf(endpoint, row))) {
      cells.push_back(std::move(figure));
    }
    table.AddRow(std::move(cells));
  }
  return table.ToString();
}

std::string TableOfComparison(const BenchResult& result) {
  TextTable table(2);
  table.AddRow({"operation", "", "requests/s", "p50", "p90", "p99", "p99.9", "max", "errors",
                "rate to A", "p50 to A", "p99 to A"});
  for (const Row row : RowsOf(result)) {
    for (std::size_t i = 0; i < result.endpoints.size(); ++i) {
      const EndpointResult& endpoint = result.endpoints[i];
      std::vector<std::string> cells = {i == 0 ? NameOfRow(row) : "", LetterOf(i)};
      for (std::string& figure : Figures(MedianSummary(endpoint, row), TallyOf(endpoint, row))) {
        cells.push_back(std::move(figure));
      }
      for (double Summary::*figure :
           {&Summary::requests_per_second, &Summary::p50, &Summary::p99}) {
        if (i > 0) {
          cells.push_back(RatioText(MedianRatio(endpoint, result.endpoints[0], row, figure)));
        }
      }
      table.AddRow(std::move(cells));
    }
  }
  return table.ToString();
}

std::string ErrorLines(const EndpointResult& endpoint) {
  std::string text;
  for (std::size_t i = 0; i < kWorkloadCount; ++i) {
    const auto workload = static_cast<Workload>(i);
    for (const auto& error : TallyOf(endpoint, workload).errors) {
      text += "  " + Grouped(error.second) + " x " + std::string(NameOf(workload)) + ": " +
              error.first + "\n";
    }
  }
  return text;
}

struct Generator {
  double busy = 0;  // share of its threads' time
  double micros_per_request = 0;
};

Generator GeneratorOf(const EndpointResult& endpoint, std::size_t threads) {
  double used = 0, measured = 0;
  for (const RoundResult& round : endpoint.rounds) {
    used += round.generator_seconds;
    measured += round.seconds;
  }
  const Tally total = TallyOf(endpoint, std::nullopt);
  const auto requests = static_cast<double>(total.succeeded() + total.failed());
  return {.busy = measured > 0 ? used / (measured * static_cast<double>(threads)) : 0,
          .micros_per_request = requests > 0 ? used / requests * 1e6 : 0};
}

std::string FootOf(const BenchOptions& options, const EndpointResult& endpoint) {
  const Tally total = TallyOf(endpoint, std::nullopt);
  double seconds = 0;
  std::uint64_t unsent = 0;
  for (const RoundResult& round : endpoint.rounds) {
    seconds += round.seconds;
    unsent += round.unsent;
  }
  const Generator generator = GeneratorOf(endpoint, options.round.threads);
  char text[200];
  std::snprintf(
      text, sizeof text,
      "sent %s/s, received %s/s; the generator used %.1f µs a request, %.0f %% of its time\n",
      BytesText(static_cast<double>(total.bytes_sent) / seconds).c_str(),
      BytesText(static_cast<double>(total.bytes_received) / seconds).c_str(),
      generator.micros_per_request, generator.busy * 100);
  std::string foot = text;
  if (unsent > 0) {
    foot += "the rate was not reached: " + Plural(unsent, "request") +
            " due could not be sent, so latencies are too good\n";
  }
  if (generator.busy > kBusyGenerator) {
    foot += "the generator itself is at its limit: the figures are its own, try more --threads\n";
  }
  return foot;
}

}  // namespace

std::string TextReport(const BenchOptions& options, const BenchResult& result) {
  std::string text = Heading(options, result) + "\n";
  const bool comparing = result.endpoints.size() > 1;
  text += comparing ? TableOfComparison(result) : TableOfOne(result);
  if (options.rounds > 1) {
    text += comparing
                ? "medians of the rounds (max: the largest); a ratio is the median of the rounds' "
                  "ratios\n"
                : "medians of the rounds (max: the largest)\n";
  }
  for (std::size_t i = 0; i < result.endpoints.size(); ++i) {
    const EndpointResult& endpoint = result.endpoints[i];
    if (endpoint.rounds.empty()) continue;
    text += comparing ? "\n" + LetterOf(i) + "  " + endpoint.url + "\n" : "\n";
    const Histogram latency = TallyOf(endpoint, std::nullopt).latency;
    if (latency.count() > 0) text += "latency of all requests\n" + LatencyChart(latency);
    const std::string errors = ErrorLines(endpoint);
    if (!errors.empty()) text += "errors\n" + errors;
    text += FootOf(options, endpoint);
  }
  if (result.interrupted) text += "interrupted: these figures are of a shorter run\n";
  return text;
}

}  // namespace trestle::load
