#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace trestle::load {

// One kind of request that the bench can send.
enum class Workload : std::uint8_t {
  kGet,
  kBatchGet,
  kQuery,
  kGsiQuery,
  kScan,
  kUpdate,
  kPut,
  kDelete,
  kTransact,
};
inline constexpr std::size_t kWorkloadCount = 9;

std::string_view NameOf(Workload workload);

// How often each kind is sent. At least one weight is not zero.
class Mix {
 public:
  // "get=50,put=50", "get" alone, or the name of a mix: reads, writes, everything, ...
  static Result<Mix> Parse(std::string_view text);

  std::uint32_t WeightOf(Workload workload) const {
    return weights_[static_cast<std::size_t>(workload)];
  }
  bool Has(Workload workload) const { return WeightOf(workload) > 0; }
  // The kind that `random`, evenly spread over all 64-bit numbers, falls on.
  Workload Choose(std::uint64_t random) const;
  std::string ToString() const;  // as Parse takes it

  friend bool operator==(const Mix&, const Mix&) = default;

 private:
  Mix() = default;
  std::array<std::uint32_t, kWorkloadCount> weights_ = {};
  std::uint64_t total_ = 0;
};

// For help texts: "get, batchget, ..." and one line for each named mix.
std::string WorkloadNames();
std::string NamedMixes();

}  // namespace trestle::load
