#include "load/round.h"

#include <string>

#include "load/workload_traffic.h"

namespace trestle::load {
namespace {

std::uint64_t SeedOf(const RoundOptions& options, std::uint64_t thread) {
  Random mixed(options.seed);
  return mixed.Next() ^ Random(options.number * 1024 + thread).Next();
}

RequestBodies BodiesOf(const RoundOptions& options, const Target& target, std::uint64_t thread) {
  const std::string fresh = "new" + std::to_string(options.number) + "-" + std::to_string(thread);
  return {target.table(),
          {.loaded = ItemWriter(kLoadedPrefix, options.contents.item_bytes),
           .fresh = ItemWriter(fresh, options.contents.item_bytes),
           .chooser = ItemChooser(options.contents.items, options.skew)}};
}

}  // namespace

Result<RoundResult> RunRound(const Target& target, const RoundOptions& options,
                             const RoundProgress& progress, const std::atomic<bool>& stop) {
  std::vector<std::unique_ptr<WorkloadTraffic>> traffics;
  std::vector<MeasuredTraffic*> measured;
  for (std::size_t i = 0; i < options.threads; ++i) {
    traffics.push_back(std::make_unique<WorkloadTraffic>(
        WorkloadTraffic::Options{.mix = options.mix, .seed = SeedOf(options, i)},
        BodiesOf(options, target, i)));
    measured.push_back(traffics.back().get());
  }
  RoundResult result;
  TRESTLE_TRY(static_cast<RunFigures&>(result), RunTraffics(target.endpoint(), target.MakeWriter(),
                                                            {.connections = options.connections,
                                                             .rate = options.rate,
                                                             .warm_up = options.warm_up,
                                                             .duration = options.duration},
                                                            measured, progress, stop));
  for (const std::unique_ptr<WorkloadTraffic>& traffic : traffics) {
    for (std::size_t i = 0; i < kWorkloadCount; ++i) {
      (*result.tallies)[i].Add(traffic->tallies()[i]);
    }
  }
  return result;
}

}  // namespace trestle::load
