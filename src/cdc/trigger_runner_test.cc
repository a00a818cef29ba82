#include "cdc/trigger_runner.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "base/time_text.h"
#include "cdc/trigger_thread.h"
#include "model/read.h"
#include "operation/local_database.h"

namespace trestle {
namespace {

using ::testing::HasSubstr;

constexpr std::string_view kShop = R"toml(format = 1
model = "shop"

[tables.shop]
partition_key = "PK"
sort_key = "SK"
stream = "new_and_old_images"

[entities.Order]
table = "shop"
PK = "ORDER#{Id}"
SK = "ORDER"
[entities.Order.attributes]
Id = "string"
Customer = "string"
Status = { enum = ["open", "paid"], default = "open" }

[entities.Tally]
table = "shop"
PK = "TALLY#{Status}"
SK = "TALLY"
[entities.Tally.attributes]
Status = "string"
Orders = "integer"

[entities.Note]
table = "shop"
PK = "CUSTOMER#{Customer}"
SK = "NOTE#{Order}"
[entities.Note.attributes]
Customer = "string"
Order = "string"
Text = "string"

[transactions.Count]
parameters = { status = "string", by = "integer" }
steps = [{ update = "Tally", key = { Status = "{status}" }, add = { Orders = "{by}" } }]

[transactions.Tell]
parameters = { customer = "string", order = "string", text = "string" }
steps = [{ put = "Note", values = { Customer = "{customer}", Order = "{order}", Text = "{text}" }, if = "missing" }]

[triggers.Entered]
on = ["insert", "modify"]
entity = "Order"
when = "missing(old.Status) or new.Status <> old.Status"
run = "Count"
with = { status = "{new.Status}", by = 1 }

[triggers.Left]
on = ["modify", "remove"]
entity = "Order"
when = "missing(new.Status) or new.Status <> old.Status"
run = "Count"
with = { status = "{old.Status}", by = -1 }

[triggers.Paid]
on = ["modify"]
entity = "Order"
when = "new.Status = 'paid' and old.Status <> 'paid'"
run = "Tell"
with = { customer = "{new.Customer}", order = "{new.Id}", text = "Order {new.Id} is {new.Status}." }
)toml";

AttributeValue Text(std::string text) { return AttributeValue::String(std::move(text)); }

class TriggerTest : public ::testing::Test {
 protected:
  TriggerTest() {
    model::Reading reading = model::ReadModel(kShop, "shop");
    EXPECT_TRUE(reading.problems.empty()) << reading.problems.front().message;
    model_ = std::make_shared<const model::Model>(std::move(reading.model));
    CreateTableRequest request;
    request.table_name = "shop";
    request.attributes = {{.name = "PK"}, {.name = "SK"}};
    request.key_schema = {{.attribute_name = "PK"}, {.attribute_name = "SK", .hash = false}};
    request.billing = BillingMode::kPayPerRequest;
    request.stream = {.enabled = true, .view = StreamView::kNewAndOldImages};
    EXPECT_TRUE(database_->CreateTable(request));
    repository_ = std::make_shared<const repository::Repository>(
        model_, *database_, clock_, repository::RepositoryOptions{.cursor_key = "secret"});
  }

  TriggerRunner NewRunner(std::shared_ptr<repository::ChangeHandlers> handlers = nullptr) {
    return TriggerRunner({.repository = repository_,
                          .database = *database_,
                          .clock = clock_,
                          .handlers = std::move(handlers)});
  }
  void Order(const std::string& id, const std::string& status) {
    const auto put = repository_->Put(
        "Order", Item{{"Id", Text(id)}, {"Customer", Text("c1")}, {"Status", Text(status)}});
    ASSERT_TRUE(put) << put.error().message;
  }
  std::string Orders(const std::string& status) {
    const auto got = repository_->Get("Tally", Item{{"Status", Text(status)}});
    if (!got || !got->found) return "none";
    return got->found->item.Find("Orders")->As<Number>()->ToString();
  }

  ManualClock clock_{*ParseInstant("2026-11-16T12:00:00Z")};
  std::unique_ptr<LocalDatabase> database_ =
      *LocalDatabase::Open({.store = {.in_memory = true}}, clock_);
  std::shared_ptr<const model::Model> model_;
  std::shared_ptr<const repository::Repository> repository_;
};

TEST_F(TriggerTest, CountsFollowTheChanges) {
  TriggerRunner runner = NewRunner();
  for (int i = 0; i < 5; ++i) Order(std::to_string(i), "open");
  ASSERT_TRUE(runner.CatchUp());
  EXPECT_EQ(Orders("open"), "5");
  Order("1", "paid");
  Order("2", "paid");
  ASSERT_TRUE(repository_->Delete("Order", Item{{"Id", Text("3")}}));
  ASSERT_TRUE(runner.CatchUp());
  EXPECT_EQ(Orders("open"), "2");
  EXPECT_EQ(Orders("paid"), "2");
  const auto note = repository_->Get("Note", Item{{"Customer", Text("c1")}, {"Order", Text("1")}});
  ASSERT_TRUE(note && note->found);
  EXPECT_EQ(*note->found->item.Find("Text"), Text("Order 1 is paid."));
}

// Whoever comes next goes on where the last one was, in the middle of a change too.
TEST_F(TriggerTest, EachReactionHappensOnce) {
  for (int round = 0; round < 10; ++round) {
    Order(std::to_string(round), "open");
    Order(std::to_string(round), "paid");
    TriggerRunner runner = NewRunner();
    TriggerRunner other = NewRunner();
    ASSERT_TRUE(runner.CatchUp());
    ASSERT_TRUE(other.CatchUp());
    ASSERT_TRUE(runner.CatchUp());
  }
  EXPECT_EQ(Orders("open"), "0");
  EXPECT_EQ(Orders("paid"), "10");
}

TEST_F(TriggerTest, TwoThatRunAtOnceDoNotCountTwice) {
  TriggerRunner first = NewRunner();
  TriggerRunner second = NewRunner();
  for (int i = 0; i < 30; ++i) Order(std::to_string(i), i % 2 == 0 ? "open" : "paid");
  const auto run = [](TriggerRunner& runner) {
    for (int attempt = 0; attempt < 1000; ++attempt) {
      if (runner.CatchUp()) return;
    }
    ADD_FAILURE() << "never caught up";
  };
  std::thread beside([&] { run(second); });
  run(first);
  beside.join();
  EXPECT_EQ(Orders("open"), "15");
  EXPECT_EQ(Orders("paid"), "15");
}

TEST_F(TriggerTest, WhatIsRefusedIsDoneWith) {
  TriggerRunner runner = NewRunner();
  Order("1", "open");
  Order("1", "paid");
  Order("1", "open");
  Order("1", "paid");  // the note is there already
  ASSERT_TRUE(runner.CatchUp());
  EXPECT_EQ(Orders("open"), "0");
  EXPECT_EQ(Orders("paid"), "1");
  std::string metrics;
  runner.AppendMetrics(metrics);
  EXPECT_THAT(metrics, HasSubstr("trigger=\"Paid\",outcome=\"ran\"} 1\n"));
  EXPECT_THAT(metrics, HasSubstr("trigger=\"Paid\",outcome=\"refused\"} 1\n"));
}

TEST_F(TriggerTest, ShardsThatEndAreFollowedIntoTheirChildren) {
  TriggerRunner runner = NewRunner();
  for (int i = 0; i < 10; ++i) Order(std::to_string(i), "open");
  ASSERT_TRUE(runner.CatchUp());
  clock_.Advance(std::chrono::hours(5));
  for (int i = 0; i < 1000 && database_->catalog().StreamsAfter("")[0]->shards.size() < 8; ++i) {
    ASSERT_TRUE(database_->housekeeper().RunDue());
  }
  for (int i = 0; i < 10; ++i) Order(std::to_string(i), "paid");
  TriggerRunner next = NewRunner();
  ASSERT_TRUE(runner.CatchUp());
  ASSERT_TRUE(next.CatchUp());
  EXPECT_EQ(Orders("open"), "0");
  EXPECT_EQ(Orders("paid"), "10");
}

TEST_F(TriggerTest, ASnapshotTakesThePositionsBack) {
  TriggerRunner runner = NewRunner();
  Order("1", "open");
  ASSERT_TRUE(database_->MakeSnapshot("before"));
  ASSERT_TRUE(runner.CatchUp());
  EXPECT_EQ(Orders("open"), "1");
  ASSERT_TRUE(database_->RestoreSnapshot("before"));
  EXPECT_EQ(Orders("open"), "none");
  runner.StartOver();
  ASSERT_TRUE(runner.CatchUp());
  EXPECT_EQ(Orders("open"), "1");
}

// Hears of all changes, and answers some.
class Handlers final : public repository::ChangeHandlers {
 public:
  Result<std::vector<repository::Reaction>> On(const repository::ItemChange& change) override {
    heard.push_back(change.entity->name);
    if (change.entity->name != "Tally" || !change.after) return std::vector<repository::Reaction>();
    return std::vector<repository::Reaction>{
        {.transaction = "Tell",
         .arguments = Item{{"customer", Text("boss")},
                           {"order", *change.after->Find("Status")},
                           {"text", Text("counted")}}}};
  }
  std::vector<std::string> heard;
};

TEST_F(TriggerTest, HandlersOfASystemReactToo) {
  const auto handlers = std::make_shared<Handlers>();
  TriggerRunner runner = NewRunner(handlers);
  Order("1", "open");
  ASSERT_TRUE(runner.CatchUp());
  ASSERT_TRUE(runner.CatchUp());  // what the first wrote, in shards that it had passed
  ASSERT_TRUE(runner.CatchUp());
  EXPECT_THAT(handlers->heard, ::testing::UnorderedElementsAre("Order", "Tally", "Note"));
  const auto note =
      repository_->Get("Note", Item{{"Customer", Text("boss")}, {"Order", Text("open")}});
  EXPECT_TRUE(note && note->found);
}

TEST_F(TriggerTest, TheThreadIsWokenByChanges) {
  TriggerRunner runner = NewRunner();
  const TriggerThread thread(runner, database_->changes());
  for (int i = 1; i <= 3; ++i) {
    Order(std::to_string(i), "open");
    const auto give_up = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (Orders("open") != std::to_string(i) && std::chrono::steady_clock::now() < give_up) {
      std::this_thread::yield();
    }
    EXPECT_EQ(Orders("open"), std::to_string(i));
  }
}

}  // namespace
}  // namespace trestle
