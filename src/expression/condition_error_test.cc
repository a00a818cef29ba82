#include <gtest/gtest.h>

#include "expression/condition.h"
#include "expression/values_for_test.h"

namespace trestle {
namespace {

using namespace testing_values;

// The error of a ConditionExpression, without its "Invalid ConditionExpression: "; empty if there
// is none.
std::string ErrorOf(std::string_view text, ExpressionKind kind = ExpressionKind::kCondition) {
  Request request({{"#n", "name"}, {"#a", "a"}}, {{":s", S("x")},
                                                  {":t", S("y")},
                                                  {":n", N("5")},
                                                  {":m", N("1")},
                                                  {":b", B("x")},
                                                  {":bool", Bool(true)},
                                                  {":null", Nul()},
                                                  {":l", L({})},
                                                  {":map", M({})},
                                                  {":ss", SS({"x"})},
                                                  {":type", S("SS")}});
  const auto condition = Condition::Parse(kind, text, request.substitutions);
  if (condition) return "";
  EXPECT_EQ(condition.error().code, ErrorCode::kValidation);
  const std::string prefix = "Invalid " + std::string(ParameterName(kind)) + ": ";
  const std::string& message = condition.error().message;
  EXPECT_EQ(message.substr(0, prefix.size()), prefix);
  return message.substr(prefix.size());
}

struct Case {
  std::string_view text;
  std::string_view error;
};

void ExpectErrors(std::initializer_list<Case> cases) {
  for (const Case& c : cases) EXPECT_EQ(ErrorOf(c.text), c.error) << c.text;
}

TEST(ConditionErrorTest, NamesTheTokenAndItsNeighbours) {
  struct SyntaxCase {
    std::string_view text, token, near;
  };
  constexpr SyntaxCase kCases[] = {
      {"a-b", "-", "a-b"},
      {"_type = :s", "_", "_type"},
      {"a attribute_exists :s", "attribute_exists", "a attribute_exists :s"},
      {"attribute_exists(a) AND NOT #a", "<EOF>", "#a"},
      {"a = ", "<EOF>", "="},
      {"a", "<EOF>", "a"},
      {"a = :s b", "b", ":s b"},
      {"a =  = :s", "=", "=  = :s"},
      {"!!", "!", "!!"},
      {"a = 3", "3", "= 3"},
      {"a = \"x\"", R"~(")~", R"~(= "x)~"},
      {"a[01] = :s", "1", "01]"},
      {"a[-1] = :s", "-", "[-1"},
      {"a[:s] = :s", ":s", "[:s]"},
      {"a. = :s", "=", ". = :s"},
      {"a.b. = :s", "=", ". = :s"},
      {"size() = :n", R"~())~", R"~(() =)~"},
      {"size(a", "<EOF>", "a"},
      {"a IN :s", ":s", "IN :s"},
      {"a IN ()", R"~())~", R"~(())~"},
      {"a IN (:s,)", R"~())~", R"~(,))~"},
      {"a BETWEEN :m", "<EOF>", ":m"},
      {"a BETWEEN :m, :n", ",", ":m, :n"},
      {"a BETWEEN :m OR :n", "OR", ":m OR :n"},
      {"a = :s AND", "<EOF>", "AND"},
      {"(a = :s", "<EOF>", ":s"},
      {"a = :s)", R"~())~", R"~(:s))~"},
      {"(a AND b)", "AND", "a AND b"},
      {"(a = :s) = :s", "=", R"~() = :s)~"},
      {"a == :s", "=", "== :s"},
      {"a != :s", "!", "a !="},
      {"NOT", "<EOF>", "NOT"},
      {"set = :s", "set", "set ="},
      {": = a", ":", ": ="},
      {"a = :s AND # = :s", "#", "AND # ="},
      {"()", R"~())~", R"~(())~"},
      {"a.0 = :s", "0", ".0 ="},
  };
  for (const SyntaxCase& c : kCases) {
    const std::string expected = "Syntax error; token: \"" + std::string(c.token) + "\", near: \"" +
                                 std::string(c.near) + "\"";
    EXPECT_EQ(ErrorOf(c.text), expected) << c.text;
  }
}

TEST(ConditionErrorTest, RefusesEmptyAndLongTexts) {
  EXPECT_EQ(ErrorOf(""), "The expression can not be empty;");
  EXPECT_EQ(ErrorOf(" \t\n"), "The expression can not be empty;");
  const std::string padding(4097 - 6, ' ');
  EXPECT_EQ(ErrorOf("a = :s" + padding.substr(1)), "");
  const std::string text = "a = :s" + padding;
  EXPECT_EQ(ErrorOf(text), "Expression size has exceeded the maximum allowed size");
  EXPECT_EQ(ErrorOf(text, ExpressionKind::kFilter),
            "Expression size has exceeded the maximum allowed size");
  EXPECT_EQ(ErrorOf(text, ExpressionKind::kScanFilter),
            "Expression size has exceeded the maximum allowed size; expression size: 4097");
}

TEST(ConditionErrorTest, RefusesOnlyParenthesesAroundParentheses) {
  constexpr std::string_view kRedundant = "The expression has redundant parentheses;";
  ExpectErrors({
      {"((a = :s))", kRedundant},
      {"a = :s AND ((b = :s))", kRedundant},
      {"((a)) = :s", kRedundant},
      {"a = ((:s))", kRedundant},
      {"NOT ((a = :s))", kRedundant},
      {"((attribute_exists(a)))", kRedundant},
      {"contains(((a)), :s)", kRedundant},
      {"(a = :s)", ""},
      {"((a = :s) AND b = :s)", ""},
      {"((a = :s) AND (b = :s)) OR (c = :s)", ""},
      {"(NOT (a = :s))", ""},
      {"((a) = (:s))", ""},
      {"( ( size ( a )) < b )", ""},
      {"a = :s OR (b = :s AND c = :s)", ""},
      {"(attribute_exists(a))", ""},
      {"a IN ((:s), :t)", ""},
  });
}

TEST(ConditionErrorTest, CountsOperators) {
  std::string text = "a=:s";
  for (int i = 0; i < 149; ++i) text += " OR a=:s";
  EXPECT_EQ(ErrorOf(text), "");  // 150 comparisons and 149 ORs
  EXPECT_EQ(ErrorOf("NOT " + text), "");
  EXPECT_EQ(ErrorOf("NOT NOT " + text),
            "The expression contains too many operators; operator count: 301");
}

TEST(ConditionErrorTest, SurvivesAnyNesting) {
  for (const std::string open : {"(", "NOT ", "size(", "NOT("}) {
    std::string text;
    while (text.size() + open.size() + 8 < 4096) text += open;
    EXPECT_NE(ErrorOf(text + "a = :s"), "") << open;
  }
}

TEST(ConditionErrorTest, ChecksFunctionNamesAndTheirUse) {
  constexpr std::string_view kMisused =
      "The function is not allowed to be used this way in an expression; function: ";
  const auto misused = [&](std::string_view name) { return std::string(kMisused).append(name); };
  EXPECT_EQ(ErrorOf("foo(a)"), "Invalid function name; function: foo");
  EXPECT_EQ(ErrorOf("BEGINS_WITH(a, :s)"), "Invalid function name; function: BEGINS_WITH");
  EXPECT_EQ(ErrorOf("a = Size(b)"), "Invalid function name; function: Size");
  EXPECT_EQ(ErrorOf("size(a)"), misused("size"));
  EXPECT_EQ(ErrorOf("NOT size(a)"), misused("size"));
  EXPECT_EQ(ErrorOf("a = :s OR (size(a))"), misused("size"));
  EXPECT_EQ(ErrorOf("attribute_exists(a) = :bool"), misused("attribute_exists"));
  EXPECT_EQ(ErrorOf("a = contains(b, :s)"), misused("contains"));
  EXPECT_EQ(ErrorOf("a IN (begins_with(b, :s))"), misused("begins_with"));
  EXPECT_EQ(ErrorOf("size(attribute_type(b, :s)) > :n"), misused("attribute_type"));
  EXPECT_EQ(ErrorOf("a = if_not_exists(b, :s)"),
            "The function is not allowed in a condition expression; function: if_not_exists");
}

TEST(ConditionErrorTest, RefusesReservedWordsAnywhereInAPath) {
  ExpectErrors({
      {"name = :s", "Attribute name is a reserved keyword; reserved keyword: name"},
      {"a.Status = :s", "Attribute name is a reserved keyword; reserved keyword: Status"},
      {"size = :s", "Attribute name is a reserved keyword; reserved keyword: size"},
      {"#n = :s", ""},
  });
}

TEST(ConditionErrorTest, LimitsPaths) {
  EXPECT_EQ(ErrorOf("a[4294967294] = :s"), "");
  EXPECT_EQ(ErrorOf("a[4294967295] = :s"),
            "List index is not within the allowable range; index: [4294967295]");
  EXPECT_EQ(ErrorOf("a[99999999999999999999999] = :s"),
            "List index is not within the allowable range; index: [99999999999999999999999]");
  std::string path = "a";
  for (int i = 0; i < 31; ++i) path += "[0]";
  EXPECT_EQ(ErrorOf(path + " = :s"), "");
  EXPECT_EQ(ErrorOf(path + "[0] = :s"),
            "The document path has too many nesting elements; nesting levels: 33");
}

TEST(ConditionErrorTest, ReportsTheFirstPlaceholderThatIsNotDefined) {
  ExpectErrors({
      {"#x = :x",
       "An expression attribute name used in the document path is not defined; attribute name: #x"},
      {"a.#y = :x",
       "An expression attribute name used in the document path is not defined; attribute name: #y"},
      {"a = :x AND #x = :s",
       "An expression attribute value used in expression is not defined; attribute value: :x"},
  });
}

TEST(ConditionErrorTest, CountsOperandsOfFunctions) {
  constexpr std::string_view kCount =
      "Incorrect number of operands for operator or function; operator or function: ";
  const auto count = [&](std::string_view rest) { return std::string(kCount).append(rest); };
  EXPECT_EQ(ErrorOf("size(a, b) = :n"), count("size, number of operands: 2"));
  EXPECT_EQ(ErrorOf("attribute_exists(a, b)"), count("attribute_exists, number of operands: 2"));
  EXPECT_EQ(ErrorOf("begins_with(a)"), count("begins_with, number of operands: 1"));
  EXPECT_EQ(ErrorOf("contains(a, :s, :t)"), count("contains, number of operands: 3"));
  std::string in = "a IN (:s";
  for (int i = 1; i < 100; ++i) in += ", :s";
  EXPECT_EQ(ErrorOf(in + ")"), "");
  EXPECT_EQ(ErrorOf(in + ", :s)"),
            "The IN operator is provided with too many operands; number of operands: 101");
}

TEST(ConditionErrorTest, ChecksTypesOfOperands) {
  constexpr std::string_view kType =
      "Incorrect operand type for operator or function; operator or function: ";
  const auto type = [&](std::string_view rest) { return std::string(kType).append(rest); };
  EXPECT_EQ(ErrorOf("begins_with(a, :n)"), type("begins_with, operand type: N"));
  EXPECT_EQ(ErrorOf("begins_with(:ss, a)"), type("begins_with, operand type: SS"));
  EXPECT_EQ(ErrorOf("begins_with(a, size(b))"), type("begins_with, operand type: N"));
  EXPECT_EQ(ErrorOf("a < :bool"), type("<, operand type: BOOL"));
  EXPECT_EQ(ErrorOf("a >= :null"), type(">=, operand type: NULL"));
  EXPECT_EQ(ErrorOf("NOT (a <= :l)"), type("<=, operand type: L"));
  EXPECT_EQ(ErrorOf(":map > a"), type(">, operand type: M"));
  EXPECT_EQ(ErrorOf("a BETWEEN :ss AND :n"), type("BETWEEN, operand type: SS"));
  EXPECT_EQ(ErrorOf("size(:n) = :n"), type("size, operand type: N"));
  EXPECT_EQ(ErrorOf("size(size(a)) = :n"), type("size, operand type: N"));
  EXPECT_EQ(ErrorOf("contains(:n, a)"), type("contains, operand type: N"));
  EXPECT_EQ(ErrorOf("attribute_type(a, :n)"), type("attribute_type, operand type: N"));
  EXPECT_EQ(ErrorOf("a = :bool"), "");
  EXPECT_EQ(ErrorOf("a <> :map AND a IN (:l, :bool)"), "");
  EXPECT_EQ(ErrorOf("size(:ss) > :n"), "");
}

TEST(ConditionErrorTest, ChecksTypeNames) {
  EXPECT_EQ(ErrorOf("attribute_type(a, :type)"), "");
  EXPECT_EQ(
      ErrorOf("attribute_type(a, :s)"),
      "Invalid attribute type name found; type: x, valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}");
}

TEST(ConditionErrorTest, ExistenceIsAskedOfPaths) {
  EXPECT_EQ(
      ErrorOf("attribute_exists(:s)"),
      "Operator or function requires a document path; operator or function: attribute_exists");
  EXPECT_EQ(
      ErrorOf("attribute_not_exists(size(a))"),
      "Operator or function requires a document path; operator or function: attribute_not_exists");
}

TEST(ConditionErrorTest, TheFirstOperandIsNoOtherOperand) {
  constexpr std::string_view kDistinct =
      "The first operand must be distinct from the remaining operands for this operator or "
      "function; operator: ";
  const auto distinct = [&](std::string_view rest) { return std::string(kDistinct).append(rest); };
  EXPECT_EQ(ErrorOf("a = a"), distinct("=, first operand: [a]"));
  EXPECT_EQ(ErrorOf("a.b[1] < #a.b[1]"), distinct("<, first operand: [a, b, [1]]"));
  EXPECT_EQ(ErrorOf("contains(a, #a)"), distinct("contains, first operand: [a]"));
  EXPECT_EQ(ErrorOf("begins_with(a, a)"), distinct("begins_with, first operand: [a]"));
  EXPECT_EQ(ErrorOf("a BETWEEN :m AND a"), distinct("BETWEEN, first operand: [a]"));
  EXPECT_EQ(ErrorOf("a IN (b, a)"), distinct("IN, first operand: [a]"));
  EXPECT_EQ(ErrorOf(":s = :s"), "");
  EXPECT_EQ(ErrorOf("a BETWEEN b AND b"), "");
}

TEST(ConditionErrorTest, BoundsAreInOrderAndOfOneType) {
  EXPECT_EQ(ErrorOf("a BETWEEN :n AND :m"),
            "The BETWEEN operator requires upper bound to be greater than or equal to lower bound; "
            "lower bound operand: "
            "AttributeValue: {N:5}, upper bound operand: AttributeValue: {N:1}");
  EXPECT_EQ(ErrorOf("a BETWEEN :t AND :s"),
            "The BETWEEN operator requires upper bound to be greater than or equal to lower bound; "
            "lower bound operand: "
            "AttributeValue: {S:y}, upper bound operand: AttributeValue: {S:x}");
  EXPECT_EQ(ErrorOf("a BETWEEN :n AND :s"),
            "The BETWEEN operator requires same data type for lower and upper bounds; lower bound "
            "operand: "
            "AttributeValue: {N:5}, upper bound operand: AttributeValue: {S:x}");
  EXPECT_EQ(ErrorOf("a BETWEEN :n AND :n"), "");
}

TEST(ConditionErrorTest, ErrorsComeInTheServicesOrder) {
  ExpectErrors({
      {"((name = :x)) AND foo(a) AND a =", R"(Syntax error; token: "<EOF>", near: "=")"},
      {"foo(a) AND ((name = :x))", "The expression has redundant parentheses;"},
      {"name = :x AND foo(a)", "Invalid function name; function: foo"},
      {"#x = :s AND name = :s", "Attribute name is a reserved keyword; reserved keyword: name"},
      {"begins_with(a, :n) AND b = :x",
       "An expression attribute value used in expression is not defined; attribute value: :x"},
  });
}

TEST(ConditionErrorTest, TheCacheDoesNotHideTheParameter) {
  EXPECT_EQ(ErrorOf("a = :x", ExpressionKind::kCondition),
            ErrorOf("a = :x", ExpressionKind::kFilter));
  EXPECT_EQ(ErrorOf("a = :x", ExpressionKind::kScanFilter),
            ErrorOf("a = :x", ExpressionKind::kKeyCondition));
}

}  // namespace
}  // namespace trestle
