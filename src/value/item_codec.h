#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "value/attribute_names.h"
#include "value/attribute_value.h"

namespace trestle {

// One value in its stored form: a view into the bytes of an item, which outlive it.
class EncodedValue {
 public:
  explicit EncodedValue(std::string_view bytes) : bytes_(bytes) {}

  std::string_view bytes() const { return bytes_; }
  std::optional<AttributeType> type() const;  // absent if the bytes are damaged
  // What a string, number or binary holds: its UTF-8, its decimal text or its raw bytes. Absent for
  // other types.
  std::optional<std::string_view> Scalar() const;
  Result<AttributeValue> Decode() const;

 private:
  std::string_view bytes_;
};

// An item in its stored form: a view of bytes that somebody else holds and that outlive it. They
// come from an EncodedItem; damaged ones are found by Decode.
class EncodedItemView {
 public:
  explicit EncodedItemView(std::string_view bytes) : bytes_(bytes) {}

  std::string_view bytes() const { return bytes_; }
  // The service's size of the item, kept in the encoding's head. 0 if the head is damaged.
  std::size_t SizeBytes() const;
  // One top-level attribute, found without decoding the others.
  std::optional<EncodedValue> Find(std::string_view name) const;
  Result<Item> Decode() const;
  // The attributes of these names, without decoding the others.
  Result<Item> DecodeSome(const AttributeNames& names) const;

 private:
  std::string_view bytes_;
};

// An item in the form in which it is stored: what reads hand out and replies are written from,
// without building a tree. The bytes are described in docs/file-format.md. The default object is
// the empty item.
class EncodedItem {
 public:
  EncodedItem() = default;
  static EncodedItem From(const Item& item);
  // `whole` with `after` in the place of `before`, which is all that it has of some names, those of
  // `after` among them. Its other attributes stay as they are, without being decoded.
  struct Part {
    const Item& before;
    const Item& after;
  };
  static Result<EncodedItem> WithPart(EncodedItemView whole, const Part& part);
  // `bytes` come from an EncodedItem; damaged ones are found by Decode.
  static EncodedItem FromStored(std::string bytes) { return EncodedItem(std::move(bytes)); }

  const std::string& bytes() const& { return bytes_; }
  std::string TakeBytes() && { return std::move(bytes_); }
  operator EncodedItemView() const { return EncodedItemView(bytes_); }  // NOLINT
  std::size_t SizeBytes() const { return EncodedItemView(bytes_).SizeBytes(); }
  // What it returns lives as long as this item's bytes.
  std::optional<EncodedValue> Find(std::string_view name) const {
    return EncodedItemView(bytes_).Find(name);
  }
  Result<Item> Decode() const { return EncodedItemView(bytes_).Decode(); }

  friend bool operator==(const EncodedItem&, const EncodedItem&) = default;

 private:
  explicit EncodedItem(std::string bytes) : bytes_(std::move(bytes)) {}
  std::string bytes_;
};

// A single value, in the form that it has inside an item.
void EncodeValue(const AttributeValue& value, std::string& out);
Result<AttributeValue> DecodeValue(std::string_view bytes);

// Walks stored items: one call for each thing met, strings as views into the bytes. `Writer` has
//   BeginMap(count) Name(string_view) EndMap() BeginList(count) EndList() String(v) Number(text)
//   Binary(raw bytes) Boolean(b) Null() BeginSet(AttributeType, count) EndSet()
// Set elements arrive as String, Number or Binary between BeginSet and EndSet. The outermost map is
// the item. False if the bytes are damaged; the writer has then seen the part before. Defined in
// item_codec_walk.h.
template <class Writer>
bool WalkItem(std::string_view bytes, Writer& writer);
template <class Writer>
bool WalkValue(EncodedValue value, Writer& writer);

// Calls `visit(name, EncodedValue)` for each top-level attribute, in order of the names, until it
// returns false. False if the bytes are damaged. Defined in item_codec_walk.h.
template <class Visitor>
bool ForEachAttribute(std::string_view bytes, Visitor&& visit);

}  // namespace trestle
