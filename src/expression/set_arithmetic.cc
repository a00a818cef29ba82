#include "expression/set_arithmetic.h"

#include <algorithm>
#include <iterator>

namespace trestle {
namespace {

template <class Element>
struct UnionOf {
  static void Apply(const std::vector<Element>& a, const std::vector<Element>& b,
                    std::vector<Element>& out) {
    std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(out));
  }
};

template <class Element>
struct DifferenceOf {
  static void Apply(const std::vector<Element>& a, const std::vector<Element>& b,
                    std::vector<Element>& out) {
    std::set_difference(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(out));
  }
};

template <template <class> class Arithmetic, class Element>
std::optional<AttributeValue> Combine(const AttributeValue& a, const AttributeValue& b) {
  const OrderedSet<Element>* left = a.As<OrderedSet<Element>>();
  const OrderedSet<Element>* right = b.As<OrderedSet<Element>>();
  if (left == nullptr || right == nullptr) return std::nullopt;
  std::vector<Element> elements;
  Arithmetic<Element>::Apply(left->elements(), right->elements(), elements);
  return AttributeValue::Of(OrderedSet<Element>(std::move(elements)));
}

template <template <class> class Arithmetic>
std::optional<AttributeValue> CombineSets(const AttributeValue& a, const AttributeValue& b) {
  switch (a.type()) {
    case AttributeType::kStringSet:
      return Combine<Arithmetic, std::string>(a, b);
    case AttributeType::kNumberSet:
      return Combine<Arithmetic, Number>(a, b);
    case AttributeType::kBinarySet:
      return Combine<Arithmetic, Binary>(a, b);
    default:
      return std::nullopt;
  }
}

}  // namespace

std::optional<AttributeValue> Union(const AttributeValue& a, const AttributeValue& b) {
  return CombineSets<UnionOf>(a, b);
}

std::optional<AttributeValue> Difference(const AttributeValue& a, const AttributeValue& b) {
  return CombineSets<DifferenceOf>(a, b);
}

bool IsEmptySet(const AttributeValue& value) {
  switch (value.type()) {
    case AttributeType::kStringSet:
      return value.As<StringSet>()->empty();
    case AttributeType::kNumberSet:
      return value.As<NumberSet>()->empty();
    case AttributeType::kBinarySet:
      return value.As<BinarySet>()->empty();
    default:
      return false;
  }
}

}  // namespace trestle
