#include "cdc/trigger_thread.h"

#include <algorithm>
#include <chrono>

#include "base/log.h"
#include "cdc/messages.h"

namespace trestle {
namespace {

constexpr std::chrono::milliseconds kShortestPause{10};
constexpr std::chrono::milliseconds kLongestPause{5000};
constexpr std::chrono::milliseconds kSlice{10};  // how long a stop may take to be noticed
constexpr int kFailuresBeforeLog = 5;            // and before nobody waits for it any more

}  // namespace

TriggerThread::TriggerThread(TriggerRunner& runner, ChangeSignal& signal)
    : runner_(runner), signal_(signal), watch_(signal), thread_([this] { Run(); }) {}

TriggerThread::~TriggerThread() {
  stopped_ = true;
  runner_.Stop();
  signal_.Raise();
  thread_.join();
}

void TriggerThread::Run() {
  std::uint64_t epoch = signal_.epoch();
  int failures = 0;
  while (!stopped_) {
    const std::uint64_t seen = watch_.count();
    if (const std::uint64_t now = signal_.epoch(); now != epoch) {
      runner_.StartOver();
      epoch = now;
    }
    const Status caught_up = runner_.CatchUp();
    if (!caught_up) {
      if (++failures == kFailuresBeforeLog) {
        LogWarning(cdc_messages::WillTryAgain(runner_.model().name, caught_up.error().message));
      }
      if (failures >= kFailuresBeforeLog) watch_.Handled(seen);
      Pause(failures);
      continue;
    }
    failures = 0;
    watch_.Handled(seen);
    if (!stopped_) watch_.WaitBeyond(seen);
  }
}

void TriggerThread::Pause(int failures) {
  auto left = std::min(kLongestPause, kShortestPause * (1 << std::min(failures, 9)));
  for (; left.count() > 0 && !stopped_; left -= kSlice) std::this_thread::sleep_for(kSlice);
}

}  // namespace trestle
