#include "load/round.h"

#include <algorithm>
#include <ctime>
#include <string>
#include <thread>

#include "load/driver.h"
#include "load/workload_traffic.h"

namespace trestle::load {
namespace {

using std::chrono::milliseconds;

constexpr std::chrono::seconds kPatienceForLastAnswers{10};

double ThreadSeconds() {
  timespec used = {};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) * 1e-9;
}

// The threads share nothing but these times.
struct Timetable {
  Instant measured_from;
  Instant end;
};

// One thread with its part of the connections and of the rate.
class Worker {
 public:
  Worker(const RoundOptions& options, const Target& target, std::uint64_t index)
      : traffic_({.mix = options.mix, .seed = SeedOf(options, index)},
                 BodiesOf(options, target, index), live_) {}

  Status Open(const Target& target, const DriverOptions& options, const std::atomic<bool>& stop) {
    TRESTLE_TRY(driver_,
                Driver::Open(target.endpoint(), target.MakeWriter(), options, traffic_, stop));
    return {};
  }
  void Start(const Timetable& timetable) {
    thread_ = std::thread([this, timetable] { Run(timetable); });
  }
  void Join() { thread_.join(); }

  bool finished() const { return finished_.load(std::memory_order_acquire); }
  const LiveCounts& live() const { return live_; }
  // After Join.
  const Tallies& tallies() const { return traffic_.tallies(); }
  std::uint64_t unsent() const { return driver_->unsent(); }
  double generator_seconds() const { return generator_seconds_; }
  Instant ended() const { return ended_; }

 private:
  static std::uint64_t SeedOf(const RoundOptions& options, std::uint64_t index) {
    Random mixed(options.seed);
    return mixed.Next() ^ Random(options.number * 1024 + index).Next();
  }
  static RequestBodies BodiesOf(const RoundOptions& options, const Target& target,
                                std::uint64_t index) {
    const std::string fresh = "new" + std::to_string(options.number) + "-" + std::to_string(index);
    return {target.table(),
            {.loaded = ItemWriter(kLoadedPrefix, options.contents.item_bytes),
             .fresh = ItemWriter(fresh, options.contents.item_bytes),
             .chooser = ItemChooser(options.contents.items, options.skew)}};
  }

  void Run(const Timetable& timetable) {
    driver_->RunUntil(timetable.measured_from);
    const double before = ThreadSeconds();
    traffic_.BeginMeasuring(SteadyClock::now());
    driver_->RunUntil(timetable.end);
    ended_ = SteadyClock::now();
    generator_seconds_ = ThreadSeconds() - before;
    driver_->Drain(kPatienceForLastAnswers);
    finished_.store(true, std::memory_order_release);
  }

  LiveCounts live_;
  WorkloadTraffic traffic_;
  std::unique_ptr<Driver> driver_;
  std::thread thread_;
  std::atomic<bool> finished_ = false;
  double generator_seconds_ = 0;
  Instant ended_;
};

using Workers = std::vector<std::unique_ptr<Worker>>;

Result<Workers> OpenWorkers(const Target& target, const RoundOptions& options,
                            const std::atomic<bool>& stop) {
  Workers workers;
  for (std::size_t i = 0; i < options.threads; ++i) {
    const std::size_t share = options.connections / options.threads;
    const bool one_more = i < options.connections % options.threads;
    workers.push_back(std::make_unique<Worker>(options, target, i));
    TRESTLE_RETURN_IF_ERROR(
        workers.back()->Open(target,
                             {.connections = share + (one_more ? 1 : 0),
                              .rate = options.rate / static_cast<double>(options.threads)},
                             stop));
  }
  return workers;
}

// Adds up what the workers have done so far and tells of it once a second.
class Observer {
 public:
  Observer(const Workers& workers, const RoundProgress& progress)
      : workers_(workers), progress_(progress) {}

  // `begin` is that of the phase.
  void Watch(Instant begin, Nanoseconds duration, bool warming_up) {
    Sum last = Now();
    for (Instant tick = begin; !Finished() && tick < begin + duration;) {
      const Instant next = std::min<Instant>(tick + std::chrono::seconds(1), begin + duration);
      SleepUntil(next);
      const Sum sum = Now();
      const double seconds = Seconds(SteadyClock::now() - tick);
      Tell(last, sum,
           {.warming_up = warming_up,
            .elapsed = SteadyClock::now() - begin,
            .duration = duration,
            .requests_per_second = static_cast<double>(sum.succeeded - last.succeeded) / seconds,
            .failed = sum.failed});
      last = sum;
      tick = next;
    }
  }
  const std::vector<std::uint64_t>& per_second() const { return per_second_; }

 private:
  struct Sum {
    std::uint64_t succeeded = 0, failed = 0, latency = 0;
  };
  Sum Now() const {
    Sum sum;
    for (const std::unique_ptr<Worker>& worker : workers_) {
      sum.succeeded += worker->live().succeeded.load(std::memory_order_relaxed);
      sum.failed += worker->live().failed.load(std::memory_order_relaxed);
      sum.latency += worker->live().latency_sum.load(std::memory_order_relaxed);
    }
    return sum;
  }
  bool Finished() const {
    return std::all_of(workers_.begin(), workers_.end(),
                       [](const std::unique_ptr<Worker>& worker) { return worker->finished(); });
  }
  void SleepUntil(Instant instant) const {
    while (!Finished() && SteadyClock::now() < instant) {
      std::this_thread::sleep_for(
          std::min<Nanoseconds>(milliseconds(100), instant - SteadyClock::now()));
    }
  }
  void Tell(const Sum& last, const Sum& sum, RoundMoment moment) {
    const std::uint64_t answers = sum.succeeded - last.succeeded;
    if (answers > 0) moment.mean_latency = Nanoseconds((sum.latency - last.latency) / answers);
    if (!moment.warming_up) per_second_.push_back(answers);
    progress_(moment);
  }

  const Workers& workers_;
  const RoundProgress& progress_;
  std::vector<std::uint64_t> per_second_;
};

}  // namespace

Result<RoundResult> RunRound(const Target& target, const RoundOptions& options,
                             const RoundProgress& progress, const std::atomic<bool>& stop) {
  TRESTLE_TRY(const Workers workers, OpenWorkers(target, options, stop));
  const Instant begin = SteadyClock::now();
  const Timetable timetable = {.measured_from = begin + options.warm_up,
                               .end = begin + options.warm_up + options.duration};
  for (const std::unique_ptr<Worker>& worker : workers) worker->Start(timetable);
  Observer observer(workers, progress);
  observer.Watch(begin, options.warm_up, true);
  observer.Watch(timetable.measured_from, options.duration, false);

  RoundResult result;
  for (const std::unique_ptr<Worker>& worker : workers) {
    worker->Join();
    for (std::size_t i = 0; i < kWorkloadCount; ++i) {
      (*result.tallies)[i].Add(worker->tallies()[i]);
    }
    result.unsent += worker->unsent();
    result.generator_seconds += worker->generator_seconds();
    const double seconds = Seconds(worker->ended() - timetable.measured_from);
    result.seconds = std::max(result.seconds, std::min(seconds, Seconds(options.duration)));
  }
  result.per_second = observer.per_second();
  return result;
}

}  // namespace trestle::load
