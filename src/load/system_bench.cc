#include "load/system_bench.h"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <utility>

#include "load/call.h"
#include "load/driver.h"
#include "load/messages.h"

namespace trestle::load {
namespace {

constexpr std::size_t kMostPreparingConnections = 16;
constexpr std::chrono::milliseconds kBetweenProgress{100};

class SystemSession {
 public:
  SystemSession(const SystemBenchOptions& options, const Clock& clock, ProgressLine& progress,
                const std::atomic<bool>& stop)
      : options_(options),
        now_(clock.Now()),
        // Nothing that goes to a system is signed.
        requests_(options.endpoint.host(), Caller(), clock),
        progress_(progress),
        stop_(stop) {}

  Result<SystemBenchResult> Run() {
    TRESTLE_RETURN_IF_ERROR(CheckServed());
    TRESTLE_RETURN_IF_ERROR(Prepare());
    SystemBenchResult result;
    if (!stop_) TRESTLE_RETURN_IF_ERROR(Measure(result));
    result.interrupted = stop_;
    progress_.Clear();
    return result;
  }

 private:
  std::string Base() const { return "/api/" + options_.system; }

  ScriptWriter WriterOf(std::size_t thread) const {
    const auto since_1970 =
        std::chrono::duration_cast<std::chrono::milliseconds>(now_.time_since_epoch());
    char fresh[40];
    std::snprintf(fresh, sizeof fresh, "b%llx-%zu-",
                  static_cast<unsigned long long>(since_1970.count()), thread);
    return ScriptWriter({.host = options_.endpoint.host(),
                         .base = Base(),
                         .fresh = fresh,
                         .now = now_,
                         .seed = options_.seed * 1024 + thread,
                         .prepared = &prepared_});
  }

  Status CheckServed() {
    const std::string request =
        "GET " + Base() + "/patterns HTTP/1.1\r\nhost: " + options_.endpoint.host() + "\r\n\r\n";
    TRESTLE_TRY(const Reply reply, Call(options_.endpoint, requests_, "", request));
    if (reply.status == 200) return {};
    return messages::SystemNotServed(options_.endpoint.url(), options_.system);
  }

  Status Prepare() {
    std::uint64_t all = 0;
    std::uint64_t done = 0;
    for (const ScriptRequest& one : options_.script.preparations) {
      all += static_cast<std::uint64_t>(one.rate);
    }
    for (const ScriptRequest& one : options_.script.preparations) {
      PreparingTraffic traffic(one, WriterOf(options_.threads), prepared_);
      TRESTLE_TRY(const std::unique_ptr<Driver> driver,
                  Driver::Open(options_.endpoint, requests_,
                               {.connections =
                                    std::min(kMostPreparingConnections, options_.run.connections)},
                               traffic, stop_));
      while (!traffic.Done() && !stop_) {
        driver->RunUntil(SteadyClock::now() + kBetweenProgress);
        progress_.ShowLoading("preparing  ", done + traffic.answered(), all);
      }
      driver->Drain(Nanoseconds(0));
      if (stop_) return {};
      if (!traffic.failure().empty())
        return messages::PreparationFailed(one.name, traffic.failure());
      done += traffic.times();
    }
    return {};
  }

  Status Measure(SystemBenchResult& result) {
    std::vector<std::unique_ptr<ScriptTraffic>> traffics;
    std::vector<MeasuredTraffic*> measured;
    for (std::size_t i = 0; i < options_.threads; ++i) {
      traffics.push_back(std::make_unique<ScriptTraffic>(options_.script, WriterOf(i),
                                                         Random(options_.seed + i).Next()));
      measured.push_back(traffics.back().get());
    }
    const auto show = [this](const RoundMoment& moment) {
      progress_.ShowRound(moment.warming_up ? "warming up " : "measuring  ", moment);
    };
    TRESTLE_TRY(result.figures,
                RunTraffics(options_.endpoint, requests_, options_.run, measured, show, stop_));
    result.tallies.resize(options_.script.requests.size());
    for (const std::unique_ptr<ScriptTraffic>& traffic : traffics) {
      for (std::size_t i = 0; i < result.tallies.size(); ++i) {
        result.tallies[i].Add(traffic->tallies()[i]);
      }
    }
    return {};
  }

  const SystemBenchOptions& options_;
  const TimePoint now_;
  const RequestWriter requests_;
  PreparedPools prepared_;
  ProgressLine& progress_;
  const std::atomic<bool>& stop_;
};

}  // namespace

ScriptTally SystemBenchResult::Total() const {
  ScriptTally total;
  for (const ScriptTally& tally : tallies) total.Add(tally);
  return total;
}

Result<SystemBenchResult> RunSystemBench(SystemBenchOptions options, const Clock& clock,
                                         ProgressLine& progress, const std::atomic<bool>& stop) {
  TRESTLE_RETURN_IF_ERROR(options.endpoint.Resolve());
  return SystemSession(options, clock, progress, stop).Run();
}

}  // namespace trestle::load
