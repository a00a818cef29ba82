#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "base/clock.h"
#include "http/server.h"
#include "operation/local_database.h"
#include "protocol/dispatcher.h"
#include "remote/remote_database.h"

namespace trestle {

// An empty in-memory database, a server of it on this machine, and a remote database that speaks to
// the server.
class RemoteTest : public ::testing::Test {
 protected:
  RemoteTest() {
    local_ = *LocalDatabase::Open({.store = {.folder = "", .in_memory = true}}, clock_);
    dispatcher_ = std::make_unique<Dispatcher>(*local_, 1);
    server_ =
        *http::Server::Start({.host = "127.0.0.1", .port = 0, .loops = 1}, *dispatcher_, clock_);
    RemoteDatabase::Options options;
    options.endpoint = server_->Url();
    options.credentials = {"AKID", "secret", ""};
    remote_ = *RemoteDatabase::Open(options, clock_);
  }

  // A table with the keys pk and sk, strings, and a global index `by-owner` of owner and sk.
  static CreateTableRequest TableNamed(std::string name) {
    CreateTableRequest request;
    request.table_name = std::move(name);
    request.attributes = {{.name = "pk"}, {.name = "sk"}, {.name = "owner"}};
    request.key_schema = {{.attribute_name = "pk"}, {.attribute_name = "sk", .hash = false}};
    request.global_indexes = {
        {.name = "by-owner",
         .key_schema = {{.attribute_name = "owner"}, {.attribute_name = "sk", .hash = false}},
         .projection = {.type = ProjectionType::kInclude, .non_key_attributes = {{"note"}}}}};
    request.billing = BillingMode::kPayPerRequest;
    request.stream = {.enabled = true, .view = StreamView::kNewAndOldImages};
    return request;
  }
  static Item Key(std::string pk, std::string sk) {
    return {{"pk", AttributeValue::String(std::move(pk))},
            {"sk", AttributeValue::String(std::move(sk))}};
  }
  static Item With(Item item, std::string name, AttributeValue value) {
    item.Set(std::move(name), std::move(value));
    return item;
  }
  void Create(const std::string& name) {
    const Result<TableDescription> created = remote_->CreateTable(TableNamed(name));
    ASSERT_TRUE(created) << created.error().message;
  }
  void Put(const std::string& table, Item item) {
    const auto put = remote_->PutItem({.table_name = table, .item = std::move(item)});
    ASSERT_TRUE(put) << put.error().message;
  }

  SystemClock clock_;
  std::unique_ptr<LocalDatabase> local_;
  std::unique_ptr<Dispatcher> dispatcher_;
  std::unique_ptr<http::Server> server_;
  std::unique_ptr<RemoteDatabase> remote_;
};

}  // namespace trestle
