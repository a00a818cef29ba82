#include "systems/todo/bulk.h"

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "systems/messages.h"
#include "systems/todo/task_changes.h"

namespace trestle::todo {
namespace {

constexpr std::size_t kBatch = 25;
// What can have happened to a task.
constexpr std::string_view kChanged = "changed";
constexpr std::string_view kDeleted = "deleted";
constexpr std::string_view kUnchanged = "unchanged";
constexpr std::string_view kMissing = "missing";
constexpr std::string_view kFailed = "failed";

using OneTask = std::function<Result<std::string_view>(const std::string& task)>;

struct Outcome {
  std::string_view result;
  std::string error;
};

// What happened to each task of a batch. Those that others were writing are tried again, after the
// rest of the batch.
std::vector<Outcome> OutcomesOf(std::span<const std::string> tasks, const OneTask& one) {
  std::vector<Outcome> outcomes(tasks.size());
  std::vector<std::size_t> left;
  for (std::size_t i = 0; i < tasks.size(); ++i) left.push_back(i);
  for (int attempt = 1; !left.empty(); ++attempt) {
    std::vector<std::size_t> again;
    for (const std::size_t i : left) {
      const Result<std::string_view> done = one(tasks[i]);
      if (done) {
        outcomes[i] = {.result = *done};
      } else if (done.error().code == ErrorCode::kResourceNotFound) {
        outcomes[i] = {.result = kMissing};
      } else if (attempt < kMostAttempts && IsPassing(done.error())) {
        again.push_back(i);
      } else {
        outcomes[i] = {.result = kFailed, .error = done.error().message};
      }
    }
    left = std::move(again);
    if (!left.empty()) WaitBefore(attempt);
  }
  return outcomes;
}

WorkflowAnswer InBatches(const std::vector<std::string>& tasks, std::string_view done,
                         const OneTask& one) {
  std::map<std::string_view, std::int64_t> counts = {
      {done, 0}, {kUnchanged, 0}, {kMissing, 0}, {kFailed, 0}};
  List results;
  for (std::size_t first = 0; first < tasks.size(); first += kBatch) {
    const auto batch = std::span(tasks).subspan(first, std::min(kBatch, tasks.size() - first));
    const std::vector<Outcome> outcomes = OutcomesOf(batch, one);
    for (std::size_t i = 0; i < batch.size(); ++i) {
      AttributeMap shown{{"result", TextValue(outcomes[i].result)},
                         {"task_id", TextValue(batch[i])}};
      if (!outcomes[i].error.empty()) shown.Set("error", TextValue(outcomes[i].error));
      results.push_back(AttributeValue::Of(std::move(shown)));
      ++counts[outcomes[i].result];
    }
  }
  AttributeMap body{{"results", AttributeValue::Of(std::move(results))}};
  for (const auto& [result, count] : counts) {
    body.Set(std::string(result), AttributeValue::Integer(count));
  }
  return {.body = AttributeValue::Of(std::move(body))};
}

const std::vector<std::string>& TaskIds(const WorkflowCall& call) {
  return call.arguments.Find("task_ids")->As<StringSet>()->elements();
}

// Deletes the task as it was read: one that somebody changes at the same moment is looked at again.
Result<std::string_view> Deleted(const Workplace& workplace, const Item& key,
                                 std::string_view only_status) {
  TRESTLE_TRY(const EntityItem task, TaskOf(workplace, key));
  if (!only_status.empty() && Text(task.item, "status") != only_status) return kUnchanged;
  const auto deleted =
      workplace.repository->Delete("Task", key, {.version = Whole(task.item, "version")});
  if (deleted) return kDeleted;
  const repository::WriteConflict* const conflict = ConflictOf(deleted.error());
  if (conflict != nullptr && conflict->kind == repository::WriteConflict::Kind::kMissing) {
    return kMissing;
  }
  return tl::unexpected(deleted.error());
}

}  // namespace

Result<WorkflowAnswer> ChangeStatuses(const Workplace& workplace, const WorkflowCall& call) {
  const std::string_view user = Text(call.arguments, "user_id");
  const std::string_view status = Text(call.arguments, "status");
  TRESTLE_RETURN_IF_ERROR(CheckUser(workplace, user));
  return InBatches(
      TaskIds(call), kChanged, [&](const std::string& task) -> Result<std::string_view> {
        TRESTLE_TRY(
            const TaskChanged done,
            ChangedTask(workplace, TaskKey(user, task), [&](const Item& now) {
              return Text(now, "status") == status ? Item() : Item{{"status", TextValue(status)}};
            }));
        return done.changed ? kChanged : kUnchanged;
      });
}

Result<WorkflowAnswer> RemoveTasks(const Workplace& workplace, const WorkflowCall& call) {
  const std::string_view user = Text(call.arguments, "user_id");
  TRESTLE_RETURN_IF_ERROR(CheckUser(workplace, user));
  return InBatches(TaskIds(call), kDeleted, [&](const std::string& task) {
    return Deleted(workplace, TaskKey(user, task), "");
  });
}

Result<WorkflowAnswer> RemoveCompleted(const Workplace& workplace, const WorkflowCall& call) {
  const std::string_view user = Text(call.arguments, "user_id");
  TRESTLE_RETURN_IF_ERROR(CheckUser(workplace, user));
  TRESTLE_TRY(const std::vector<EntityItem> completed,
              All(workplace, "CompletedTasks", Some(call.arguments, {"user_id"})));
  std::vector<std::string> tasks;
  for (const EntityItem& task : completed) tasks.emplace_back(Text(task.item, "task_id"));
  // One that is opened again meanwhile stays.
  return InBatches(tasks, kDeleted, [&](const std::string& task) {
    return Deleted(workplace, TaskKey(user, task), "completed");
  });
}

}  // namespace trestle::todo
