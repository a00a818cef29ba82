#include <gmock/gmock.h>

#include "operation/page_for_test.h"
#include "operation/query.h"

namespace trestle {
namespace {

using ::testing::ElementsAre;

// An index whose key is made of two partition and two sort attributes.
class MultiAttributeQueryTest : public PageTest {
 protected:
  MultiAttributeQueryTest() {
    TableDefinition definition = Definition("multi");
    IndexDefinition index;
    index.name = "games";
    index.keys.hash = {{"tournament"}, {"area"}};
    index.keys.range = {{"round", AttributeType::kNumber}, {"team"}};
    definition.indexes = {index};
    Create(std::move(definition));
    int id = 0;
    for (const char* area : {"north", "south"}) {
      for (int round = 1; round <= 10; round += 3) {
        for (const char* team : {"a", "b"}) {
          Store("multi", ItemOf({{"pk", S(std::to_string(id++))},
                                 {"tournament", S("cup")},
                                 {"area", S(area)},
                                 {"round", N(std::to_string(round))},
                                 {"team", S(team)}}));
        }
      }
    }
    Store("multi", ItemOf({{"pk", S("sparse")}, {"tournament", S("cup")}}));
  }

  static QueryRequest AskGames(const std::string& more = "", Item values = {}) {
    values.Set(":t", S("cup"));
    values.Set(":r", S("north"));
    QueryRequest request = Ask("tournament = :t AND area = :r" + more, std::move(values));
    request.table_name = "multi";
    request.index_name = "games";
    return request;
  }
  static std::vector<std::string> Games(const std::vector<Item>& items) {
    std::vector<std::string> games;
    for (const Item& item : items) {
      games.push_back(item.Find("round")->As<Number>()->ToString() +
                      *item.Find("team")->As<std::string>());
    }
    return games;
  }
};

TEST_F(MultiAttributeQueryTest, OrdersBySortAttributesOneAfterTheOther) {
  EXPECT_THAT(Games(ReadAll(AskGames())),
              ElementsAre("1a", "1b", "4a", "4b", "7a", "7b", "10a", "10b"));
  QueryRequest backward = AskGames();
  backward.scan_index_forward = false;
  backward.limit = 3;
  EXPECT_THAT(Games(ReadAll(backward)),
              ElementsAre("10b", "10a", "7b", "7a", "4b", "4a", "1b", "1a"));
}

TEST_F(MultiAttributeQueryTest, TheLastSortAttributeNamedMayBeARange) {
  EXPECT_THAT(Games(ReadAll(AskGames(" AND round > :x", ItemOf({{":x", N("4")}})))),
              ElementsAre("7a", "7b", "10a", "10b"));
  EXPECT_THAT(Games(ReadAll(AskGames(" AND team >= :y AND round = :x",
                                     ItemOf({{":x", N("4")}, {":y", S("b")}})))),
              ElementsAre("4b"));
}

TEST_F(MultiAttributeQueryTest, LastEvaluatedKeyHoldsEveryKeyAttribute) {
  QueryRequest request = AskGames();
  request.limit = 1;
  const PageResponse page = Read(request);
  ASSERT_TRUE(page.last_evaluated_key);
  EXPECT_EQ(page.last_evaluated_key->size(), 5u);
  Item incomplete = *page.last_evaluated_key;
  incomplete.Erase("team");
  request.exclusive_start_key = incomplete;
  EXPECT_EQ(MessageOf(Run(request)), "The provided starting key is invalid");
}

TEST_F(MultiAttributeQueryTest, FiltersMayNotNameAnyKeyOfTheIndex) {
  QueryRequest request = AskGames("", ItemOf({{":x", S("a")}}));
  request.filter_expression = "#t = :x";
  request.substitutions.names = NameMap{{"#t", "team"}};
  EXPECT_EQ(MessageOf(Run(request)),
            "Filter Expression can only contain non-primary key attributes: Primary key "
            "attribute: team");
}

}  // namespace
}  // namespace trestle
