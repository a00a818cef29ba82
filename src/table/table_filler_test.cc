#include "table/table_filler.h"

#include "table/table_testing.h"

namespace trestle {
namespace {

class TableFillerTest : public CatalogTest {
 protected:
  static TableDefinition WithIndex() {
    TableDefinition definition = TableNamed("filled");
    definition.indexes = {
        IndexNamed("all", {.hash = {Key("g")}, .range = {}}),
        IndexNamed("keys", {.hash = {Key("g")}, .range = {}}, ProjectionType::kKeysOnly)};
    return definition;
  }
  static Item One(int i, const std::string& g) {
    return ItemOf(
        {{"pk", S("p" + std::to_string(i % 3))}, {"sk", N(std::to_string(i))}, {"g", S(g)}});
  }
  std::unique_ptr<TableFiller> Begin(TableDefinition definition,
                                     TableFiller::Options options = {}) {
    auto filler = TableFiller::Begin(*catalog_, std::move(definition), options);
    EXPECT_TRUE(filler.has_value()) << filler.error().message;
    return *std::move(filler);
  }
  std::size_t StoredKeys() const {
    std::size_t keys = 0;
    const auto cursor = store_->Latest()->Range({.begin = "\2", .end = "\x08"});
    for (cursor->SeekFirst(); cursor->Valid(); cursor->Next()) ++keys;
    return keys;
  }
};

TEST_F(TableFillerTest, TheTableIsCreatingAndUnknownToItemsUntilItIsFinished) {
  const auto filler = Begin(WithIndex());
  EXPECT_EQ(filler->table()->definition().status, TableStatus::kCreating);
  EXPECT_EQ(catalog_->FindInAnyState("filled")->definition().status, TableStatus::kCreating);
  EXPECT_EQ(catalog_->List("", 10), std::vector<std::string>{"filled"});
  EXPECT_EQ(catalog_->Find("filled").error().code, ErrorCode::kResourceNotFound);
  EXPECT_EQ(catalog_->Drop("filled").error().code, ErrorCode::kResourceInUse);
  EXPECT_EQ(catalog_->Create(TableNamed("filled")).error().code, ErrorCode::kResourceInUse);
  const auto nothing = [](TableDefinition&) { return Status(); };
  EXPECT_EQ(catalog_->Update("filled", nothing).error().code, ErrorCode::kResourceInUse);

  ASSERT_TRUE(filler->Finish());
  EXPECT_EQ((*catalog_->Find("filled"))->definition().status, TableStatus::kActive);
}

TEST_F(TableFillerTest, ItemsEntriesAndCountsAreThere) {
  const auto filler = Begin(WithIndex());
  std::vector<Item> items;
  for (int i = 0; i < 100; ++i) items.push_back(One(i, i % 2 == 0 ? "even" : "odd"));
  items.push_back(ItemOf({{"pk", S("bare")}, {"sk", N("1")}}));
  items.push_back(ItemOf({{"pk", S("misfit")}, {"sk", N("1")}, {"g", N("5")}}));
  ASSERT_TRUE(filler->Add(items));
  EXPECT_EQ(filler->items_added(), 102);
  ASSERT_TRUE(filler->Finish());

  const TablePtr table = *catalog_->Find("filled");
  EXPECT_EQ(All(*table).size(), 102u);
  for (const IndexDefinition& index : table->definition().indexes) {
    EXPECT_EQ(All(*table, &index).size(), 100u) << index.name;
    EXPECT_EQ(catalog_->Statistics(*table, &index).items, 100);
  }
  EXPECT_EQ(catalog_->Statistics(*table).items, 102);
  // Writers go on where the filler has left the counts.
  Delete(table, ItemOf({{"pk", S("p0")}, {"sk", N("0")}}));
  EXPECT_EQ(catalog_->Statistics(*table).items, 101);
  const TableStatistics before = catalog_->Statistics(*table);
  Reopen();
  EXPECT_EQ(catalog_->Statistics(**catalog_->Find("filled")), before);
}

TEST_F(TableFillerTest, ARepeatedItemReplacesTheOneBefore) {
  const auto filler = Begin(WithIndex(), {.may_repeat = true});
  for (const char* g : {"x", "y", "z"}) {
    ASSERT_TRUE(filler->Add(std::vector<Item>{One(1, g), One(2, g)}));
  }
  ASSERT_TRUE(filler->Finish());
  const TablePtr table = *catalog_->Find("filled");
  EXPECT_EQ(catalog_->Statistics(*table).items, 2);
  EXPECT_EQ(All(*table, &table->definition().indexes[0]),
            (std::vector<Item>{One(1, "z"), One(2, "z")}));
  EXPECT_EQ(catalog_->Statistics(*table, &table->definition().indexes[0]).items, 2);
}

TEST_F(TableFillerTest, StoredItemsOfAnotherTableKeepTheirPlaces) {
  const TablePtr source = Create(TableNamed("source"));
  for (int i = 0; i < 20; ++i) Put(source, One(i, "x"));
  const auto filler = Begin(WithIndex());
  Rows rows(*store_->Latest(), RangeOf(*source, SegmentRange{}), {});
  for (; rows.Valid(); rows.Next()) {
    ASSERT_TRUE(filler->AddStored(rows.position(), EncodedItemView(rows.item_bytes())));
  }
  ASSERT_TRUE(filler->Finish());
  const TablePtr table = *catalog_->Find("filled");
  EXPECT_EQ(All(*table), All(*source));
  EXPECT_EQ(All(*table, &table->definition().indexes[0]).size(), 20u);
  EXPECT_EQ(catalog_->Statistics(*table).bytes, catalog_->Statistics(*source).bytes);
}

TEST_F(TableFillerTest, AnAbandonedTableLeavesNothing) {
  const std::size_t before = StoredKeys();
  {
    const auto filler = Begin(WithIndex());
    std::vector<Item> items;
    for (int i = 0; i < 3000; ++i) items.push_back(One(i, std::string(500, 'x')));
    ASSERT_TRUE(filler->Add(items));
    EXPECT_GT(StoredKeys(), before);
  }
  EXPECT_EQ(StoredKeys(), before);
  EXPECT_EQ(catalog_->size(), 0u);
  EXPECT_TRUE(catalog_->Create(TableNamed("filled")).has_value());
}

TEST_F(TableFillerTest, WhatACrashLeavesIsDroppedWhole) {
  const std::size_t before = StoredKeys();
  auto filler = Begin(WithIndex());
  std::vector<Item> items;
  for (int i = 0; i < 3000; ++i) items.push_back(One(i, std::string(500, 'x')));
  ASSERT_TRUE(filler->Add(items));
  // Another catalog of the same store sees what a start after a crash would see.
  const auto after_crash = *Catalog::Open(*store_, clock_, {});
  EXPECT_EQ(after_crash->size(), 0u);
  EXPECT_EQ(StoredKeys(), before);
}

TEST_F(TableFillerTest, ARestoredTableStaysUnfinishedAndIsBegunAnew) {
  TableDefinition definition = WithIndex();
  definition.restored = RestoreDefinition{.table_arn = "arn", .backup_arn = "", .time = {}};
  const auto add = [](TableFiller& filler, int items) {
    for (int i = 0; i < items; ++i) {
      ASSERT_TRUE(filler.Add(std::vector<Item>{One(i, std::string(500, 'x'))}));
    }
  };
  std::string uuid;
  {
    const auto filler = Begin(definition, {.stays_unfinished = true});
    uuid = filler->table()->definition().uuid;
    add(*filler, 3000);
  }
  Reopen();
  EXPECT_EQ(catalog_->Find("filled").error().code, ErrorCode::kResourceNotFound);
  const TablePtr unfinished = catalog_->FindInAnyState("filled");
  const auto anew = *TableFiller::BeginAnew(*catalog_, *unfinished);
  EXPECT_EQ(anew->table()->definition().status, TableStatus::kCreating);
  EXPECT_EQ(anew->table()->definition().uuid, uuid);
  EXPECT_EQ(TableFiller::BeginAnew(*catalog_, *Create(TableNamed("other"))).error().code,
            ErrorCode::kResourceInUse);
  add(*anew, 2);
  ASSERT_TRUE(anew->Finish());

  const TablePtr table = *catalog_->Find("filled");
  EXPECT_EQ(All(*table).size(), 2u);
  EXPECT_EQ(All(*table, &table->definition().indexes[0]).size(), 2u);
  EXPECT_EQ(catalog_->Statistics(*table).items, 2);
  const TableStatistics before = catalog_->Statistics(*table);
  Reopen();
  EXPECT_EQ(catalog_->Statistics(**catalog_->Find("filled")), before);
}

TEST_F(TableFillerTest, AnItemWithoutItsKeyIsRefused) {
  const auto filler = Begin(WithIndex());
  EXPECT_EQ(filler->Add(std::vector<Item>{ItemOf({{"pk", S("a")}})}).error().code,
            ErrorCode::kValidation);
}

}  // namespace
}  // namespace trestle
