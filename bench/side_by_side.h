#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

// Two ways of doing the same, measured by turns in one process.
namespace trestle::bench {

// Does the operations [begin, end) on one of the threads.
using Work = std::function<void(std::size_t begin, std::size_t end)>;

// What one turn took of wall-clock time, and of the processors on its threads: flushes, compactions
// and syncs run on others.
struct Turn {
  double seconds = 0;
  double cpu_seconds = 0;
};
// Runs `count` operations, divided evenly among the threads. The threads stop together every few
// hundred of them, so that `prepare`, which is not measured, makes what they work on just before,
// as a program does: what was made long ago is no longer in a processor's cache.
struct Side {
  Work run;
  Work prepare = [](std::size_t, std::size_t) {};
};
Turn RunTurn(std::size_t threads, std::size_t count, const Side& side);

struct Comparison {
  std::string name;
  std::size_t count = 0;  // operations of one turn
  std::vector<Turn> raw;
  std::vector<Turn> ours;

  // Medians over the turns.
  double RawRate() const;
  double OurRate() const;
  double RawCpuMicroseconds() const;  // of one operation
  double OurCpuMicroseconds() const;
  // Our rate as a share of the raw one, turn by turn and in the median; and the same of the
  // processor time, which other load on the machine moves less.
  std::vector<double> Ratios() const;
  double Ratio() const;
  double CpuRatio() const;
};

std::string TextOf(const std::vector<Comparison>& comparisons);
std::string JsonOf(const std::vector<Comparison>& comparisons);

}  // namespace trestle::bench
