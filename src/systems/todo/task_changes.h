#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string_view>
#include <thread>

#include "systems/workflow_set.h"

// Single tasks, as workflows of this folder change them.
namespace trestle::todo {

inline constexpr int kMostAttempts = 6;

// Whether the same call may succeed a moment later: others write the same, or the table is busy.
bool IsPassing(const Error& error);
inline void WaitBefore(int attempt) {
  std::this_thread::sleep_for(std::chrono::milliseconds(1 << attempt));
}
template <class Work>
auto WithRetries(const Work& work) {
  for (int attempt = 1;; ++attempt) {
    auto done = work();
    if (done || attempt == kMostAttempts || !IsPassing(done.error())) return done;
    WaitBefore(attempt);
  }
}

Item TaskKey(std::string_view user, std::string_view task);
// A task, or a user, that is there; an error that names it if not.
Result<EntityItem> TaskOf(const Workplace& workplace, const Item& key);
Status CheckUser(const Workplace& workplace, std::string_view user);

struct TaskChanged {
  EntityItem task;
  bool changed = false;
};
// Writes what `changes` says of the task as it is at this moment: nobody else's write is lost.
// With a version only over that one.
Result<TaskChanged> ChangedTask(const Workplace& workplace, const Item& key,
                                const std::function<Item(const Item&)>& changes,
                                std::optional<std::int64_t> version = {});

}  // namespace trestle::todo
