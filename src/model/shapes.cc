#include "model/shapes.h"

#include <array>
#include <charconv>
#include <span>

#include "model/hint.h"
#include "model/messages.h"
#include "model/shape_check.h"

namespace trestle::model {
namespace {

constexpr std::array<Choice<Type>, 18> kTypes = {{{"string", Type::kString},
                                                  {"number", Type::kNumber},
                                                  {"integer", Type::kInteger},
                                                  {"decimal", Type::kDecimal},
                                                  {"boolean", Type::kBoolean},
                                                  {"binary", Type::kBinary},
                                                  {"timestamp", Type::kTimestamp},
                                                  {"date", Type::kDate},
                                                  {"uuid", Type::kUuid},
                                                  {"ulid", Type::kUlid},
                                                  {"enum", Type::kEnum},
                                                  {"geo", Type::kGeo},
                                                  {"list", Type::kList},
                                                  {"map", Type::kMap},
                                                  {"string_set", Type::kStringSet},
                                                  {"number_set", Type::kNumberSet},
                                                  {"binary_set", Type::kBinarySet},
                                                  {"any", Type::kAny}}};
constexpr std::array<Choice<Stored>, 3> kStored = {{{"text", Stored::kText},
                                                    {"seconds", Stored::kSeconds},
                                                    {"milliseconds", Stored::kMilliseconds}}};
constexpr std::array<Choice<Generated>, 4> kGenerated = {{{"now", Generated::kNow},
                                                          {"today", Generated::kToday},
                                                          {"uuid", Generated::kUuid},
                                                          {"ulid", Generated::kUlid}}};

// The shortest decimal that is this double.
std::optional<Number> NumberOf(double value) {
  std::array<char, 64> text;
  const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), value);
  const auto number = Number::Parse({text.data(), static_cast<std::size_t>(end - text.data())});
  if (error != std::errc() || !number) return std::nullopt;
  return *number;
}

std::optional<Number> Limit(Fields& fields, std::string_view key, Problems& problems) {
  const Node* node = fields.Take(key);
  if (node == nullptr) return std::nullopt;
  if (node->kind == Node::Kind::kInteger) return Number::FromInteger(node->integer);
  const auto number = node->kind == Node::Kind::kReal ? NumberOf(node->real) : std::nullopt;
  if (!number) problems.Add(node->place, messages::WrongKind(key, "a number"));
  return number;
}

bool IsNumeric(Type type) {
  return type == Type::kNumber || type == Type::kInteger || type == Type::kDecimal;
}
bool HasLength(Type type) {
  return type == Type::kString || type == Type::kBinary || type == Type::kList ||
         type == Type::kMap || type == Type::kStringSet || type == Type::kNumberSet ||
         type == Type::kBinarySet;
}

void CheckApplicable(Fields& fields, const Shape& shape) {
  const auto refuse = [&](std::string_view key) {
    fields.Refuse(key, messages::NotFor(key, NameOf(shape.type)));
  };
  if (shape.min && !IsNumeric(shape.type)) refuse("min");
  if (shape.max && !IsNumeric(shape.type)) refuse("max");
  if (shape.decimals && shape.type != Type::kNumber && shape.type != Type::kDecimal) {
    refuse("decimals");
  }
  if (shape.min_length && !HasLength(shape.type)) refuse("min_length");
  if (shape.max_length && !HasLength(shape.type)) refuse("max_length");
  if (!shape.pattern.empty() && shape.type != Type::kString) refuse("pattern");
  if (shape.stored != Stored::kText && shape.type != Type::kTimestamp) refuse("stored");
  if (!shape.values.empty() && shape.type != Type::kEnum) refuse("enum");
}

}  // namespace

AttributeValue ValueOf(const Node& node, Problems& problems) {
  switch (node.kind) {
    case Node::Kind::kText:
      return AttributeValue::String(node.text);
    case Node::Kind::kInteger:
      return AttributeValue::Integer(node.integer);
    case Node::Kind::kReal: {
      const auto number = NumberOf(node.real);
      if (!number) problems.Add(node.place, messages::NumberTooLarge());
      return AttributeValue::Of(number.value_or(Number()));
    }
    case Node::Kind::kBoolean:
      return AttributeValue::Of(node.boolean);
    case Node::Kind::kTable:
      return AttributeValue::Of(ItemOf(node, problems));
    case Node::Kind::kList: {
      List list;
      for (const Node& child : node.children) list.push_back(ValueOf(child, problems));
      return AttributeValue::Of(std::move(list));
    }
  }
  return {};
}

Item ItemOf(const Node& table, Problems& problems) {
  Item item;
  for (const Node& child : table.children) item.Set(child.key, ValueOf(child, problems));
  return item;
}

std::optional<Generated> GeneratedNamed(std::string_view name) {
  for (const auto& choice : kGenerated) {
    if (choice.name == name) return choice.value;
  }
  return std::nullopt;
}

std::optional<Default> DefaultOf(const Node* node, Problems& problems) {
  if (node == nullptr) return std::nullopt;
  if (node->kind == Node::Kind::kText) {
    if (const auto generated = GeneratedNamed(node->text)) return Default(*generated);
  }
  return Default(ValueOf(*node, problems));
}

std::optional<Type> TypeNamed(std::string_view name) {
  for (const auto& choice : kTypes) {
    if (choice.name == name) return choice.value;
  }
  return std::nullopt;
}

std::string_view NameOf(Type type) {
  for (const auto& choice : kTypes) {
    if (choice.value == type) return choice.name;
  }
  return "any";
}

Shape ShapeOf(Fields& fields, Problems& problems) {
  Shape shape;
  const auto type = fields.OneOf<Type>("type", kTypes);
  shape.values = fields.Texts("enum");
  shape.type = type.value_or(shape.values.empty() ? Type::kString : Type::kEnum);
  if (type == Type::kEnum && shape.values.empty()) {
    fields.Refuse("type", messages::Missing(fields.what(), "enum"));
  }
  shape.stored = fields.OneOf<Stored>("stored", kStored).value_or(Stored::kText);
  shape.min = Limit(fields, "min", problems);
  shape.max = Limit(fields, "max", problems);
  shape.min_length = fields.Integer("min_length", 0);
  shape.max_length = fields.Integer("max_length", 0);
  if (const auto decimals = fields.Integer("decimals", 0, Number::kMaxDigits)) {
    shape.decimals = static_cast<int>(*decimals);
  }
  shape.pattern = fields.Text("pattern");
  if (!shape.pattern.empty()) {
    auto compiled = CompilePattern(shape.pattern);
    if (compiled) {
      shape.compiled = *std::move(compiled);
    } else {
      fields.Refuse("pattern", messages::NotAPattern(compiled.error().message));
    }
  }
  CheckApplicable(fields, shape);
  return shape;
}

std::vector<Parameter> ParametersOf(Fields& fields, Problems& problems) {
  std::vector<Parameter> parameters;
  for (const Node& node : fields.Members("parameters")) {
    Parameter parameter;
    parameter.name = node.key;
    parameter.place = node.key_place;
    if (node.kind == Node::Kind::kText) {
      const auto type = TypeNamed(node.text);
      if (!type) {
        std::vector<std::string> names;
        for (const auto& choice : kTypes) names.emplace_back(choice.name);
        problems.Add(node.place, messages::NotAChoice("type", node.text, names));
      }
      parameter.shape.type = type.value_or(Type::kAny);
    } else {
      Fields inner(node, "parameter " + node.key, problems);
      parameter.shape = ShapeOf(inner, problems);
      const Node* value = inner.Take("default");
      parameter.default_value = DefaultOf(value, problems);
      parameter.optional = inner.Boolean("optional");
      inner.Done();
    }
    parameters.push_back(std::move(parameter));
  }
  return parameters;
}

}  // namespace trestle::model
