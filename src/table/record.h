#pragma once

#include <charconv>
#include <concepts>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "value/attribute_value.h"
#include "value/item_codec.h"

// Plain structures to and from items whose members have names. A structure says its members once,
// in a function
//   template <class Visitor, class T> void Members(Visitor& visit, T& value)
// beside it that calls `visit(name, member)` for each. What is missing from an item, or is not what
// is expected, leaves the variable as it was.
namespace trestle::record {

// The names under which an enumeration's values are stored, in the order of the values.
template <class Enum>
struct Names;

template <class T>
AttributeValue Store(const T& value);
template <class T>
void Load(const AttributeValue& stored, T& value);

class Writer {
 public:
  template <class T>
  void operator()(std::string_view name, const T& value) {
    item_.Set(std::string(name), Store(value));
  }
  template <class T>
  void operator()(std::string_view name, const std::optional<T>& value) {
    if (value) (*this)(name, *value);
  }
  Item Take() && { return std::move(item_); }

 private:
  Item item_;
};

class Reader {
 public:
  explicit Reader(const Item& item) : item_(item) {}

  template <class T>
  void operator()(std::string_view name, T& value) const {
    if (const AttributeValue* const stored = item_.Find(name)) Load(*stored, value);
  }
  template <class T>
  void operator()(std::string_view name, std::optional<T>& value) const {
    if (const AttributeValue* const stored = item_.Find(name)) Load(*stored, value.emplace());
  }

 private:
  const Item& item_;
};

template <class T>
inline constexpr bool kIsVector = false;
template <class T>
inline constexpr bool kIsVector<std::vector<T>> = true;
using Texts = std::map<std::string, std::string>;

template <class T>
AttributeValue Store(const T& value) {
  if constexpr (std::same_as<T, bool>) {
    return AttributeValue::Of(value);
  } else if constexpr (std::integral<T>) {
    return AttributeValue::Of(Number::FromInteger(value));
  } else if constexpr (std::is_enum_v<T>) {
    return Store(std::string(Names<T>::kAll[static_cast<std::size_t>(value)]));
  } else if constexpr (std::same_as<T, std::string>) {
    return AttributeValue::String(value);
  } else if constexpr (std::same_as<T, Binary>) {
    return AttributeValue::Of(value);
  } else if constexpr (std::same_as<T, TimePoint>) {
    return Store(std::int64_t{value.time_since_epoch().count()});
  } else if constexpr (kIsVector<T>) {
    List list;
    for (const auto& element : value) list.push_back(Store(element));
    return AttributeValue::Of(std::move(list));
  } else if constexpr (std::same_as<T, Texts>) {
    Item texts;
    for (const auto& [name, text] : value) texts.Set(name, Store(text));
    return AttributeValue::Of(std::move(texts));
  } else {
    Writer writer;
    Members(writer, value);
    return AttributeValue::Of(std::move(writer).Take());
  }
}

inline void LoadInteger(const AttributeValue& stored, std::int64_t& value) {
  const auto* const number = stored.As<Number>();
  if (number == nullptr) return;
  const std::string text = number->ToString();
  std::int64_t parsed = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), parsed);
  if (error == std::errc() && end == text.data() + text.size()) value = parsed;
}

template <class T>
void Load(const AttributeValue& stored, T& value) {
  if constexpr (std::same_as<T, bool> || std::same_as<T, std::string> || std::same_as<T, Binary>) {
    if (const T* const plain = stored.As<T>()) value = *plain;
  } else if constexpr (std::integral<T>) {
    auto wide = static_cast<std::int64_t>(value);
    LoadInteger(stored, wide);
    value = static_cast<T>(wide);
  } else if constexpr (std::is_enum_v<T>) {
    std::string name;
    Load(stored, name);
    for (std::size_t i = 0; i < Names<T>::kAll.size(); ++i) {
      if (Names<T>::kAll[i] == name) value = static_cast<T>(i);
    }
  } else if constexpr (std::same_as<T, TimePoint>) {
    std::int64_t microseconds = value.time_since_epoch().count();
    Load(stored, microseconds);
    value = TimePoint(Duration(microseconds));
  } else if constexpr (kIsVector<T>) {
    const List* const list = stored.As<List>();
    if (list == nullptr) return;
    value.clear();
    for (const AttributeValue& element : *list) Load(element, value.emplace_back());
  } else if constexpr (std::same_as<T, Texts>) {
    const Item* const texts = stored.As<Item>();
    if (texts == nullptr) return;
    for (const Attribute& text : *texts) Load(text.value, value[text.name]);
  } else if (const Item* const members = stored.As<Item>()) {
    Reader reader(*members);
    Members(reader, value);
  }
}

// A whole record, as it is stored.
template <class T>
std::string Encode(const T& value) {
  Writer writer;
  Members(writer, value);
  return EncodedItem::From(std::move(writer).Take()).TakeBytes();
}

template <class T>
Result<T> Decode(std::string_view stored) {
  TRESTLE_TRY(const Item item, EncodedItemView(stored).Decode());
  T value;
  const Reader reader(item);
  Members(reader, value);
  return value;
}

}  // namespace trestle::record
