#include "model/condition_text.h"

#include <array>
#include <optional>
#include <string>
#include <utility>

#include "model/messages.h"
#include "model/template_text.h"

namespace trestle::model {
namespace {

constexpr int kDeepest = 32;

struct Token {
  enum class Kind { kName, kText, kNumber, kParameter, kSign, kEnd };
  Kind kind = Kind::kEnd;
  std::string text;
  std::size_t at = 0;
};

bool IsDigit(char character) { return character >= '0' && character <= '9'; }
bool IsNameStart(char character) {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
         character == '_' || character == '@' || character == '$' ||
         static_cast<unsigned char>(character) >= 0x80;
}
bool IsNamePart(char character) {
  return IsNameStart(character) || IsDigit(character) || character == '.' || character == '-';
}

std::string Lowered(std::string_view text) {
  std::string lowered(text);
  for (char& character : lowered) {
    if (character >= 'A' && character <= 'Z') character = static_cast<char>(character + 32);
  }
  return lowered;
}

class Parser {
 public:
  Parser(std::string_view text, Place place, Problems& problems)
      : text_(text), place_(place), problems_(problems) {
    Advance();
  }

  Condition Parse() {
    Condition condition = Either(0);
    if (!failed_ && token_.kind != Token::Kind::kEnd) Expect("and, or or the end");
    return condition;
  }

 private:
  using Kind = Condition::Kind;

  void Fail(std::size_t at, std::string message) {
    if (!failed_) problems_.Add(PlaceIn(place_, text_, at), std::move(message));
    failed_ = true;
    token_ = {.kind = Token::Kind::kEnd, .text = {}, .at = text_.size()};
    next_ = text_.size();
  }
  void Expect(std::string_view what) { Fail(token_.at, messages::Expected(what, token_.text)); }

  void Advance() {
    while (next_ < text_.size() && (text_[next_] == ' ' || text_[next_] == '\n' ||
                                    text_[next_] == '\t' || text_[next_] == '\r')) {
      ++next_;
    }
    token_ = {.kind = Token::Kind::kEnd, .text = {}, .at = next_};
    if (next_ == text_.size()) return;
    const char first = text_[next_];
    if (first == '\'') return TakeQuoted();
    if (first == '{') return TakeParameter();
    const bool number =
        IsDigit(first) || (first == '-' && next_ + 1 < text_.size() && IsDigit(text_[next_ + 1]));
    std::size_t size = 1;
    if (number || IsNameStart(first)) {
      token_.kind = number ? Token::Kind::kNumber : Token::Kind::kName;
      while (next_ + size < text_.size() && IsNamePart(text_[next_ + size])) ++size;
    } else {
      token_.kind = Token::Kind::kSign;
      const std::string_view two = text_.substr(next_, 2);
      if (two == "<>" || two == "<=" || two == ">=") size = 2;
      while (next_ + size < text_.size() &&
             (static_cast<unsigned char>(text_[next_ + size]) & 0xC0) == 0x80) {
        ++size;
      }
    }
    token_.text = text_.substr(next_, size);
    next_ += size;
  }

  // 'it''s'.
  void TakeQuoted() {
    token_.kind = Token::Kind::kText;
    for (std::size_t at = next_ + 1; at < text_.size(); ++at) {
      if (text_[at] != '\'') {
        token_.text.push_back(text_[at]);
      } else if (at + 1 < text_.size() && text_[at + 1] == '\'') {
        token_.text.push_back('\'');
        ++at;
      } else {
        next_ = at + 1;
        return;
      }
    }
    Fail(next_, messages::QuoteOpen());
  }

  void TakeParameter() {
    const std::size_t end = text_.find('}', next_);
    if (end == std::string_view::npos) return Fail(next_, messages::BraceOpen());
    token_.kind = Token::Kind::kParameter;
    token_.text = text_.substr(next_ + 1, end - next_ - 1);
    if (token_.text.empty()) return Fail(next_, messages::EmptyReference());
    next_ = end + 1;
  }

  bool IsWord(std::string_view word) const {
    return token_.kind == Token::Kind::kName && Lowered(token_.text) == word;
  }
  bool TakeWord(std::string_view word) {
    if (!IsWord(word)) return false;
    Advance();
    return true;
  }
  bool TakeSign(std::string_view sign) {
    if (token_.kind != Token::Kind::kSign || token_.text != sign) return false;
    Advance();
    return true;
  }
  void RequireSign(std::string_view sign) {
    if (!TakeSign(sign)) Expect(messages::Quoted(sign));
  }

  Condition Either(int depth) { return Chain("or", Kind::kOr, depth); }
  Condition Both(int depth) { return Chain("and", Kind::kAnd, depth); }
  Condition Chain(std::string_view word, Kind kind, int depth) {
    const auto part = [&] { return kind == Kind::kOr ? Both(depth) : Negation(depth); };
    Condition first = part();
    if (!IsWord(word)) return first;
    Condition chain{.kind = kind, .operands = {}, .conditions = {}};
    chain.conditions.push_back(std::move(first));
    while (TakeWord(word)) chain.conditions.push_back(part());
    return chain;
  }

  Condition Negation(int depth) {
    if (depth > kDeepest) {
      Fail(token_.at, messages::TooDeep());
      return {};
    }
    if (TakeWord("not")) {
      Condition negation{.kind = Kind::kNot, .operands = {}, .conditions = {}};
      negation.conditions.push_back(Negation(depth + 1));
      return negation;
    }
    if (TakeSign("(")) {
      Condition inner = Either(depth + 1);
      RequireSign(")");
      return inner;
    }
    return Test();
  }

  struct Function {
    std::string_view name;
    Kind kind;
    bool two;  // operands
  };
  static constexpr std::array<Function, 4> kFunctions = {
      {{"exists", Kind::kExists, false},
       {"missing", Kind::kMissing, false},
       {"contains", Kind::kContains, true},
       {"begins_with", Kind::kBeginsWith, true}}};

  bool FollowedByParenthesis() const {
    const std::size_t at = text_.find_first_not_of(" \t\r\n", next_);
    return at != std::string_view::npos && text_[at] == '(';
  }

  Condition Test() {
    if (token_.kind == Token::Kind::kName && FollowedByParenthesis()) {
      for (const Function& function : kFunctions) {
        if (IsWord(function.name)) return Call(function);
      }
    }
    Condition test;
    test.operands.push_back(TakeOperand());
    if (failed_) return test;
    static constexpr std::array<std::pair<std::string_view, Kind>, 6> kComparisons = {
        {{"=", Kind::kEqual},
         {"<>", Kind::kNotEqual},
         {"<", Kind::kLess},
         {"<=", Kind::kLessOrEqual},
         {">", Kind::kGreater},
         {">=", Kind::kGreaterOrEqual}}};
    for (const auto& [sign, kind] : kComparisons) {
      if (!TakeSign(sign)) continue;
      test.kind = kind;
      test.operands.push_back(TakeOperand());
      return test;
    }
    if (TakeWord("between")) {
      test.kind = Kind::kBetween;
      test.operands.push_back(TakeOperand());
      if (!failed_ && !TakeWord("and")) Expect("and");
      test.operands.push_back(TakeOperand());
    } else if (TakeWord("in")) {
      test.kind = Kind::kIn;
      RequireSign("(");
      do test.operands.push_back(TakeOperand());
      while (TakeSign(","));
      RequireSign(")");
    } else {
      Expect("a comparison");
    }
    return test;
  }

  Condition Call(const Function& function) {
    Condition call{.kind = function.kind, .operands = {}, .conditions = {}};
    Advance();
    RequireSign("(");
    const std::size_t at = token_.at;
    call.operands.push_back(TakeOperand());
    if (!failed_ && call.operands[0].kind != Operand::Kind::kAttribute) {
      Fail(at, messages::NotAnOperand(function.name));
    }
    if (function.two) {
      RequireSign(",");
      call.operands.push_back(TakeOperand());
    }
    RequireSign(")");
    return call;
  }

  Operand TakeOperand() {
    Operand operand;
    switch (token_.kind) {
      case Token::Kind::kText:
        operand.kind = Operand::Kind::kLiteral;
        operand.literal = AttributeValue::String(token_.text);
        break;
      case Token::Kind::kNumber: {
        const auto number = Number::Parse(token_.text);
        if (!number) {
          Expect("a number");
          return operand;
        }
        operand.kind = Operand::Kind::kLiteral;
        operand.literal = AttributeValue::Of(*number);
        break;
      }
      case Token::Kind::kParameter:
        operand.kind = Operand::Kind::kParameter;
        operand.name = token_.text;
        break;
      case Token::Kind::kName:
        return TakeNamed();
      default:
        Expect("an attribute, a literal or a {parameter}");
        return operand;
    }
    Advance();
    return operand;
  }

  Operand TakeNamed() {
    Operand operand{.kind = Operand::Kind::kLiteral, .name = {}, .literal = {}};
    const std::string word = token_.text;
    const bool call = FollowedByParenthesis();
    Advance();
    if (call && Lowered(word) == "size") {
      RequireSign("(");
      operand.kind = Operand::Kind::kSize;
      operand.name = token_.text;
      if (token_.kind != Token::Kind::kName) Expect("the name of an attribute");
      Advance();
      RequireSign(")");
    } else if (word == "true" || word == "false") {
      operand.literal = AttributeValue::Of(word == "true");
    } else if (word == "now" || word == "today") {
      operand.kind = Operand::Kind::kGenerated;
      operand.generated = word == "now" ? Generated::kNow : Generated::kToday;
    } else if (word != "null") {
      operand.kind = Operand::Kind::kAttribute;
      operand.name = word;
    }
    return operand;
  }

  std::string_view text_;
  Place place_;
  Problems& problems_;
  Token token_;
  std::size_t next_ = 0;
  bool failed_ = false;
};

}  // namespace

ConditionText ParseCondition(std::string_view text, Place place, Problems& problems) {
  return {.text = std::string(text),
          .place = place,
          .condition = Parser(text, place, problems).Parse()};
}

void VisitOperands(const Condition& condition, const std::function<void(const Operand&)>& visit) {
  for (const Operand& operand : condition.operands) visit(operand);
  for (const Condition& part : condition.conditions) VisitOperands(part, visit);
}

}  // namespace trestle::model
