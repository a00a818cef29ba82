#include "partiql/statement.h"

#include <gtest/gtest.h>

namespace trestle::partiql {
namespace {

constexpr std::string_view kEnvelope = "Statement wasn't well formed, can't be processed: ";

Statement Parsed(std::string_view text) {
  Result<Statement> statement = ParseStatement(text);
  EXPECT_TRUE(statement) << text << ": " << (statement ? "" : statement.error().message);
  return statement ? *std::move(statement) : Statement();
}

std::string Refusal(std::string_view text) {
  const Result<Statement> statement = ParseStatement(text);
  EXPECT_FALSE(statement) << text;
  return statement ? "" : statement.error().message;
}
// Inside the envelope.
std::string Detail(std::string_view text) {
  std::string message = Refusal(text);
  EXPECT_TRUE(message.starts_with(kEnvelope)) << message;
  return message.substr(std::min(message.size(), kEnvelope.size()));
}

TEST(StatementTest, ReadsASelect) {
  const Statement statement =
      Parsed("select a, b.c[2], \"d e\"['f'] FROM \"t\".\"i\" WHERE pk = ? ORDER BY sk DESC, pk;");
  EXPECT_EQ(statement.kind, StatementKind::kSelect);
  EXPECT_EQ(statement.table, "t");
  EXPECT_EQ(statement.index, "i");
  ASSERT_EQ(statement.columns.size(), 3u);
  EXPECT_EQ(ToString(statement.columns[1]), "[b, c, [2]]");
  EXPECT_EQ(ToString(statement.columns[2]), "[d e, f]");
  ASSERT_EQ(statement.order_by.size(), 2u);
  EXPECT_TRUE(statement.order_by[0].descending);
  EXPECT_FALSE(statement.order_by[1].descending);
  EXPECT_EQ(statement.parameters, 1u);
  ASSERT_TRUE(statement.where);
  EXPECT_EQ(statement.where->operation, Operation::kEqual);
}

TEST(StatementTest, StarIsEverything) {
  const Statement statement = Parsed("SELECT * FROM t");
  EXPECT_TRUE(statement.columns.empty());
  EXPECT_FALSE(statement.index);
  EXPECT_FALSE(statement.where);
}

TEST(StatementTest, AndBindsCloserThanOr) {
  const Statement statement = Parsed("SELECT * FROM t WHERE a = 1 OR b = 2 AND NOT c = 3");
  ASSERT_EQ(statement.where->operation, Operation::kOr);
  EXPECT_EQ(statement.where->operands[1].operation, Operation::kAnd);
  EXPECT_EQ(statement.where->operands[1].operands[1].operation, Operation::kNot);
}

TEST(StatementTest, ConditionsBecomeExpressions) {
  const auto operation = [](std::string_view condition) {
    return Parsed("SELECT * FROM t WHERE " + std::string(condition)).where->operation;
  };
  EXPECT_EQ(operation("a <> 1"), Operation::kNotEqual);
  EXPECT_EQ(operation("a != 1"), Operation::kNotEqual);
  EXPECT_EQ(operation("1 <= a"), Operation::kLessOrEqual);
  EXPECT_EQ(operation("a BETWEEN 1 AND ?"), Operation::kBetween);
  EXPECT_EQ(operation("a NOT BETWEEN 1 AND 2"), Operation::kNot);
  EXPECT_EQ(operation("a IN [1, 2]"), Operation::kIn);
  EXPECT_EQ(operation("a in (?, ?, ?)"), Operation::kIn);
  EXPECT_EQ(operation("a NOT IN [1]"), Operation::kNot);
  EXPECT_EQ(operation("a IS MISSING"), Operation::kAttributeNotExists);
  EXPECT_EQ(operation("a is not missing"), Operation::kNot);
  EXPECT_EQ(operation("a.b IS NULL"), Operation::kAttributeType);
  EXPECT_EQ(operation("Begins_With(a, 'x')"), Operation::kBeginsWith);
  EXPECT_EQ(operation("contains(a, ?)"), Operation::kContains);
  EXPECT_EQ(operation("attribute_type(a, 'S')"), Operation::kAttributeType);
  EXPECT_EQ(operation("SIZE(a) > 3"), Operation::kGreater);
  EXPECT_EQ(operation("((a = 1))"), Operation::kEqual);
  EXPECT_EQ(operation("NOT NOT a = 1"), Operation::kEqual);
}

TEST(StatementTest, LiteralsBecomeValues) {
  const Statement statement = Parsed(
      "INSERT INTO t VALUE {'s': 'x', 'n': -1.50e1, 'l': [1, [true, null]], 'm': {'a': FALSE}, "
      "'ns': <<1, 2>>, 'ss': <<'b', 'a'>>}");
  ASSERT_EQ(statement.item.kind, Term::Kind::kLiteral);
  const AttributeMap& item = *statement.item.literal.As<AttributeMap>();
  EXPECT_EQ(*item.Find("s"), AttributeValue::String("x"));
  EXPECT_EQ(*item.Find("n"), AttributeValue::Integer(-15));
  EXPECT_EQ(item.Find("l")->As<List>()->size(), 2u);
  EXPECT_EQ(item.Find("ss")->As<StringSet>()->elements().front(), "a");
  EXPECT_EQ(item.Find("ns")->type(), AttributeType::kNumberSet);
}

TEST(StatementTest, ParametersInsideValuesWaitForBinding) {
  const Statement statement = Parsed("INSERT INTO t VALUE {'pk': ?, 'l': [1, ?]}");
  ASSERT_EQ(statement.item.kind, Term::Kind::kMap);
  EXPECT_EQ(statement.parameters, 2u);
  const auto value =
      ValueOf(statement.item, {AttributeValue::String("k"), AttributeValue::Integer(7)});
  ASSERT_TRUE(value);
  EXPECT_EQ(*value->As<AttributeMap>()->Find("l")->As<List>(),
            (List{AttributeValue::Integer(1), AttributeValue::Integer(7)}));
}

TEST(StatementTest, SetsHoldDistinctElementsOfOneType) {
  EXPECT_FALSE(ParseStatement("INSERT INTO t VALUE {'a': <<>>}"));
  EXPECT_FALSE(ParseStatement("INSERT INTO t VALUE {'a': <<1, 'b'>>}"));
  EXPECT_FALSE(ParseStatement("INSERT INTO t VALUE {'a': <<1, 1.0>>}"));
  EXPECT_FALSE(ParseStatement("INSERT INTO t VALUE {'a': <<true>>}"));
}

TEST(StatementTest, ReadsAnUpdate) {
  const Statement statement = Parsed(
      "UPDATE t SET a = 1, b.c = b.c + ? SET l = list_append(l, [1]) SET s = SET_ADD(s, <<'x'>>) "
      "REMOVE d[1] SET u = set_delete(u, ?) WHERE pk = 'k' RETURNING MODIFIED NEW *");
  ASSERT_EQ(statement.updates.size(), 6u);
  EXPECT_EQ(statement.updates[1].value.operation, Operation::kPlus);
  EXPECT_EQ(statement.updates[2].value.operation, Operation::kListAppend);
  EXPECT_EQ(statement.updates[3].action, UpdateAction::kAdd);
  EXPECT_EQ(statement.updates[4].action, UpdateAction::kRemove);
  EXPECT_EQ(statement.updates[5].action, UpdateAction::kDelete);
  ASSERT_TRUE(statement.returning);
  EXPECT_TRUE(statement.returning->modified);
  EXPECT_TRUE(statement.returning->fresh);
}

TEST(StatementTest, ASignBelongsToTheNumberOnlyWhereAValueIsDue) {
  EXPECT_EQ(Parsed("UPDATE t SET n = n -1 WHERE pk = 1").updates[0].value.operation,
            Operation::kMinus);
  EXPECT_EQ(Parsed("UPDATE t SET n = -1 WHERE pk = 1").updates[0].value.operation,
            Operation::kValue);
}

TEST(StatementTest, ReadsDeleteAndExists) {
  const Statement removal = Parsed("DELETE FROM \"t\" WHERE pk = 1 RETURNING ALL OLD *");
  EXPECT_EQ(removal.kind, StatementKind::kDelete);
  EXPECT_FALSE(removal.returning->fresh);
  const Statement check = Parsed("EXISTS(SELECT * FROM t WHERE pk = ? AND a IS MISSING)");
  EXPECT_EQ(check.kind, StatementKind::kExists);
  EXPECT_EQ(check.parameters, 1u);
}

TEST(StatementTest, WhatCannotBeReadIsSaidInTheServicesWords) {
  EXPECT_EQ(Detail("MERGE INTO t"), "Expected data manipulation");
  EXPECT_EQ(Detail("UPDATE my-table SET a = 1 WHERE pk = 1"), "Expected data manipulation");
  EXPECT_EQ(Detail("UPDATE t WHERE pk = 1"), "Expected data manipulation");
  EXPECT_EQ(Detail("INSERT INTO urls (key, b) VALUES (?, ?)"), "Unexpected keyword");
  EXPECT_EQ(Detail("INSERT INTO urls (a, b) VALUES (?, ?)"), "Unexpected token after expression");
  EXPECT_EQ(Detail("SELECT FROM t"), "Cannot have empty SELECT list");
  EXPECT_EQ(Detail("SELECT a"), "Expected FROM after SELECT list");
  EXPECT_EQ(Detail("SELECT * FROM t WHERE"), "Unexpected term");
  EXPECT_EQ(Detail("SELECT * FROM t WHERE user = 1"), "Unexpected keyword");
  EXPECT_EQ(Detail("SELECT * FROM t WHERE a = 1 b"), "Unexpected token after expression");
  EXPECT_EQ(Detail("SELECT * FROM t WHERE a"), "Unexpected term");
  EXPECT_EQ(Detail("SELECT * FROM t WHERE a.b. = 1"), "Invalid path dot component");
  EXPECT_EQ(Detail("SELECT * FROM t WHERE (a = 1"), "Expected RIGHT_PAREN");
}

TEST(StatementTest, WhatIsNotDoneIsRefused) {
  EXPECT_EQ(Refusal("SELECT * FROM t LIMIT 5"), "Unsupported clause: LIMIT at 1:17:5");
  EXPECT_EQ(Refusal("SELECT * FROM t\n GROUP BY a"), "Unsupported clause: GROUP BY at 2:2:5");
  EXPECT_EQ(Refusal("SELECT * FROM my-table"), "Unexpected from source");
  EXPECT_EQ(Refusal("SELECT * FROM a, b"),
            "Only select from a single table or index is supported.");
  EXPECT_EQ(Refusal("SELECT * FROM a JOIN b"),
            "Only select from a single table or index is supported.");
  for (const std::string_view text :
       {"SELECT COUNT(*) FROM t", "SELECT a AS b FROM t", "SELECT * FROM t AS x",
        "SELECT * FROM t WHERE a LIKE 'x%'", "SELECT * FROM t WHERE attribute_exists(a)",
        "SELECT * FROM a.b.c", "UPDATE t SET a = if_not_exists(a, 1) WHERE pk = 1",
        "UPDATE t SET a = set_add(b, <<1>>) WHERE pk = 1",
        "DELETE FROM t WHERE pk = 1 RETURNING ALL NEW *",
        "DELETE FROM t WHERE pk = 1 RETURNING MODIFIED OLD *",
        "UPDATE t SET a = 1 WHERE pk = 1 RETURNING *"}) {
    EXPECT_FALSE(ParseStatement(text)) << text;
  }
}

TEST(StatementTest, DeepNestingIsRefusedNotFollowed) {
  const std::string open(4000, '(');
  const std::string brackets(4000, '[');
  EXPECT_FALSE(ParseStatement("SELECT * FROM t WHERE " + open));
  EXPECT_FALSE(ParseStatement("INSERT INTO t VALUE " + brackets));
  EXPECT_FALSE(ParseStatement("UPDATE t SET a = " + open));
}

TEST(StatementTest, TheCacheAnswersTheSameTree) {
  const auto first = CachedStatement("SELECT * FROM t WHERE a = 1");
  const auto second = CachedStatement("SELECT * FROM t WHERE a = 1");
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->get(), second->get());
}

}  // namespace
}  // namespace trestle::partiql
