#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "value/attribute_value.h"

namespace trestle {

// An item in the form in which it is stored: what reads hand out and replies are written from, without building a
// tree. The bytes are described in docs/file-format.md. The default object is the empty item.
class EncodedItem {
 public:
  EncodedItem() = default;
  static EncodedItem From(const Item& item);
  // `bytes` come from an EncodedItem; damaged ones are found by Decode.
  static EncodedItem FromStored(std::string bytes) { return EncodedItem(std::move(bytes)); }

  const std::string& bytes() const& { return bytes_; }
  std::string TakeBytes() && { return std::move(bytes_); }
  // The service's size of the item, kept in the encoding's head.
  std::size_t SizeBytes() const;
  Result<Item> Decode() const;

  friend bool operator==(const EncodedItem&, const EncodedItem&) = default;

 private:
  explicit EncodedItem(std::string bytes) : bytes_(std::move(bytes)) {}
  std::string bytes_;
};

// Walks stored items: one call for each thing met, strings as views into the bytes. `Writer` has
//   BeginMap(count) Name(string_view) EndMap() BeginList(count) EndList() String(v) Number(text) Binary(raw bytes)
//   Boolean(b) Null() BeginSet(AttributeType, count) EndSet()
// Set elements arrive as String, Number or Binary between BeginSet and EndSet. The outermost map is the item.
// False if the bytes are damaged. Defined in item_codec_walk.h.
template <class Writer>
bool WalkItem(std::string_view bytes, Writer& writer);

}  // namespace trestle
