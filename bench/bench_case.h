#pragma once

#include <benchmark/benchmark.h>

#include <cstdint>
#include <string_view>
#include <vector>

namespace trestle::bench {

// How often a case is run while its instructions are counted: enough that what differs from lap to
// lap evens out.
inline constexpr int kManyLaps = 100;
inline constexpr int kFewLaps = 10;  // of a long one

// One thing that is measured: by the clock, or by the instructions that a lap executes.
struct Case {
  std::string_view name;  // subject/what
  void (*run)(benchmark::State& state);
  int counted_laps = kManyLaps;
};

// A global beside the functions of a subject makes its cases known.
struct Registered {
  Registered(std::string_view name, void (*run)(benchmark::State&), int counted_laps = kManyLaps);
};
const std::vector<Case>& AllCases();

// Laps before the counted ones: caches fill, and a hash table or buffer reaches its size.
inline constexpr int kWarmLaps = 20;

// The laps of a benchmark, for (auto _ : Laps(state)). Under valgrind, when the program counts, the
// warm laps and everything outside the loop are left out.
class Laps {
 public:
  explicit Laps(benchmark::State& state);

  class Iterator {
   public:
    using Value = benchmark::State::StateIterator::Value;
    Iterator(benchmark::State::StateIterator lap, std::int64_t left) : lap_(lap), left_(left) {}

    Value operator*() const { return *lap_; }
    Iterator& operator++() {
      ++lap_;
      // Both are false in every lap that is timed.
      if (--left_ == 0) StopCounting();
      if (left_ == counted_laps) StartCounting();
      return *this;
    }
    bool operator!=(const Iterator& end) const { return lap_ != end.lap_; }

   private:
    benchmark::State::StateIterator lap_;
    std::int64_t left_;
  };
  Iterator begin() { return {state_.begin(), left_}; }
  Iterator end() { return {state_.end(), 0}; }

  // Set by the program before it runs the one case that it counts; negative while it times.
  static inline std::int64_t counted_laps = -1;

 private:
  static void StartCounting();
  static void StopCounting();

  benchmark::State& state_;
  std::int64_t left_;
};

}  // namespace trestle::bench
