#include <gtest/gtest.h>

#include <string>

#include "table/table_testing.h"

namespace trestle {
namespace {

// pk S, sk N; two indexes share the attribute g; the local one is on l.
Table TestTable() {
  TableDefinition definition = TableNamed("t");
  definition.id = 1;
  definition.indexes = {IndexNamed("zulu", {.hash = {Key("g")}}),
                        IndexNamed("alpha", {.hash = {Key("h", kB)}, .range = {Key("g")}})};
  IndexDefinition local = IndexNamed("mike", {.hash = {Key("pk")}, .range = {Key("l", kN)}});
  local.local = true;
  definition.indexes.push_back(local);
  return Table(std::move(definition));
}

template <class T>
std::string ErrorOf(const Result<T>& result) {
  if (result) return "no error";
  EXPECT_EQ(result.error().code, ErrorCode::kValidation);
  return result.error().message;
}

TEST(TableKeysTest, KeyMustBeExactlyTheKeyAttributes) {
  const Table table = TestTable();
  const std::string mismatch = "The provided key element does not match the schema";
  EXPECT_TRUE(table.KeyOf(ItemOf({{"pk", S("a")}, {"sk", N("1")}})).has_value());
  EXPECT_EQ(ErrorOf(table.KeyOf(Item())), mismatch);
  EXPECT_EQ(ErrorOf(table.KeyOf(ItemOf({{"pk", S("a")}}))), mismatch);
  EXPECT_EQ(ErrorOf(table.KeyOf(ItemOf({{"pk", S("a")}, {"sk", S("1")}}))), mismatch);
  EXPECT_EQ(ErrorOf(table.KeyOf(ItemOf({{"pk", S("a")}, {"other", N("1")}}))), mismatch);
  EXPECT_EQ(ErrorOf(table.KeyOf(ItemOf({{"pk", S("a")}, {"sk", N("1")}, {"x", N("1")}}))),
            mismatch);
}

TEST(TableKeysTest, EqualNumbersAreOneKeyHoweverTheyAreWritten) {
  const Table table = TestTable();
  EXPECT_EQ(table.KeyOf(ItemOf({{"pk", S("a")}, {"sk", N("1000")}}))->bytes,
            table.KeyOf(ItemOf({{"pk", S("a")}, {"sk", N("1.0e3")}}))->bytes);
}

TEST(TableKeysTest, ItemMustHaveItsKeys) {
  const Table table = TestTable();
  EXPECT_EQ(ErrorOf(table.KeyOfItem(ItemOf({{"sk", N("1")}}))),
            "One or more parameter values were invalid: Missing the key pk in the item");
  EXPECT_EQ(ErrorOf(table.KeyOfItem(ItemOf({{"pk", S("a")}}))),
            "One or more parameter values were invalid: Missing the key sk in the item");
  EXPECT_EQ(
      ErrorOf(table.KeyOfItem(ItemOf({{"pk", N("1")}, {"sk", N("1")}}))),
      "One or more parameter values were invalid: Type mismatch for key pk expected: S actual: N");
}

TEST(TableKeysTest, KeysAreNotEmpty) {
  const Table table = TestTable();
  const std::string empty =
      "One or more parameter values are not valid. The AttributeValue for a key attribute cannot "
      "contain an empty string value. Key: pk";
  const Item key = ItemOf({{"pk", S("")}, {"sk", N("1")}});
  EXPECT_EQ(ErrorOf(table.KeyOf(key)), empty);
  EXPECT_EQ(ErrorOf(table.KeyOfItem(key)), empty);
  EXPECT_EQ(ErrorOf(table.CheckKeysNotEmpty(key)), empty);
}

TEST(TableKeysTest, KeysAreNotTooLong) {
  TableDefinition definition = TableNamed("t");
  definition.keys.range = {Key("sk", kB)};
  const Table table(definition);
  const auto key = [](std::size_t hash, std::size_t range) {
    return ItemOf({{"pk", S(std::string(hash, 'x'))}, {"sk", B(std::string(range, 'x'))}});
  };
  EXPECT_TRUE(table.KeyOf(key(2048, 1024)).has_value());
  EXPECT_EQ(ErrorOf(table.KeyOf(key(2049, 1))),
            "One or more parameter values were invalid: Size of hashkey has exceeded the maximum "
            "size limit of2048 bytes");
  EXPECT_EQ(ErrorOf(table.KeyOfItem(key(1, 1025))),
            "One or more parameter values were invalid: Aggregated size of all range keys has "
            "exceeded the size limit of 1024 bytes");
}

Item With(std::initializer_list<std::pair<const char*, AttributeValue>> more) {
  Item item = ItemOf(more);
  item.Set("pk", S("a"));
  item.Set("sk", N("1"));
  return item;
}

TEST(TableKeysTest, IndexKeyOfWrongTypeNamesTheFirstIndex) {
  const Table table = TestTable();
  EXPECT_EQ(ErrorOf(table.KeyOfItem(With({{"g", N("1")}}))),
            "One or more parameter values were invalid: Type mismatch for Index Key g Expected: S "
            "Actual: N IndexName: alpha");
  EXPECT_EQ(ErrorOf(table.KeyOfItem(With({{"l", AttributeValue::Of(Null())}}))),
            "One or more parameter values were invalid: Type mismatch for Index Key l Expected: N "
            "Actual: NULL IndexName: mike");
}

TEST(TableKeysTest, EmptyIndexKeyHasATextForPutsAndOneForUpdates) {
  const Table table = TestTable();
  EXPECT_EQ(ErrorOf(table.KeyOfItem(With({{"g", S("")}}))),
            "One or more parameter values are not valid. A value specified for a secondary index "
            "key is not supported. The AttributeValue for a key attribute cannot contain an empty "
            "string value. IndexName: alpha, IndexKey: g");
  EXPECT_EQ(ErrorOf(table.CheckIndexKeys(With({{"h", B("")}}), Table::Write::kUpdate)),
            "One or more parameter values are not valid. The update expression attempted to update "
            "a secondary index key to a value that is not supported. The AttributeValue for a key "
            "attribute cannot contain an empty binary value.");
}

TEST(TableKeysTest, IndexKeyTooLongNamesItsSize) {
  const Table table = TestTable();
  EXPECT_EQ(ErrorOf(table.KeyOfItem(With({{"h", B(std::string(2049, 'x'))}}))),
            "One or more parameter values were invalid: Size limit exceeded for Index Key h Actual "
            "Size: 2049 bytes Max Size: 2048 bytes IndexName: alpha");
  EXPECT_EQ(ErrorOf(table.KeyOfItem(With({{"g", S(std::string(1025, 'x'))}}))),
            "One or more parameter values were invalid: Size limit exceeded for Index Key g Actual "
            "Size: 1025 bytes Max Size: 1024 bytes IndexName: alpha");
}

TEST(TableKeysTest, UpdateIsNotRefusedForAnIndexKeyItDoesNotTouch) {
  const Table table = TestTable();
  const Item before = With({{"g", N("1")}});
  const Item after = With({{"g", N("1")}, {"x", S("new")}});
  EXPECT_TRUE(table.CheckIndexKeys(after, Table::Write::kUpdate, &before).has_value());
  EXPECT_FALSE(
      table.CheckIndexKeys(With({{"g", N("2")}}), Table::Write::kUpdate, &before).has_value());
}

TEST(TableKeysTest, OnlyEmptinessIsCheckedUpFront) {
  const Table table = TestTable();
  EXPECT_TRUE(table.CheckKeysNotEmpty(ItemOf({{"pk", N("1")}, {"g", N("1")}})).has_value());
  EXPECT_FALSE(table.CheckKeysNotEmpty(ItemOf({{"g", S("")}})).has_value());
}

TEST(TableTest, EntryOfAnIndexHoldsWhatIsProjected) {
  TableDefinition definition = TableNamed("t");
  definition.indexes = {
      IndexNamed("all", {.hash = {Key("g")}}),
      IndexNamed("keys", {.hash = {Key("g")}}, ProjectionType::kKeysOnly),
      IndexNamed("some", {.hash = {Key("g")}, .range = {Key("h")}}, ProjectionType::kInclude)};
  definition.indexes[2].included = {"x"};
  const Table table(definition);
  const auto& indexes = table.definition().indexes;
  const Item item = With({{"g", S("g")}, {"x", S("x")}, {"y", S("y")}});

  EXPECT_EQ(table.IndexEntry(indexes[0], item), item);
  EXPECT_EQ(table.IndexEntry(indexes[1], item), With({{"g", S("g")}}));
  EXPECT_EQ(table.IndexEntry(indexes[2], item), std::nullopt) << "it lacks the key h";
  const Item with_h = With({{"g", S("g")}, {"h", S("h")}, {"x", S("x")}, {"y", S("y")}});
  EXPECT_EQ(table.IndexEntry(indexes[2], with_h),
            With({{"g", S("g")}, {"h", S("h")}, {"x", S("x")}}));
  EXPECT_TRUE(table.Projects(indexes[2], "sk"));
  EXPECT_FALSE(table.Projects(indexes[2], "y"));
  EXPECT_EQ(table.KeyAttributes(with_h), With({}));
  EXPECT_EQ(table.KeyAttributes(with_h, &indexes[2]), With({{"g", S("g")}, {"h", S("h")}}));
}

}  // namespace
}  // namespace trestle
