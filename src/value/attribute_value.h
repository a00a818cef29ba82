#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "value/number.h"

namespace trestle {

class AttributeValue;
struct Attribute;

// Attributes by name, each name once, kept in byte order of the names: equal maps have equal
// members.
class AttributeMap {
 public:
  // Defined below, where Attribute is complete: clang's library support needs that.
  AttributeMap() noexcept;
  AttributeMap(std::initializer_list<Attribute> attributes);  // of a repeated name the last one
  AttributeMap(const AttributeMap&);
  AttributeMap(AttributeMap&&) noexcept;
  AttributeMap& operator=(const AttributeMap&);
  AttributeMap& operator=(AttributeMap&&) noexcept;
  ~AttributeMap();

  const AttributeValue* Find(std::string_view name) const;
  AttributeValue* Find(std::string_view name);
  bool Contains(std::string_view name) const { return Find(name) != nullptr; }
  // Adds, or replaces. Adding names in order is cheap: each goes to the end.
  AttributeValue& Set(std::string name, AttributeValue value);
  // Adds a null for the caller to fill in where it lies; for names that arrive in order. Without
  // effect, and a null pointer, if `name` does not follow all names there.
  AttributeValue* Append(std::string_view name);
  bool Erase(std::string_view name);  // false if there was none
  void Reserve(std::size_t count);

  std::size_t size() const;
  bool empty() const;
  std::vector<Attribute>::const_iterator begin() const;
  std::vector<Attribute>::const_iterator end() const;

  friend bool operator==(const AttributeMap& a, const AttributeMap& b);

 private:
  std::vector<Attribute>::iterator LowerBound(std::string_view name);

  std::vector<Attribute> attributes_;
};

using Item = AttributeMap;

struct Binary {
  std::string bytes;
  friend bool operator==(const Binary&, const Binary&) = default;
  friend std::strong_ordering operator<=>(const Binary& a, const Binary& b) {
    return a.bytes <=> b.bytes;
  }
};
struct Null {
  friend bool operator==(Null, Null) = default;
};

// Distinct elements in ascending order, so that equal sets have equal members.
template <class T>
class OrderedSet {
 public:
  OrderedSet() = default;
  // Duplicates collapse; whoever must refuse them looks before.
  explicit OrderedSet(std::vector<T> elements) : elements_(std::move(elements)) {
    std::sort(elements_.begin(), elements_.end());
    elements_.erase(std::unique(elements_.begin(), elements_.end()), elements_.end());
  }
  const std::vector<T>& elements() const { return elements_; }
  std::size_t size() const { return elements_.size(); }
  bool empty() const { return elements_.empty(); }
  bool Contains(const T& element) const {
    return std::binary_search(elements_.begin(), elements_.end(), element);
  }
  // A set of elements that are already distinct and ascending.
  static std::optional<OrderedSet> FromOrdered(std::vector<T> elements) {
    const auto out_of_order = std::adjacent_find(elements.begin(), elements.end(),
                                                 [](const T& a, const T& b) { return !(a < b); });
    if (out_of_order != elements.end()) return std::nullopt;
    OrderedSet set;
    set.elements_ = std::move(elements);
    return set;
  }
  friend bool operator==(const OrderedSet&, const OrderedSet&) = default;

 private:
  std::vector<T> elements_;
};

using StringSet = OrderedSet<std::string>;
using NumberSet = OrderedSet<Number>;
using BinarySet = OrderedSet<Binary>;
using List = std::vector<AttributeValue>;

// In the order of AttributeValue's variant. Written to disk by the item codec: append only; never
// renumber.
enum class AttributeType : std::uint8_t {
  kString,
  kNumber,
  kBinary,
  kStringSet,
  kNumberSet,
  kBinarySet,
  kMap,
  kList,
  kNull,
  kBoolean,
};

// The type as the wire spells it: S, N, B, SS, NS, BS, M, L, NULL, BOOL.
std::string_view WireName(AttributeType type);

// One attribute's value, of any of the ten types.
class AttributeValue {
 public:
  using Variant = std::variant<std::string, Number, Binary, StringSet, NumberSet, BinarySet,
                               AttributeMap, List, Null, bool>;

  AttributeValue() : value_(std::in_place_type<Null>) {}
  static AttributeValue Of(Variant value) { return AttributeValue(std::move(value)); }
  static AttributeValue String(std::string value) {
    return AttributeValue(Variant(std::in_place_type<std::string>, std::move(value)));
  }
  static AttributeValue Integer(std::int64_t value) {
    return AttributeValue(Variant(Number::FromInteger(value)));
  }

  AttributeType type() const { return static_cast<AttributeType>(value_.index()); }
  const Variant& variant() const { return value_; }
  Variant& variant() { return value_; }
  // The value if it is a T, else null.
  template <class T>
  const T* As() const {
    return std::get_if<T>(&value_);
  }
  template <class T>
  T* As() {
    return std::get_if<T>(&value_);
  }

  friend bool operator==(const AttributeValue&, const AttributeValue&) = default;

 private:
  explicit AttributeValue(Variant value) : value_(std::move(value)) {}
  Variant value_;
};

struct Attribute {
  std::string name;
  AttributeValue value;
  friend bool operator==(const Attribute&, const Attribute&) = default;
};

inline AttributeMap::AttributeMap() noexcept = default;
inline AttributeMap::AttributeMap(const AttributeMap&) = default;
inline AttributeMap::AttributeMap(AttributeMap&&) noexcept = default;
inline AttributeMap& AttributeMap::operator=(const AttributeMap&) = default;
inline AttributeMap& AttributeMap::operator=(AttributeMap&&) noexcept = default;
inline AttributeMap::~AttributeMap() = default;
inline std::size_t AttributeMap::size() const { return attributes_.size(); }
inline bool AttributeMap::empty() const { return attributes_.empty(); }
inline std::vector<Attribute>::const_iterator AttributeMap::begin() const {
  return attributes_.begin();
}
inline std::vector<Attribute>::const_iterator AttributeMap::end() const {
  return attributes_.end();
}

}  // namespace trestle
