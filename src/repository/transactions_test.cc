#include <gmock/gmock.h>

#include <atomic>
#include <thread>

#include "repository/repository_for_test.h"

namespace trestle::repository {
namespace {

constexpr std::string_view kBank = R"toml(
model = "bank"
[tables.bank]
partition_key = "PK"
sort_key = "SK"
[tables.bank.indexes.ByLevel]
partition_key = "LevelPK"
sort_key = "PK"

[entities.Account]
PK = "ACCOUNT#{Id}"
SK = "ACCOUNT"
LevelPK = "LEVEL#{Level}"
unique = ["Iban"]
[entities.Account.attributes]
Id = "string"
Iban = "string"
Level = { enum = ["basic", "gold"], default = "basic" }
Balance = { type = "integer", default = 0, min = 0 }
Changed = { type = "timestamp", on_write = "now" }
Note = "string"

[entities.Booking]
PK = "ACCOUNT#{From}"
SK = "BOOKING#{Id}"
[entities.Booking.attributes]
From = "string"
To = "string"
Id = { type = "ulid", default = "ulid" }
Amount = { type = "integer", min = 1 }
Text = "string"

[transactions.Transfer]
idempotent = true
parameters = { amount = { type = "integer", min = 1 }, minus = "integer" }
steps = [
  { update = "Account", key = { Id = "{from}" }, add = { Balance = "{minus}" }, if = "Balance >= {amount}" },
  { update = "Account", key = { Id = "{to}" }, add = { Balance = "{amount}" }, remove = ["Note"], if = "exists" },
  { put = "Booking", values = { From = "{from}", To = "{to}", Amount = "{amount}", Text = "to {to}" }, if = "missing" },
]

[entities.Counter]
PK = "COUNTER#{Id}"
SK = "COUNTER"
version = "Version"
[entities.Counter.attributes]
Id = { type = "string", immutable = true }
Value = { type = "integer", default = 0 }
Seen = "string_set"
Changed = { type = "timestamp", on_write = "now" }

[transactions.Count]
parameters = { seen = "string_set" }
steps = [ { update = "Counter", key = { Id = "{id}" }, add = { Value = 1, Seen = "{seen}" }, if = "Value < 100" } ]

[transactions.Promote]
steps = [ { update = "Account", key = { Id = "{id}" }, set = { Level = "gold" } } ]

[transactions.Close]
steps = [
  { check = "Account", key = { Id = "{other}" } },
  { delete = "Account", key = { Id = "{id}" }, if = "Balance = 0" },
]
)toml";

class TransactionsTest : public RepositoryTest {
 protected:
  TransactionsTest() {
    Open(kBank);
    Made("Account", {{"Id", S("a")}, {"Balance", N("100")}, {"Iban", S("A1")}});
    Made("Account", {{"Id", S("b")}, {"Note", S("x")}});
  }
  static Item Transfer(int amount) {
    return {{"from", S("a")},
            {"to", S("b")},
            {"amount", AttributeValue::Integer(amount)},
            {"minus", AttributeValue::Integer(-amount)}};
  }
  Item Account(std::string id) {
    const auto found = repository().Get("Account", {{"Id", S(std::move(id))}});
    return found && found->found ? found->found->item : Item();
  }
  std::string Balance(std::string id) {
    const Item account = Account(std::move(id));
    const AttributeValue* value = account.Find("Balance");
    return value == nullptr ? "-" : value->As<Number>()->ToString();
  }
};

TEST_F(TransactionsTest, DoesAllSteps) {
  const auto done = repository().Transact("Transfer", Transfer(30));
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(Balance("a"), "70");
  EXPECT_EQ(Balance("b"), "30");
  EXPECT_FALSE(Account("b").Contains("Note"));
  ASSERT_EQ(done->items.size(), 3U);
  EXPECT_EQ(done->items[2].entity->name, "Booking");
  EXPECT_EQ(*done->items[2].item.Find("Text"), S("to b"));
  EXPECT_GT(done->spent.write_units, 0);
}

TEST_F(TransactionsTest, DoesNoneWhereAConditionFails) {
  const auto refused = repository().Transact("Transfer", Transfer(130));
  ASSERT_FALSE(refused);
  const auto* conflict = dynamic_cast<const WriteConflict*>(refused.error().detail.get());
  ASSERT_NE(conflict, nullptr);
  EXPECT_EQ(conflict->kind, WriteConflict::Kind::kCondition);
  EXPECT_EQ(conflict->step, 0U);
  EXPECT_EQ(Balance("b"), "0");
  Item nobody = Transfer(10);
  nobody.Set("to", S("nobody"));
  const auto missing = repository().Transact("Transfer", nobody);
  EXPECT_EQ(dynamic_cast<const WriteConflict*>(missing.error().detail.get())->step, 1U);
  EXPECT_EQ(Balance("a"), "100");
  EXPECT_FALSE(repository().Transact("Transfer", {{"from", S("a")}}));
}

TEST_F(TransactionsTest, DoesSeveralTogetherOrNone) {
  Item back = Transfer(10);
  back.Set("from", S("b"));
  back.Set("to", S("c"));
  const std::vector<TransactionCall> calls = {{"Promote", {{"id", S("a")}}}, {"Transfer", back}};
  const auto refused = repository().TransactTogether(calls);
  ASSERT_FALSE(refused);
  EXPECT_EQ(dynamic_cast<const WriteConflict*>(refused.error().detail.get())->step, 1U);
  EXPECT_EQ(*Account("a").Find("Level"), S("basic"));
  Made("Account", {{"Id", S("c")}, {"Iban", S("C1")}});
  ASSERT_TRUE(repository().Update("Account", {{"Id", S("b")}}, {{"Balance", N("10")}}));
  const auto done = repository().TransactTogether(calls);
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(done->items.size(), 4U);
  EXPECT_EQ(*Account("a").Find("Level"), S("gold"));
  EXPECT_EQ(Balance("c"), "10");
}

TEST_F(TransactionsTest, AnswersARepetitionAsTheFirstTime) {
  const auto first = repository().Transact("Transfer", Transfer(30), "k1");
  ASSERT_TRUE(first) << first.error().message;
  clock_.Advance(std::chrono::hours(1));
  const auto second = repository().Transact("Transfer", Transfer(30), "k1");
  ASSERT_TRUE(second) << second.error().message;
  EXPECT_TRUE(second->repeated);
  ASSERT_EQ(second->items.size(), 3U);
  EXPECT_EQ(second->items[2].item, first->items[2].item);
  EXPECT_EQ(Balance("a"), "70");
  EXPECT_EQ(repository().Transact("Transfer", Transfer(31), "k1").error().code,
            ErrorCode::kIdempotentParameterMismatch);
  // Another day, another transfer.
  clock_.Advance(std::chrono::hours(48));
  EXPECT_TRUE(repository().Transact("Transfer", Transfer(30), "k1"));
  EXPECT_EQ(Balance("a"), "40");
}

// Whichever comes first, and however far the others are then: the clock stands still.
TEST_F(TransactionsTest, OneKeyAtOnceIsDoneOnce) {
  for (int round = 1; round <= 5; ++round) {
    std::atomic<int> done{0};
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
      threads.emplace_back([&] {
        const auto answer = repository().Transact("Transfer", Transfer(20), std::to_string(round));
        EXPECT_TRUE(answer) << answer.error().message;
        done += answer && !answer->repeated ? 1 : 0;
      });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(done, 1);
    EXPECT_EQ(Balance("b"), std::to_string(20 * round));
  }
}

TEST_F(TransactionsTest, DerivesWhatFollowsFromAnUpdate) {
  ASSERT_TRUE(repository().Transact("Promote", {{"id", S("a")}}));
  EXPECT_EQ(*Account("a").Find("LevelPK"), S("LEVEL#gold"));
  // An update of nothing makes the item.
  ASSERT_TRUE(repository().Transact("Promote", {{"id", S("new")}}));
  EXPECT_EQ(Balance("new"), "0");
}

TEST_F(TransactionsTest, ChecksAndDeletes) {
  EXPECT_FALSE(repository().Transact("Close", {{"id", S("a")}, {"other", S("b")}}));
  EXPECT_FALSE(repository().Transact("Close", {{"id", S("b")}, {"other", S("nobody")}}));
  ASSERT_TRUE(repository().Transact("Close", {{"id", S("b")}, {"other", S("a")}}));
  EXPECT_TRUE(Account("b").empty());
}

TEST_F(TransactionsTest, ManyAtOnceLoseNothing) {
  std::atomic<int> done{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 3; ++t) {
    threads.emplace_back([&] {
      for (int i = 0; i < 5; ++i) done += repository().Transact("Transfer", Transfer(1)) ? 1 : 0;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_GT(done, 0);
  EXPECT_EQ(Balance("b"), std::to_string(done));
  EXPECT_EQ(Balance("a"), std::to_string(100 - done));
}

// What the database adds by itself needs no version to be the one that was read.
TEST_F(TransactionsTest, ManyAddToAVersionedItemAndNoneIsRefused) {
  Made("Counter", {{"Id", S("c")}});
  std::atomic<int> refused{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      const AttributeValue seen = AttributeValue::Of(StringSet({std::to_string(t)}));
      for (int i = 0; i < 10; ++i) {
        const auto counted = repository().Transact("Count", {{"id", S("c")}, {"seen", seen}});
        refused += counted ? 0 : 1;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(refused, 0);
  const Item counter = repository().Get("Counter", {{"Id", S("c")}})->found->item;
  EXPECT_EQ(*counter.Find("Value"), N("80"));
  EXPECT_EQ(*counter.Find("Version"), N("81"));
  EXPECT_EQ(counter.Find("Seen")->As<StringSet>()->elements().size(), 8U);
}

TEST_F(TransactionsTest, CreatesSeveralTogetherOrNone) {
  const auto account = [](const char* id, const char* iban) {
    return Item{{"Id", S(id)}, {"Iban", S(iban)}};
  };
  ASSERT_TRUE(repository().CreateTogether("Account", {account("c", "C1"), account("d", "D1")}));
  const auto taken =
      repository().CreateTogether("Account", {account("e", "E1"), account("f", "D1")});
  ASSERT_FALSE(taken);
  EXPECT_EQ(taken.error().message, "Another item has the same Iban");
  EXPECT_TRUE(Account("e").empty());
}

}  // namespace
}  // namespace trestle::repository
