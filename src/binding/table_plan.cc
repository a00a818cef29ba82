#include "binding/table_plan.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <thread>
#include <utility>

#include "binding/messages.h"
#include "binding/table_comparison.h"
#include "binding/table_requests.h"
#include "table/table.h"

namespace trestle {
namespace {

using Effect = TableChange::Effect;

bool Pause(const std::function<bool()>& pause) {
  if (pause) return pause();
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  return true;
}

// Until the table and its indexes are ACTIVE.
Status AwaitActive(const std::string& table, Database& database,
                   const std::function<bool()>& pause) {
  while (true) {
    TRESTLE_TRY(const TableDescription description, database.DescribeTable(table));
    const auto& indexes = description.table->definition().indexes;
    const bool settled = std::all_of(indexes.begin(), indexes.end(), [](const auto& index) {
      return index.status == IndexStatus::kActive;
    });
    if (description.status == TableStatus::kActive && settled) return {};
    if (!Pause(pause)) return binding_messages::Interrupted(table);
  }
}

TableChange CreationOf(const model::Model& model, const model::Table& table) {
  TableChange change{.table = table.name,
                     .what = "is created",
                     .consequence = {},
                     .cost = {},
                     .make = {},
                     .frees = {},
                     .needs = {}};
  change.make = [request = CreateRequestOf(model, table)](Database& database) -> Status {
    TRESTLE_RETURN_IF_ERROR(database.CreateTable(request));
    return {};
  };
  return change;
}

// The parts of a new table that CreateTable does not take.
std::vector<TableChange> CompletionOf(const model::Table& table) {
  std::vector<TableChange> changes;
  const auto add = [&](std::string what, std::function<Status(Database&)> make) {
    changes.push_back({.table = table.name,
                       .what = std::move(what),
                       .consequence = {},
                       .cost = {},
                       .make = std::move(make),
                       .frees = {},
                       .needs = {}});
  };
  if (!table.ttl.empty()) {
    add("items expire by " + table.ttl,
        [request =
             UpdateTimeToLiveRequest{table.name, {.enabled = true, .attribute_name = table.ttl}}](
            Database& database) -> Status {
          TRESTLE_RETURN_IF_ERROR(database.UpdateTimeToLive(request));
          return {};
        });
  }
  if (table.pitr_days) {
    add("keeps its states of " + std::to_string(*table.pitr_days) + " days",
        [request =
             UpdateContinuousBackupsRequest{
                 .table_name = table.name, .recovery_enabled = true, .days = *table.pitr_days}](
            Database& database) -> Status {
          TRESTLE_RETURN_IF_ERROR(database.UpdateContinuousBackups(request));
          return {};
        });
  }
  return changes;
}

void AddCreation(const model::Model& model, const model::Table& table, Plan& plan) {
  plan.changes.push_back(CreationOf(model, table));
  plan.changes.back().cost = plan.costs.OfTable(table);
  for (TableChange& change : CompletionOf(table)) plan.changes.push_back(std::move(change));
}

bool IsUnknownThere(const Status& made) {
  return !made && made.error().code == ErrorCode::kUnknownOperation;
}

Result<std::optional<TableDescription>> Found(const std::string& table, Database& database) {
  Result<TableDescription> description = database.DescribeTable(table);
  if (description) return std::optional(*std::move(description));
  if (description.error().code == ErrorCode::kResourceNotFound) {
    return std::optional<TableDescription>();
  }
  return tl::unexpected(std::move(description).error());
}

}  // namespace

Result<Plan> ChangesTo(const model::Model& model, Database& database, const PlanOptions& options) {
  std::vector<std::optional<TableDescription>> there;
  std::map<std::string, model::Stock> held;
  for (const model::Table& table : model.tables) {
    TRESTLE_TRY(std::optional<TableDescription> found, Found(table.name, database));
    if (found && options.stock == PlanOptions::Stock::kCounted) {
      held[table.name] = {.items = static_cast<double>(found->statistics.items),
                          .bytes = static_cast<double>(found->statistics.bytes)};
    }
    there.push_back(std::move(found));
  }
  Plan plan{.changes = {}, .costs = model::ChangeCosts(model, options.prices, held)};
  for (std::size_t i = 0; i < model.tables.size(); ++i) {
    const model::Table& table = model.tables[i];
    if (!there[i]) {
      AddCreation(model, table, plan);
      continue;
    }
    TableComparison comparison(
        {.model = model, .wanted = table, .costs = plan.costs, .before = options.before},
        *std::move(there[i]));
    TRESTLE_TRY(std::vector<TableChange> changes, std::move(comparison).Compare(database));
    for (TableChange& change : changes) plan.changes.push_back(std::move(change));
  }
  return plan;
}

namespace {

// What was to make room for the change is left as it is.
bool Waits(const TableChange& change, const std::vector<TableChange>& left) {
  return !change.needs.empty() && std::any_of(left.begin(), left.end(), [&](const auto& other) {
    return other.table == change.table && other.frees == change.needs;
  });
}

enum class Look { kFirst, kSecond };

// Why the endpoint cannot make a change; empty: it has made it, or failed otherwise. A part of a
// new table that it has left out, and then refuses, is one that it does not have.
std::string WhyNot(const Status& made, Look look) {
  if (IsUnknownThere(made)) return "the endpoint does not know how";
  const bool refused =
      look == Look::kSecond && !made && made.error().code == ErrorCode::kValidation;
  return refused ? "the endpoint refuses it: " + made.error().message : "";
}

// What is made and what is left of one look at the tables.
Result<Applied> ApplyOnce(const std::vector<TableChange>& changes, Database& database,
                          const ApplyOptions& options, Look look) {
  Applied applied;
  for (const TableChange& change : changes) {
    if (change.effect == Effect::kImpossible ||
        (change.effect == Effect::kBreaks && !options.may_break) || Waits(change, applied.left)) {
      applied.left.push_back(change);
      continue;
    }
    options.on_change(change);
    Status made = change.make(database);
    if (std::string why = WhyNot(made, look); !why.empty()) {
      TableChange& left = applied.left.emplace_back(change);
      left.effect = Effect::kImpossible;
      left.consequence = std::move(why);
      continue;
    }
    TRESTLE_RETURN_IF_ERROR(made);
    ++applied.made;
    TRESTLE_RETURN_IF_ERROR(AwaitActive(change.table, database, options.pause));
  }
  return applied;
}

}  // namespace

Result<Applied> Apply(const model::Model& model, Database& database, const ApplyOptions& options) {
  TRESTLE_TRY(const Plan plan, ChangesTo(model, database));
  TRESTLE_TRY(Applied applied, ApplyOnce(plan.changes, database, options, Look::kFirst));
  if (applied.made == 0) return applied;
  // Some endpoints leave out parts of a new table, such as its tags.
  TRESTLE_TRY(const Plan rest, ChangesTo(model, database));
  TRESTLE_TRY(Applied more, ApplyOnce(rest.changes, database, options, Look::kSecond));
  more.made += applied.made;
  return more;
}

Status CreateMissing(const model::Model& model, Database& database) {
  for (const model::Table& table : model.tables) {
    TRESTLE_TRY(const std::optional<TableDescription> there, Found(table.name, database));
    if (there) continue;
    TRESTLE_RETURN_IF_ERROR(CreationOf(model, table).make(database));
    TRESTLE_RETURN_IF_ERROR(AwaitActive(table.name, database, nullptr));
    for (const TableChange& change : CompletionOf(table)) {
      Status made = change.make(database);
      if (!IsUnknownThere(made)) TRESTLE_RETURN_IF_ERROR(made);
    }
  }
  return {};
}

}  // namespace trestle
