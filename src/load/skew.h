#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "load/random.h"

namespace trestle::load {

// How unevenly the loaded items are asked for.
struct Skew {
  double exponent = 0;  // 0: all alike; otherwise the item of rank k is asked for as 1 / k^exponent

  // "uniform", "zipf" (0.99) or "zipf:EXPONENT".
  static Result<Skew> Parse(std::string_view text);
  std::string ToString() const;
};

// Ranks from 1 to `count`, rank k in proportion to 1 / k^exponent, in constant time and memory:
// rejection-inversion (Hörmann and Derflinger, 1996).
class ZipfRanks {
 public:
  ZipfRanks(std::uint64_t count, double exponent);
  std::uint64_t Draw(Random& random) const;

 private:
  double Density(double x) const;
  double Integral(double x) const;  // of the density, from 1 to x
  double InverseIntegral(double y) const;

  double count_;
  double exponent_;
  double first_;  // the integral where the ranks begin and end
  double last_;
  double certain_;  // so close below a rank, no second look is needed
};

// Draws numbers of items. Popular items lie scattered over the table, as they do in life.
class ItemChooser {
 public:
  ItemChooser(std::uint64_t count, const Skew& skew);

  std::uint64_t count() const { return count_; }
  std::uint64_t Draw(Random& random) const {
    if (!skewed_) return random.Below(count_);
    return ItemOfRank(ranks_.Draw(random) - 1);
  }
  // A different item for each of the `count` ranks.
  std::uint64_t ItemOfRank(std::uint64_t rank) const;

 private:
  std::uint64_t count_;
  bool skewed_;
  ZipfRanks ranks_;
  std::uint64_t stride_;  // has no divisor in common with count_
};

}  // namespace trestle::load
