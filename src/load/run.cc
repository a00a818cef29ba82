#include "load/run.h"

#include <algorithm>
#include <ctime>
#include <memory>
#include <thread>

#include "load/driver.h"

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
  explicit Worker(MeasuredTraffic& traffic) : traffic_(traffic) {}

  Status Open(const Endpoint& endpoint, const RequestWriter& writer, const DriverOptions& options,
              const std::atomic<bool>& stop) {
    TRESTLE_TRY(driver_, Driver::Open(endpoint, writer, options, traffic_, stop));
    return {};
  }
  void Start(const Timetable& timetable) {
    thread_ = std::thread([this, timetable] { Run(timetable); });
  }
  void Join() { thread_.join(); }

  bool finished() const { return finished_.load(std::memory_order_acquire); }
  const LiveCounts& live() const { return traffic_.live(); }
  // After Join.
  std::uint64_t unsent() const { return driver_->unsent(); }
  double generator_seconds() const { return generator_seconds_; }
  Instant ended() const { return ended_; }

 private:
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

  MeasuredTraffic& traffic_;
  std::unique_ptr<Driver> driver_;
  std::thread thread_;
  std::atomic<bool> finished_ = false;
  double generator_seconds_ = 0;
  Instant ended_;
};

using Workers = std::vector<std::unique_ptr<Worker>>;

Result<Workers> OpenWorkers(const Endpoint& endpoint, const RequestWriter& writer,
                            const RunOptions& options, std::span<MeasuredTraffic* const> traffics,
                            const std::atomic<bool>& stop) {
  Workers workers;
  for (std::size_t i = 0; i < traffics.size(); ++i) {
    const std::size_t share = options.connections / traffics.size();
    const bool one_more = i < options.connections % traffics.size();
    workers.push_back(std::make_unique<Worker>(*traffics[i]));
    TRESTLE_RETURN_IF_ERROR(
        workers.back()->Open(endpoint, writer,
                             {.connections = share + (one_more ? 1 : 0),
                              .rate = options.rate / static_cast<double>(traffics.size())},
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

Result<RunFigures> RunTraffics(const Endpoint& endpoint, const RequestWriter& writer,
                               const RunOptions& options,
                               std::span<MeasuredTraffic* const> traffics,
                               const RoundProgress& progress, const std::atomic<bool>& stop) {
  TRESTLE_TRY(const Workers workers, OpenWorkers(endpoint, writer, options, traffics, stop));
  const Instant begin = SteadyClock::now();
  const Timetable timetable = {.measured_from = begin + options.warm_up,
                               .end = begin + options.warm_up + options.duration};
  for (const std::unique_ptr<Worker>& worker : workers) worker->Start(timetable);
  Observer observer(workers, progress);
  observer.Watch(begin, options.warm_up, true);
  observer.Watch(timetable.measured_from, options.duration, false);

  RunFigures figures;
  for (const std::unique_ptr<Worker>& worker : workers) {
    worker->Join();
    figures.unsent += worker->unsent();
    figures.generator_seconds += worker->generator_seconds();
    const double seconds = Seconds(worker->ended() - timetable.measured_from);
    figures.seconds = std::max(figures.seconds, std::min(seconds, Seconds(options.duration)));
  }
  figures.per_second = observer.per_second();
  return figures;
}

}  // namespace trestle::load
