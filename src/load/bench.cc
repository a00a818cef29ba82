#include "load/bench.h"

#include <sys/resource.h>

#include <algorithm>
#include <cstdio>
#include <random>
#include <utility>

#include "load/item_writer.h"
#include "load/messages.h"
#include "load/target.h"

namespace trestle::load {
namespace {

constexpr std::size_t kMostLoadingConnections = 16;

std::string RandomTableName() {
  std::random_device device;
  char text[40];
  std::snprintf(text, sizeof text, "trestle-bench-%08x", static_cast<unsigned>(device()));
  return text;
}

// Every connection is a file, and the usual limit is low.
void AllowManyFiles() {
  rlimit limit = {};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

class Session {
 public:
  Session(const BenchOptions& options, const Clock& clock, ProgressLine& progress,
          const std::atomic<bool>& stop)
      : options_(options), progress_(progress), stop_(stop) {
    for (std::size_t i = 0; i < options.endpoints.size(); ++i) {
      targets_.emplace_back(options.endpoints[i], TableName(i), options.caller, clock);
      result_.endpoints.push_back(
          {.url = options.endpoints[i].url(), .table = targets_.back().table(), .rounds = {}});
    }
  }

  Result<BenchResult> Run() {
    const Status status = Work();
    CleanUp();
    result_.interrupted = stop_;
    if (!status && !stop_) return tl::unexpected(status.error());
    return std::move(result_);
  }

 private:
  bool comparing() const { return options_.endpoints.size() > 1; }

  // The same endpoint may be given twice, so a given name is made different for each.
  std::string TableName(std::size_t index) const {
    if (options_.table.empty()) return RandomTableName();
    return comparing() ? options_.table + "-" + LetterOf(index) : options_.table;
  }

  std::string Label(std::string_view what, std::size_t index) const {
    std::string label(what);
    label.resize(11, ' ');
    return comparing() ? LetterOf(index) + "  " + label : label;
  }

  Status Work() {
    for (std::size_t i = 0; i < targets_.size(); ++i) {
      TRESTLE_RETURN_IF_ERROR(targets_[i].CreateTable(stop_));
    }
    for (std::size_t i = 0; i < targets_.size(); ++i) {
      const std::string label = Label("loading", i);
      TRESTLE_RETURN_IF_ERROR(targets_[i].LoadItems(
          options_.round.contents, std::min(kMostLoadingConnections, options_.round.connections),
          [&](std::uint64_t loaded, std::uint64_t all) {
            progress_.ShowLoading(label, loaded, all);
          },
          stop_));
    }
    for (std::uint64_t round = 0; round < options_.rounds && !stop_; ++round) {
      TRESTLE_RETURN_IF_ERROR(RunRoundOfAll(round));
    }
    return {};
  }

  Status RunRoundOfAll(std::uint64_t round) {
    for (std::size_t i = 0; i < targets_.size() && !stop_; ++i) {
      RoundOptions options = options_.round;
      options.number = round;
      const std::string measuring =
          options_.rounds > 1 ? "round " + std::to_string(round + 1) : "measuring";
      const auto show = [&](const RoundMoment& moment) {
        progress_.ShowRound(Label(moment.warming_up ? "warming up" : measuring, i), moment);
      };
      TRESTLE_TRY(RoundResult result, RunRound(targets_[i], options, show, stop_));
      if (result.seconds > 0) result_.endpoints[i].rounds.push_back(std::move(result));
    }
    return {};
  }

  void CleanUp() {
    progress_.Clear();
    if (options_.keep_table) return;
    for (Target& target : targets_) {
      if (target.DeleteTable()) continue;
      progress_.Note(messages::TableLeft(target.endpoint().url(), target.table()));
    }
  }

  const BenchOptions& options_;
  ProgressLine& progress_;
  const std::atomic<bool>& stop_;
  std::vector<Target> targets_;
  BenchResult result_;
};

}  // namespace

std::string LetterOf(std::size_t endpoint) {
  return std::string(1, static_cast<char>('A' + endpoint % 26));
}

Status CheckOptions(const BenchOptions& options) {
  const std::size_t bytes = options.round.contents.item_bytes;
  if (bytes < ItemWriter::kMinBytes || bytes > ItemWriter::kMaxBytes) {
    return messages::ItemTooSmall(ItemWriter::kMinBytes, ItemWriter::kMaxBytes);
  }
  if (options.round.connections < options.round.threads) return messages::TooFewConnections();
  for (const Endpoint& endpoint : options.endpoints) {
    if (endpoint.secure()) return messages::NoTls(endpoint.url());
  }
  return {};
}

Result<BenchResult> RunBench(const BenchOptions& options, const Clock& clock,
                             ProgressLine& progress, const std::atomic<bool>& stop) {
  AllowManyFiles();
  return Session(options, clock, progress, stop).Run();
}

}  // namespace trestle::load
