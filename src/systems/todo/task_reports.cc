#include "systems/todo/task_reports.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "model/caseless_text.h"
#include "systems/messages.h"
#include "systems/todo/messages.h"
#include "systems/todo/task_changes.h"

namespace trestle::todo {
namespace {

constexpr std::int64_t kPage = 100;
constexpr std::chrono::seconds kOnTheWay{10};  // a change may take to be counted

std::vector<model::CaselessText> WordsOf(std::string_view text) {
  constexpr std::string_view kBetween = " \t\r\n";
  std::vector<model::CaselessText> words;
  for (std::size_t begin = 0; (begin = text.find_first_not_of(kBetween, begin)) != text.npos;) {
    const std::size_t end = std::min(text.find_first_of(kBetween, begin), text.size());
    words.emplace_back(text.substr(begin, end - begin));
    begin = end;
  }
  return words;
}

// What is looked for.
struct Wanted {
  std::vector<model::CaselessText> words;
  std::optional<model::CaselessText> category;
  const Item& filters;
};

// Every word is in the title, the description or the category, and all filters hold.
bool IsWanted(const Item& task, const Wanted& wanted) {
  const Item& filters = wanted.filters;
  for (const std::string_view name : {"status", "priority"}) {
    if (filters.Contains(name) && Text(task, name) != Text(filters, name)) return false;
  }
  if (wanted.category && !wanted.category->Equals(Text(task, "category"))) return false;
  const std::string_view due = Text(task, "due_date");
  if (filters.Contains("due_from") && due < Text(filters, "due_from")) return false;
  if (filters.Contains("due_to") && (due.empty() || due > Text(filters, "due_to"))) return false;
  return std::ranges::all_of(wanted.words, [&](const model::CaselessText& word) {
    return word.IsIn(Text(task, "title")) || word.IsIn(Text(task, "description")) ||
           word.IsIn(Text(task, "category"));
  });
}

struct Dimension {
  std::string_view name;
  std::string_view counts;  // pattern
  std::string_view totals;  // pattern
};
constexpr std::array<Dimension, 2> kDimensions = {{
    {.name = "priority", .counts = "CountByPriority", .totals = "TotalByPriority"},
    {.name = "status", .counts = "CountByStatus", .totals = "TotalByStatus"},
}};
using Tally = std::map<std::string, std::int64_t, std::less<>>;

// Zero of every value that tasks may have.
Tally Nothing(const Workplace& workplace, std::string_view dimension) {
  Tally tally;
  const model::Entity& task = *workplace.repository->model().FindEntity("Task");
  for (const std::string& value : task.FindAttribute(dimension)->shape.values) tally[value] = 0;
  return tally;
}

Result<Tally> Counted(const Workplace& workplace, std::string_view dimension,
                      std::string_view pattern, const Item& arguments) {
  Tally tally = Nothing(workplace, dimension);
  TRESTLE_TRY(const std::vector<EntityItem> counts, All(workplace, pattern, arguments));
  for (const EntityItem& count : counts) {
    tally[std::string(Text(count.item, "value"))] += Whole(count.item, "tasks");
  }
  return tally;
}

AttributeValue Shown(const Tally& tally) {
  AttributeMap shown;
  for (const auto& [value, tasks] : tally) shown.Set(value, AttributeValue::Integer(tasks));
  return AttributeValue::Of(std::move(shown));
}

Result<WorkflowAnswer> Tallies(const Workplace& workplace, std::string_view Dimension::*pattern,
                               const Item& arguments) {
  AttributeMap body;
  std::int64_t all = 0;
  for (const Dimension& dimension : kDimensions) {
    TRESTLE_TRY(const Tally tally,
                Counted(workplace, dimension.name, dimension.*pattern, arguments));
    if (dimension.name == "status") {
      for (const auto& [value, tasks] : tally) all += tasks;
    }
    body.Set(std::string(dimension.name), Shown(tally));
  }
  body.Set("tasks", AttributeValue::Integer(all));
  return WorkflowAnswer{.body = AttributeValue::Of(std::move(body))};
}

// A count that is not what the tasks say.
struct Difference {
  std::string_view dimension;
  std::string value;
  std::int64_t counted = 0;
  std::int64_t tasks = 0;
};

Result<std::vector<Difference>> DifferencesOf(const Workplace& workplace, const Item& user,
                                              const std::vector<EntityItem>& tasks) {
  std::vector<Difference> differences;
  for (const Dimension& dimension : kDimensions) {
    TRESTLE_TRY(Tally counted, Counted(workplace, dimension.name, dimension.counts, user));
    Tally there = Nothing(workplace, dimension.name);
    for (const EntityItem& task : tasks) {
      const std::string_view value = Text(task.item, dimension.name);
      if (!value.empty()) ++there[std::string(value)];
    }
    for (const auto& [value, count] : there) counted.try_emplace(value, 0);
    for (const auto& [value, count] : counted) {
      if (count == there[value]) continue;
      differences.push_back(
          {.dimension = dimension.name, .value = value, .counted = count, .tasks = there[value]});
    }
  }
  return differences;
}

// Whether it was put right: not if the stream counted at the same moment.
Result<bool> PutRight(const Workplace& workplace, const Difference& difference,
                      std::string_view user) {
  const auto done = WithRetries([&] {
    return workplace.repository->Transact("CorrectCount",
                                          {{"user_id", TextValue(user)},
                                           {"dimension", TextValue(difference.dimension)},
                                           {"value", TextValue(difference.value)},
                                           {"counted", AttributeValue::Integer(difference.counted)},
                                           {"tasks", AttributeValue::Integer(difference.tasks)}});
  });
  if (done) return true;
  if (ConflictOf(done.error()) != nullptr) return false;
  return tl::unexpected(done.error());
}

}  // namespace

Result<WorkflowAnswer> Search(const Workplace& workplace, const WorkflowCall& call) {
  const Item& filters = call.arguments;
  TRESTLE_RETURN_IF_ERROR(CheckUser(workplace, Text(filters, "user_id")));
  Wanted wanted{.words = WordsOf(Text(filters, "text")), .category = {}, .filters = filters};
  if (filters.Contains("category")) wanted.category.emplace(Text(filters, "category"));
  if (filters.Contains("text") && wanted.words.empty()) {
    return messages::BadField("text", "must hold a word");
  }
  if (filters.Contains("due_from") && filters.Contains("due_to") &&
      Text(filters, "due_to") < Text(filters, "due_from")) {
    return messages::BadField("due_to", "must not be before due_from");
  }
  const auto limit = static_cast<std::size_t>(Whole(filters, "limit"));
  std::vector<EntityItem> found;
  repository::PageOptions options{.limit = kPage};
  do {
    TRESTLE_TRY(repository::Page page,
                workplace.repository->Run("PageOfTasks", Some(filters, {"user_id"}), options));
    for (std::size_t i = 0; i < page.items.size() && found.size() <= limit; ++i) {
      TRESTLE_TRY(Item task, page.items[i].Decode());
      if (!IsWanted(task, wanted)) continue;
      found.push_back({.entity = page.EntityOf(i), .item = std::move(task)});
    }
    options.cursor = std::move(page.cursor);
  } while (options.cursor && found.size() <= limit);
  const bool more = found.size() > limit;
  if (more) found.pop_back();
  AttributeMap body{{"count", AttributeValue::Integer(static_cast<std::int64_t>(found.size()))},
                    {"more", AttributeValue::Of(more)}};
  return WorkflowAnswer{.body = AttributeValue::Of(std::move(body)),
                        .entities = {{"tasks", std::move(found)}}};
}

Result<WorkflowAnswer> Overdue(const Workplace& workplace, const WorkflowCall& call) {
  TRESTLE_RETURN_IF_ERROR(CheckUser(workplace, Text(call.arguments, "user_id")));
  TRESTLE_TRY(std::vector<EntityItem> overdue, All(workplace, "OverdueTasks", call.arguments));
  AttributeMap body{{"count", AttributeValue::Integer(static_cast<std::int64_t>(overdue.size()))},
                    {"today", *call.arguments.Find("today")}};
  return WorkflowAnswer{.body = AttributeValue::Of(std::move(body)),
                        .entities = {{"tasks", std::move(overdue)}}};
}

Result<WorkflowAnswer> Counts(const Workplace& workplace, const WorkflowCall& call) {
  TRESTLE_RETURN_IF_ERROR(CheckUser(workplace, Text(call.arguments, "user_id")));
  return Tallies(workplace, &Dimension::counts, call.arguments);
}

Result<WorkflowAnswer> Totals(const Workplace& workplace, const WorkflowCall&) {
  return Tallies(workplace, &Dimension::totals, {});
}

Result<WorkflowAnswer> Recount(const Workplace& workplace, const WorkflowCall& call) {
  const std::string_view user = Text(call.arguments, "user_id");
  TRESTLE_RETURN_IF_ERROR(CheckUser(workplace, user));
  const Item key = Some(call.arguments, {"user_id"});
  TRESTLE_TRY(const std::vector<EntityItem> tasks, All(workplace, "TasksOfUser", key));
  TRESTLE_TRY(const std::vector<Difference> differences, DifferencesOf(workplace, key, tasks));
  std::int64_t repaired = 0;
  if (*call.arguments.Find("repair")->As<bool>() && !differences.empty()) {
    // A change that the stream has yet to count would be counted twice.
    const auto settled =
        std::chrono::floor<std::chrono::seconds>(workplace.clock.Now()) - kOnTheWay;
    for (const EntityItem& task : tasks) {
      if (Whole(task.item, "updated_at") > settled.time_since_epoch().count()) {
        return messages::TaskCountsOnTheirWay(user);
      }
    }
    for (const Difference& difference : differences) {
      TRESTLE_TRY(const bool right, PutRight(workplace, difference, user));
      repaired += right ? 1 : 0;
    }
  }
  List shown;
  for (const Difference& difference : differences) {
    shown.push_back(
        AttributeValue::Of(AttributeMap{{"counted", AttributeValue::Integer(difference.counted)},
                                        {"dimension", TextValue(difference.dimension)},
                                        {"tasks", AttributeValue::Integer(difference.tasks)},
                                        {"value", TextValue(difference.value)}}));
  }
  return WorkflowAnswer{
      .body = AttributeValue::Of(AttributeMap{
          {"differences", AttributeValue::Of(std::move(shown))},
          {"equal", AttributeValue::Of(differences.empty())},
          {"repaired", AttributeValue::Integer(repaired)},
          {"tasks", AttributeValue::Integer(static_cast<std::int64_t>(tasks.size()))}})};
}

}  // namespace trestle::todo
