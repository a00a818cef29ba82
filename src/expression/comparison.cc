#include "expression/comparison.h"

#include <algorithm>

#include "value/utf16.h"

namespace trestle {
namespace {

template <class T>
std::optional<std::strong_ordering> OrderAs(const AttributeValue& a, const AttributeValue& b) {
  const T* left = a.As<T>();
  const T* right = b.As<T>();
  if (left == nullptr || right == nullptr) return std::nullopt;
  return *left <=> *right;
}

template <class Element>
bool HasElement(const AttributeValue& set, const AttributeValue& part) {
  const OrderedSet<Element>* elements = set.As<OrderedSet<Element>>();
  const Element* element = part.As<Element>();
  return elements != nullptr && element != nullptr && elements->Contains(*element);
}

}  // namespace

std::optional<std::strong_ordering> Order(const AttributeValue& a, const AttributeValue& b) {
  switch (a.type()) {
    case AttributeType::kString:
      return OrderAs<std::string>(a, b);
    case AttributeType::kNumber:
      return OrderAs<Number>(a, b);
    case AttributeType::kBinary:
      return OrderAs<Binary>(a, b);
    default:
      return std::nullopt;
  }
}

bool BeginsWith(const AttributeValue& value, const AttributeValue& prefix) {
  if (const std::string* text = value.As<std::string>()) {
    const std::string* start = prefix.As<std::string>();
    return start != nullptr && text->starts_with(*start);
  }
  const Binary* binary = value.As<Binary>();
  const Binary* start = prefix.As<Binary>();
  return binary != nullptr && start != nullptr && binary->bytes.starts_with(start->bytes);
}

bool Contains(const AttributeValue& container, const AttributeValue& part) {
  switch (container.type()) {
    case AttributeType::kString: {
      const std::string* text = part.As<std::string>();
      return text != nullptr && container.As<std::string>()->find(*text) != std::string::npos;
    }
    case AttributeType::kBinary: {
      const Binary* binary = part.As<Binary>();
      return binary != nullptr &&
             container.As<Binary>()->bytes.find(binary->bytes) != std::string::npos;
    }
    case AttributeType::kStringSet:
      return HasElement<std::string>(container, part);
    case AttributeType::kNumberSet:
      return HasElement<Number>(container, part);
    case AttributeType::kBinarySet:
      return HasElement<Binary>(container, part);
    case AttributeType::kList: {
      const List& list = *container.As<List>();
      return std::find(list.begin(), list.end(), part) != list.end();
    }
    default:
      return false;
  }
}

std::optional<std::size_t> SizeOf(const AttributeValue& value) {
  switch (value.type()) {
    case AttributeType::kString:
      return Utf16Length(*value.As<std::string>());
    case AttributeType::kBinary:
      return value.As<Binary>()->bytes.size();
    case AttributeType::kStringSet:
      return value.As<StringSet>()->size();
    case AttributeType::kNumberSet:
      return value.As<NumberSet>()->size();
    case AttributeType::kBinarySet:
      return value.As<BinarySet>()->size();
    case AttributeType::kMap:
      return value.As<AttributeMap>()->size();
    case AttributeType::kList:
      return value.As<List>()->size();
    default:
      return std::nullopt;
  }
}

std::optional<AttributeType> TypeNamed(std::string_view name) {
  for (auto type = AttributeType::kString; type <= AttributeType::kBoolean;
       type = static_cast<AttributeType>(static_cast<int>(type) + 1)) {
    if (WireName(type) == name) return type;
  }
  return std::nullopt;
}

}  // namespace trestle
