#include "operation/local_database.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <string>
#include <thread>
#include <vector>

namespace trestle {
namespace {

Item KeyOf(std::string pk) { return Item{{"pk", AttributeValue::String(std::move(pk))}}; }

class LocalDatabaseTest : public ::testing::Test {
 protected:
  LocalDatabaseTest() { EXPECT_NE(::mkdtemp(folder_.data()), nullptr); }
  ~LocalDatabaseTest() override {
    database_.reset();
    std::filesystem::remove_all(folder_);
  }

  // Closes the database if it is open, and opens it from what the folder holds.
  Database& Reopen() {
    database_.reset();
    database_ =
        *LocalDatabase::Open({.store = {.folder = folder_}, .region = "eu-north-1"}, clock_);
    return *database_;
  }
  Database& OpenWithTable() {
    CreateTableRequest request;
    request.table_name = "table";
    request.attributes = {{.name = "pk"}};
    request.key_schema = {{.attribute_name = "pk"}};
    request.billing = BillingMode::kPayPerRequest;
    EXPECT_TRUE(Reopen().CreateTable(request));
    return *database_;
  }
  std::optional<EncodedItem> Load(std::string pk) {
    const auto found = database_->GetItem({.table_name = "table", .key = KeyOf(std::move(pk))});
    EXPECT_TRUE(found);
    return found ? found->item : std::nullopt;
  }
  static TransactWriteItemsRequest PutOf(std::string pk, std::string token) {
    TransactWriteItemsRequest request;
    request.writes = {{.table_name = "table", .item_or_key = KeyOf(std::move(pk))}};
    request.client_request_token = std::move(token);
    return request;
  }

  std::string folder_ = ::testing::TempDir() + "local-database-XXXXXX";
  ManualClock clock_{TimePoint(std::chrono::seconds(1'800'000'000))};
  std::unique_ptr<LocalDatabase> database_;
};

TEST_F(LocalDatabaseTest, WhatACallHasWrittenTheNextCallReads) {
  Database& database = OpenWithTable();
  for (int i = 0; i < 50; ++i) {
    const std::string pk = std::to_string(i);
    ASSERT_TRUE(database.PutItem({.table_name = "table", .item = KeyOf(pk)}));
    ASSERT_TRUE(Load(pk)) << i;
  }
}

TEST_F(LocalDatabaseTest, ThreadsThatBlockOnTheSameSyncAllGetTheirAnswers) {
  Database& database = OpenWithTable();
  std::vector<std::thread> threads;
  for (int thread = 0; thread < 8; ++thread) {
    threads.emplace_back([&] {
      for (int i = 0; i < 25; ++i) {
        EXPECT_TRUE(database.UpdateItem(
            {.table_name = "table",
             .key = KeyOf("counter"),
             .update_expression = "ADD hits :one",
             .substitutions = {.values = Item{{":one", AttributeValue::Integer(1)}}}}));
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(Load("counter")->Find("hits")->Scalar(), "200");
}

TEST_F(LocalDatabaseTest, DataAndTablesSurviveAReopening) {
  OpenWithTable();
  ASSERT_TRUE(database_->PutItem({.table_name = "table", .item = KeyOf("a")}));
  Database& database = Reopen();
  EXPECT_TRUE(Load("a"));
  EXPECT_EQ(database.ListTables({})->table_names, std::vector<std::string>{"table"});
}

TEST_F(LocalDatabaseTest, NewTablesLieInTheRegionOfTheOptions) {
  Database& database = OpenWithTable();
  EXPECT_EQ(database.DescribeTable("table")->table->definition().region, "eu-north-1");
}

TEST_F(LocalDatabaseTest, ATokenIsHeldAgainstTheContentOfItsTransaction) {
  Database& database = OpenWithTable();
  ASSERT_TRUE(database.TransactWriteItems(PutOf("a", "token")));
  ASSERT_TRUE(database.DeleteItem({.table_name = "table", .key = KeyOf("a")}));
  EXPECT_TRUE(database.TransactWriteItems(PutOf("a", "token")));
  EXPECT_FALSE(Load("a")) << "a repetition is not done again";
  const auto other = database.TransactWriteItems(PutOf("b", "token"));
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().code, ErrorCode::kIdempotentParameterMismatch);
}

TEST_F(LocalDatabaseTest, ATransactionOfMoreThanFourMegabytesIsRefused) {
  Database& database = OpenWithTable();
  TransactWriteItemsRequest request;
  for (int i = 0; i < 11; ++i) {
    Item item = KeyOf(std::to_string(i));
    item.Set("data", AttributeValue::String(std::string(390'000, 'x')));
    request.writes.push_back({.table_name = "table", .item_or_key = std::move(item)});
  }
  const auto refused = database.TransactWriteItems(std::move(request));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kValidation);
}

}  // namespace
}  // namespace trestle
