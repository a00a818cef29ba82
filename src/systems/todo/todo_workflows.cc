#include "systems/todo/todo_workflows.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "auth/sha256.h"
#include "base/time_text.h"
#include "json/plain_json.h"
#include "model/time_value.h"
#include "systems/messages.h"
#include "systems/todo/bulk.h"
#include "systems/todo/messages.h"
#include "systems/todo/task_changes.h"
#include "systems/todo/task_reports.h"

namespace trestle::todo {
namespace {

constexpr std::chrono::hours kAnswerKept{24};
constexpr std::size_t kMostRequestId = 128;
constexpr std::array<std::string_view, 4> kClearable = {"category", "description", "due_date",
                                                        "priority"};

Result<WorkflowAnswer> SignUp(const Workplace& workplace, const WorkflowCall& call) {
  Item values = call.arguments;
  values.Set("email", LowerCaseValue(Text(values, "email")));
  if (!values.Contains("user_id")) {
    values.Set("user_id", TextValue(NewId(workplace, call, "user")));
  }
  TRESTLE_TRY(repository::Written made, workplace.repository->Create("User", std::move(values)));
  return WorkflowAnswer{.status = 201, .entities = {{"user", std::move(made.written)}}};
}

Result<WorkflowAnswer> ChangeProfile(const Workplace& workplace, const WorkflowCall& call) {
  return ProfileChanged(workplace, call,
                        {.key = Some(call.arguments, {"user_id"}),
                         .changes = Some(call.arguments, {"email", "name"})});
}

// ---- A request that makes a task, and its answer for a day ----

std::string DigestOf(const Item& arguments) {
  std::string text;
  AppendPlainJson(arguments, text);
  return Hex(Sha256(text));
}

WorkflowAnswer Made(const Workplace& workplace, Item task) {
  return {
      .status = 201,
      .entities = {{"task", EntityItem{.entity = workplace.repository->model().FindEntity("Task"),
                                       .item = std::move(task)}}}};
}

// The answer that was given to this request within the last day.
Result<std::optional<WorkflowAnswer>> GivenAnswer(const Workplace& workplace,
                                                  const std::string& request_id,
                                                  const std::string& digest, TimePoint gone) {
  TRESTLE_TRY(const repository::FoundEntity found,
              workplace.repository->Get("Idempotency", {{"request_id", TextValue(request_id)}}));
  if (!found.found) return std::optional<WorkflowAnswer>();
  const Item& kept = found.found->item;
  if (Whole(kept, "created_at") <=
      std::chrono::floor<std::chrono::seconds>(gone).time_since_epoch().count()) {
    return std::optional<WorkflowAnswer>();
  }
  if (Text(kept, "request_digest") != digest) return messages::RequestIdOfOtherTask();
  TRESTLE_TRY(AttributeValue body, ParsePlainJson(Text(kept, "response_data")));
  WorkflowAnswer answer =
      Made(workplace, *body.As<AttributeMap>()->Find("task")->As<AttributeMap>());
  answer.repeated = true;
  return std::optional(std::move(answer));
}

Result<WorkflowAnswer> MadeOnce(const Workplace& workplace, const WorkflowCall& call,
                                const Item& task, Item arguments) {
  const std::string& request_id = *call.idempotency_key;
  if (request_id.empty() || request_id.size() > kMostRequestId) {
    return messages::BadField("Idempotency-Key",
                              "must have 1 to " + std::to_string(kMostRequestId) + " characters");
  }
  const std::string digest = DigestOf(call.arguments);
  const TimePoint gone = workplace.clock.Now() - kAnswerKept;
  std::string body;
  AppendPlainJson(AttributeMap{{"task", AttributeValue::Of(task)}}, body);
  arguments.Set("request_id", TextValue(request_id));
  arguments.Set("request_digest", TextValue(digest));
  arguments.Set("response_data", TextValue(body));
  arguments.Set("gone", model::TimestampValue(gone, model::Stored::kSeconds));
  for (int attempt = 1;; ++attempt) {
    TRESTLE_TRY(std::optional<WorkflowAnswer> given,
                GivenAnswer(workplace, request_id, digest, gone));
    if (given) return *std::move(given);
    const auto made = workplace.repository->Transact("CreateTask", arguments);
    if (made) return Made(workplace, task);
    // Step 0: the same request came at the same moment and was first; its answer is there now.
    const repository::WriteConflict* const conflict = ConflictOf(made.error());
    const bool again = conflict == nullptr ? IsPassing(made.error()) : conflict->step == 0;
    if (!again || attempt == kMostAttempts) return tl::unexpected(made.error());
    if (conflict == nullptr) WaitBefore(attempt);
  }
}

Result<WorkflowAnswer> AddTask(const Workplace& workplace, const WorkflowCall& call) {
  // Not an id of the idempotency key, which may come again after a day, for another task.
  const std::string id = NewId(workplace, {}, "task");
  const TimePoint now = workplace.clock.Now();
  const AttributeValue at = model::TimestampValue(now, model::Stored::kSeconds);
  Item arguments = call.arguments;
  arguments.Set("task_id", TextValue(id));
  arguments.Set("at", at);
  if (Text(arguments, "status") == "completed") arguments.Set("completed_at", at);
  // The answer, the first and every repeated one.
  Item task = arguments;
  task.Erase("at");
  task.Set("created_at", at);
  task.Set("updated_at", at);
  task.Set("version", AttributeValue::Integer(1));
  Result<WorkflowAnswer> made =
      call.idempotency_key
          ? MadeOnce(workplace, call, task, std::move(arguments))
          : WithRetries([&]() -> Result<WorkflowAnswer> {
              const auto done = workplace.repository->Transact("CreateTaskOfUser", arguments);
              if (!done) return tl::unexpected(done.error());
              return Made(workplace, task);
            });
  if (made) return made;
  const repository::WriteConflict* const conflict = ConflictOf(made.error());
  if (conflict != nullptr && conflict->kind == repository::WriteConflict::Kind::kMissing) {
    return messages::NoEntity("User", Text(call.arguments, "user_id"));
  }
  return made;
}

// ---- One task ----

Result<WorkflowAnswer> ChangeTask(const Workplace& workplace, const WorkflowCall& call) {
  const Item& arguments = call.arguments;
  Item given = Some(arguments, {"title", "description", "priority", "category", "due_date"});
  if (const AttributeValue* const clear = arguments.Find("clear")) {
    for (const std::string& name : clear->As<StringSet>()->elements()) {
      if (std::ranges::find(kClearable, name) == kClearable.end()) {
        return messages::BadField("clear", "may hold category, description, due_date, priority");
      }
      if (given.Contains(name))
        return messages::BadField("clear", "names " + name + ", which is given");
      given.Set(name, AttributeValue());
    }
  }
  const std::string_view status = Text(arguments, "status");
  if (given.empty() && status.empty()) return messages::NoChangeOfTask();
  std::optional<std::int64_t> version;
  if (arguments.Contains("version")) version = Whole(arguments, "version");
  TRESTLE_TRY(TaskChanged done, ChangedTask(
                                    workplace, Some(arguments, {"user_id", "task_id"}),
                                    [&](const Item& task) {
                                      Item changes = given;
                                      if (!status.empty() && Text(task, "status") != status) {
                                        changes.Set("status", TextValue(status));
                                      }
                                      return changes;
                                    },
                                    version));
  return WorkflowAnswer{.entities = {{"task", std::move(done.task)}}};
}

// Runs the transaction on the task; where the task has the status already, it is answered as it is.
Result<WorkflowAnswer> Moved(const Workplace& workplace, const WorkflowCall& call,
                             std::string_view transaction, std::string_view status) {
  const auto moved =
      WithRetries([&] { return workplace.repository->Transact(transaction, call.arguments); });
  if (moved) return WorkflowAnswer{.entities = {{"task", Of(*moved, "Task")}}};
  if (ConflictOf(moved.error()) == nullptr) return tl::unexpected(moved.error());
  TRESTLE_TRY(EntityItem task, TaskOf(workplace, call.arguments));
  if (Text(task.item, "status") != status) return messages::TaskIs(Text(task.item, "status"));
  return WorkflowAnswer{.entities = {{"task", std::move(task)}}};
}

Result<WorkflowAnswer> Complete(const Workplace& workplace, const WorkflowCall& call) {
  return Moved(workplace, call, "CompleteTask", "completed");
}

Result<WorkflowAnswer> Reopen(const Workplace& workplace, const WorkflowCall& call) {
  return Moved(workplace, call, "ReopenTask", "pending");
}

Result<WorkflowAnswer> RemoveTask(const Workplace& workplace, const WorkflowCall& call) {
  const Item key = Some(call.arguments, {"user_id", "task_id"});
  const auto deleted = WithRetries([&] { return workplace.repository->Delete("Task", key); });
  if (deleted) return WorkflowAnswer{.entities = {{"task", deleted->written}}};
  const repository::WriteConflict* const conflict = ConflictOf(deleted.error());
  if (conflict != nullptr && conflict->kind == repository::WriteConflict::Kind::kMissing) {
    return messages::NoEntity("Task", Text(key, "task_id"));
  }
  return tl::unexpected(deleted.error());
}

}  // namespace

std::unique_ptr<WorkflowSet> Workflows(Workplace workplace) {
  return std::make_unique<WorkflowSet>(
      std::move(workplace),
      std::initializer_list<WorkflowSet::Named>{{"SignUp", SignUp},
                                                {"ChangeProfile", ChangeProfile},
                                                {"AddTask", AddTask},
                                                {"ChangeTask", ChangeTask},
                                                {"Complete", Complete},
                                                {"Reopen", Reopen},
                                                {"RemoveTask", RemoveTask},
                                                {"ChangeStatuses", ChangeStatuses},
                                                {"RemoveTasks", RemoveTasks},
                                                {"RemoveCompleted", RemoveCompleted},
                                                {"Search", Search},
                                                {"Overdue", Overdue},
                                                {"Counts", Counts},
                                                {"Totals", Totals},
                                                {"Recount", Recount}});
}

}  // namespace trestle::todo
