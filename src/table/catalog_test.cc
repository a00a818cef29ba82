#include "table/catalog.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "storage/store_testing.h"
#include "table/table_testing.h"

namespace trestle {
namespace {

using std::chrono::seconds;

Status AddIndex(TableDefinition& definition) {
  definition.indexes.push_back(IndexNamed("gsi", {.hash = {Key("g")}}));
  return {};
}
Status RemoveIndexes(TableDefinition& definition) {
  definition.indexes.clear();
  return {};
}
Item Numbered(int number) {
  return ItemOf({{"pk", S("p")},
                 {"sk", N(std::to_string(number))},
                 {"g", S("g" + std::to_string(number % 7))}});
}

TEST_F(CatalogTest, NewTableIsThereAtOnceAndItsAnswerSaysCreating) {
  const TablePtr answer = *catalog_->Create(TableNamed("music"));
  EXPECT_EQ(answer->definition().status, TableStatus::kCreating);
  EXPECT_EQ(answer->definition().created, clock_.Now());
  EXPECT_EQ(answer->definition().uuid.size(), 36u);
  EXPECT_TRUE(catalog_->Find("music").has_value());
  EXPECT_EQ(catalog_->FindInAnyState("music")->definition().status, TableStatus::kActive);
  EXPECT_EQ(catalog_->size(), 1u);
}

TEST_F(CatalogTest, FindsByArn) {
  Create(TableNamed("music"));
  EXPECT_EQ((*catalog_->Find("arn:aws:dynamodb:us-east-1:000000000000:table/music"))->name(),
            "music");
  EXPECT_EQ(catalog_->FindInAnyState("arn:aws:dynamodb:us-east-1:000000000000:table/x"), nullptr);
}

TEST_F(CatalogTest, MissingTableHasATextForEachPlane) {
  EXPECT_EQ(catalog_->Find("none").error().code, ErrorCode::kResourceNotFound);
  EXPECT_EQ(catalog_->Find("none").error().message, "Requested resource not found");
  EXPECT_EQ(catalog_->FindInAnyState("none"), nullptr);
  EXPECT_EQ(catalog_->Drop("none").error().message,
            "Requested resource not found: Table: none not found");
  EXPECT_EQ(catalog_->Update("none", AddIndex).error().code, ErrorCode::kResourceNotFound);
}

TEST_F(CatalogTest, NameIsTakenOnce) {
  Create(TableNamed("music"));
  const auto again = catalog_->Create(TableNamed("music"));
  EXPECT_EQ(again.error().code, ErrorCode::kResourceInUse);
  EXPECT_EQ(again.error().message, "Table already exists: music");
}

TEST_F(CatalogTest, ListsNamesInOrder) {
  for (const char* const name : {"bb", "aa", "cc", "ab"}) Create(TableNamed(name));
  EXPECT_EQ(catalog_->List("", 10), (std::vector<std::string>{"aa", "ab", "bb", "cc"}));
  EXPECT_EQ(catalog_->List("ab", 1), std::vector<std::string>{"bb"});
  EXPECT_EQ(catalog_->List("b", 10), (std::vector<std::string>{"bb", "cc"}));
}

TEST_F(CatalogTest, DefinitionsAndCountsSurviveAReopen) {
  TableDefinition definition = TableNamed("music");
  definition.indexes = {IndexNamed("gsi", {.hash = {Key("g")}}, ProjectionType::kKeysOnly)};
  definition.tags = {{"team", "blue"}};
  TablePtr table = Create(definition);
  for (int i = 0; i < 50; ++i) Put(table, Numbered(i));
  for (int i = 0; i < 5; ++i) {
    Delete(table, ItemOf({{"pk", S("p")}, {"sk", N(std::to_string(i))}}));
  }
  const TableStatistics of_table = catalog_->Statistics(*table);
  const TableStatistics of_index = catalog_->Statistics(*table, &table->definition().indexes[0]);
  EXPECT_EQ(of_table.items, 45);

  Reopen();
  table = *catalog_->Find("music");
  EXPECT_EQ(table->definition().tags, definition.tags);
  EXPECT_EQ(catalog_->Statistics(*table), of_table);
  EXPECT_EQ(catalog_->Statistics(*table, &table->definition().indexes[0]), of_index);
  Put(table, Numbered(100));
  EXPECT_EQ(catalog_->Statistics(*table).items, 46);
}

TEST_F(CatalogTest, IdsAreNeverGivenTwice) {
  const std::uint32_t first = Create(TableNamed("one"))->definition().id;
  ASSERT_TRUE(catalog_->Drop("one").has_value());
  Reopen();
  EXPECT_GT(Create(TableNamed("one"))->definition().id, first);
}

TEST_F(CatalogTest, DropTakesEverythingWithIt) {
  TableDefinition definition = TableNamed("music");
  definition.indexes = {IndexNamed("gsi", {.hash = {Key("g")}})};
  for (const int count : {3, 300}) {  // few keys go one by one, many as a range
    const TablePtr table = Create(definition);
    for (int i = 0; i < count; ++i) Put(table, Numbered(i));
    const TablePtr answer = *catalog_->Drop("music");
    EXPECT_EQ(answer->definition().status, TableStatus::kDeleting);
    EXPECT_FALSE(catalog_->Find("music").has_value());
    EXPECT_EQ(TryPut(table, Numbered(1)).error().code, ErrorCode::kResourceNotFound);

    // All that is left is the next table id.
    const auto cursor = store_->Latest()->Range({});
    int rows = 0;
    for (cursor->SeekFirst(); cursor->Valid(); cursor->Next()) ++rows;
    EXPECT_EQ(rows, 1) << count << " items";
  }
}

TEST_F(CatalogTest, RefusedChangeLeavesTheTableAsItWas) {
  Create(TableNamed("music"));
  const auto refused = catalog_->Update("music", [](TableDefinition& definition) -> Status {
    definition.deletion_protection = true;
    return Fail(ErrorCode::kLimitExceeded, "no");
  });
  EXPECT_EQ(refused.error().message, "no");
  EXPECT_FALSE((*catalog_->Find("music"))->definition().deletion_protection);
}

TEST_F(CatalogTest, ChangeAtOnceShowsNoStatus) {
  Create(TableNamed("music"));
  const TablePtr answer = *catalog_->Update(
      "music",
      [](TableDefinition& definition) -> Status {
        definition.tags["a"] = "b";
        return {};
      },
      Catalog::Effect::kAtOnce);
  EXPECT_EQ(answer->definition().status, TableStatus::kActive);
  Reopen();
  EXPECT_EQ((*catalog_->Find("music"))->definition().tags.at("a"), "b");
}

TEST_F(CatalogTest, StatesLastForTheConfiguredDelay) {
  Reopen({.status_delay = seconds(5)});
  ASSERT_TRUE(catalog_->Create(TableNamed("music")).has_value());
  EXPECT_EQ(catalog_->FindInAnyState("music")->definition().status, TableStatus::kCreating);
  EXPECT_FALSE(catalog_->Find("music").has_value());
  EXPECT_EQ(catalog_->Drop("music").error().message,
            "Attempt to change a resource which is still in use: Table is being created: music");
  clock_.Advance(seconds(5));
  EXPECT_EQ(catalog_->FindInAnyState("music")->definition().status, TableStatus::kActive);

  ASSERT_TRUE(catalog_->Update("music", AddIndex).has_value());
  EXPECT_EQ(catalog_->FindInAnyState("music")->definition().status, TableStatus::kUpdating);
  EXPECT_TRUE(catalog_->Find("music").has_value()) << "data operations go on";
  EXPECT_EQ(catalog_->Update("music", RemoveIndexes).error().message,
            "Attempt to change a resource which is still in use: Table is being updated: music");
  EXPECT_EQ(catalog_->Drop("music").error().message,
            "Attempt to change a resource which is still in use: Cannot delete table while indexes "
            "are being created, updated, or deleted.");
  clock_.Advance(seconds(5));
  Filled("music");

  ASSERT_TRUE(catalog_->Drop("music").has_value());
  EXPECT_EQ(catalog_->FindInAnyState("music")->definition().status, TableStatus::kDeleting);
  EXPECT_FALSE(catalog_->Find("music").has_value());
  EXPECT_EQ(catalog_->List("", 9).size(), 1u);
  EXPECT_EQ(catalog_->Create(TableNamed("music")).error().message,
            "Attempt to change a resource which is still in use: Table is being deleted: music");
  clock_.Advance(seconds(5));
  EXPECT_EQ(catalog_->FindInAnyState("music"), nullptr);
  EXPECT_EQ(catalog_->size(), 0u);
  EXPECT_TRUE(catalog_->Create(TableNamed("music")).has_value());
}

TEST_F(CatalogTest, NewIndexIsFilledAndThenActive) {
  const TablePtr before = Create(TableNamed("music"));
  for (int i = 0; i < 200; ++i) Put(before, Numbered(i));
  Put(before, ItemOf({{"pk", S("p")}, {"sk", N("1000")}}));                 // lacks the key
  Put(before, ItemOf({{"pk", S("p")}, {"sk", N("1001")}, {"g", N("1")}}));  // of another type
  Put(before, ItemOf({{"pk", S("p")}, {"sk", N("1002")}, {"g", S("")}}));   // empty

  const TablePtr answer = *catalog_->Update("music", AddIndex);
  EXPECT_EQ(answer->definition().status, TableStatus::kUpdating);
  EXPECT_EQ(answer->definition().indexes[0].status, IndexStatus::kCreating);
  const TablePtr table = Filled("music");
  const IndexDefinition& index = table->definition().indexes[0];
  EXPECT_EQ(index.status, IndexStatus::kActive);
  EXPECT_FALSE(index.backfilling);
  EXPECT_EQ(All(*table, &index).size(), 200u);
  EXPECT_EQ(catalog_->Statistics(*table, &index).items, 200);
}

TEST_F(CatalogTest, ActiveIndexIsWholeForReadersOfTheDurableView) {
  const TemporaryFolder folder;
  catalog_.reset();
  store_ = OpenAt(folder.path());
  Reopen();
  const TablePtr before = Create(TableNamed("music"));
  for (int i = 0; i < 100; ++i) Put(before, Numbered(i));
  ASSERT_TRUE(catalog_->Update("music", AddIndex).has_value());
  const TablePtr table = Filled("music");
  const KeyRange range = RangeOf(*table, SegmentRange{.index = &table->definition().indexes[0]});
  EXPECT_EQ(ReadAll(*store_->Durable(), range).size(), 100u);
  catalog_.reset();
  store_.reset();
}

TEST_F(CatalogTest, UnfinishedBackfillGoesOnAfterAReopen) {
  const TablePtr before = Create(TableNamed("music"));
  for (int i = 0; i < 400; ++i) Put(before, Numbered(i));
  ASSERT_TRUE(catalog_->Update("music", AddIndex).has_value());
  Reopen();  // at whatever point the backfill is
  const TablePtr table = Filled("music");
  const IndexDefinition& index = table->definition().indexes[0];
  EXPECT_EQ(All(*table, &index).size(), 400u);
  EXPECT_EQ(catalog_->Statistics(*table, &index).items, 400);
}

TEST_F(CatalogTest, RemovedIndexLosesItsEntries) {
  TableDefinition definition = TableNamed("music");
  ASSERT_TRUE(AddIndex(definition).has_value());
  const TablePtr before = Create(definition);
  for (int i = 0; i < 300; ++i) Put(before, Numbered(i));
  const IndexDefinition& index = before->definition().indexes[0];
  EXPECT_EQ(All(*before, &index).size(), 300u);

  const TablePtr answer = *catalog_->Update("music", RemoveIndexes);
  ASSERT_EQ(answer->definition().indexes.size(), 1u);
  EXPECT_EQ(answer->definition().indexes[0].status, IndexStatus::kDeleting);
  EXPECT_TRUE((*catalog_->Find("music"))->definition().indexes.empty());
  EXPECT_TRUE(All(*before, &index).empty());

  ASSERT_TRUE(catalog_->Update("music", AddIndex).has_value());
  const TablePtr again = Filled("music");
  EXPECT_GT(again->definition().indexes[0].id, index.id) << "ids are not given twice";
  EXPECT_EQ(All(*again, &again->definition().indexes[0]).size(), 300u);
}

TEST_F(CatalogTest, TableMayBeDroppedWhileAnIndexIsFilled) {
  const TablePtr table = Create(TableNamed("music"));
  for (int i = 0; i < 300; ++i) Put(table, Numbered(i));
  ASSERT_TRUE(catalog_->Update("music", AddIndex).has_value());
  ASSERT_TRUE(catalog_->Drop("music").has_value());
  Reopen();
  const auto cursor = store_->Latest()->Range({});
  int rows = 0;
  for (cursor->SeekFirst(); cursor->Valid(); cursor->Next()) ++rows;
  EXPECT_EQ(rows, 1) << "the next table id";
}

}  // namespace
}  // namespace trestle
