#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "backup/backups.h"
#include "operation/context.h"
#include "operation/get_item.h"
#include "operation/put_item.h"
#include "operation/transaction_tokens.h"
#include "table/catalog.h"
#include "value/item_codec.h"

namespace trestle {

inline AttributeValue S(std::string text) { return AttributeValue::String(std::move(text)); }
inline AttributeValue N(std::string_view text) { return AttributeValue::Of(*Number::Parse(text)); }
inline AttributeValue SS(std::vector<std::string> elements) {
  return AttributeValue::Of(StringSet(std::move(elements)));
}
inline Item ItemOf(std::initializer_list<std::pair<std::string, AttributeValue>> attributes) {
  Item item;
  for (const auto& [name, value] : attributes) item.Set(name, value);
  return item;
}
inline Item Decoded(const std::optional<EncodedItem>& item) {
  return item ? *item->Decode() : Item();
}

// The text of an error, or nothing.
template <class T>
std::string MessageOf(const Result<T>& result) {
  return result ? std::string() : result.error().message;
}
template <class T>
ErrorCode CodeOf(const Result<T>& result) {
  return result.error().code;
}

// An empty in-memory store at a clock that stands still.
class OperationTest : public ::testing::Test {
 protected:
  OperationTest() {
    store_ = *OpenStore({.folder = "", .in_memory = true});
    catalog_ = *Catalog::Open(*store_, clock_, {});
    tokens_ = std::make_unique<TransactionTokens>(*store_, clock_);
    backups_ = *Backups::Open(*catalog_);
  }

  // A context of this moment.
  OperationContext Context() {
    return OperationContext{.catalog = *catalog_,
                            .tokens = *tokens_,
                            .clock = clock_,
                            .region = "eu-west-1",
                            .answer_after = {},
                            .backups = backups_.get()};
  }

  // A table with the partition key `pk` and, if asked for, the sort key `sk` (numbers).
  static TableDefinition Definition(std::string name, bool with_sort_key = false) {
    TableDefinition definition;
    definition.name = std::move(name);
    definition.region = "eu-west-1";
    definition.keys.hash = {{.name = "pk", .type = AttributeType::kString}};
    definition.attributes = definition.keys.hash;
    if (with_sort_key) {
      definition.keys.range = {{.name = "sk", .type = AttributeType::kNumber}};
      definition.attributes.push_back(definition.keys.range.front());
    }
    return definition;
  }
  static IndexDefinition GlobalIndex(std::string name, std::string attribute) {
    IndexDefinition index;
    index.name = std::move(name);
    index.keys.hash = {{.name = std::move(attribute), .type = AttributeType::kString}};
    return index;
  }
  static IndexDefinition LocalIndex(std::string name, std::string attribute) {
    IndexDefinition index = GlobalIndex(std::move(name), "pk");
    index.local = true;
    index.keys.range = {{.name = std::move(attribute), .type = AttributeType::kString}};
    return index;
  }
  void Create(TableDefinition definition) {
    const Result<TablePtr> created = catalog_->Create(std::move(definition));
    ASSERT_TRUE(created) << created.error().message;
  }

  void Store(const std::string& table, Item item) {
    OperationContext context = Context();
    PutItemRequest request{.table_name = table, .item = std::move(item)};
    const auto stored = PutItem(context, std::move(request));
    ASSERT_TRUE(stored) << stored.error().message;
  }
  // The item, or an empty one.
  Item Load(const std::string& table, Item key) {
    OperationContext context = Context();
    const auto loaded =
        GetItem(context, {.table_name = table, .key = std::move(key), .consistent_read = true});
    EXPECT_TRUE(loaded) << MessageOf(loaded);
    return loaded ? Decoded(loaded->item) : Item();
  }

  ManualClock clock_{TimePoint(std::chrono::seconds(1'800'000'000))};
  std::unique_ptr<trestle::Store> store_;
  std::unique_ptr<Catalog> catalog_;
  std::unique_ptr<TransactionTokens> tokens_;
  std::unique_ptr<Backups> backups_;
};

}  // namespace trestle
