#pragma once

#include <atomic>
#include <thread>

#include "cdc/trigger_runner.h"
#include "table/change_signal.h"

namespace trestle {

// Has a runner catch up at first, and again after each change; without changes it sleeps. Ends with
// the last reaction that has begun.
class TriggerThread {
 public:
  // Both outlive it.
  TriggerThread(TriggerRunner& runner, ChangeSignal& signal);
  ~TriggerThread();
  TriggerThread(const TriggerThread&) = delete;
  TriggerThread& operator=(const TriggerThread&) = delete;

 private:
  void Run();
  void Pause(int failures);

  TriggerRunner& runner_;
  ChangeSignal& signal_;
  ChangeSignal::Watch watch_;
  std::atomic<bool> stopped_ = false;
  std::thread thread_;  // the last member: it uses the others
};

}  // namespace trestle
