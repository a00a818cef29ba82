// Stored items: any bytes may come from a damaged disk. What decodes is walked too, and encodes to
// what decodes alike.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "value/item_codec.h"
#include "value/item_codec_walk.h"

namespace {

// Touches every byte that it is given.
struct Toucher {
  std::size_t sum = 0;

  void Touch(std::string_view bytes) {
    for (const char c : bytes) sum += static_cast<unsigned char>(c);
  }
  void BeginMap(std::size_t count) { sum += count; }
  void EndMap() {}
  void BeginList(std::size_t count) { sum += count; }
  void EndList() {}
  void BeginSet(trestle::AttributeType, std::size_t count) { sum += count; }
  void EndSet() {}
  void Name(std::string_view name) { Touch(name); }
  void String(std::string_view text) { Touch(text); }
  void Number(std::string_view text) { Touch(text); }
  void Binary(std::string_view bytes) { Touch(bytes); }
  void Boolean(bool value) { sum += value ? 1 : 0; }
  void Null() {}
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  Toucher toucher;
  const bool walked = trestle::WalkItem(bytes, toucher);
  const auto item = trestle::EncodedItemView(bytes).Decode();
  if (!item) return 0;
  TRESTLE_CHECK(walked);

  const auto encoded = trestle::EncodedItem::From(*item);
  const auto again = encoded.Decode();
  TRESTLE_CHECK(again.has_value());
  TRESTLE_CHECK(*again == *item);
  for (const trestle::Attribute& attribute : *item) {
    const auto found = trestle::EncodedItemView(bytes).Find(attribute.name);
    TRESTLE_CHECK(found.has_value());
    const auto value = found->Decode();
    TRESTLE_CHECK(value.has_value());
    TRESTLE_CHECK(*value == attribute.value);
  }
  return 0;
}
