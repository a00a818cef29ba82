#include <gtest/gtest.h>

#include "expression/update.h"
#include "expression/values_for_test.h"

namespace trestle {
namespace {

using namespace testing_values;

// The error of an UpdateExpression, without its "Invalid UpdateExpression: "; empty if there is
// none.
std::string ErrorOf(std::string_view text) {
  Request request({{"#a", "a"}, {"#hits", "hits"}}, {{":s", S("x")},
                                                     {":n", N("1")},
                                                     {":b", B("x")},
                                                     {":l", L({})},
                                                     {":m", M({})},
                                                     {":ss", SS({"x"})},
                                                     {":bool", Bool(false)},
                                                     {":null", Nul()},
                                                     {":incr", N("1")}});
  const auto update = Update::Parse(text, request.substitutions);
  if (update) return "";
  constexpr std::string_view kPrefix = "Invalid UpdateExpression: ";
  EXPECT_EQ(update.error().message.substr(0, kPrefix.size()), kPrefix);
  return update.error().message.substr(kPrefix.size());
}

TEST(UpdateErrorTest, NamesTheTokenAndItsNeighbours) {
  struct SyntaxCase {
    std::string_view text, token, near;
  };
  constexpr SyntaxCase kCases[] = {
      {"INVALID SYNTAX HERE", "INVALID", "INVALID SYNTAX"},
      {"ADD hits : incr", ":", "hits : incr"},
      {"set _something = :s", "_", "set _something"},
      {"SET a = :s, #, b = :s", "#", ", #,"},
      {"SET #as, #b = :s", ",", "#as, #b"},
      {"SET", "<EOF>", "SET"},
      {"SET a", "<EOF>", "a"},
      {"SET a = :s,", "<EOF>", ","},
      {"SET a = :s, REMOVE b", "REMOVE", ", REMOVE b"},
      {"SET a = 1", "1", "= 1"},
      {"SET a = b + c + d", "+", "c + d"},
      {"SET a = (b + c) + d", "+", ") + d"},
      {"SET a = b - -c", "-", "- -c"},
      {"SET (a) = :s", "(", "SET (a"},
      {"SET :s = a", ":s", "SET :s ="},
      {"SET a + :n", "+", "a + :n"},
      {"SET a = :s b = :s", "b", ":s b ="},
      {"ADD a b", "b", "a b"},
      {"ADD a = :n", "=", "a = :n"},
      {"DELETE a", "<EOF>", "a"},
      {"REMOVE a :s", ":s", "a :s"},
      {"REMOVE a, b,", "<EOF>", ","},
      {"SET a = size(b", "<EOF>", "b"},
      {"SET a = :s AND b = :s", "AND", ":s AND b"},
      {"a = :s", "a", "a ="},
  };
  for (const SyntaxCase& c : kCases) {
    const std::string expected = "Syntax error; token: \"" + std::string(c.token) + "\", near: \"" +
                                 std::string(c.near) + "\"";
    EXPECT_EQ(ErrorOf(c.text), expected) << c.text;
  }
}

TEST(UpdateErrorTest, RefusesEmptyAndLongTexts) {
  EXPECT_EQ(ErrorOf(""), "The expression can not be empty;");
  EXPECT_EQ(ErrorOf("  "), "The expression can not be empty;");
  EXPECT_EQ(ErrorOf("REMOVE a" + std::string(4096 - 8, ' ')), "");
  EXPECT_EQ(ErrorOf("REMOVE a" + std::string(4096 - 7, ' ')),
            "Expression size has exceeded the maximum allowed size");
}

TEST(UpdateErrorTest, ASectionAppearsOnce) {
  EXPECT_EQ(ErrorOf("SET a = :s set b = :s"),
            "The \"SET\" section can only be used once in an update expression;");
  EXPECT_EQ(ErrorOf("REMOVE a ADD b :n REMOVE c"),
            "The \"REMOVE\" section can only be used once in an update expression;");
  EXPECT_EQ(ErrorOf("DELETE a :ss ADD b :n REMOVE c SET d = :s"), "");
}

TEST(UpdateErrorTest, ParenthesesAndOperators) {
  EXPECT_EQ(ErrorOf("SET a = ((b + :n))"), "The expression has redundant parentheses;");
  EXPECT_EQ(ErrorOf("SET a = ((b))"), "The expression has redundant parentheses;");
  EXPECT_EQ(ErrorOf("SET a = b + ((:n))"), "The expression has redundant parentheses;");
  EXPECT_EQ(ErrorOf("SET a = (b + :n), c = (b) - (:n), d = ((b) + :n), e = (b)"), "");
  std::string text = "SET ";
  for (int i = 0; i < 301; ++i)
    text.append(i == 0 ? "" : ",").append("a").append(std::to_string(i)).append("=b+c");
  EXPECT_EQ(ErrorOf(text), "The expression contains too many operators; operator count: 301");
}

TEST(UpdateErrorTest, ChecksFunctions) {
  EXPECT_EQ(ErrorOf("SET a = foo(b)"), "Invalid function name; function: foo");
  EXPECT_EQ(ErrorOf("SET a = List_append(b, :l)"), "Invalid function name; function: List_append");
  EXPECT_EQ(ErrorOf("SET a = size(b)"),
            "The function is not allowed in an update expression; function: size");
  EXPECT_EQ(ErrorOf("SET a = attribute_exists(b)"),
            "The function is not allowed in an update expression; function: attribute_exists");
  EXPECT_EQ(ErrorOf("SET a = if_not_exists(b)"),
            "Incorrect number of operands for operator or function; operator or function: "
            "if_not_exists, number of "
            "operands: 1");
  EXPECT_EQ(ErrorOf("SET a = list_append(b, :l, :l)"),
            "Incorrect number of operands for operator or function; operator or function: "
            "list_append, number of "
            "operands: 3");
  EXPECT_EQ(ErrorOf("SET a = if_not_exists(:s, b)"),
            "Operator or function requires a document path; operator or function: if_not_exists");
  EXPECT_EQ(ErrorOf("SET a = list_append(if_not_exists(a, :l), :l)"), "");
}

TEST(UpdateErrorTest, ChecksTypesOfOperands) {
  constexpr std::string_view kType =
      "Incorrect operand type for operator or function; operator or function: ";
  EXPECT_EQ(ErrorOf("SET a = list_append(a, :s)"),
            std::string(kType) + "list_append, operand type: S");
  EXPECT_EQ(ErrorOf("SET a = a + :s"), std::string(kType) + "+, operand type: S");
  EXPECT_EQ(ErrorOf("SET a = :bool - a"), std::string(kType) + "-, operand type: BOOL");
  EXPECT_EQ(ErrorOf("SET a = list_append(a, :l) + :n"), std::string(kType) + "+, operand type: L");
}

TEST(UpdateErrorTest, AddAndDeleteSpellTypesInFull) {
  constexpr std::string_view kType = "Incorrect operand type for operator or function; operator: ";
  const auto add = [&](std::string_view type) {
    return std::string(kType)
        .append("ADD, operand type: ")
        .append(type)
        .append(", typeSet: ALLOWED_FOR_ADD_OPERAND");
  };
  EXPECT_EQ(ErrorOf("ADD a :s"), add("STRING"));
  EXPECT_EQ(ErrorOf("ADD a :b"), add("BINARY"));
  EXPECT_EQ(ErrorOf("ADD a :l"), add("LIST"));
  EXPECT_EQ(ErrorOf("ADD a :m"), add("MAP"));
  EXPECT_EQ(ErrorOf("ADD a :bool"), add("BOOLEAN"));
  EXPECT_EQ(ErrorOf("ADD a :null"), add("NULL"));
  EXPECT_EQ(
      ErrorOf("DELETE a :n"),
      std::string(kType) + "DELETE, operand type: NUMBER, typeSet: ALLOWED_FOR_DELETE_OPERAND");
  EXPECT_EQ(ErrorOf("ADD a :n, b :ss DELETE c :ss"), "");
}

TEST(UpdateErrorTest, ChecksNamesAndPlaceholders) {
  EXPECT_EQ(ErrorOf("SET name = :s"),
            "Attribute name is a reserved keyword; reserved keyword: name");
  EXPECT_EQ(
      ErrorOf("REMOVE #x"),
      "An expression attribute name used in the document path is not defined; attribute name: #x");
  EXPECT_EQ(ErrorOf("SET a = :v"),
            "An expression attribute value used in expression is not defined; attribute value: :v");
  EXPECT_EQ(ErrorOf("SET l[4294967295] = :s"),
            "List index is not within the allowable range; index: [4294967295]");
}

TEST(UpdateErrorTest, TargetsAreApart) {
  constexpr std::string_view kOverlap =
      "Two document paths overlap with each other; must remove or rewrite one of these paths; ";
  constexpr std::string_view kConflict =
      "Two document paths conflict with each other; must remove or rewrite one of these paths; ";
  EXPECT_EQ(ErrorOf("SET a = :s, a = :n"), std::string(kOverlap) + "path one: [a], path two: [a]");
  EXPECT_EQ(ErrorOf("SET a = :s REMOVE #a.b"),
            std::string(kOverlap) + "path one: [a], path two: [a, b]");
  EXPECT_EQ(ErrorOf("ADD a.b :n DELETE a :ss"),
            std::string(kOverlap) + "path one: [a, b], path two: [a]");
  EXPECT_EQ(ErrorOf("SET a.b = :s, a[1] = :s"),
            std::string(kConflict) + "path one: [a, b], path two: [a, [1]]");
  EXPECT_EQ(ErrorOf("SET a.b = a.c, a.c = a.b, d[0] = d[1], d[1] = d[0]"), "");
}

TEST(UpdateErrorTest, ErrorsComeInTheServicesOrder) {
  EXPECT_EQ(ErrorOf("SET a = ((b)) SET name = foo(:v)"),
            "The \"SET\" section can only be used once in an update expression;");
  EXPECT_EQ(ErrorOf("SET name = foo(:v)"), "Invalid function name; function: foo");
  EXPECT_EQ(ErrorOf("SET a = :s, a = :v"),
            "An expression attribute value used in expression is not defined; attribute value: :v");
}

}  // namespace
}  // namespace trestle
