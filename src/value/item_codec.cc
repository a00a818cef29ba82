#include "value/item_codec.h"

#include <array>
#include <limits>

#include "base/check.h"
#include "value/item_codec_walk.h"
#include "value/item_size.h"
#include "value/stored_bytes.h"

namespace trestle {
namespace {

using stored::AppendBlock;
using stored::AppendVarint;

void AppendAttributes(const AttributeMap& map, std::string& out) {
  AppendVarint(map.size(), out);
  for (const Attribute& attribute : map) {
    AppendBlock(attribute.name, out);
    EncodeValue(attribute.value, out);
  }
}

void AppendElement(const std::string& text, std::string& out) { AppendBlock(text, out); }
void AppendElement(const Binary& binary, std::string& out) { AppendBlock(binary.bytes, out); }
void AppendElement(const Number& number, std::string& out) {
  std::array<char, Number::kMaxTextBytes> buffer;
  AppendBlock(number.Format(buffer), out);
}

// Runs `append_inside` and puts the length of what it appended in front, in four bytes.
template <class AppendInside>
void AppendContainer(std::string& out, AppendInside append_inside) {
  const std::size_t start = out.size();
  out.append(4, '\0');
  append_inside();
  std::size_t length = out.size() - start - 4;
  TRESTLE_CHECK(length <= std::numeric_limits<std::uint32_t>::max());
  for (std::size_t i = 0; i < 4; ++i, length >>= 8) out[start + i] = static_cast<char>(length);
}

// Appends what follows the type byte.
struct Encoder {
  std::string& out;

  void operator()(const std::string& text) const { AppendElement(text, out); }
  void operator()(const Number& number) const { AppendElement(number, out); }
  void operator()(const Binary& binary) const { AppendElement(binary, out); }
  template <class T>
  void operator()(const OrderedSet<T>& set) const {
    AppendContainer(out, [&] {
      AppendVarint(set.size(), out);
      for (const T& element : set.elements()) AppendElement(element, out);
    });
  }
  void operator()(const AttributeMap& map) const {
    AppendContainer(out, [&] { AppendAttributes(map, out); });
  }
  void operator()(const List& list) const {
    AppendContainer(out, [&] {
      AppendVarint(list.size(), out);
      for (const AttributeValue& element : list) EncodeValue(element, out);
    });
  }
  void operator()(Null) const {}
  void operator()(bool value) const { out.push_back(value ? '\1' : '\0'); }
};

// Whether a candidate shows by its first letter that it comes after `name`: names are in order, so
// that there is no need to look on.
bool IsPast(std::string_view candidate, std::string_view name) {
  if (candidate.empty() || name.empty()) return false;
  return static_cast<unsigned char>(candidate[0]) > static_cast<unsigned char>(name[0]);
}

}  // namespace

void EncodeValue(const AttributeValue& value, std::string& out) {
  out.push_back(static_cast<char>(value.type()));
  std::visit(Encoder{out}, value.variant());
}

EncodedItem EncodedItem::From(const Item& item) {
  if (item.empty()) return EncodedItem();
  const std::size_t size = ItemSize(item);
  std::string bytes;
  bytes.reserve(size + size / 4 + item.size() * 4 + 16);
  bytes.push_back(static_cast<char>(stored::kItemVersion));
  AppendVarint(size, bytes);
  AppendAttributes(item, bytes);
  return EncodedItem(std::move(bytes));
}

std::size_t EncodedItemView::SizeBytes() const {
  stored::Reader reader(bytes_);
  std::size_t size = 0;
  return reader.ReadItemHead(size) ? size : 0;
}

std::optional<EncodedValue> EncodedItemView::Find(std::string_view name) const {
  std::optional<EncodedValue> found;
  ForEachAttribute(bytes_, [&](std::string_view candidate, EncodedValue value) {
    const bool same = candidate == name;
    if (same) found = value;
    return !same && !IsPast(candidate, name);
  });
  return found;
}

std::optional<AttributeType> EncodedValue::type() const {
  AttributeType type{};
  if (!stored::Reader(bytes_).ReadType(type)) return std::nullopt;
  return type;
}

std::optional<std::string_view> EncodedValue::Scalar() const {
  stored::Reader reader(bytes_);
  AttributeType type{};
  std::string_view block;
  if (!reader.ReadType(type) || !stored::IsScalar(type)) return std::nullopt;
  if (!reader.ReadBlock(block) || !reader.empty()) return std::nullopt;
  return block;
}

Result<AttributeValue> EncodedValue::Decode() const { return DecodeValue(bytes_); }

}  // namespace trestle
