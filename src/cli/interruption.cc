#include "cli/interruption.h"

#include <algorithm>
#include <csignal>
#include <thread>

namespace trestle {
namespace {

// Set by the signal handler, which can reach nothing else.
std::atomic<bool> stop_requested = false;
static_assert(std::atomic<bool>::is_always_lock_free);

void Handle(int signal, void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(signal, &action, nullptr);
}

}  // namespace

Interruption::Interruption() {
  stop_requested = false;
  for (const int signal : {SIGINT, SIGTERM}) {
    Handle(signal, [](int) { stop_requested = true; });
  }
  std::signal(SIGPIPE, SIG_IGN);  // a reader or a server that has gone is an error of its call
}

Interruption::~Interruption() {
  for (const int signal : {SIGINT, SIGTERM}) Handle(signal, SIG_DFL);
}

const std::atomic<bool>& Interruption::flag() const { return stop_requested; }

bool Interruption::Wait(std::chrono::milliseconds time) const {
  constexpr std::chrono::milliseconds kStep(20);
  const auto end = std::chrono::steady_clock::now() + time;
  while (!stop_requested) {
    const auto left =
        std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
    if (left.count() <= 0) return true;
    std::this_thread::sleep_for(std::min(left, kStep));
  }
  return false;
}

}  // namespace trestle
