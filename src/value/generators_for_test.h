#pragma once

#include <rapidcheck.h>

#include <string>
#include <vector>

#include "value/attribute_value.h"
#include "value/number.h"

// Random values for property tests of this room and of those above it.
namespace rc {

// Texts of numbers that the service takes, in all its spellings, with digits and magnitudes from
// the whole range.
inline Gen<std::string> GenNumberText() {
  return gen::exec([] {
    const int digits = *gen::inRange(1, 39);
    std::string text = *gen::container<std::string>(digits, gen::inRange<char>('0', '9' + 1));
    const int magnitude = *gen::oneOf(gen::inRange(-3, 20), gen::inRange(-130, 126));
    // Leading zeros lower the magnitude; keep the whole in range.
    const int exponent = std::max(magnitude - digits + 1, -129);
    const int point = *gen::inRange(0, digits + 1);
    text.insert(point, ".");
    text += "e" + std::to_string(std::min(exponent + digits - point, 126 - point));
    const std::size_t first = text.find_first_of("123456789");
    const bool zero = first > text.find('e');
    if (zero) return std::string("0.0");
    return (*gen::arbitrary<bool>() ? "-" : "") + text;
  });
}

template <>
struct Arbitrary<trestle::Number> {
  static Gen<trestle::Number> arbitrary() {
    return gen::map(gen::suchThat(GenNumberText(),
                                  [](const std::string& text) {
                                    return trestle::Number::Parse(text).has_value();
                                  }),
                    [](const std::string& text) { return *trestle::Number::Parse(text); });
  }
};

inline Gen<trestle::AttributeValue> GenValue(int depth);

inline Gen<std::string> GenBytes() { return gen::arbitrary<std::string>(); }

inline Gen<trestle::AttributeMap> GenMap(int depth) {
  return gen::map(gen::container<std::vector<std::pair<std::string, trestle::AttributeValue>>>(
                      gen::pair(GenBytes(), GenValue(depth))),
                  [](const std::vector<std::pair<std::string, trestle::AttributeValue>>& members) {
                    trestle::AttributeMap map;
                    for (const auto& [name, value] : members) map.Set(name, value);
                    return map;
                  });
}

inline Gen<trestle::AttributeValue> GenScalar() {
  using trestle::AttributeValue;
  return gen::oneOf(
      gen::map(GenBytes(),
               [](std::string text) { return AttributeValue::String(std::move(text)); }),
      gen::map(gen::arbitrary<trestle::Number>(),
               [](trestle::Number n) { return AttributeValue::Of(n); }),
      gen::map(GenBytes(),
               [](std::string b) { return AttributeValue::Of(trestle::Binary{std::move(b)}); }),
      gen::map(gen::arbitrary<bool>(), [](bool b) { return AttributeValue::Of(b); }),
      gen::just(AttributeValue::Of(trestle::Null())));
}

inline Gen<trestle::AttributeValue> GenSet() {
  using trestle::AttributeValue;
  return gen::oneOf(gen::map(gen::container<std::vector<std::string>>(GenBytes()),
                             [](std::vector<std::string> e) {
                               return AttributeValue::Of(trestle::StringSet(std::move(e)));
                             }),
                    gen::map(gen::arbitrary<std::vector<trestle::Number>>(),
                             [](std::vector<trestle::Number> e) {
                               return AttributeValue::Of(trestle::NumberSet(std::move(e)));
                             }),
                    gen::map(gen::container<std::vector<std::string>>(GenBytes()),
                             [](std::vector<std::string> e) {
                               std::vector<trestle::Binary> elements;
                               elements.reserve(e.size());
                               for (std::string& bytes : e)
                                 elements.push_back(trestle::Binary{std::move(bytes)});
                               return AttributeValue::Of(trestle::BinarySet(std::move(elements)));
                             }));
}

inline Gen<trestle::AttributeValue> GenContainer(int depth) {
  using trestle::AttributeValue;
  return gen::oneOf(
      gen::map(gen::container<trestle::List>(GenValue(depth)),
               [](trestle::List list) { return AttributeValue::Of(std::move(list)); }),
      gen::map(GenMap(depth),
               [](trestle::AttributeMap map) { return AttributeValue::Of(std::move(map)); }));
}

inline Gen<trestle::AttributeValue> GenValue(int depth) {
  if (depth == 0) return GenScalar();
  // Nested containers get few members, or the values would grow without bound.
  return gen::weightedOneOf<trestle::AttributeValue>(
      {{5, GenScalar()},
       {2, gen::scale(0.2, GenSet())},
       {2, gen::scale(0.2, gen::lazy([depth] { return GenContainer(depth - 1); }))}});
}

template <>
struct Arbitrary<trestle::AttributeValue> {
  static Gen<trestle::AttributeValue> arbitrary() { return GenValue(4); }
};
template <>
struct Arbitrary<trestle::AttributeMap> {
  static Gen<trestle::AttributeMap> arbitrary() { return GenMap(4); }
};

}  // namespace rc

namespace trestle {
inline void showValue(const Number& number, std::ostream& out) { out << number.ToString(); }
}  // namespace trestle
