#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "expression/substitutions.h"
#include "model/model.h"

namespace trestle::repository {

// Writes expressions for a request: names that an expression may not hold become placeholders,
// values always do.
class ExpressionText {
 public:
  // `prefix` keeps the placeholders of several expressions of one request apart.
  explicit ExpressionText(std::string prefix = {}) : prefix_(std::move(prefix)) {}

  // The path as an expression writes it.
  std::string Name(std::string_view path);
  // A new placeholder; `value` stands behind it in each request.
  std::string Value(AttributeValue value);
  // A new placeholder whose value the caller gives.
  std::string Placeholder() { return ":" + prefix_ + std::to_string(values_++); }

  const NameMap& names() const { return names_; }
  const Item& literals() const { return literals_; }

 private:
  std::string prefix_;
  NameMap names_;
  Item literals_;
  int values_ = 0;
};

// A condition as an expression, and what of it each request fills in.
struct ConditionExpression {
  struct Argument {
    std::string placeholder;
    std::string parameter;
  };
  struct Made {
    std::string placeholder;
    model::Generated generated = model::Generated::kNow;
    model::Shape shape;  // of the attribute that it is compared with
  };
  std::string text;
  std::vector<Argument> arguments;
  std::vector<Made> made;

  // Adds the values of one request.
  void Fill(const Item& given, TimePoint now, Item& values) const;
};

// `entities` say how times are stored.
ConditionExpression ExpressionOf(const model::Condition& condition,
                                 const std::vector<const model::Entity*>& entities,
                                 ExpressionText& text);

}  // namespace trestle::repository
