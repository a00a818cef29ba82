#include "value/item_size.h"

#include <algorithm>

#include "value/limits.h"
#include "value/messages.h"

namespace trestle {
namespace {

constexpr std::size_t kContainerBytes = 3;
constexpr std::size_t kMemberBytes = 1;

template <class T>
std::size_t SumOfSizes(const std::vector<T>& elements);

struct SizeOf {
  std::size_t operator()(const std::string& text) const { return text.size(); }
  std::size_t operator()(const Number& number) const { return NumberSize(number); }
  std::size_t operator()(const Binary& binary) const { return binary.bytes.size(); }
  template <class T>
  std::size_t operator()(const OrderedSet<T>& set) const {
    return SumOfSizes(set.elements());
  }
  std::size_t operator()(const AttributeMap& map) const {
    return kContainerBytes + map.size() * kMemberBytes + ItemSize(map);
  }
  std::size_t operator()(const List& list) const {
    return kContainerBytes + list.size() * kMemberBytes + SumOfSizes(list);
  }
  std::size_t operator()(Null) const { return 1; }
  std::size_t operator()(bool) const { return 1; }
  std::size_t operator()(const AttributeValue& value) const { return ValueSize(value); }
};

template <class T>
std::size_t SumOfSizes(const std::vector<T>& elements) {
  std::size_t sum = 0;
  for (const T& element : elements) sum += SizeOf()(element);
  return sum;
}

}  // namespace

std::size_t NumberSize(const Number& number) {
  // Integer and fraction digits are packed apart, two to a byte.
  const int digits = number.DigitCount();
  const int fraction = std::clamp(-number.exponent(), 0, digits);
  const int integer = digits - fraction;
  const int bytes = 1 + (integer + 1) / 2 + (fraction + 1) / 2 + (number.IsNegative() ? 1 : 0);
  return static_cast<std::size_t>(bytes);
}

std::size_t ValueSize(const AttributeValue& value) { return std::visit(SizeOf(), value.variant()); }

std::size_t AttributeSize(std::string_view name, const AttributeValue& value) {
  return name.size() + ValueSize(value);
}

std::size_t ItemSize(const Item& item) {
  std::size_t size = 0;
  for (const Attribute& attribute : item) size += AttributeSize(attribute.name, attribute.value);
  return size;
}

Result<std::size_t> CheckedItemSize(const Item& item) {
  const std::size_t size = ItemSize(item);
  if (size > kMaxItemBytes) return messages::ItemTooLarge();
  return size;
}

std::size_t NestingDepth(const AttributeValue& value) {
  std::size_t below = 0;
  if (const auto* map = value.As<AttributeMap>()) {
    for (const Attribute& member : *map) below = std::max(below, NestingDepth(member.value));
  } else if (const auto* list = value.As<List>()) {
    for (const AttributeValue& member : *list) below = std::max(below, NestingDepth(member));
  }
  return below + 1;
}

Status CheckNesting(const AttributeValue& value) {
  if (NestingDepth(value) > kMaxNestingDepth) return messages::NestedTooDeep();
  return {};
}

Status CheckNesting(const Item& item) {
  for (const Attribute& attribute : item) {
    const AttributeType type = attribute.value.type();
    if (type != AttributeType::kMap && type != AttributeType::kList) continue;
    TRESTLE_RETURN_IF_ERROR(CheckNesting(attribute.value));
  }
  return {};
}

}  // namespace trestle
