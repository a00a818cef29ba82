#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/time_text.h"
#include "model/shop_for_test.h"
#include "operation/local_database.h"
#include "repository/repository.h"

namespace trestle::repository {

inline AttributeValue S(std::string text) { return AttributeValue::String(std::move(text)); }
inline AttributeValue N(std::string_view text) { return AttributeValue::Of(*Number::Parse(text)); }

// A model on a database in memory, at a clock that stands still.
class RepositoryTest : public ::testing::Test {
 protected:
  void Open(std::string_view text) {
    model_ = std::make_shared<const model::Model>(model::ModelOf(text));
    database_ = *LocalDatabase::Open({.store = {.in_memory = true}}, clock_);
    for (const model::Table& table : model_->tables) MakeTable(table);
    repository_ = std::make_unique<Repository>(model_, *database_, clock_,
                                               RepositoryOptions{.cursor_key = "secret"});
  }

  Repository& repository() { return *repository_; }
  Written Made(std::string_view entity, Item values) {
    auto written = repository_->Create(entity, std::move(values));
    EXPECT_TRUE(written) << written.error().message;
    return written ? *written : Written();
  }
  Page Found(std::string_view pattern, const Item& arguments, const PageOptions& options = {}) {
    auto page = repository_->Run(pattern, arguments, options);
    EXPECT_TRUE(page) << page.error().message;
    return page ? *std::move(page) : Page();
  }
  // One attribute of each item, of all pages.
  std::vector<std::string> All(std::string_view pattern, const Item& arguments,
                               std::string_view attribute, std::int64_t limit) {
    std::vector<std::string> values;
    PageOptions options{.limit = limit};
    for (int pages = 0; pages < 1000; ++pages) {
      const Page page = Found(pattern, arguments, options);
      EXPECT_LE(static_cast<std::int64_t>(page.items.size()), limit);
      for (const std::string& value : Values(page, attribute)) values.push_back(value);
      if (!page.cursor) break;
      options.cursor = page.cursor;
    }
    return values;
  }
  static std::vector<std::string> Values(const Page& page, std::string_view attribute) {
    std::vector<std::string> values;
    for (const EncodedItemView item : page.items) {
      const auto value = item.Find(attribute);
      values.emplace_back(value ? value->Scalar().value_or("?") : "-");
    }
    return values;
  }

  ManualClock clock_{*ParseInstant("2026-11-15T12:00:00Z")};
  std::shared_ptr<const model::Model> model_;
  std::unique_ptr<LocalDatabase> database_;
  std::unique_ptr<Repository> repository_;

 private:
  static AttributeType TypeOf(model::KeyType type) {
    return type == model::KeyType::kNumber   ? AttributeType::kNumber
           : type == model::KeyType::kBinary ? AttributeType::kBinary
                                             : AttributeType::kString;
  }
  void MakeTable(const model::Table& table) {
    CreateTableRequest request;
    request.table_name = table.name;
    request.billing = BillingMode::kPayPerRequest;
    request.attributes.emplace();
    const auto define = [&](const model::KeyAttribute& key) {
      for (const auto& known : *request.attributes) {
        if (known.name == key.name) return;
      }
      request.attributes->push_back({.name = key.name, .type = TypeOf(key.type)});
    };
    define(table.partition_key);
    request.key_schema = {{.attribute_name = table.partition_key.name, .hash = true}};
    if (table.sort_key) {
      define(*table.sort_key);
      request.key_schema->push_back({.attribute_name = table.sort_key->name, .hash = false});
    }
    for (const model::Index& index : table.indexes) {
      IndexRequest made;
      made.name = index.name;
      for (const auto& key : index.partition_key) {
        define(key);
        made.key_schema.push_back({.attribute_name = key.name, .hash = true});
      }
      for (const auto& key : index.sort_key) {
        define(key);
        made.key_schema.push_back({.attribute_name = key.name, .hash = false});
      }
      made.projection.type = index.projection.kind == model::Projection::Kind::kKeysOnly
                                 ? ProjectionType::kKeysOnly
                                 : ProjectionType::kAll;
      if (!request.global_indexes) request.global_indexes.emplace();
      request.global_indexes->push_back(std::move(made));
    }
    const auto created = database_->CreateTable(request);
    ASSERT_TRUE(created) << created.error().message;
  }
};

}  // namespace trestle::repository
