#include "systems/todo/task_changes.h"

#include <string>
#include <utility>

#include "systems/messages.h"

namespace trestle::todo {

bool IsPassing(const Error& error) {
  if (const repository::WriteConflict* const conflict = ConflictOf(error)) {
    return conflict->kind == repository::WriteConflict::Kind::kVersion;
  }
  switch (error.code) {
    case ErrorCode::kTransactionCanceled:
    case ErrorCode::kTransactionConflict:
    case ErrorCode::kTransactionInProgress:
    case ErrorCode::kProvisionedThroughputExceeded:
    case ErrorCode::kThrottling:
    case ErrorCode::kRequestLimitExceeded:
    case ErrorCode::kServiceUnavailable:
      return true;
    default:
      return false;
  }
}

Item TaskKey(std::string_view user, std::string_view task) {
  return {{"task_id", TextValue(task)}, {"user_id", TextValue(user)}};
}

Result<EntityItem> TaskOf(const Workplace& workplace, const Item& key) {
  TRESTLE_TRY(repository::FoundEntity found, workplace.repository->Get("Task", key));
  if (!found.found) return messages::NoEntity("Task", Text(key, "task_id"));
  return *std::move(found.found);
}

Status CheckUser(const Workplace& workplace, std::string_view user) {
  const Result<EntityItem> found = Existing(workplace, "User", {{"user_id", TextValue(user)}});
  if (!found) return tl::unexpected(found.error());
  return {};
}

Result<TaskChanged> ChangedTask(const Workplace& workplace, const Item& key,
                                const std::function<Item(const Item&)>& changes,
                                std::optional<std::int64_t> version) {
  const auto once = [&]() -> Result<TaskChanged> {
    TRESTLE_TRY(EntityItem task, TaskOf(workplace, key));
    Item changed = changes(task.item);
    if (changed.empty()) return TaskChanged{.task = std::move(task)};
    Result<repository::Written> written =
        workplace.repository->Update("Task", key, std::move(changed),
                                     {.version = version.value_or(Whole(task.item, "version"))});
    if (written) return TaskChanged{.task = std::move(written->written), .changed = true};
    const repository::WriteConflict* const conflict = ConflictOf(written.error());
    if (conflict != nullptr && conflict->kind == repository::WriteConflict::Kind::kMissing) {
      return messages::NoEntity("Task", Text(key, "task_id"));
    }
    return tl::unexpected(std::move(written).error());
  };
  if (version) return once();
  return WithRetries(once);
}

}  // namespace trestle::todo
