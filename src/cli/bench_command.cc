#include "cli/bench_command.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <thread>

#include "base/clock.h"
#include "cli/command.h"
#include "cli/interruption.h"
#include "cli/system_bench.h"
#include "cli/system_serving.h"
#include "load/bench.h"
#include "load/json_report.h"
#include "load/request_bodies.h"
#include "load/summary.h"
#include "load/text_report.h"

namespace trestle {
namespace {

std::string Footer() {
  return "Workloads: " + load::WorkloadNames() +
         "\n"
         "  batchget asks for 25 items, query and gsiquery for 20, scan for a page of 100; update\n"
         "  counts on a condition, put adds new items, delete removes what put added, transact\n"
         "  makes 4 actions.\n"
         "Named mixes:\n" +
         load::NamedMixes() +
         "Examples:\n"
         "  trestle bench --mix reads --connections 16 --duration 30s\n"
         "  trestle bench --mix get --rate 20000 --skew zipf\n"
         "  trestle bench --endpoint http://127.0.0.1:8000 --compare http://127.0.0.1:8001\n"
         "  trestle bench --system hotel --duration 60s\n"
         "A system (" +
         SystemNames() +
         ") is loaded over REST, at the rates of its model or at a\n"
         "--rate in all, where a server serves it: trestle serve --system hotel --seed-demo.\n"
         "Otherwise the bench makes a table of its own, fills it and deletes it at the end, also "
         "after "
         "Ctrl-C.";
}

// A check that leaves the help text alone; a number outside is refused by a line that says the
// range.
template <class Number>
CLI::Validator Between(Number low, Number high) {
  return CLI::Range(low, high).description("");
}

void AddWork(CLI::App& bench, BenchArguments& arguments) {
  bench
      .add_option("--mix", arguments.mix,
                  "What to send: a workload, a named mix, or weights like get=50,put=50")
      ->type_name("MIX")
      ->capture_default_str();
  bench.add_option("--items", arguments.items, "Items to fill the table with")
      ->type_name("N")
      ->check(Between(load::kMinItems, std::uint64_t{1'000'000'000}))
      ->capture_default_str();
  bench.add_option("--item-bytes", arguments.item_bytes, "Size of an item")
      ->type_name("N")
      ->capture_default_str();
  bench
      .add_option("--skew", arguments.skew,
                  "Which items are asked for: uniform, zipf or zipf:EXPONENT")
      ->type_name("SKEW")
      ->capture_default_str();
  bench.add_option("--seed", arguments.seed, "The same seed draws the same requests")
      ->type_name("N")
      ->capture_default_str();
}

void AddLoad(CLI::App& bench, BenchArguments& arguments) {
  bench.add_option("--connections", arguments.connections, "Connections, one request on each")
      ->type_name("N")
      ->check(Between(1, 100'000))
      ->capture_default_str();
  bench.add_option("--threads", arguments.threads, "Threads that send; 0 means half of the cores")
      ->type_name("N")
      ->check(Between(0, 1024))
      ->capture_default_str();
  bench
      .add_option("--rate", arguments.rate,
                  "Requests due each second, whether answers come or not; without it, as many as "
                  "answers allow")
      ->type_name("N")
      ->check(Between(0.001, 1e8));
  bench.add_option("--duration", arguments.duration, "Measured time of a round: 500ms, 10s, 2m")
      ->type_name("TIME")
      ->capture_default_str();
  bench.add_option("--warm-up", arguments.warm_up, "Time before it that is not measured")
      ->type_name("TIME")
      ->capture_default_str();
  bench
      .add_option("--rounds", arguments.rounds,
                  "Rounds to take medians of; by default 3 to compare, otherwise 1")
      ->type_name("N")
      ->check(Between(1, 1000));
}

void AddPlace(CLI::App& bench, BenchArguments& arguments) {
  bench.add_option("--endpoint", arguments.endpoint, "The server to load")
      ->type_name("URL")
      ->capture_default_str();
  bench
      .add_option("--compare", arguments.compare,
                  "More servers: all run in turn, round by round, with ratios to --endpoint")
      ->type_name("URL");
  bench
      .add_option("--table", arguments.table,
                  "Name of the table to make; by default trestle-bench-RANDOM")
      ->type_name("NAME")
      ->check([](const std::string& name) {
        const bool plain = name.find_first_not_of(
                               "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUV"
                               "WXYZ0123456789_.-") == std::string::npos;
        return plain && name.size() >= 3 && name.size() <= 253
                   ? std::string()
                   : "'" + name + "' is not a table's name: 3 to 253 of a-z A-Z 0-9 _ . -";
      });
  bench.add_flag("--keep-table", arguments.keep_table, "Leave the table when done");
  bench
      .add_option("--system", arguments.system, "Load a system that the server serves, not a table")
      ->type_name("NAME");
  bench.add_option("--format", arguments.format, "text, or json: one document on standard output")
      ->type_name("FORMAT")
      ->check(CLI::IsMember({"text", "json"}))
      ->capture_default_str();
}

void AddCaller(CLI::App& bench, BenchArguments& arguments) {
  bench.add_option("--region", arguments.region, "Region to sign for")
      ->type_name("NAME")
      ->envname("AWS_REGION")
      ->capture_default_str();
  bench.add_option("--access-key", arguments.access_key, "Access key to sign with")
      ->type_name("KEY")
      ->envname("AWS_ACCESS_KEY_ID")
      ->capture_default_str();
  bench
      .add_option("--secret-key", arguments.secret_key,
                  "Its secret; by default that of AWS's documented example")
      ->type_name("KEY")
      ->envname("AWS_SECRET_ACCESS_KEY");
  bench.add_option("--session-token", arguments.session_token, "Token of temporary credentials")
      ->type_name("TOKEN")
      ->envname("AWS_SESSION_TOKEN");
}

// What says how a table is loaded says nothing about a system.
void SeparateSystemAndTable(CLI::App& bench) {
  for (const char* const option : {"--compare", "--table", "--keep-table", "--mix", "--items",
                                   "--item-bytes", "--skew", "--rounds"}) {
    bench.get_option("--system")->excludes(bench.get_option(option));
  }
}

Result<load::BenchOptions> OptionsOf(const BenchArguments& arguments) {
  TRESTLE_TRY(const load::Mix mix, load::Mix::Parse(arguments.mix));
  TRESTLE_TRY(const load::Skew skew, load::Skew::Parse(arguments.skew));
  TRESTLE_TRY(const load::Nanoseconds duration, load::ParseDuration(arguments.duration));
  TRESTLE_TRY(const load::Nanoseconds warm_up, load::ParseDuration(arguments.warm_up));
  load::BenchOptions options = {
      .endpoints = {},
      .table = arguments.table,
      .caller = {.credentials = {arguments.access_key, arguments.secret_key,
                                 arguments.session_token},
                 .region = arguments.region},
      .round = {.mix = mix,
                .contents = {.items = arguments.items, .item_bytes = arguments.item_bytes},
                .skew = skew,
                .connections = arguments.connections,
                .threads = BenchThreads(arguments),
                .rate = arguments.rate,
                .warm_up = warm_up,
                .duration = duration,
                .seed = arguments.seed},
      .rounds = arguments.rounds,
      .keep_table = arguments.keep_table};
  if (options.rounds == 0) options.rounds = arguments.compare.empty() ? 1 : 3;
  TRESTLE_TRY(load::Endpoint first, load::Endpoint::Parse(arguments.endpoint));
  options.endpoints.push_back(std::move(first));
  for (const std::string& url : arguments.compare) {
    TRESTLE_TRY(load::Endpoint endpoint, load::Endpoint::Parse(url));
    options.endpoints.push_back(std::move(endpoint));
  }
  TRESTLE_RETURN_IF_ERROR(load::CheckOptions(options));
  return options;
}

// Every endpoint has answered something.
bool AllAnswered(const load::BenchResult& result) {
  return std::all_of(result.endpoints.begin(), result.endpoints.end(),
                     [](const load::EndpointResult& endpoint) {
                       return load::TallyOf(endpoint, std::nullopt).succeeded() > 0;
                     });
}

}  // namespace

std::size_t BenchThreads(const BenchArguments& arguments) {
  if (arguments.threads > 0) return arguments.threads;
  const std::size_t half = std::max(1u, std::thread::hardware_concurrency() / 2);
  return std::min(half, arguments.connections);
}

CLI::App* AddBench(CLI::App& app, BenchArguments& arguments) {
  CLI::App* bench =
      app.add_subcommand("bench", "Measure a DynamoDB endpoint, or several against each other");
  AddPlace(*bench, arguments);
  AddWork(*bench, arguments);
  AddLoad(*bench, arguments);
  AddCaller(*bench, arguments);
  SeparateSystemAndTable(*bench);
  bench->footer(Footer());
  return bench;
}

int Bench(const BenchArguments& arguments) {
  if (!arguments.system.empty()) return BenchSystem(arguments);
  const Result<load::BenchOptions> options = OptionsOf(arguments);
  if (!options) return Refuse(options.error(), kWrongUsage);
  const Interruption interruption;  // so that the table can be deleted
  const SystemClock clock;
  load::ProgressLine progress(stderr, isatty(STDERR_FILENO) == 1);
  const Result<load::BenchResult> result =
      load::RunBench(*options, clock, progress, interruption.flag());
  if (!result) return Refuse(result.error(), kFailed);
  const bool measured = !result->endpoints.front().rounds.empty();
  if (measured) {
    const std::string report = arguments.format == "json" ? load::JsonReport(*options, *result)
                                                          : load::TextReport(*options, *result);
    std::fwrite(report.data(), 1, report.size(), stdout);
  }
  if (result->interrupted) {
    if (!measured) std::fputs("trestle: interrupted before anything was measured\n", stderr);
    return Interruption::kExitCode;
  }
  return AllAnswered(*result) ? 0 : kFailed;
}

}  // namespace trestle
