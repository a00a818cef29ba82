#include "migration/migration.h"

#include <gtest/gtest.h>

#include <random>
#include <utility>

#include "binding/bound_for_test.h"
#include "binding/table_plan.h"
#include "migration/moved_source.h"
#include "model/read.h"

namespace trestle::migration {
namespace {

constexpr std::string_view kPeople = R"toml(format = 1
model = "people"
[tables.people]
partition_key = "PK"
sort_key = "SK"
[entities.User]
table = "people"
PK = "USER#{Username}"
SK = "PROFILE"
version = "Version"
[entities.User.attributes]
Username = "string"
Name = { type = "string", max_length = 10 }
CreatedAt = { type = "timestamp", default = "now", immutable = true }
UpdatedAt = { type = "timestamp", on_write = "now" }
[entities.Note]
table = "people"
PK = "NOTE#{Id}"
SK = "NOTE"
[entities.Note.attributes]
Id = "string"
[[migrations]]
from = "users"
entity = "User"
when = "missing(invisible)"
set = { Username = "{username}", Name = "{name}", CreatedAt = "{created_at}" }
)toml";

class MigrationTest : public BoundTest {
 protected:
  MigrationTest() {
    CreateTableRequest request;
    request.table_name = "users";
    request.attributes = {{.name = "username", .type = AttributeType::kString}};
    request.key_schema = {{.attribute_name = "username", .hash = true}};
    request.billing = BillingMode::kPayPerRequest;
    EXPECT_TRUE(database_->CreateTable(request));
    clock_.Advance(std::chrono::seconds(10));
    model_ = std::make_shared<const model::Model>(model::ReadModel(kPeople, "people").model);
  }

  std::unique_ptr<Migration> Open() {
    MigrationOptions options;
    options.pause = [this](std::chrono::milliseconds time) {
      clock_.Advance(time);
      return true;
    };
    options.stopped = [this] { return stop_in_ == 0 || (stop_in_ > 0 && --stop_in_ == 0); };
    options.on_progress = [this](const State&, std::int64_t, std::int64_t) { meanwhile_(); };
    options.on_difference = [this](const Difference& difference) {
      differences_.push_back(difference.what);
    };
    options.on_refused = [this](const Difference& difference) {
      refused_.push_back(difference.what);
    };
    auto opened = Migration::Open(Models(), *database_, clock_, options);
    EXPECT_TRUE(opened) << opened.error().message;
    return *std::move(opened);
  }
  Migration::Models Models() const { return {.model = model_, .from = nullptr, .table = ""}; }
  std::optional<State> Look() { return *Migration::Look(Models(), *database_); }

  void PutUser(const std::string& name, const std::string& text, const std::string& created) {
    const auto put = database_->PutItem(
        {.table_name = "users",
         .item = Item{{"username", S(name)}, {"name", S(text)}, {"created_at", S(created)}}});
    ASSERT_TRUE(put) << put.error().message;
  }
  void DeleteUser(const std::string& name) {
    ASSERT_TRUE(database_->DeleteItem({.table_name = "users", .key = Item{{"username", S(name)}}}));
  }
  Item GetFrom(const std::string& table, Item key) {
    const auto found =
        database_->GetItem({.table_name = table, .key = std::move(key), .consistent_read = true});
    return found && found->item ? *found->item->Decode() : Item();
  }
  std::string NameIn(const std::string& user) {
    return Text(GetFrom("people", UserKey(user)), "Name");
  }
  std::int64_t CountOf(const std::string& table) {
    ScanRequest request;
    request.table_name = table;
    const auto page = database_->Scan(request);
    return page ? page->count : -1;
  }
  // Whatever a client may do to the old table.
  void RandomWrite() {
    const std::string user = "u" + std::to_string(random_() % 60);
    const std::string day = "2025-01-0" + std::to_string(1 + random_() % 9) + "T00:00:00.000Z";
    switch (random_() % 4) {
      case 0:
        DeleteUser(user);
        break;
      case 1: {
        UpdateItemRequest request{.table_name = "users", .key = Item{{"username", S(user)}}};
        request.update_expression =
            random_() % 3 == 0 ? "SET invisible = :v" : "REMOVE invisible SET extra = :v";
        request.substitutions.values = Item{{":v", S(std::to_string(random_() % 5))}};
        EXPECT_TRUE(database_->UpdateItem(request));
        break;
      }
      default:
        PutUser(user, "n" + std::to_string(random_() % 1000), day);
    }
  }

  std::shared_ptr<const model::Model> model_;  // shared with the migrations
  std::function<void()> meanwhile_ = [] {};
  int stop_in_ = -1;
  std::vector<std::string> differences_, refused_;
  std::minstd_rand random_{7};
};

TEST_F(MigrationTest, CopiesFollowsSwitchesAndComesBack) {
  for (int i = 0; i < 120; ++i) {
    PutUser("u" + std::to_string(i), "first", "2025-01-01T00:00:00.000Z");
  }
  auto migration = Open();
  auto state = migration->Run(Migration::Until::kCaughtUp);
  ASSERT_TRUE(state) << state.error().message;
  EXPECT_EQ(state->phase, Phase::kFollowing);
  EXPECT_EQ(state->copied, 120);
  EXPECT_EQ(CountOf("people"), 120);

  PutUser("u1", "second", "2025-01-01T00:00:00.000Z");
  DeleteUser("u2");
  PutUser("u200", "new", "2025-01-02T00:00:00.000Z");
  ASSERT_TRUE(migration->Run(Migration::Until::kCaughtUp));
  EXPECT_EQ(NameIn("u1"), "second");
  EXPECT_EQ(NameIn("u2"), "(absent)");
  EXPECT_EQ(NameIn("u200"), "new");

  state = migration->Switch();
  ASSERT_TRUE(state) << state.error().message;
  EXPECT_EQ(state->phase, Phase::kSwitched);
  UpdateItemRequest request{.table_name = "people", .key = UserKey("u3")};
  request.update_expression = "SET #n = :n";
  request.substitutions.names = NameMap{{"#n", "Name"}};
  request.substitutions.values = Item{{":n", S("third")}};
  ASSERT_TRUE(database_->UpdateItem(request));
  ASSERT_TRUE(database_->DeleteItem({.table_name = "people", .key = UserKey("u4")}));
  ASSERT_TRUE(migration->Run(Migration::Until::kCaughtUp));
  EXPECT_EQ(Text(GetFrom("users", {{"username", S("u3")}}), "name"), "third");
  EXPECT_TRUE(GetFrom("users", {{"username", S("u4")}}).empty());
  EXPECT_EQ(Text(GetFrom("users", {{"username", S("u5")}}), "created_at"),
            "2025-01-01T00:00:00.000Z");

  // Back, and once more.
  auto was = migration->RollBack();
  ASSERT_TRUE(was) << was.error().message;
  EXPECT_EQ(*was, Phase::kSwitched);
  PutUser("u6", "again", "2025-01-01T00:00:00.000Z");
  ASSERT_TRUE(migration->Run(Migration::Until::kCaughtUp));
  EXPECT_EQ(NameIn("u6"), "again");
  ASSERT_TRUE(migration->Switch());
  const Status done = migration->Finalise({.drop_source = true});
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_FALSE(database_->DescribeTable("users"));
  EXPECT_EQ(CountOf("people"), 119);

  // It is known to be done although nothing else is left of it.
  EXPECT_EQ(Look()->phase, Phase::kFinalised);
  const auto late = Migration::Open(Models(), *database_, clock_, {});
  ASSERT_FALSE(late);
  EXPECT_NE(late.error().message.find("is finalised"), std::string::npos);
}

TEST_F(MigrationTest, AFinalisedMigrationMayDropItsSourceLater) {
  PutUser("ann", "Ann", "2025-01-01T00:00:00.000Z");
  auto migration = Open();
  ASSERT_TRUE(migration->Run(Migration::Until::kCaughtUp));
  ASSERT_TRUE(migration->Switch());
  ASSERT_TRUE(migration->Finalise({}));
  EXPECT_TRUE(database_->DescribeTable("users"));
  ASSERT_TRUE(Open()->Finalise({.drop_source = true}));
  EXPECT_FALSE(database_->DescribeTable("users"));
}

TEST_F(MigrationTest, WhatHasNotBegunSaysSo) {
  const std::string text =
      "the migration has not begun: `trestle model migrate FILE run` begins it";
  EXPECT_EQ(MessageOf(Open()->Switch()), text);
  EXPECT_EQ(MessageOf(Open()->RollBack()), text);
  EXPECT_EQ(MessageOf(Open()->Finalise({})), text);
}

TEST_F(MigrationTest, ASourceThatWasReplacedTakesNoWritesOfClients) {
  for (const char* name : {"ann", "bob"}) PutUser(name, "first", "2025-01-01T00:00:00.000Z");
  auto migration = Open();
  ASSERT_TRUE(migration->Run(Migration::Until::kCaughtUp));
  ASSERT_TRUE(migration->Switch());
  const Item ann = {{"username", S("ann")}};
  const std::string refusal =
      "Table users has been replaced by table people and takes no more writes: write to people";
  EXPECT_EQ(MessageOf(database_->PutItem({.table_name = "users", .item = ann})), refusal);
  EXPECT_EQ(MessageOf(database_->DeleteItem({.table_name = "users", .key = ann})), refusal);
  UpdateItemRequest update{.table_name = "users", .key = ann};
  update.update_expression = "SET late = username";
  update.condition.expression = "attribute_not_exists(username)";
  EXPECT_EQ(MessageOf(database_->UpdateItem(update)), refusal);
  BatchWriteItemRequest batch;
  batch.tables.emplace_back("users", std::vector<WriteRequest>{{.put_item = ann}});
  EXPECT_EQ(MessageOf(database_->BatchWriteItem(batch)), refusal);
  EXPECT_EQ(MessageOf(database_->ExecuteStatement(
                {.statement = {.statement = "INSERT INTO users VALUE {'username': 'eve'}"}})),
            refusal);
  TransactWriteItemsRequest transaction;
  transaction.writes.push_back({.action = TransactAction::kPut,
                                .table_name = "users",
                                .item_or_key = ann,
                                .update_expression = {},
                                .condition_expression = {},
                                .substitutions = {}});
  EXPECT_EQ(MessageOf(database_->TransactWriteItems(transaction)), refusal);
  EXPECT_EQ(Text(GetFrom("users", ann), "name"), "first");

  // The way back stays open, and is one.
  ASSERT_TRUE(database_->DeleteItem({.table_name = "people", .key = UserKey("ann")}));
  ASSERT_TRUE(migration->RollBack());
  EXPECT_TRUE(GetFrom("users", ann).empty());
  PutUser("ann", "again", "2025-01-01T00:00:00.000Z");
  ASSERT_TRUE(migration->Switch());
  EXPECT_EQ(NameIn("ann"), "again");
  ASSERT_TRUE(migration->Finalise({}));
  EXPECT_EQ(MessageOf(database_->PutItem({.table_name = "users", .item = ann})), refusal);
}

TEST_F(MigrationTest, ASwitchThatEndedHalfwayIsSettledByTheNextCommand) {
  PutUser("ann", "first", "2025-01-01T00:00:00.000Z");
  ASSERT_TRUE(Open()->Run(Migration::Until::kCaughtUp));
  ASSERT_TRUE(SetMovedTo(*database_, "users", "people"));
  EXPECT_FALSE(database_->PutItem({.table_name = "users", .item = Item{{"username", S("a")}}}));
  ASSERT_TRUE(Open()->Run(Migration::Until::kCaughtUp));
  PutUser("ann", "second", "2025-01-01T00:00:00.000Z");
}

TEST_F(MigrationTest, AWriteToTheSourceAfterTheSwitchIsNamedAndLosesToTheTarget) {
  for (const char* name : {"ann", "bob"}) PutUser(name, "first", "2025-01-01T00:00:00.000Z");
  auto migration = Open();
  ASSERT_TRUE(migration->Run(Migration::Until::kCaughtUp));
  ASSERT_TRUE(migration->Switch());
  // As on an endpoint for which the tag is only a note.
  ASSERT_TRUE(SetMovedTo(*database_, "users", ""));
  for (const char* name : {"ann", "bob"}) PutUser(name, "late", "2025-01-01T00:00:00.000Z");
  UpdateItemRequest request{.table_name = "people", .key = UserKey("ann")};
  request.update_expression = "SET #n = :n";
  request.substitutions.names = NameMap{{"#n", "Name"}};
  request.substitutions.values = Item{{":n", S("new")}};
  ASSERT_TRUE(database_->UpdateItem(request));
  EXPECT_FALSE(migration->Finalise({}));
  ASSERT_EQ(differences_.size(), 1U);  // of bob, whom nobody has changed in the target
  EXPECT_FALSE(migration->RollBack());
  EXPECT_EQ(Text(GetFrom("users", {{"username", S("ann")}}), "name"), "new");
  EXPECT_EQ(Text(GetFrom("users", {{"username", S("bob")}}), "name"), "late");

  // The item of the target, written once more, settles it.
  request.key = UserKey("bob");
  ASSERT_TRUE(database_->UpdateItem(request));
  const auto was = migration->RollBack();
  ASSERT_TRUE(was) << was.error().message;
  EXPECT_EQ(Text(GetFrom("users", {{"username", S("bob")}}), "name"), "new");
}

TEST_F(MigrationTest, LosesAndDoublesNothingUnderWritesAndEnds) {
  for (int i = 0; i < 60; ++i) RandomWrite();
  meanwhile_ = [this] {
    for (int i = 0; i < 5; ++i) RandomWrite();
  };
  // Each run ends somewhere, without a chance to make order.
  int ends = 0;
  for (int run = 0; run < 30; ++run) {
    stop_in_ = 1 + static_cast<int>(random_() % 12);
    if (!Open()->Run(Migration::Until::kCaughtUp)) ++ends;
    for (int i = 0; i < 10; ++i) RandomWrite();
  }
  EXPECT_GT(ends, 5);
  meanwhile_ = [] {};
  stop_in_ = -1;
  auto migration = Open();
  const auto state = migration->Run(Migration::Until::kCaughtUp);
  ASSERT_TRUE(state) << state.error().message;
  const auto compared = migration->Verify();
  ASSERT_TRUE(compared) << compared.error().message;
  EXPECT_EQ(compared->differing, 0) << differences_.front();
  EXPECT_TRUE(refused_.empty()) << refused_.front();
  EXPECT_EQ(CountOf("people"), compared->compared - compared->left_out);
}

TEST_F(MigrationTest, IsTheSameIntoABoundTable) {
  Bind("enforce", kPeople);
  for (int i = 0; i < 60; ++i) RandomWrite();
  meanwhile_ = [this] {
    for (int i = 0; i < 5; ++i) RandomWrite();
  };
  auto migration = Open();
  stop_in_ = 40;  // else it might never catch up
  static_cast<void>(migration->Run(Migration::Until::kCaughtUp));
  stop_in_ = -1;
  meanwhile_ = [] {};
  const auto state = migration->Run(Migration::Until::kCaughtUp);
  ASSERT_TRUE(state) << state.error().message;
  const auto compared = migration->Verify();
  ASSERT_TRUE(compared) << compared.error().message;
  EXPECT_EQ(compared->differing, 0) << differences_.front();
  EXPECT_EQ(CountOf("people"), compared->compared - compared->left_out);
  ASSERT_TRUE(migration->Switch());
}

TEST_F(MigrationTest, NamesWhatDiffersAndDoesNotSwitch) {
  PutUser("ann", "Ann", "2025-01-01T00:00:00.000Z");
  PutUser("bob", "a name that is too long", "2025-01-01T00:00:00.000Z");
  PutUser("cid", "Cid", "2025-01-01T00:00:00.000Z");
  auto migration = Open();
  ASSERT_TRUE(migration->Run(Migration::Until::kCaughtUp));
  EXPECT_EQ(refused_.size(), 1U);
  ASSERT_TRUE(database_->DeleteItem({.table_name = "people", .key = UserKey("ann")}));
  Item extra = UserKey("eve");
  extra.Set("EntityType", S("User"));
  extra.Set("Username", S("eve"));
  ASSERT_TRUE(database_->PutItem({.table_name = "people", .item = extra}));
  const auto compared = migration->Verify();
  ASSERT_TRUE(compared) << compared.error().message;
  EXPECT_EQ(compared->differing, 3);
  EXPECT_FALSE(migration->Switch());
  EXPECT_EQ(Look()->phase, Phase::kFollowing);
}

TEST_F(MigrationTest, TakesOutAgainWhatItHasCopiedAndNothingElse) {
  ASSERT_TRUE(CreateMissing(*model_, *database_));
  const Item note = {
      {"PK", S("NOTE#1")}, {"SK", S("NOTE")}, {"EntityType", S("Note")}, {"Id", S("1")}};
  ASSERT_TRUE(database_->PutItem({.table_name = "people", .item = note}));
  PutUser("ann", "Ann", "2025-01-01T00:00:00.000Z");
  auto migration = Open();
  ASSERT_TRUE(migration->Run(Migration::Until::kCaughtUp));
  EXPECT_EQ(CountOf("people"), 2);
  const auto was = migration->RollBack();
  ASSERT_TRUE(was) << was.error().message;
  EXPECT_EQ(CountOf("people"), 1);
  EXPECT_EQ(CountOf("users"), 1);
  EXPECT_FALSE(Look());
  EXPECT_FALSE((*database_->DescribeTable("users")).table->definition().stream.enabled);
  ASSERT_TRUE(Open()->Run(Migration::Until::kCaughtUp));
  EXPECT_EQ(CountOf("people"), 2);
}

TEST_F(MigrationTest, DoesNotBeginWhereSuchItemsAre) {
  Bind("enforce", kPeople);
  ASSERT_TRUE(database_->PutItem(
      {.table_name = "people",
       .item = Item{{"EntityType", S("User")}, {"Username", S("ann")}, {"Name", S("Ann")}}}));
  EXPECT_FALSE(Open()->Run(Migration::Until::kCaughtUp));
}

TEST_F(MigrationTest, ARunThatWasReplacedWritesNothing) {
  const Pause pause = [](std::chrono::milliseconds) { return true; };
  Journal first(*database_, "people/users", pause);
  ASSERT_TRUE(first.Begin({}));
  ASSERT_TRUE(first.TakeOver());
  Journal second(*database_, "people/users", pause);
  ASSERT_TRUE(second.TakeOver());
  const auto nobody = [](const ItemWrite&, const Error&) { ADD_FAILURE(); };
  const ItemWrite late{
      .table = "users", .key = {{"username", S("late")}}, .put = Item{{"username", S("late")}}};
  EXPECT_FALSE(first.Commit({late}, first.state(), nobody));
  EXPECT_EQ(CountOf("users"), 0);
  EXPECT_TRUE(second.Commit({late}, second.state(), nobody));
  EXPECT_EQ(CountOf("users"), 1);
}

TEST(StateTest, ComesBackAsItWasStored) {
  State state{.name = "a/b",
              .phase = Phase::kSwitched,
              .run = 3,
              .stream = "arn",
              .shards = {{.id = "s1", .parent = "s0", .after = "17", .done = true}},
              .scanned = Item{{"k", S("v")}},
              .copied = 5,
              .changes = 6,
              .refused = 7,
              .followed = 8,
              .made_source_stream = true};
  const auto read = State::FromItem(state.ToItem());
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, state);
  EXPECT_FALSE(State::FromItem({{kStateKey, S("a/b")}}));
}

}  // namespace
}  // namespace trestle::migration
