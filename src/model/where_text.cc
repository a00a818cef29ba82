#include "model/where_text.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "model/messages.h"
#include "model/template_text.h"

namespace trestle::model {
namespace {

bool IsSpace(char character) {
  return character == ' ' || character == '\t' || character == '\n' || character == '\r';
}

class Parser {
 public:
  Parser(std::string_view text, Place place, Problems& problems)
      : text_(text), place_(place), problems_(problems) {}

  std::vector<KeyTest> Parse() {
    std::vector<KeyTest> tests;
    do {
      tests.push_back(Test());
      SkipSpace();
      if (failed_ || at_ == text_.size()) break;
    } while (TakeWord("and") || (Expect("and"), false));
    if (failed_) tests.clear();
    return tests;
  }

 private:
  using Kind = KeyTest::Kind;

  void SkipSpace() {
    while (at_ < text_.size() && IsSpace(text_[at_])) ++at_;
  }
  void Expect(std::string_view what) {
    const std::string_view rest = text_.substr(at_);
    Fail(messages::Expected(what, rest.substr(0, rest.find_first_of(" \t\r\n"))));
  }
  void Fail(std::string message) {
    if (!failed_) problems_.Add(PlaceIn(place_, text_, at_), std::move(message));
    failed_ = true;
    at_ = text_.size();
  }

  // A whole word, in any case.
  bool TakeWord(std::string_view word) {
    SkipSpace();
    if (text_.size() - at_ < word.size()) return false;
    for (std::size_t i = 0; i < word.size(); ++i) {
      if ((text_[at_ + i] | 0x20) != word[i]) return false;
    }
    const std::size_t end = at_ + word.size();
    if (end < text_.size() && !IsSpace(text_[end])) return false;
    at_ = end;
    return true;
  }
  bool Take(std::string_view sign) {
    SkipSpace();
    if (!text_.substr(at_).starts_with(sign)) return false;
    at_ += sign.size();
    return true;
  }

  KeyTest Test() {
    SkipSpace();
    KeyTest test;
    test.place = PlaceIn(place_, text_, at_);
    constexpr std::string_view kBeginsWith = "begins_with";
    if (text_.substr(at_).starts_with(kBeginsWith)) {
      const std::size_t after = text_.find_first_not_of(" \t\r\n", at_ + kBeginsWith.size());
      if (after != std::string_view::npos && text_[after] == '(') {
        at_ = after + 1;
        test.kind = Kind::kBeginsWith;
        test.attribute = Name();
        if (!Take(",")) Expect("','");
        test.value = TakeTemplate(")");
        if (!Take(")")) Expect("')'");
        return test;
      }
    }
    test.attribute = Name();
    if (failed_) return test;
    static constexpr std::array<std::pair<std::string_view, Kind>, 5> kSigns = {
        {{"<=", Kind::kLessOrEqual},
         {">=", Kind::kGreaterOrEqual},
         {"=", Kind::kEqual},
         {"<", Kind::kLess},
         {">", Kind::kGreater}}};
    for (const auto& [sign, kind] : kSigns) {
      if (!Take(sign)) continue;
      test.kind = kind;
      test.value = TakeTemplate("");
      return test;
    }
    if (!TakeWord("between")) {
      Expect("=, <, <=, >, >= or between");
      return test;
    }
    test.kind = Kind::kBetween;
    test.value = TakeTemplate("");
    if (!failed_ && !TakeWord("and")) Expect("and");
    test.upper = TakeTemplate("");
    return test;
  }

  std::string Name() {
    SkipSpace();
    const std::size_t end = std::min(text_.find_first_of(" \t\r\n=<>,()'{}", at_), text_.size());
    const std::string name(text_.substr(at_, end - at_));
    if (name.empty()) Expect("the name of a key attribute");
    if (!failed_) at_ = end;
    return name;
  }

  // Up to a space or one of `ends` outside braces, or in quotes.
  Template TakeTemplate(std::string_view ends) {
    SkipSpace();
    if (failed_) return {};
    if (at_ < text_.size() && text_[at_] == '\'') return TakeQuoted();
    const std::size_t start = at_;
    bool in_braces = false;
    for (; at_ < text_.size(); ++at_) {
      const char character = text_[at_];
      if (character == '{') in_braces = true;
      if (character == '}') in_braces = false;
      if (!in_braces && (IsSpace(character) || ends.find(character) != std::string_view::npos)) {
        break;
      }
    }
    if (at_ == start) {
      Expect("a template");
      return {};
    }
    return Parsed(text_.substr(start, at_ - start), start);
  }

  Template TakeQuoted() {
    const std::size_t start = at_ + 1;
    std::string unquoted;
    for (std::size_t at = start; at < text_.size(); ++at) {
      if (text_[at] != '\'') {
        unquoted.push_back(text_[at]);
      } else if (at + 1 < text_.size() && text_[at + 1] == '\'') {
        unquoted.push_back('\'');
        ++at;
      } else {
        at_ = at + 1;
        return Parsed(unquoted, start);
      }
    }
    Fail(messages::QuoteOpen());
    return {};
  }

  Template Parsed(std::string_view text, std::size_t start) {
    const std::size_t before = problems_.size();
    Template parsed = ParseTemplate(text, PlaceIn(place_, text_, start), problems_);
    failed_ = failed_ || problems_.size() != before;
    return parsed;
  }

  std::string_view text_;
  Place place_;
  Problems& problems_;
  std::size_t at_ = 0;
  bool failed_ = false;
};

}  // namespace

std::vector<KeyTest> ParseWhere(std::string_view text, Place place, Problems& problems) {
  return Parser(text, place, problems).Parse();
}

}  // namespace trestle::model
