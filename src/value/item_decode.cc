#include <optional>
#include <utility>

#include "value/item_codec.h"
#include "value/messages.h"
#include "value/stored_bytes.h"

namespace trestle {
namespace {

using stored::Reader;

// Each reads one thing; nothing means damaged bytes. Lists of attributes and elements fill their
// reader.
std::optional<AttributeValue> ReadValue(Reader& reader, int depth);

template <class T>
std::optional<T> ToElement(std::string_view block);
template <>
std::optional<std::string> ToElement(std::string_view block) {
  return std::string(block);
}
template <>
std::optional<Binary> ToElement(std::string_view block) {
  return Binary{std::string(block)};
}
template <>
std::optional<Number> ToElement(std::string_view block) {
  const Result<Number> number = Number::Parse(block);
  return number ? std::optional(*number) : std::nullopt;
}

template <class T>
std::optional<AttributeValue> ToValue(std::optional<T> content) {
  if (!content) return std::nullopt;
  return AttributeValue::Of(*std::move(content));
}

template <class T>
std::optional<AttributeValue> ReadScalar(Reader& reader) {
  std::string_view block;
  if (!reader.ReadBlock(block)) return std::nullopt;
  return ToValue(ToElement<T>(block));
}

template <class T>
std::optional<OrderedSet<T>> ReadSet(Reader& reader) {
  std::size_t count = 0;
  if (!reader.ReadCount(count)) return std::nullopt;
  std::vector<T> elements;
  elements.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    std::string_view block;
    if (!reader.ReadBlock(block)) return std::nullopt;
    std::optional<T> element = ToElement<T>(block);
    if (!element) return std::nullopt;
    elements.push_back(*std::move(element));
  }
  if (!reader.empty()) return std::nullopt;
  return OrderedSet<T>::FromOrdered(std::move(elements));
}

std::optional<AttributeMap> ReadAttributes(Reader& reader, int depth) {
  std::size_t count = 0;
  if (!reader.ReadCount(count)) return std::nullopt;
  AttributeMap map;
  map.Reserve(count);
  std::optional<std::string_view> last_name;
  for (std::size_t i = 0; i < count; ++i) {
    std::string_view name;
    if (!reader.ReadBlock(name)) return std::nullopt;
    if (last_name && *last_name >= name) return std::nullopt;
    last_name = name;
    std::optional<AttributeValue> value = ReadValue(reader, depth);
    if (!value) return std::nullopt;
    map.Set(std::string(name), *std::move(value));
  }
  if (!reader.empty()) return std::nullopt;
  return map;
}

std::optional<List> ReadList(Reader& reader, int depth) {
  std::size_t count = 0;
  if (!reader.ReadCount(count)) return std::nullopt;
  List list;
  list.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    std::optional<AttributeValue> element = ReadValue(reader, depth);
    if (!element) return std::nullopt;
    list.push_back(*std::move(element));
  }
  if (!reader.empty()) return std::nullopt;
  return list;
}

std::optional<AttributeValue> ReadContainer(Reader& reader, AttributeType type, int depth) {
  Reader inside{std::string_view()};
  if (depth >= stored::kMaxDepth || !reader.ReadContainer(inside)) return std::nullopt;
  switch (type) {
    case AttributeType::kStringSet:
      return ToValue(ReadSet<std::string>(inside));
    case AttributeType::kNumberSet:
      return ToValue(ReadSet<Number>(inside));
    case AttributeType::kBinarySet:
      return ToValue(ReadSet<Binary>(inside));
    case AttributeType::kMap:
      return ToValue(ReadAttributes(inside, depth + 1));
    case AttributeType::kList:
      return ToValue(ReadList(inside, depth + 1));
    default:
      return std::nullopt;
  }
}

std::optional<AttributeValue> ReadBoolean(Reader& reader) {
  bool value = false;
  if (!reader.ReadBoolean(value)) return std::nullopt;
  return AttributeValue::Of(value);
}

std::optional<AttributeValue> ReadValue(Reader& reader, int depth) {
  AttributeType type{};
  if (!reader.ReadType(type)) return std::nullopt;
  switch (type) {
    case AttributeType::kString:
      return ReadScalar<std::string>(reader);
    case AttributeType::kNumber:
      return ReadScalar<Number>(reader);
    case AttributeType::kBinary:
      return ReadScalar<Binary>(reader);
    case AttributeType::kNull:
      return AttributeValue::Of(Null());
    case AttributeType::kBoolean:
      return ReadBoolean(reader);
    default:
      return ReadContainer(reader, type, depth);
  }
}

}  // namespace

Result<AttributeValue> DecodeValue(std::string_view bytes) {
  Reader reader(bytes);
  std::optional<AttributeValue> value = ReadValue(reader, 0);
  if (!value || !reader.empty()) return messages::StoredItemDamaged();
  return *std::move(value);
}

Result<Item> DecodeItem(std::string_view bytes) {
  if (bytes.empty()) return Item();
  Reader reader(bytes);
  std::size_t item_size = 0;
  if (!reader.ReadItemHead(item_size)) return messages::StoredItemDamaged();
  std::optional<Item> item = ReadAttributes(reader, 0);
  if (!item) return messages::StoredItemDamaged();
  return *std::move(item);
}

}  // namespace trestle
