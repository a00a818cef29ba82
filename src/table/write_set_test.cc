#include "table/write_set.h"

#include <gtest/gtest.h>

#include <string>

#include "table/table_testing.h"
#include "value/item_size.h"

namespace trestle {
namespace {

class WriteSetTest : public CatalogTest {
 protected:
  WriteSetTest() {
    TableDefinition definition = TableNamed("t");
    definition.indexes = {IndexNamed("gsi", {.hash = {Key("g")}}),
                          IndexNamed("keys", {.hash = {Key("g")}, .range = {Key("h", kN)}},
                                     ProjectionType::kKeysOnly)};
    IndexDefinition local =
        IndexNamed("lsi", {.hash = {Key("pk")}, .range = {Key("l")}}, ProjectionType::kInclude);
    local.local = true;
    local.included = {"x"};
    definition.indexes.push_back(local);
    table_ = Create(definition);
  }

  WriteSet Begin(const char* sort = "1") {
    return WriteSet(*catalog_,
                    {{table_, *table_->KeyOf(ItemOf({{"pk", S("p")}, {"sk", N(sort)}}))}});
  }
  static Item With(std::initializer_list<std::pair<const char*, AttributeValue>> more) {
    Item item = ItemOf(more);
    item.Set("pk", S("p"));
    item.Set("sk", N("1"));
    return item;
  }
  ConsumedCapacity CostOfPut(const Item& item, WriteKind kind = WriteKind::kPlain) {
    WriteSet writes = Begin();
    writes.Put(0, item);
    ConsumedCapacity cost = writes.Cost(0, kind);
    EXPECT_TRUE(writes.Commit().has_value());
    return cost;
  }

  TablePtr table_;
};

TEST_F(WriteSetTest, ReadsWhatWasPut) {
  const Item item = With({{"x", S("1")}});
  Put(table_, item);
  WriteSet writes = Begin();
  EXPECT_EQ((*writes.ReadEncoded())->Decode(), item);
  EXPECT_EQ(writes.SizeBefore(), ItemSize(item));
}

TEST_F(WriteSetTest, APartIsReadAndPutAndTheRestStays) {
  const Item item = With({{"g", S("a")}, {"x", S("1")}, {"y", S("2")}, {"z", S("3")}});
  Put(table_, item);
  WriteSet writes = Begin();
  const ItemPart before = *writes.ReadPart(0, {"y", "none", "y"});
  ASSERT_NE(before.attributes, nullptr);
  EXPECT_TRUE(before.attributes->Contains("y"));
  EXPECT_FALSE(before.attributes->Contains("z")) << "neither named nor in an index";
  EXPECT_EQ(before.whole->Decode(), item);
  EXPECT_EQ(before.OtherBytes() + ItemSize(*before.attributes), ItemSize(item));

  Item after = *before.attributes;
  after.Erase("y");
  after.Set("none", S("some"));
  after.Set("x", S("changed"));
  writes.PutPart(0, after);
  ASSERT_TRUE(writes.Commit().has_value());
  const Item expected =
      With({{"g", S("a")}, {"none", S("some")}, {"x", S("changed")}, {"z", S("3")}});
  EXPECT_EQ(All(*table_), std::vector<Item>{expected});
  EXPECT_EQ(All(*table_, table_->definition().FindIndex("gsi")), std::vector<Item>{expected});
  EXPECT_EQ(writes.SizeAfter(), ItemSize(expected));
}

TEST_F(WriteSetTest, NothingIsChangedWithoutACommit) {
  {
    WriteSet writes = Begin();
    EXPECT_EQ((*writes.ReadPart(0, {"g"})).attributes, nullptr);
    writes.Put(0, With({{"g", S("a")}}));
  }
  EXPECT_TRUE(All(*table_).empty());
  EXPECT_EQ(catalog_->Statistics(*table_), TableStatistics());
}

TEST_F(WriteSetTest, TellsTheCostOfATableThatHasChangedSince) {
  const auto rename = [&](const char* index) {
    ASSERT_TRUE(catalog_->Update("t", [&](TableDefinition& definition) {
      definition.indexes[0].name = index;
      return Status();
    }));
  };
  rename("after it was found");
  WriteSet writes = Begin();
  writes.Put(0, With({{"g", S("a")}}));
  ASSERT_TRUE(writes.Commit());
  rename("after it was written");
  EXPECT_EQ(writes.Cost(0, WriteKind::kPlain).global_indexes.count("after it was found"), 1u);
}

TEST_F(WriteSetTest, PositionIsThatOfTheCommitOrOfWhatWasSeen) {
  WriteSet first = Begin("1");
  first.Put(0, With({}));
  ASSERT_TRUE(first.Commit().has_value());
  EXPECT_GT(first.position(), CommitPosition{});
  EXPECT_EQ(first.position(), store_->LatestPosition());

  WriteSet second = Begin("2");
  second.Delete(0);
  ASSERT_TRUE(second.Commit().has_value());
  EXPECT_EQ(second.position(), first.position()) << "a delete of nothing writes nothing";
  EXPECT_EQ(second.SeenPosition(), first.position());
}

TEST_F(WriteSetTest, PutOfTheSameItemWritesNothing) {
  const Item item = With({{"g", S("a")}, {"x", S("1")}});
  Put(table_, item);
  const CommitPosition before = store_->LatestPosition();
  Put(table_, item);
  EXPECT_EQ(store_->LatestPosition(), before);
  EXPECT_EQ(All(*table_), std::vector<Item>{item});
}

TEST_F(WriteSetTest, AllOfATransactionOrNothing) {
  const TablePtr other = Create(TableNamed("other"));
  const Item one = With({{"g", S("a")}});
  {
    WriteSet writes(*catalog_,
                    {{table_, *table_->KeyOfItem(one)}, {other, *other->KeyOfItem(one)}});
    writes.Put(0, one);
    writes.Put(1, one);
    ASSERT_TRUE(writes.Commit().has_value());
  }
  EXPECT_EQ(All(*table_).size(), 1u);
  EXPECT_EQ(All(*other).size(), 1u);
  EXPECT_EQ(catalog_->Statistics(*other).items, 1);

  ASSERT_TRUE(catalog_->Drop("other").has_value());
  WriteSet writes(*catalog_, {{table_, *table_->KeyOfItem(one)}, {other, *other->KeyOfItem(one)}});
  writes.Delete(0);
  writes.Delete(1);
  EXPECT_EQ(writes.Commit().error().code, ErrorCode::kResourceNotFound);
  EXPECT_EQ(All(*table_).size(), 1u);
}

TEST_F(WriteSetTest, TableArmIsTheLargerOfBeforeAndAfter) {
  const Item large = With({{"x", S(std::string(3000, 'x'))}});
  EXPECT_EQ(CostOfPut(large).table, 3);
  EXPECT_EQ(CostOfPut(With({})).table, 3);
  EXPECT_EQ(CostOfPut(With({})).table, 1);
  EXPECT_EQ(CostOfPut(large, WriteKind::kTransactional).table, 6);
  WriteSet writes = Begin();
  writes.Delete(0);
  EXPECT_EQ(writes.Cost(0, WriteKind::kTransactional).table, 6);
  EXPECT_EQ(writes.Cost(0, WriteKind::kPlain).table_name, "t");
}

TEST_F(WriteSetTest, DeleteOfNothingCostsOne) {
  WriteSet writes = Begin();
  writes.Delete(0);
  EXPECT_EQ(writes.Cost(0, WriteKind::kPlain).Total(), 1);
}

using Arms = std::map<std::string, double>;

TEST_F(WriteSetTest, IndexArmsFollowTheChangeOfTheProjectedEntry) {
  const std::string large(2000, 'x');
  const auto cost = [&](const Item& item) { return CostOfPut(item); };

  EXPECT_EQ(cost(With({{"g", S("a")}, {"x", S(large)}})).global_indexes, (Arms{{"gsi", 2}}))
      << "inserted; the other index lacks h";
  EXPECT_EQ(cost(With({{"g", S("a")}, {"x", S("1")}})).global_indexes, (Arms{{"gsi", 2}}))
      << "changed in place: the larger";
  EXPECT_EQ(cost(With({{"g", S("b")}, {"x", S(large)}})).global_indexes, (Arms{{"gsi", 3}}))
      << "moved: the old entry of 1 and the new one of 2";
  EXPECT_EQ(cost(With({{"g", S("b")}, {"h", N("1")}, {"x", S(large)}})).global_indexes,
            (Arms{{"gsi", 2}, {"keys", 1}}));
  EXPECT_EQ(cost(With({{"g", S("b")}, {"h", N("1")}, {"x", S("2")}})).global_indexes,
            (Arms{{"gsi", 2}}))
      << "what KEYS_ONLY holds did not change";
  EXPECT_EQ(cost(With({{"x", S("2")}})).global_indexes, (Arms{{"gsi", 1}, {"keys", 1}}))
      << "taken out";

  EXPECT_EQ(cost(With({{"l", S("a")}, {"x", S(large)}})).local_indexes, (Arms{{"lsi", 2}}));
  EXPECT_EQ(cost(With({{"l", S("a")}, {"x", S(large)}, {"y", S("1")}})).local_indexes, Arms{})
      << "y is not projected";
  EXPECT_EQ(
      CostOfPut(With({{"l", S("b")}, {"x", S("1")}}), WriteKind::kTransactional).local_indexes,
      (Arms{{"lsi", 3}}))
      << "no factor on the arms of indexes";
}

TEST_F(WriteSetTest, ReorderedSetIsNoChange) {
  const auto set = [](std::vector<std::string> members) {
    return AttributeValue::Of(StringSet(std::move(members)));
  };
  CostOfPut(With({{"g", S("a")}, {"x", set({"1", "2"})}}));
  EXPECT_EQ(CostOfPut(With({{"g", S("a")}, {"x", set({"2", "1"})}})).global_indexes, Arms{});
}

TEST_F(WriteSetTest, WritesWithAnOldVersionOfTheTableFollowTheNewOne) {
  const TablePtr old = table_;
  ASSERT_TRUE(catalog_
                  ->Update("t",
                           [](TableDefinition& definition) -> Status {
                             std::erase_if(definition.indexes,
                                           [](const auto& index) { return index.name == "keys"; });
                             definition.indexes.push_back(
                                 IndexNamed("later", {.hash = {Key("x")}}));
                             return {};
                           })
                  .has_value());
  Put(old, With({{"g", S("a")}, {"h", N("1")}, {"x", S("1")}}));
  const TablePtr now = Filled("t");
  EXPECT_EQ(All(*now, now->definition().FindIndex("later")).size(), 1u);
  EXPECT_TRUE(All(*old, old->definition().FindIndex("keys")).empty());
}

}  // namespace
}  // namespace trestle
