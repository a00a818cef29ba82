#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <initializer_list>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "storage/store.h"
#include "table/catalog.h"
#include "table/rows.h"

// What the tests of several files need to speak of tables and items briefly.
namespace trestle {

inline AttributeValue S(std::string text) { return AttributeValue::String(std::move(text)); }
inline AttributeValue N(std::string_view text) { return AttributeValue::Of(*Number::Parse(text)); }
inline AttributeValue B(std::string bytes) {
  return AttributeValue::Of(Binary{.bytes = std::move(bytes)});
}

inline Item ItemOf(std::initializer_list<std::pair<const char*, AttributeValue>> attributes) {
  Item item;
  for (const auto& [name, value] : attributes) item.Set(name, value);
  return item;
}

inline KeyAttribute Key(std::string name, AttributeType type = AttributeType::kString) {
  return KeyAttribute{.name = std::move(name), .type = type};
}
inline constexpr AttributeType kS = AttributeType::kString;
inline constexpr AttributeType kN = AttributeType::kNumber;
inline constexpr AttributeType kB = AttributeType::kBinary;

inline TableDefinition TableNamed(std::string name) {
  TableDefinition definition;
  definition.name = std::move(name);
  definition.region = "us-east-1";
  definition.keys = {.hash = {Key("pk")}, .range = {Key("sk", kN)}};
  return definition;
}

inline IndexDefinition IndexNamed(std::string name, KeySchema keys,
                                  ProjectionType projection = ProjectionType::kAll) {
  IndexDefinition index;
  index.name = std::move(name);
  index.keys = std::move(keys);
  index.projection = projection;
  return index;
}

inline std::vector<Item> ReadAll(const View& view, const KeyRange& range,
                                 Rows::Options options = {}) {
  std::vector<Item> items;
  Rows rows(view, range, std::move(options));
  for (; rows.Valid(); rows.Next()) items.push_back(*EncodedItemView(rows.item_bytes()).Decode());
  EXPECT_TRUE(rows.status().has_value());
  return items;
}

// A catalog on a store in memory, with a clock that stands still.
class CatalogTest : public ::testing::Test {
 protected:
  CatalogTest() { Reopen(); }

  void Reopen(Catalog::Options options = {}) {
    catalog_.reset();
    auto catalog = Catalog::Open(*store_, clock_, options);
    ASSERT_TRUE(catalog.has_value()) << catalog.error().message;
    catalog_ = *std::move(catalog);
  }

  TablePtr Create(TableDefinition definition) {
    const std::string name = definition.name;
    EXPECT_TRUE(catalog_->Create(std::move(definition)).has_value());
    return *catalog_->Find(name);
  }

  Status TryPut(const TablePtr& table, const Item& item) {
    TRESTLE_TRY(ItemKey key, table->KeyOfItem(item));
    WriteSet writes(*catalog_, {{table, std::move(key)}});
    writes.Put(0, item);
    return writes.Commit();
  }
  Status TryDelete(const TablePtr& table, const Item& key) {
    TRESTLE_TRY(ItemKey item_key, table->KeyOf(key));
    WriteSet writes(*catalog_, {{table, std::move(item_key)}});
    writes.Delete(0);
    return writes.Commit();
  }
  void Put(const TablePtr& table, const Item& item) {
    const Status status = TryPut(table, item);
    EXPECT_TRUE(status.has_value()) << status.error().message;
  }
  void Delete(const TablePtr& table, const Item& key) {
    const Status status = TryDelete(table, key);
    EXPECT_TRUE(status.has_value()) << status.error().message;
  }

  // All that the table or index holds, in its order.
  std::vector<Item> All(const Table& table, const IndexDefinition* index = nullptr) const {
    return ReadAll(*store_->Latest(), RangeOf(table, SegmentRange{.index = index}));
  }

  // Waits until every index of the table is filled; its version then.
  TablePtr Filled(std::string_view name) const {
    for (int i = 0; i < 5000; ++i) {
      TablePtr table = catalog_->FindInAnyState(name);
      if (table->definition().status == TableStatus::kActive) return table;
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    ADD_FAILURE() << "the backfill does not end";
    return catalog_->FindInAnyState(name);
  }

  std::unique_ptr<Store> store_ = *OpenStore({.in_memory = true});
  ManualClock clock_{TimePoint(std::chrono::hours(500'000))};
  std::unique_ptr<Catalog> catalog_;
};

}  // namespace trestle
