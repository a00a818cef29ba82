#include "partiql/term.h"

#include <algorithm>

#include "partiql/messages.h"

namespace trestle::partiql {
namespace {

template <class Element>
Result<AttributeValue> SetOf(std::vector<AttributeValue> values) {
  std::vector<Element> elements;
  elements.reserve(values.size());
  for (AttributeValue& value : values) {
    Element* element = value.As<Element>();
    if (element == nullptr) return messages::MixedSetLiteral();
    elements.push_back(std::move(*element));
  }
  const std::size_t count = elements.size();
  OrderedSet<Element> set(std::move(elements));
  if (set.size() < count) return messages::DuplicatesInSetLiteral();
  return AttributeValue::Of(std::move(set));
}

Result<AttributeValue> SetOf(std::vector<AttributeValue> values) {
  if (values.empty()) return messages::EmptySetLiteral();
  switch (values.front().type()) {
    case AttributeType::kString:
      return SetOf<std::string>(std::move(values));
    case AttributeType::kNumber:
      return SetOf<Number>(std::move(values));
    case AttributeType::kBinary:
      return SetOf<Binary>(std::move(values));
    default:
      return messages::MixedSetLiteral();
  }
}

Result<AttributeValue> MapOf(const std::vector<std::string>& names,
                             std::vector<AttributeValue> values) {
  AttributeMap map;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (map.Contains(names[i])) return messages::DuplicateMapKey(names[i]);
    map.Set(names[i], std::move(values[i]));
  }
  return AttributeValue::Of(std::move(map));
}

Result<AttributeValue> Composed(const Term& term, const Parameters& parameters) {
  std::vector<AttributeValue> values;
  values.reserve(term.elements.size());
  for (const Term& element : term.elements) {
    TRESTLE_TRY(AttributeValue value, ValueOf(element, parameters));
    values.push_back(std::move(value));
  }
  switch (term.kind) {
    case Term::Kind::kMap:
      return MapOf(term.names, std::move(values));
    case Term::Kind::kSet:
      return SetOf(std::move(values));
    default:
      return AttributeValue::Of(List(std::move(values)));
  }
}

}  // namespace

Result<Term> Combined(Term term) {
  const bool literal =
      std::all_of(term.elements.begin(), term.elements.end(),
                  [](const Term& element) { return element.kind == Term::Kind::kLiteral; });
  if (!literal) return term;
  Term combined;
  TRESTLE_TRY(combined.literal, Composed(term, {}));
  return combined;
}

Result<AttributeValue> ValueOf(const Term& term, const Parameters& parameters) {
  switch (term.kind) {
    case Term::Kind::kLiteral:
      return term.literal;
    case Term::Kind::kParameter:
      return parameters[term.parameter];
    default:
      return Composed(term, parameters);
  }
}

}  // namespace trestle::partiql
