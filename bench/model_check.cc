// How long it takes to read and to check model files: model_check_bench FILE...
// Prints medians of processor time, and fails where checking one takes longer than people wait for.

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "model/check.h"
#include "model/read.h"

namespace {

constexpr int kRounds = 15;
constexpr double kMostMilliseconds = 50;

template <class Work>
double MedianMilliseconds(Work work) {
  std::vector<double> times;
  for (int round = 0; round < kRounds; ++round) {
    const std::clock_t begin = std::clock();
    work();
    times.push_back(1000.0 * static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
  }
  std::nth_element(times.begin(), times.begin() + kRounds / 2, times.end());
  return times[kRounds / 2];
}

}  // namespace

int main(int argc, char** argv) {
  int failed = argc < 2 ? 2 : 0;
  for (int i = 1; i < argc; ++i) {
    std::ifstream file(argv[i], std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    const trestle::model::Reading reading = trestle::model::ReadModel(text, argv[i]);
    if (!reading.problems.empty()) {
      fmt::print(stderr, "{}: {}\n", argv[i], reading.problems.front().message);
      return 2;
    }
    std::size_t found = 0;
    const double read = MedianMilliseconds([&] { trestle::model::ReadModel(text, argv[i]); });
    const double check =
        MedianMilliseconds([&] { found = trestle::model::Check(reading.model).all.size(); });
    fmt::print("{}: {} lines, read in {:.2f} ms, checked in {:.2f} ms, {} findings\n", argv[i],
               std::count(text.begin(), text.end(), '\n'), read, check, found);
    if (check > kMostMilliseconds) failed = 1;
  }
  if (failed == 1) fmt::print(stderr, "a check took more than {} ms\n", kMostMilliseconds);
  return failed;
}
