#include "repository/expression_text.h"

#include <algorithm>
#include <utility>

#include "expression/reserved_words.h"
#include "model/generated.h"
#include "model/key_text.h"

namespace trestle::repository {
namespace {

bool IsPlain(std::string_view name) {
  const auto letter = [](char character) {
    return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
  };
  return !name.empty() && letter(name[0]) && std::ranges::all_of(name, [&](char character) {
    return letter(character) || (character >= '0' && character <= '9') || character == '_';
  }) && !IsReservedWord(name);
}

class Writer {
 public:
  Writer(const std::vector<const model::Entity*>& entities, ExpressionText& text)
      : entities_(entities), text_(text) {}

  std::string Write(const model::Condition& condition) {
    using Kind = model::Condition::Kind;
    switch (condition.kind) {
      case Kind::kAnd:
        return Joined(condition, " AND ");
      case Kind::kOr:
        return Joined(condition, " OR ");
      case Kind::kNot:
        return "NOT (" + Write(condition.conditions[0]) + ")";
      case Kind::kExists:
        return Call("attribute_exists", condition);
      case Kind::kMissing:
        return Call("attribute_not_exists", condition);
      case Kind::kContains:
        return Call("contains", condition);
      case Kind::kBeginsWith:
        return Call("begins_with", condition);
      case Kind::kBetween:
        return Operand(condition, 0) + " BETWEEN " + Operand(condition, 1) + " AND " +
               Operand(condition, 2);
      case Kind::kIn: {
        std::string list;
        for (std::size_t i = 1; i < condition.operands.size(); ++i) {
          list += (i > 1 ? ", " : "") + Operand(condition, i);
        }
        return Operand(condition, 0) + " IN (" + list + ")";
      }
      default:
        return Operand(condition, 0) + std::string(Sign(condition.kind)) + Operand(condition, 1);
    }
  }

  ConditionExpression Take(std::string text) && {
    expression_.text = std::move(text);
    return std::move(expression_);
  }

 private:
  static std::string_view Sign(model::Condition::Kind kind) {
    using Kind = model::Condition::Kind;
    switch (kind) {
      case Kind::kNotEqual:
        return " <> ";
      case Kind::kLess:
        return " < ";
      case Kind::kLessOrEqual:
        return " <= ";
      case Kind::kGreater:
        return " > ";
      case Kind::kGreaterOrEqual:
        return " >= ";
      default:
        return " = ";
    }
  }

  std::string Joined(const model::Condition& condition, std::string_view between) {
    std::string text;
    for (const model::Condition& part : condition.conditions) {
      text.append(text.empty() ? "" : between).append("(").append(Write(part)).append(")");
    }
    return text;
  }

  std::string Call(std::string_view function, const model::Condition& condition) {
    std::string text(function);
    for (std::size_t i = 0; i < condition.operands.size(); ++i) {
      text.append(i == 0 ? "(" : ", ").append(Operand(condition, i));
    }
    return text + ")";
  }

  std::string Operand(const model::Condition& condition, std::size_t place) {
    const model::Operand& operand = condition.operands[place];
    using Kind = model::Operand::Kind;
    switch (operand.kind) {
      case Kind::kAttribute:
        return text_.Name(operand.name);
      case Kind::kSize:
        return "size(" + text_.Name(operand.name) + ")";
      case Kind::kLiteral:
        return text_.Value(operand.literal);
      case Kind::kParameter:
        expression_.arguments.push_back(
            {.placeholder = text_.Placeholder(), .parameter = operand.name});
        return expression_.arguments.back().placeholder;
      case Kind::kGenerated:
        break;
    }
    expression_.made.push_back({.placeholder = text_.Placeholder(),
                                .generated = operand.generated,
                                .shape = ShapeBeside(condition, operand.generated)});
    return expression_.made.back().placeholder;
  }

  model::Shape ShapeBeside(const model::Condition& condition, model::Generated generated) const {
    for (const model::Operand& operand : condition.operands) {
      if (operand.kind != model::Operand::Kind::kAttribute) continue;
      for (const model::Entity* entity : entities_) {
        const model::Attribute* attribute = entity->FindAttribute(operand.name);
        if (attribute != nullptr) return attribute->shape;
      }
    }
    return {.type = generated == model::Generated::kToday ? model::Type::kDate
                                                          : model::Type::kTimestamp};
  }

  const std::vector<const model::Entity*>& entities_;
  ExpressionText& text_;
  ConditionExpression expression_;
};

}  // namespace

std::string ExpressionText::Name(std::string_view path) {
  std::string text;
  while (true) {
    const std::size_t dot = path.find('.');
    const std::string name(path.substr(0, dot));
    if (!text.empty()) text += '.';
    if (IsPlain(name)) {
      text += name;
    } else {
      const auto same = std::ranges::find(names_, name, &NameMap::value_type::second);
      const std::string placeholder =
          same != names_.end() ? same->first : "#" + prefix_ + std::to_string(names_.size());
      names_.emplace(placeholder, name);
      text += placeholder;
    }
    if (dot == std::string_view::npos) return text;
    path.remove_prefix(dot + 1);
  }
}

std::string ExpressionText::Value(AttributeValue value) {
  std::string placeholder = Placeholder();
  literals_.Set(placeholder, std::move(value));
  return placeholder;
}

void ConditionExpression::Fill(const Item& given, TimePoint now, Item& values) const {
  for (const Argument& argument : arguments) {
    if (const AttributeValue* value = model::ValueAt(given, argument.parameter)) {
      values.Set(argument.placeholder, *value);
    }
  }
  for (const Made& one : made) {
    values.Set(one.placeholder, model::Made(one.generated, &one.shape, now));
  }
}

ConditionExpression ExpressionOf(const model::Condition& condition,
                                 const std::vector<const model::Entity*>& entities,
                                 ExpressionText& text) {
  Writer writer(entities, text);
  std::string written = writer.Write(condition);
  return std::move(writer).Take(std::move(written));
}

}  // namespace trestle::repository
