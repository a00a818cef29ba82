#include "binding/bound_table.h"

#include <gmock/gmock.h>

#include <unistd.h>

#include <filesystem>

#include "binding/bound_for_test.h"

namespace trestle {
namespace {

using ::testing::HasSubstr;

class BoundTableTest : public BoundTest {
 protected:
  BoundTableTest() { Bind(); }
};

TEST_F(BoundTableTest, APutNeedsNoKeys) {
  EXPECT_EQ(Put(Ticket("u1", 7)), "");
  const Item item = Get(TicketKey("u1", "0007"));
  EXPECT_EQ(Text(item, "GSI1PK"), "STATUS#open");
  EXPECT_EQ(Text(item, "GSI1SK"), "01#0007");
  EXPECT_EQ(Text(item, "Status"), "open");
  EXPECT_EQ(All("GSI1").size(), 1u);
}

TEST_F(BoundTableTest, AnUpdateOfAPlainClientMovesTheItemInItsIndexes) {
  ASSERT_EQ(Put(Ticket("u1", 7)), "");
  EXPECT_EQ(Update(TicketKey("u1", "0007"), "SET Priority = :p", Item{{":p", S("high")}}), "");
  EXPECT_EQ(Text(All("GSI1").at(0), "GSI1SK"), "00#0007");
}

TEST_F(BoundTableTest, AnUpdateShowsWhatWasDerived) {
  ASSERT_EQ(Put(Ticket("u1", 7)), "");
  UpdateItemRequest request{.table_name = "desk", .key = TicketKey("u1", "0007")};
  request.update_expression = "SET #s = :s";
  request.substitutions.names = NameMap{{"#s", "Status"}};
  request.substitutions.values = Item{{":s", S("closed")}};
  request.return_values = ReturnValues::kAllNew;
  const auto response = database_->UpdateItem(request);
  ASSERT_TRUE(response) << response.error().message;
  const Item shown = *response->attributes->Decode();
  EXPECT_EQ(Text(shown, "GSI1PK"), "(absent)");
  EXPECT_EQ(Text(shown, "ExpiresAt"), "1800086400");
  EXPECT_EQ(Text(shown, "ClosedAt"), "1800000000");
  EXPECT_TRUE(All("GSI1").empty());
}

TEST_F(BoundTableTest, TellsWhenAPlainClientMadeSomethingTrue) {
  const Item key = TicketKey("u1", "0007");
  const auto put = [&](std::string status) {
    Item item = Ticket("u1", 7);
    item.Set("Status", S(std::move(status)));
    EXPECT_EQ(Put(item), "");
    return Text(Get(key), "ClosedAt");
  };
  EXPECT_EQ(put("open"), "(absent)");
  EXPECT_EQ(put("closed"), "1800000000");
  clock_.Advance(std::chrono::hours(1));
  EXPECT_EQ(put("closed"), "1800000000");
  EXPECT_EQ(Update(key, "REMOVE ClosedAt"), "");
  EXPECT_EQ(Text(Get(key), "ClosedAt"), "1800000000");
  EXPECT_EQ(put("waiting"), "(absent)");
  EXPECT_EQ(put("closed"), "1800003600");
}

TEST_F(BoundTableTest, RefusesWhatDoesNotFit) {
  Item item = Ticket("u1", 7);
  item.Set("Status", S("lost"));
  EXPECT_EQ(
      Put(item),
      "The item does not fit model desk: Ticket: Status must be one of open, waiting, closed");
  EXPECT_THAT(Put({{"PK", S("OTHER#1")}, {"SK", S("x")}}), HasSubstr("must name an entity"));
  Item wrong = Ticket("u1", 7);
  wrong.Set("PK", S("USER#u2"));
  wrong.Set("SK", S("TICKET#0007"));
  EXPECT_THAT(Put(wrong), HasSubstr("Ticket: PK is 'USER#u2'"));
  EXPECT_TRUE(All().empty());
}

TEST_F(BoundTableTest, AnUpdateCannotChangeThePrimaryKey) {
  ASSERT_EQ(Put(Ticket("u1", 7)), "");
  EXPECT_THAT(Update(TicketKey("u1", "0007"), "SET UserId = :u", Item{{":u", S("u2")}}),
              HasSubstr("a primary key cannot be updated"));
}

TEST_F(BoundTableTest, AnUpdateThatMakesAnItemTakesItsAttributesFromTheKey) {
  EXPECT_EQ(Update(UserKey("u9"), "SET Email = :e", Item{{":e", S("a@b")}}), "");
  EXPECT_EQ(Text(Get(UserKey("u9")), "UserId"), "u9");
  ExpectKept();
}

TEST_F(BoundTableTest, CountsVersionsAndKeepsConditionsOnThem) {
  ASSERT_EQ(Put(User("u1", "a@b")), "");
  UpdateItemRequest request{.table_name = "desk", .key = UserKey("u1")};
  request.update_expression = "SET Email = :e";
  request.condition.expression = "Version = :v";
  request.substitutions.values = Item{{":e", S("c@d")}, {":v", N(1)}};
  ASSERT_TRUE(database_->UpdateItem(request));
  EXPECT_EQ(Text(Get(UserKey("u1")), "Version"), "2");
  EXPECT_EQ(database_->UpdateItem(request).error().code, ErrorCode::kConditionalCheckFailed);
}

TEST_F(BoundTableTest, AUniqueValueIsTakenOnceAndFreedWithItsItem) {
  ASSERT_EQ(Put(User("u1", "a@b")), "");
  const auto taken = database_->PutItem({.table_name = "desk", .item = User("u2", "a@b")});
  ASSERT_FALSE(taken);
  EXPECT_EQ(taken.error().code, ErrorCode::kConditionalCheckFailed);
  EXPECT_EQ(taken.error().message,
            "The conditional request failed: User.Email must be unique, and another item has 'a@b' "
            "already");
  ASSERT_EQ(Update(UserKey("u1"), "SET Email = :e", Item{{":e", S("c@d")}}), "");
  EXPECT_EQ(Put(User("u2", "a@b")), "");
  ASSERT_EQ(Delete(UserKey("u1")), "");
  EXPECT_EQ(Put(User("u3", "c@d")), "");
  ExpectKept();
  EXPECT_EQ(All().size(), 4u);
}

TEST_F(BoundTableTest, AGuardIsNobodysToWrite) {
  ASSERT_EQ(Put(User("u1", "a@b")), "");
  const Item key{{"PK", S("UNIQUE#User#Email#a@b")}, {"SK", S("UNIQUE#User#Email")}};
  EXPECT_THAT(Delete(key), HasSubstr("guard unique values"));
  EXPECT_THAT(Update(key, "SET X = :x", Item{{":x", N(1)}}), HasSubstr("guard unique values"));
}

TransactWrite PutAction(Item item) {
  TransactWrite write;
  write.action = TransactAction::kPut;
  write.table_name = "desk";
  write.item_or_key = std::move(item);
  return write;
}

TEST_F(BoundTableTest, ATransactionNamesTheActionAndMayPassAValueOn) {
  ASSERT_EQ(Put(User("u1", "a@b")), "");
  TransactWriteItemsRequest request;
  request.writes = {PutAction(Ticket("u1", 1)), PutAction(User("u2", "a@b"))};
  const auto refused = database_->TransactWriteItems(request);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kTransactionCanceled);
  EXPECT_THAT(refused.error().message, HasSubstr("[None, ConditionalCheckFailed]"));
  EXPECT_TRUE(Get(TicketKey("u1", "0001")).empty());

  // The value's new owner comes first, and yet it is free.
  TransactWriteItemsRequest swap;
  TransactWrite remove;
  remove.action = TransactAction::kDelete;
  remove.table_name = "desk";
  remove.item_or_key = UserKey("u1");
  swap.writes = {PutAction(User("u2", "a@b")), remove};
  EXPECT_TRUE(database_->TransactWriteItems(swap));
  ExpectKept();

  TransactWriteItemsRequest invalid;
  Item ticket = Ticket("u1", 10'000);
  invalid.writes = {PutAction(ticket)};
  EXPECT_THAT(MessageOf(database_->TransactWriteItems(invalid)), HasSubstr("[ValidationError]"));
}

TEST_F(BoundTableTest, AClientMayWriteTheGuardsThatTheServerWould) {
  const auto model = *ModelIn(kDesk, "desk");
  const model::KeptTable table(model, *model->FindTable("desk"));
  Item user = User("u1", "a@b");
  ASSERT_TRUE(table.Find("User")->Keep(user, {.now = clock_.Now()}).empty());
  const model::UniqueGuard guard = table.Find("User")->GuardsOf(user).at(0);
  TransactWriteItemsRequest request;
  request.writes = {PutAction(guard.item), PutAction(user)};
  request.writes[0].condition_expression = "attribute_not_exists(PK)";
  EXPECT_EQ(MessageOf(database_->TransactWriteItems(request)), "");
  ExpectKept();
  EXPECT_EQ(All().size(), 2u);

  TransactWriteItemsRequest other;  // a guard of nobody's value
  Item bogus = guard.item;
  bogus.Set("PK", S("UNIQUE#User#Email#x@y"));
  other.writes = {PutAction(bogus), PutAction(Ticket("u1", 1))};
  EXPECT_THAT(MessageOf(database_->TransactWriteItems(other)),
              HasSubstr("[ValidationError, None]"));

  TransactWriteItemsRequest remove;
  remove.writes.resize(2);
  for (TransactWrite& write : remove.writes) {
    write.action = TransactAction::kDelete;
    write.table_name = "desk";
  }
  remove.writes[0].item_or_key = UserKey("u1");
  remove.writes[1].item_or_key = guard.key;
  EXPECT_EQ(MessageOf(database_->TransactWriteItems(remove)), "");
  EXPECT_TRUE(All().empty());
}

TEST_F(BoundTableTest, BatchesAndStatementsAreKeptToo) {
  BatchWriteItemRequest batch;
  batch.tables.emplace_back("desk", std::vector<WriteRequest>(2));
  batch.tables[0].second[0].put_item = Ticket("u1", 1);
  batch.tables[0].second[1].put_item = User("u1", "a@b");
  EXPECT_TRUE(database_->BatchWriteItem(batch));
  const auto run = [&](std::string statement) {
    ExecuteStatementRequest request;
    request.statement.statement = std::move(statement);
    return MessageOf(database_->ExecuteStatement(request));
  };
  EXPECT_EQ(run("UPDATE desk SET Priority='high' WHERE PK='USER#u1' AND SK='TICKET#0001'"), "");
  EXPECT_EQ(Text(Get(TicketKey("u1", "0001")), "GSI1SK"), "00#0001");
  EXPECT_EQ(run("INSERT INTO desk VALUE {'EntityType':'Ticket','UserId':'u1','Number':2}"), "");
  EXPECT_THAT(run("INSERT INTO desk VALUE {'EntityType':'User','UserId':'u2','Email':'a@b'}"),
              HasSubstr("must be unique"));
  EXPECT_EQ(All("GSI1").size(), 2u);
  ExpectKept();
}

TEST_F(BoundTableTest, ExpiryFreesUniqueValues) {
  constexpr std::string_view kSession = R"toml(format = 1
model = "session"
version = 1
[tables.desk]
partition_key = "PK"
sort_key = "SK"
ttl = "ExpiresAt"
[entities.Session]
table = "desk"
PK = "S#{Id}"
SK = "S"
unique = ["Token"]
ttl = { after = "1h" }
[entities.Session.attributes]
Id = "string"
Token = "string"
)toml";
  ASSERT_TRUE(binder_->Unbind("desk"));
  Bind("enforce", kSession);
  ASSERT_EQ(Put({{"Id", S("a")}, {"Token", S("t")}}), "");
  EXPECT_EQ(All().size(), 2u);
  clock_.Advance(std::chrono::hours(2));
  ASSERT_TRUE(database_->housekeeper().RunDue());
  EXPECT_TRUE(All().empty());
}

TEST_F(BoundTableTest, WarningsLetTheWriteThrough) {
  ASSERT_TRUE(binder_->SetMode("desk", {.mode = "warn", .table = {}}));
  Item item = Ticket("u1", 7);
  item.Set("PK", S("USER#u1"));
  item.Set("SK", S("TICKET#7"));
  EXPECT_EQ(Put(item), "");
  EXPECT_EQ(Get(TicketKey("u1", "7")), item);
  const auto models = binder_->List();
  EXPECT_EQ(models.at(0).tables.at(0).misfits.at("Ticket.SK"), 1u);
  ASSERT_TRUE(binder_->SetMode("desk", {.mode = "off", .table = {}}));
  EXPECT_EQ(Put({{"PK", S("x")}, {"SK", S("y")}}), "");
}

TEST_F(BoundTableTest, ATableThatIsMadeAgainIsBoundAgain) {
  ASSERT_TRUE(database_->DeleteTable("desk"));
  const auto model = *ModelIn(kDesk, "desk");
  CreateTableRequest request;
  request.table_name = "desk";
  request.attributes = {{.name = "PK"}, {.name = "SK"}};
  request.key_schema = {{.attribute_name = "PK", .hash = true},
                        {.attribute_name = "SK", .hash = false}};
  request.billing = BillingMode::kPayPerRequest;
  ASSERT_TRUE(database_->CreateTable(request));
  EXPECT_THAT(Put({{"PK", S("x")}, {"SK", S("y")}}), HasSubstr("does not fit"));
}

TEST_F(BoundTableTest, SaysWhatStopsABinding) {
  EXPECT_EQ(MessageOf(binder_->Bind("nonsense", "x.toml", "enforce")).substr(0, 7), "x.toml:");
  std::string other(kDesk);
  other.replace(other.find("model = \"desk\""), 14, "model = \"dusk\"");
  EXPECT_EQ(MessageOf(binder_->Bind(other, "x.toml", "enforce")),
            "table desk is bound to model desk: remove that model first");
  EXPECT_THAT(MessageOf(binder_->Bind(kDesk, "x.toml", "strict")),
              HasSubstr("off, warn or enforce"));
  EXPECT_EQ(MessageOf(binder_->Unbind("none")), "there is no model none");
}

TEST_F(BoundTableTest, EachTableMayHaveAModeOfItsOwn) {
  std::string text(kDesk);
  text +=
      "\n[tables.audit]\npartition_key = \"Id\"\n\n[entities.Note]\ntable = \"audit\"\n"
      "Id = \"{NoteId}\"\n[entities.Note.attributes]\nNoteId = \"uuid\"\n";
  Bind("enforce,audit=warn", text);
  const auto tables = [&] {
    std::string shown;
    const auto models = binder_->List();
    for (const auto& table : models.at(0).tables) {
      shown += table.name + " " + table.mode + (table.bound ? "\n" : ", not bound\n");
    }
    return shown;
  };
  EXPECT_EQ(tables(), "desk enforce\naudit warn\n");
  EXPECT_THAT(Put({{"PK", S("x")}, {"SK", S("y")}}), HasSubstr("does not fit"));
  const auto note = [&](const std::string& id) {
    return MessageOf(database_->PutItem({.table_name = "audit", .item = Item{{"Id", S(id)}}}));
  };
  EXPECT_EQ(note("no uuid"), "");
  EXPECT_EQ(binder_->List().at(0).tables.at(1).misfits.size(), 1u);

  ASSERT_TRUE(binder_->SetMode("desk", {.mode = "enforce", .table = "audit"}));
  EXPECT_EQ(tables(), "desk enforce\naudit enforce\n");
  EXPECT_THAT(note("no uuid"), HasSubstr("must be a UUID"));
  ASSERT_TRUE(binder_->SetMode("desk", {.mode = "off", .table = "desk"}));
  EXPECT_EQ(tables(), "desk off, not bound\naudit enforce\n");
  EXPECT_EQ(Put({{"PK", S("x")}, {"SK", S("y")}}), "");
  EXPECT_THAT(note("no uuid"), HasSubstr("must be a UUID"));
  ASSERT_TRUE(binder_->SetMode("desk", {.mode = "warn", .table = {}}));
  EXPECT_EQ(tables(), "desk warn\naudit warn\n");

  EXPECT_EQ(MessageOf(binder_->SetMode("desk", {.mode = "warn", .table = "none"})),
            "table: model desk has no table none");
  EXPECT_EQ(MessageOf(binder_->Bind(text, "x.toml", "warn,none=off")),
            "table: model desk has no table none");
}

TEST_F(BoundTableTest, BindingsSurviveARestart) {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / ("trestle-binding-" + std::to_string(::getpid()));
  Open({.folder = folder.string()});
  Bind("warn,desk=enforce");
  Open({.folder = folder.string()});
  EXPECT_EQ(binder_->List().at(0).mode, "warn");
  EXPECT_EQ(binder_->List().at(0).tables.at(0).mode, "enforce");
  EXPECT_THAT(Put({{"PK", S("x")}, {"SK", S("y")}}), HasSubstr("does not fit"));
  database_.reset();
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace trestle
