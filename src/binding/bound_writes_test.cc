// Random writes through every API, alone and from several threads: a bound table never holds an
// item that disagrees with its model, nor two items with one unique value.
#include <gtest/gtest.h>

#include <random>
#include <thread>

#include "binding/bound_for_test.h"

namespace trestle {
namespace {

class Writer {
 public:
  Writer(Database& database, unsigned seed) : database_(database), random_(seed) {}

  // What is refused is refused: the table is looked at afterwards.
  void WriteOnce() {
    switch (Below(6)) {
      case 0:
        Ignore(database_.PutItem({.table_name = "desk", .item = AnyItem()}));
        break;
      case 1:
        Ignore(database_.UpdateItem(AnyUpdate()));
        break;
      case 2:
        Ignore(database_.DeleteItem({.table_name = "desk", .key = AnyKey()}));
        break;
      case 3:
        WriteBatch();
        break;
      case 4:
        Transact();
        break;
      default:
        RunStatement();
    }
  }
  std::size_t done() const { return done_; }

 private:
  int Below(int end) { return std::uniform_int_distribution<int>(0, end - 1)(random_); }
  std::string Id() { return std::to_string(Below(4)); }
  std::string Email() { return "e" + std::to_string(Below(4)) + "@x"; }
  template <class T>
  void Ignore(const Result<T>& result) {
    done_ += result.has_value();
  }

  Item AnyKey() {
    if (Below(8) == 0) {
      return {{"PK", S("UNIQUE#User#Email#" + Email())}, {"SK", S("UNIQUE#User#Email")}};
    }
    if (Below(2) == 0) return {{"PK", S("USER#" + Id())}, {"SK", S("PROFILE")}};
    return {{"PK", S("USER#" + Id())}, {"SK", S("TICKET#000" + std::to_string(Below(3)))}};
  }
  Item AnyItem() {
    Item item;
    if (Below(2) == 0) {
      item = {{"EntityType", S("User")}, {"UserId", S(Id())}};
      if (Below(4) != 0) item.Set("Email", S(Email()));
    } else {
      item = {{"EntityType", S("Ticket")}, {"UserId", S(Id())}, {"Number", N(Below(3))}};
      if (Below(2) == 0) item.Set("Status", S(Below(2) == 0 ? "closed" : "waiting"));
      if (Below(8) == 0) item.Set("Status", S("lost"));
    }
    if (Below(4) == 0) item.Set("GSI1PK", S("stale"));
    if (Below(4) == 0) {
      item.Set("PK", S("USER#" + Id()));
      item.Set("SK", S(Below(2) == 0 ? "PROFILE" : "TICKET#0001"));
      if (Below(2) == 0) item.Erase("EntityType");
    }
    return item;
  }
  UpdateItemRequest AnyUpdate() {
    UpdateItemRequest request{.table_name = "desk", .key = AnyKey()};
    request.substitutions.names = NameMap{{"#a", "Email"}};
    request.update_expression = "SET #a = :v";
    request.substitutions.values = Item{{":v", S(Email())}};
    if (Below(2) == 0) {
      request.substitutions.names = NameMap{{"#a", "Status"}};
      request.substitutions.values = Item{{":v", S(Below(2) == 0 ? "open" : "closed")}};
    }
    if (Below(6) == 0) {
      request.update_expression = "REMOVE #a, GSI1PK";
      request.substitutions.values = {};
    }
    return request;
  }
  void WriteBatch() {
    BatchWriteItemRequest request;
    request.tables.emplace_back("desk", std::vector<WriteRequest>());
    for (int i = 0; i < 3; ++i) {
      WriteRequest& write = request.tables[0].second.emplace_back();
      if (Below(2) == 0) {
        write.put_item = AnyItem();
      } else {
        write.delete_key = AnyKey();
      }
    }
    Ignore(database_.BatchWriteItem(std::move(request)));
  }
  void Transact() {
    TransactWriteItemsRequest request;
    for (int i = 0; i < 3; ++i) {
      TransactWrite& write = request.writes.emplace_back();
      write.table_name = "desk";
      const int kind = Below(3);
      write.action = kind == 0   ? TransactAction::kPut
                     : kind == 1 ? TransactAction::kUpdate
                                 : TransactAction::kDelete;
      write.item_or_key = kind == 0 ? AnyItem() : AnyKey();
      if (kind != 1) continue;
      UpdateItemRequest update = AnyUpdate();
      write.update_expression = update.update_expression;
      write.substitutions = update.substitutions;
    }
    Ignore(database_.TransactWriteItems(std::move(request)));
  }
  void RunStatement() {
    ExecuteStatementRequest request;
    const std::string key = " WHERE PK='USER#" + Id() + "' AND SK='PROFILE'";
    const int kind = Below(3);
    if (kind == 0) {
      request.statement.statement = "INSERT INTO desk VALUE {'EntityType':'User','UserId':'" +
                                    Id() + "','Email':'" + Email() + "'}";
    } else {
      request.statement.statement =
          kind == 1 ? "UPDATE desk SET Email='" + Email() + "'" + key : "DELETE FROM desk" + key;
    }
    Ignore(database_.ExecuteStatement(request));
  }

  Database& database_;
  std::mt19937 random_;
  std::size_t done_ = 0;
};

class BoundWritesTest : public BoundTest {
 protected:
  BoundWritesTest() { Bind(); }
};

TEST_F(BoundWritesTest, KeepTheTableAsItsModelSays) {
  for (unsigned seed = 0; seed < 10; ++seed) {
    Writer writer(*database_, seed);
    for (int i = 0; i < 60; ++i) writer.WriteOnce();
    EXPECT_GT(writer.done(), 10u);
    ExpectKept();
    if (HasFailure()) return;
    clock_.Advance(std::chrono::minutes(1));
  }
}

TEST_F(BoundWritesTest, OfManyThreadsToo) {
  std::vector<std::thread> threads;
  for (unsigned seed = 0; seed < 4; ++seed) {
    threads.emplace_back([this, seed] {
      Writer writer(*database_, 100 + seed);
      for (int i = 0; i < 150; ++i) writer.WriteOnce();
    });
  }
  for (std::thread& thread : threads) thread.join();
  ExpectKept();
}

}  // namespace
}  // namespace trestle
