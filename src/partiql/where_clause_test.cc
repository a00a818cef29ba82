#include "partiql/where_clause.h"

#include <gtest/gtest.h>

namespace trestle::partiql {
namespace {

const KeySchema kSchema{.hash = {{"pk", AttributeType::kString}},
                        .range = {{"sk", AttributeType::kNumber}}};

class WhereClauseTest : public ::testing::Test {
 protected:
  BoundStatement Bound(std::string_view where) {
    auto statement = CachedStatement("SELECT * FROM t WHERE " + std::string(where));
    EXPECT_TRUE(statement) << where;
    auto bound = BoundStatement::Bind(*std::move(statement), none_);
    EXPECT_TRUE(bound) << where;
    return *std::move(bound);
  }
  // The partitions read, each followed by a comma; "all" for a scan.
  std::string Partitions(std::string_view where) {
    const BoundStatement bound = Bound(where);
    const Reading reading = ReadingOf(bound, kSchema);
    if (!reading.partitions) return "all";
    std::string names;
    for (const AttributeValue* value : *reading.partitions) {
      names.append(*value->As<std::string>()).append(",");
    }
    return names;
  }
  std::size_t FilterParts(std::string_view where) {
    const BoundStatement bound = Bound(where);
    return ReadingOf(bound, kSchema).filter.operands.size();
  }
  bool HasRange(std::string_view where) {
    const BoundStatement bound = Bound(where);
    return ReadingOf(bound, kSchema).range.has_value();
  }

  const Parameters none_{};
};

TEST_F(WhereClauseTest, EqualityInAndOrNamePartitions) {
  EXPECT_EQ(Partitions("pk = 'a'"), "a,");
  EXPECT_EQ(Partitions("'a' = pk AND x = 1"), "a,");
  EXPECT_EQ(Partitions("pk IN ['a', 'b', 'a']"), "a,b,");
  EXPECT_EQ(Partitions("pk = 'a' OR pk = 'b'"), "a,b,");
  EXPECT_EQ(Partitions("(pk = 'a' AND sk = 1) OR (pk = 'b' AND x = 2)"), "a,b,");
}

TEST_F(WhereClauseTest, EverythingElseReadsAll) {
  EXPECT_EQ(Partitions("pk > 'a'"), "all");
  EXPECT_EQ(Partitions("x = 1"), "all");
  EXPECT_EQ(Partitions("pk = 'a' OR x = 1"), "all");
  EXPECT_EQ(Partitions("NOT pk = 'a'"), "all");
  EXPECT_EQ(Partitions("pk = x"), "all");
  EXPECT_EQ(Partitions("pk.a = 'a'"), "all");
  EXPECT_EQ(Partitions("sk = 1"), "all");
}

TEST_F(WhereClauseTest, OneConditionOnTheSortKeyJoinsThePartition) {
  EXPECT_TRUE(HasRange("pk = 'a' AND sk = 1"));
  EXPECT_TRUE(HasRange("sk BETWEEN 1 AND 2 AND pk = 'a'"));
  EXPECT_TRUE(HasRange("pk IN ['a', 'b'] AND 5 < sk"));
  EXPECT_FALSE(HasRange("pk = 'a' AND sk <> 1"));
  EXPECT_FALSE(HasRange("pk = 'a' AND sk IN [1, 2]"));
  EXPECT_FALSE(HasRange("sk = 1"));
}

TEST_F(WhereClauseTest, TheRestIsAFilter) {
  EXPECT_EQ(FilterParts("pk = 'a' AND sk = 1"), 0u);
  EXPECT_EQ(FilterParts("pk = 'a' AND sk > 1 AND sk < 5 AND x = 1"), 3u);
  EXPECT_EQ(FilterParts("pk = 'a' AND pk = 'b'"), 1u);
  EXPECT_EQ(FilterParts("(pk = 'a' AND sk = 1) OR pk = 'b'"), 1u);
  EXPECT_EQ(FilterParts("x = 1 AND sk = 1"), 2u);
}

TEST_F(WhereClauseTest, TwoBoundsOnTheSortKeyAreReadBetween) {
  const auto range_of = [this](std::string_view where) {
    const BoundStatement bound = Bound(where);
    return ReadingOf(bound, kSchema).range->operation;
  };
  EXPECT_EQ(range_of("pk = 'a' AND sk >= 1 AND sk <= 5"), Operation::kBetween);
  EXPECT_EQ(FilterParts("pk = 'a' AND sk >= 1 AND sk <= 5"), 0u);
  EXPECT_EQ(range_of("pk = 'a' AND 5 > sk AND sk >= 1"), Operation::kBetween);
  EXPECT_EQ(FilterParts("pk = 'a' AND 5 > sk AND sk >= 1"), 1u);
  EXPECT_EQ(range_of("pk = 'a' AND sk >= 5 AND sk <= 1"), Operation::kGreaterOrEqual);
  EXPECT_EQ(range_of("pk = 'a' AND sk >= 5 AND sk > 1"), Operation::kGreaterOrEqual);
}

TEST_F(WhereClauseTest, AWriteNamesItsWholeKey) {
  const BoundStatement whole = Bound("x = 1 AND sk = 2 AND pk = 'a'");
  const auto named = NamedKeyOf(whole, kSchema);
  ASSERT_TRUE(named);
  EXPECT_EQ(named->key.size(), 2u);
  EXPECT_EQ(named->rest.operands.size(), 1u);
  for (const std::string_view where : {"pk = 'a'", "pk = 'a' AND sk > 1", "pk = 'a' OR sk = 1",
                                       "pk IN ['a'] AND sk = 1", "NOT (pk = 'a' AND sk = 1)"}) {
    EXPECT_FALSE(NamedKeyOf(Bound(where), kSchema)) << where;
  }
}

TEST_F(WhereClauseTest, OperandsAreCheckedWhenBound) {
  auto statement = CachedStatement("SELECT * FROM t WHERE begins_with(a, ?)");
  ASSERT_TRUE(statement);
  const Parameters number = {AttributeValue::Integer(1)};
  EXPECT_FALSE(BoundStatement::Bind(*statement, number));
  EXPECT_FALSE(BoundStatement::Bind(*statement, none_));
  const Parameters text = {AttributeValue::String("x")};
  EXPECT_TRUE(BoundStatement::Bind(*statement, text));
}

}  // namespace
}  // namespace trestle::partiql
