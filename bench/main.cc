// Times the benchmarks (with Google Benchmark's own options), or runs one of them for valgrind to
// count its instructions: trestle_bench --list | --count NAME

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <string_view>

#include "bench_case.h"
#include "fixed_thread.h"

namespace trestle::bench {
namespace {

int List() {
  for (const Case& each : AllCases()) {
    std::printf("%s %d\n", std::string(each.name).c_str(), each.counted_laps);
  }
  return 0;
}

int Time(int argc, char** argv) {
  for (const Case& each : AllCases()) {
    benchmark::RegisterBenchmark(std::string(each.name).c_str(), each.run);
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}

int Count(std::string_view name) {
  const auto& cases = AllCases();
  const auto found = std::find_if(cases.begin(), cases.end(),
                                  [name](const Case& each) { return each.name == name; });
  if (found == cases.end()) {
    std::fprintf(stderr, "trestle_bench: no benchmark has this name; --list shows them\n");
    return 1;
  }
  Laps::counted_laps = found->counted_laps;
  benchmark::RegisterBenchmark(std::string(name).c_str(), found->run)
      ->Iterations(kWarmLaps + found->counted_laps);
  RunInFixedThread([] { benchmark::RunSpecifiedBenchmarks(); });
  return 0;
}

}  // namespace
}  // namespace trestle::bench

int main(int argc, char** argv) {
  const std::string_view first = argc > 1 ? argv[1] : "";
  if (first == "--list") return trestle::bench::List();
  if (first == "--count" && argc == 3) return trestle::bench::Count(argv[2]);
  return trestle::bench::Time(argc, argv);
}
