#include <algorithm>
#include <utility>

#include "value/item_codec_walk.h"
#include "value/messages.h"
#include "value/stored_bytes.h"

namespace trestle {
namespace {

using stored::Reader;

// Space for more members is taken only as they turn up, in case a count is damaged.
constexpr std::size_t kMostReserved = 4096;

// Each fills in one thing where it will stay; false means damaged bytes.
bool ReadValue(Reader& reader, int depth, AttributeValue& value);

bool ToElement(std::string_view block, std::string& text) {
  text.assign(block);
  return true;
}

bool ToElement(std::string_view block, Binary& binary) {
  binary.bytes.assign(block);
  return true;
}

bool ToElement(std::string_view block, Number& number) {
  const Result<Number> parsed = Number::Parse(block);
  if (parsed) number = *parsed;
  return parsed.has_value();
}

template <class T>
bool ReadScalar(Reader& reader, AttributeValue& value) {
  std::string_view block;
  return reader.ReadBlock(block) && ToElement(block, value.variant().emplace<T>());
}

template <class T>
bool ReadSet(Reader& reader, AttributeValue& value) {
  std::size_t count = 0;
  if (!reader.ReadCount(count)) return false;
  std::vector<T> elements;
  elements.reserve(std::min(count, kMostReserved));
  for (std::size_t i = 0; i < count; ++i) {
    std::string_view block;
    if (!reader.ReadBlock(block) || !ToElement(block, elements.emplace_back())) return false;
  }
  std::optional<OrderedSet<T>> set = OrderedSet<T>::FromOrdered(std::move(elements));
  if (!set || !reader.empty()) return false;
  value.variant() = *std::move(set);
  return true;
}

bool ReadAttributes(Reader& reader, int depth, AttributeMap& map) {
  std::size_t count = 0;
  if (!reader.ReadCount(count)) return false;
  map.Reserve(std::min(count, kMostReserved));
  for (std::size_t i = 0; i < count; ++i) {
    std::string_view name;
    if (!reader.ReadBlock(name)) return false;
    AttributeValue* const value = map.Append(name);
    if (value == nullptr || !ReadValue(reader, depth, *value)) return false;
  }
  return reader.empty();
}

bool ReadList(Reader& reader, int depth, List& list) {
  std::size_t count = 0;
  if (!reader.ReadCount(count)) return false;
  list.reserve(std::min(count, kMostReserved));
  for (std::size_t i = 0; i < count; ++i) {
    if (!ReadValue(reader, depth, list.emplace_back())) return false;
  }
  return reader.empty();
}

bool ReadContainer(Reader& reader, AttributeType type, int depth, AttributeValue& value) {
  Reader inside{std::string_view()};
  if (depth >= stored::kMaxDepth || !reader.ReadContainer(inside)) return false;
  switch (type) {
    case AttributeType::kStringSet:
      return ReadSet<std::string>(inside, value);
    case AttributeType::kNumberSet:
      return ReadSet<Number>(inside, value);
    case AttributeType::kBinarySet:
      return ReadSet<Binary>(inside, value);
    case AttributeType::kMap:
      return ReadAttributes(inside, depth + 1, value.variant().emplace<AttributeMap>());
    case AttributeType::kList:
      return ReadList(inside, depth + 1, value.variant().emplace<List>());
    default:
      return false;
  }
}

bool ReadValue(Reader& reader, int depth, AttributeValue& value) {
  AttributeType type{};
  if (!reader.ReadType(type)) return false;
  switch (type) {
    case AttributeType::kString:
      return ReadScalar<std::string>(reader, value);
    case AttributeType::kNumber:
      return ReadScalar<Number>(reader, value);
    case AttributeType::kBinary:
      return ReadScalar<Binary>(reader, value);
    case AttributeType::kNull:
      value.variant().emplace<Null>();
      return true;
    case AttributeType::kBoolean:
      return reader.ReadBoolean(value.variant().emplace<bool>());
    default:
      return ReadContainer(reader, type, depth, value);
  }
}

}  // namespace

Result<AttributeValue> DecodeValue(std::string_view bytes) {
  Reader reader(bytes);
  Result<AttributeValue> value;
  if (!ReadValue(reader, 0, *value) || !reader.empty()) return messages::StoredItemDamaged();
  return value;
}

Result<Item> EncodedItemView::Decode() const {
  Result<Item> item;
  if (bytes_.empty()) return item;
  Reader reader(bytes_);
  std::size_t item_size = 0;
  if (!reader.ReadItemHead(item_size)) return messages::StoredItemDamaged();
  if (!ReadAttributes(reader, 0, *item)) return messages::StoredItemDamaged();
  return item;
}

Result<Item> EncodedItemView::DecodeSome(const AttributeNames& names) const {
  Result<Item> item;
  item->Reserve(names.size());
  auto wanted = names.begin();
  bool damaged = false;
  const bool walked = ForEachAttribute(bytes_, [&](std::string_view name, EncodedValue value) {
    while (wanted != names.end() && *wanted < name) ++wanted;
    if (wanted == names.end()) return false;
    if (*wanted != name) return true;
    Reader reader(value.bytes());
    AttributeValue* const place = item->Append(name);
    damaged = place == nullptr || !ReadValue(reader, 0, *place) || !reader.empty();
    return !damaged;
  });
  if (damaged || !walked) return messages::StoredItemDamaged();
  return item;
}

}  // namespace trestle
