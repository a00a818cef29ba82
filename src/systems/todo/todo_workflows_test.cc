#include "systems/todo/todo_workflows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "systems/system_for_test.h"

namespace trestle::todo {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

class TodoTest : public SystemTest {
 protected:
  TodoTest() : SystemTest("todo") {
    Made("User", {{"user_id", S("mia")}, {"email", S("mia@example.com")}, {"name", S("Mia")}});
  }
  static Item Titled(std::string_view title, Item more = {}) {
    more.Set("user_id", S("mia"));
    more.Set("title", TextValue(title));
    return more;
  }
  static Item Of(const std::string& task, Item more = {}) {
    more.Set("user_id", S("mia"));
    more.Set("task_id", S(task));
    return more;
  }
  static Item Many(const std::vector<std::string>& tasks, Item more = {}) {
    List list;
    for (const std::string& task : tasks) list.push_back(S(task));
    more.Set("user_id", S("mia"));
    more.Set("task_ids", AttributeValue::Of(std::move(list)));
    return more;
  }
  std::string Added(std::string_view title, Item more = {}) {
    return std::string(Text(Done("AddTask", Titled(title, std::move(more)), "task"), "task_id"));
  }
  Item Task(const std::string& id) { return repository().Get("Task", Of(id))->found->item; }
  std::vector<std::string> Tasks() {
    return All("TasksOfUser", {{"user_id", S("mia")}}, "title", 100);
  }
  // What the bulk answer says of each task.
  static std::vector<std::string> Results(const Item& body) {
    std::vector<std::string> results;
    for (const AttributeValue& each : *body.Find("results")->As<List>()) {
      const AttributeMap& one = *each.As<AttributeMap>();
      results.push_back(std::string(Text(one, "task_id")) + " " + std::string(Text(one, "result")));
    }
    return results;
  }
  // Titles of the tasks in the answer.
  std::vector<std::string> Found(std::string_view workflow, Item arguments) {
    arguments.Set("user_id", S("mia"));
    const auto answer = Do(workflow, arguments);
    EXPECT_TRUE(answer) << answer.error().message;
    if (!answer) return {};
    std::vector<std::string> titles;
    for (const EntityItem& task :
         std::get<std::vector<EntityItem>>(answer->entities.at(0).second)) {
      titles.emplace_back(Text(task.item, "title"));
    }
    return titles;
  }
  static std::int64_t In(const Item& body, std::string_view dimension, std::string_view value) {
    return Whole(*body.Find(dimension)->As<AttributeMap>(), value);
  }
};

TEST_F(TodoTest, AnEmailAddressBelongsToOneUser) {
  const Item user = Done("SignUp", {{"email", S("Leo@Example.com")}, {"name", S("Leo")}}, "user");
  EXPECT_FALSE(Text(user, "user_id").empty());
  EXPECT_EQ(Text(user, "email"), "leo@example.com");
  EXPECT_THAT(Refusal("SignUp", {{"email", S("leo@example.com")}, {"name", S("Other")}}),
              HasSubstr("same email"));
  EXPECT_THAT(Refusal("SignUp", {{"email", S("nobody")}, {"name", S("Other")}}),
              HasSubstr("email"));
}

TEST_F(TodoTest, ATaskGoesItsWay) {
  const std::string id = Added("Pay the rent", {{"priority", S("high")}});
  EXPECT_EQ(Text(Task(id), "status"), "pending");
  const Item changed = Done("ChangeTask",
                            Of(id, {{"title", S("Pay")},
                                    {"due_date", S("2026-11-20")},
                                    {"clear", AttributeValue::Of(List{S("priority")})}}),
                            "task");
  EXPECT_EQ(Text(changed, "title"), "Pay");
  EXPECT_FALSE(changed.Contains("priority"));
  EXPECT_EQ(Text(Done("Complete", Of(id), "task"), "status"), "completed");
  EXPECT_TRUE(Task(id).Contains("completed_at"));
  EXPECT_EQ(Text(Done("Complete", Of(id), "task"), "status"), "completed");
  EXPECT_EQ(Text(Done("Reopen", Of(id), "task"), "status"), "pending");
  EXPECT_FALSE(Task(id).Contains("completed_at"));
  Done("ChangeTask", Of(id, {{"status", S("cancelled")}}));
  EXPECT_EQ(Refusal("Complete", Of(id)), "The task is cancelled");
  EXPECT_EQ(Text(Done("RemoveTask", Of(id), "task"), "title"), "Pay");
  EXPECT_EQ(Refusal("RemoveTask", Of(id)), "There is no Task " + id);
  EXPECT_EQ(Refusal("Complete", Of(id)), "There is no Task " + id);
}

// Whoever writes the status: the workflows, a generated route or a plain client.
TEST_F(TodoTest, ATaskTellsWhenItWasCompleted) {
  const std::string id = Added("Pay the rent");
  const auto write = [&](Item changes) {
    EXPECT_TRUE(repository().Update("Task", Of(id), std::move(changes)));
    return Whole(Task(id), "completed_at");
  };
  const std::int64_t now =
      std::chrono::floor<std::chrono::seconds>(clock_.Now()).time_since_epoch().count();
  EXPECT_EQ(write({{"status", S("completed")}}), now);
  clock_.Advance(std::chrono::hours(1));
  EXPECT_EQ(write({{"title", S("Paid")}}), now);
  write({{"status", S("in_progress")}});
  EXPECT_FALSE(Task(id).Contains("completed_at"));
  EXPECT_EQ(write({{"status", S("completed")}}), now + 3600);
  Done("ChangeTask", Of(id, {{"status", S("cancelled")}}));
  EXPECT_FALSE(Task(id).Contains("completed_at"));
}

TEST_F(TodoTest, RefusesWhatDoesNotFit) {
  const std::string id = Added("One");
  EXPECT_THAT(Refusal("AddTask", Titled("")), HasSubstr("title"));
  EXPECT_THAT(Refusal("AddTask", Titled("x", {{"due_date", S("tomorrow")}})),
              HasSubstr("due_date"));
  Item of_nobody = Titled("x");
  of_nobody.Set("user_id", S("nobody"));
  EXPECT_EQ(Refusal("AddTask", of_nobody), "There is no User nobody");
  EXPECT_FALSE(Do("AddTask", of_nobody, "key"));
  EXPECT_FALSE(Do("AddTask", Titled("x"), std::string(129, 'k')));
  EXPECT_EQ(Refusal("ChangeTask", Of("none", {{"title", S("x")}})), "There is no Task none");
  EXPECT_THAT(Refusal("ChangeTask", Of(id)), HasSubstr("nothing to change"));
  EXPECT_THAT(Refusal("ChangeTask", Of(id, {{"clear", AttributeValue::Of(List{S("title")})}})),
              HasSubstr("clear may hold"));
  Done("ChangeTask", Of(id, {{"title", S("Two")}, {"version", N("1")}}));
  EXPECT_FALSE(Do("ChangeTask", Of(id, {{"title", S("Three")}, {"version", N("1")}})));
  EXPECT_THAT(Refusal("ChangeStatuses", Many({}, {{"status", S("pending")}})),
              HasSubstr("task_ids"));
  EXPECT_EQ(Refusal("Counts", {{"user_id", S("nobody")}}), "There is no User nobody");
}

TEST_F(TodoTest, TheSameRequestTwiceGivesTheSameAnswerOnce) {
  const auto first = Do("AddTask", Titled("Once", {{"category", S("home")}}), "key");
  ASSERT_TRUE(first) << first.error().message;
  const Item made = std::get<EntityItem>(first->entities[0].second).item;
  Done("Complete", Of(std::string(Text(made, "task_id"))));
  clock_.Advance(std::chrono::hours(23));
  const auto again = Do("AddTask", Titled("Once", {{"category", S("home")}}), "key");
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_TRUE(again->repeated);
  EXPECT_EQ(again->status, 201);
  EXPECT_EQ(std::get<EntityItem>(again->entities[0].second).item, made);
  EXPECT_THAT(Tasks(), ElementsAre("Once"));
  const auto other = Do("AddTask", Titled("Another"), "key");
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().code, ErrorCode::kIdempotentParameterMismatch);
  // After a day the key is free, whether or not the TTL has removed the answer.
  clock_.Advance(std::chrono::hours(1));
  const auto later = Do("AddTask", Titled("Another"), "key");
  ASSERT_TRUE(later) << later.error().message;
  EXPECT_FALSE(later->repeated);
  EXPECT_THAT(Tasks(), ElementsAre("Once", "Another"));
}

// The answer is what is stored, not only what was asked for.
TEST_F(TodoTest, TheAnswerIsTheTask) {
  const auto made = Do("AddTask", Titled("Done before", {{"status", S("completed")}}), "key");
  ASSERT_TRUE(made) << made.error().message;
  const Item answer = std::get<EntityItem>(made->entities[0].second).item;
  const Item stored = Task(std::string(Text(answer, "task_id")));
  for (const auto& [name, value] : answer) {
    ASSERT_TRUE(stored.Contains(name)) << name;
    EXPECT_EQ(*stored.Find(name), value) << name;
  }
}

TEST_F(TodoTest, ManyTasksAtOnceAndWhatHappenedToEach) {
  std::vector<std::string> ids;
  for (int i = 0; i < 30; ++i) ids.push_back(Added("Task " + std::to_string(i)));
  Done("Complete", Of(ids[0]));
  const Item changed =
      Done("ChangeStatuses", Many({ids[0], ids[1], ids[1], "none"}, {{"status", S("completed")}}));
  EXPECT_THAT(Results(changed), ::testing::UnorderedElementsAre(
                                    ids[0] + " unchanged", ids[1] + " changed", "none missing"));
  EXPECT_EQ(Whole(changed, "changed"), 1);
  EXPECT_EQ(Whole(changed, "missing"), 1);
  EXPECT_TRUE(Task(ids[1]).Contains("completed_at"));
  Done("Reopen", Of(ids[0]));
  EXPECT_THAT(Results(Done("RemoveCompleted", {{"user_id", S("mia")}})),
              ElementsAre(ids[1] + " deleted"));
  const Item removed = Done("RemoveTasks", Many(ids));
  EXPECT_EQ(Whole(removed, "deleted"), 29);
  EXPECT_EQ(Whole(removed, "missing"), 1);
  EXPECT_EQ(Whole(removed, "failed"), 0);
  EXPECT_THAT(Tasks(), IsEmpty());
}

TEST_F(TodoTest, SearchKnowsLettersOfEveryScript) {
  Added("Café in Zürich", {{"category", S("ÉTÉ")}});
  Added("Позвонить в Москву");
  EXPECT_THAT(Found("Search", {{"text", S("ZÜRICH\tcafÉ")}}), ElementsAre("Café in Zürich"));
  EXPECT_THAT(Found("Search", {{"category", S("été")}}), ElementsAre("Café in Zürich"));
  EXPECT_THAT(Found("Search", {{"text", S("МОСКВУ")}}), ElementsAre("Позвонить в Москву"));
}

TEST_F(TodoTest, SearchFindsAllWordsInAnyPlace) {
  Added("Pay the rent", {{"description", S("By Bank transfer")}, {"category", S("Home")}});
  Added("Call the bank", {{"status", S("completed")}, {"due_date", S("2026-11-20")}});
  Added("Plan the trip", {{"category", S("bank")}, {"due_date", S("2026-11-21")}});
  EXPECT_THAT(Found("Search", {{"text", S("BANK")}}), SizeIs(3));
  EXPECT_THAT(Found("Search", {{"text", S("bank home")}}), ElementsAre("Pay the rent"));
  EXPECT_THAT(Found("Search", {{"text", S("bank")}, {"status", S("completed")}}),
              ElementsAre("Call the bank"));
  EXPECT_THAT(Found("Search", {{"due_from", S("2026-11-20")}, {"due_to", S("2026-11-20")}}),
              ElementsAre("Call the bank"));
  EXPECT_THAT(Found("Search", {{"category", S("BANK")}}), ElementsAre("Plan the trip"));
  EXPECT_THAT(Found("Search", {{"text", S("nothing")}}), IsEmpty());
  const Item some = Done("Search", {{"user_id", S("mia")}, {"limit", N("2")}});
  EXPECT_EQ(Whole(some, "count"), 2);
  EXPECT_TRUE(*some.Find("more")->As<bool>());
  EXPECT_EQ(Refusal("Search", {{"user_id", S("mia")}, {"text", S("  ")}}), "text must hold a word");
  EXPECT_EQ(
      Refusal("Search",
              {{"user_id", S("mia")}, {"due_from", S("2026-11-20")}, {"due_to", S("2026-11-19")}}),
      "due_to must not be before due_from");
}

TEST_F(TodoTest, OverdueIsWhatWasDueBeforeTodayAndIsOpen) {
  Added("Yesterday", {{"due_date", S("2026-11-14")}});
  Added("Long ago", {{"due_date", S("2025-01-01")}, {"status", S("in_progress")}});
  Added("Today", {{"due_date", S("2026-11-15")}});
  Added("Done", {{"due_date", S("2026-11-01")}, {"status", S("completed")}});
  Added("Cancelled", {{"due_date", S("2026-11-01")}, {"status", S("cancelled")}});
  Added("Some day");
  EXPECT_THAT(Found("Overdue", {}), ElementsAre("Long ago", "Yesterday"));
  clock_.Advance(std::chrono::hours(12));
  EXPECT_THAT(Found("Overdue", {}), ElementsAre("Long ago", "Yesterday", "Today"));
  EXPECT_THAT(
      All("TasksInDateRange",
          {{"user_id", S("mia")}, {"start_date", S("2026-11-14")}, {"end_date", S("2026-11-15")}},
          "title", 10),
      ElementsAre("Yesterday", "Today"));
}

TEST_F(TodoTest, CountsAreHeldAgainstTheTasksAndPutRight) {
  Added("One", {{"priority", S("high")}});
  Added("Two", {{"priority", S("high")}, {"status", S("completed")}});
  Added("Three");
  Made("TaskCount", {{"user_id", S("mia")},
                     {"dimension", S("status")},
                     {"value", S("cancelled")},
                     {"tasks", N("4")}});
  const Item user{{"user_id", S("mia")}};
  const Item repair{{"user_id", S("mia")}, {"repair", AttributeValue::Of(true)}};
  const Item looked = Done("Recount", user);
  EXPECT_FALSE(*looked.Find("equal")->As<bool>());
  EXPECT_THAT(*looked.Find("differences")->As<List>(), SizeIs(4));
  EXPECT_EQ(Whole(looked, "repaired"), 0);
  EXPECT_THAT(Refusal("Recount", repair), HasSubstr("has changed just now"));
  clock_.Advance(std::chrono::minutes(1));
  EXPECT_EQ(Whole(Done("Recount", repair), "repaired"), 4);
  EXPECT_TRUE(*Done("Recount", repair).Find("equal")->As<bool>());
  const Item counts = Done("Counts", user);
  EXPECT_EQ(Whole(counts, "tasks"), 3);
  EXPECT_EQ(In(counts, "status", "pending"), 2);
  EXPECT_EQ(In(counts, "status", "completed"), 1);
  EXPECT_EQ(In(counts, "status", "cancelled"), 0);
  EXPECT_EQ(In(counts, "priority", "high"), 2);
  EXPECT_EQ(In(counts, "priority", "low"), 0);
}

TEST_F(TodoTest, TotalsAreTheSumOfTheirParts) {
  for (const char* task : {"a", "b", "c", "d"}) {
    ASSERT_TRUE(repository().Transact(
        "CountUp", Of(task, {{"dimension", S("status")}, {"value", S("pending")}})));
  }
  const Item totals = Done("Totals", {});
  EXPECT_EQ(Whole(totals, "tasks"), 4);
  EXPECT_EQ(In(totals, "status", "pending"), 4);
}

TEST_F(TodoTest, OneKeyOnManyThreadsMakesOneTask) {
  for (int round = 0; round < 6; ++round) {
    const std::string key = "key" + std::to_string(round);
    std::vector<std::string> ids(5);
    EXPECT_EQ(AtOnce(5,
                     [&](int i) {
                       const auto made = Do("AddTask", Titled("Once"), key);
                       if (!made) return false;
                       ids[i] =
                           Text(std::get<EntityItem>(made->entities[0].second).item, "task_id");
                       return true;
                     }),
              5);
    EXPECT_THAT(ids, ::testing::Each(ids[0]));
    EXPECT_THAT(Tasks(), SizeIs(round + 1));
  }
}

// Changes of many tasks and of single ones at the same moment: none is lost.
TEST_F(TodoTest, BulkChangesDoNotLoseSingleOnes) {
  for (int round = 0; round < 4; ++round) {
    std::vector<std::string> ids;
    for (int i = 0; i < 6; ++i) ids.push_back(Added("Before"));
    EXPECT_EQ(
        AtOnce(3,
               [&](int i) {
                 if (i == 0) {
                   const auto done = Do("ChangeStatuses", Many(ids, {{"status", S("completed")}}));
                   return done && Whole(*done->body.As<AttributeMap>(), "changed") == 6;
                 }
                 for (const std::string& id : ids) {
                   const Item change =
                       i == 1 ? Item{{"title", S("After")}} : Item{{"priority", S("urgent")}};
                   if (!Do("ChangeTask", Of(id, change))) return false;
                 }
                 return true;
               }),
        3);
    for (const std::string& id : ids) {
      const Item task = Task(id);
      EXPECT_EQ(Text(task, "title"), "After");
      EXPECT_EQ(Text(task, "priority"), "urgent");
      EXPECT_EQ(Text(task, "status"), "completed");
      EXPECT_EQ(Whole(task, "version"), 4);
    }
  }
}

// Each task is deleted by one of those who try.
TEST_F(TodoTest, BulkDeletesShareTheirTasks) {
  std::vector<std::string> ids;
  for (int i = 0; i < 10; ++i) ids.push_back(Added("Gone"));
  std::atomic<std::int64_t> deleted = 0;
  EXPECT_EQ(AtOnce(3,
                   [&](int) {
                     const auto done = Do("RemoveTasks", Many(ids));
                     if (!done) return false;
                     deleted += Whole(*done->body.As<AttributeMap>(), "deleted");
                     return Whole(*done->body.As<AttributeMap>(), "failed") == 0;
                   }),
            3);
  EXPECT_EQ(deleted, 10);
  EXPECT_THAT(Tasks(), IsEmpty());
}

}  // namespace
}  // namespace trestle::todo
