#include "table/housekeeper.h"

#include <algorithm>
#include <utility>

#include "base/log.h"

namespace trestle {

Housekeeper::Housekeeper(const Clock& clock) : clock_(clock), thread_([this] { return Turn(); }) {}

Housekeeper::~Housekeeper() { Stop(); }

void Housekeeper::Add(Chore chore) {
  {
    const MutexLock lock(mutex_);
    Duty& duty = duties_.emplace_back();
    duty.chore = std::move(chore);
    duty.due = clock_.Now();
  }
  thread_.Wake();
}

void Housekeeper::Wake() {
  {
    const MutexLock lock(mutex_);
    if (duties_.empty()) return;
    ++round_;
  }
  thread_.Wake();
}

Status Housekeeper::RunDue() {
  Wake();
  const MutexLock lock(mutex_);
  const std::uint64_t round = round_;
  while (!HaveFollowed(round) && !thread_.IsStopping()) done_.wait(mutex_);
  for (const Duty& duty : duties_) TRESTLE_RETURN_IF_ERROR(duty.outcome);
  return {};
}

void Housekeeper::Stop() {
  thread_.Stop();
  const MutexLock lock(mutex_);
  done_.notify_all();
}

bool Housekeeper::HaveFollowed(std::uint64_t round) const {
  return std::all_of(duties_.begin(), duties_.end(),
                     [&](const Duty& duty) { return duty.round >= round; });
}

BackgroundThread::Rest Housekeeper::Turn() {
  while (Duty* const next = BeginNext()) Do(*next);
  const MutexLock lock(mutex_);
  BackgroundThread::Rest rest;
  if (pauses_ > 0) return rest;
  for (const Duty& duty : duties_) {
    rest = std::min(rest.value_or(Duration::max()), duty.due - clock_.Now());
  }
  return rest;
}

Housekeeper::Duty* Housekeeper::BeginNext() {
  const MutexLock lock(mutex_);
  Duty* const next = IsStopping() ? nullptr : NextDue();
  at_work_ = next != nullptr;
  return next;
}

// A clock that was put back must not make a chore wait for longer than its usual time.
Housekeeper::Duty* Housekeeper::NextDue() {
  const TimePoint now = clock_.Now();
  const std::uint64_t round = round_;
  const auto next = std::find_if(duties_.begin(), duties_.end(), [&](const Duty& duty) {
    return duty.round < round || duty.due <= now || duty.due > now + duty.chore.every;
  });
  return next == duties_.end() ? nullptr : &*next;
}

void Housekeeper::Do(Duty& duty) {
  std::uint64_t round = 0;
  {
    const MutexLock lock(mutex_);
    round = round_;
  }
  Status outcome = duty.chore.run();
  if (!outcome) LogError(duty.chore.name + " failed: " + outcome.error().message);
  const MutexLock lock(mutex_);
  duty.round = round;
  duty.due = clock_.Now() + duty.chore.every;
  duty.outcome = std::move(outcome);
  at_work_ = false;
  done_.notify_all();
}

Housekeeper::Paused::Paused(Housekeeper& housekeeper) : housekeeper_(housekeeper) {
  const MutexLock lock(housekeeper_.mutex_);
  ++housekeeper_.pauses_;
  while (housekeeper_.at_work_) housekeeper_.done_.wait(housekeeper_.mutex_);
}

Housekeeper::Paused::~Paused() {
  --housekeeper_.pauses_;
  housekeeper_.Wake();
}

}  // namespace trestle
