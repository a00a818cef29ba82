#include "side_by_side.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <barrier>
#include <chrono>
#include <ctime>
#include <thread>

namespace trestle::bench {
namespace {

double CpuSecondsOfThisThread() {
  std::timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

template <class Measure>
double MedianOf(const std::vector<Turn>& turns, const Measure& measure) {
  std::vector<double> values;
  for (const Turn& turn : turns) values.push_back(measure(turn));
  return Median(std::move(values));
}

}  // namespace

Turn RunTurn(std::size_t threads, std::size_t count, const Side& side) {
  constexpr std::size_t kStretch = 256;
  const std::size_t stretches = (count / threads + kStretch - 1) / kStretch;
  std::barrier<> together(static_cast<std::ptrdiff_t>(threads));
  std::vector<Turn> turns(threads);
  std::vector<std::thread> running;
  for (std::size_t i = 0; i < threads; ++i) {
    running.emplace_back([&, i] {
      const std::size_t last = count * (i + 1) / threads;
      std::size_t first = count * i / threads;
      for (std::size_t stretch = 0; stretch < stretches; ++stretch) {
        const std::size_t end = stretch + 1 == stretches ? last : first + kStretch;
        side.prepare(first, end);
        together.arrive_and_wait();
        const double cpu = CpuSecondsOfThisThread();
        const auto start = std::chrono::steady_clock::now();
        side.run(first, end);
        turns[i].cpu_seconds += CpuSecondsOfThisThread() - cpu;
        together.arrive_and_wait();
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
        turns[i].seconds += taken.count();
        first = end;
      }
    });
  }
  for (std::thread& thread : running) thread.join();
  Turn turn{.seconds = turns.front().seconds};
  for (const Turn& one : turns) turn.cpu_seconds += one.cpu_seconds;
  return turn;
}

double Comparison::RawRate() const {
  return MedianOf(raw, [&](const Turn& turn) { return static_cast<double>(count) / turn.seconds; });
}
double Comparison::OurRate() const {
  return MedianOf(ours,
                  [&](const Turn& turn) { return static_cast<double>(count) / turn.seconds; });
}
double Comparison::RawCpuMicroseconds() const {
  return MedianOf(
      raw, [&](const Turn& turn) { return turn.cpu_seconds * 1e6 / static_cast<double>(count); });
}
double Comparison::OurCpuMicroseconds() const {
  return MedianOf(
      ours, [&](const Turn& turn) { return turn.cpu_seconds * 1e6 / static_cast<double>(count); });
}

std::vector<double> Comparison::Ratios() const {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < raw.size(); ++i) ratios.push_back(raw[i].seconds / ours[i].seconds);
  return ratios;
}

double Comparison::Ratio() const { return Median(Ratios()); }

double Comparison::CpuRatio() const {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < raw.size(); ++i) {
    ratios.push_back(raw[i].cpu_seconds / ours[i].cpu_seconds);
  }
  return Median(std::move(ratios));
}

std::string TextOf(const std::vector<Comparison>& comparisons) {
  std::string text = fmt::format("{:<48}{:>11}{:>11}{:>8}{:>10}{:>10}{:>8}  {}\n", "", "raw/s",
                                 "ours/s", "ratio", "raw cpu", "our cpu", "ratio", "by round");
  for (const Comparison& one : comparisons) {
    text +=
        fmt::format("{:<48}{:>11.0f}{:>11.0f}{:>8.2f}{:>7.2f} us{:>7.2f} us{:>8.2f}  {:.2f}\n",
                    one.name, one.RawRate(), one.OurRate(), one.Ratio(), one.RawCpuMicroseconds(),
                    one.OurCpuMicroseconds(), one.CpuRatio(), fmt::join(one.Ratios(), " "));
  }
  return text;
}

std::string JsonOf(const std::vector<Comparison>& comparisons) {
  std::vector<std::string> lines;
  for (const Comparison& one : comparisons) {
    lines.push_back(fmt::format(
        R"({{"name": "{}", "raw_per_second": {:.0f}, "our_per_second": {:.0f}, "ratio": {:.3f}, )"
        R"("raw_cpu_us": {:.3f}, "our_cpu_us": {:.3f}, "cpu_ratio": {:.3f}, )"
        R"("ratio_by_round": [{:.3f}]}})",
        one.name, one.RawRate(), one.OurRate(), one.Ratio(), one.RawCpuMicroseconds(),
        one.OurCpuMicroseconds(), one.CpuRatio(), fmt::join(one.Ratios(), ", ")));
  }
  return fmt::format("[{}]\n", fmt::join(lines, ",\n "));
}

}  // namespace trestle::bench
