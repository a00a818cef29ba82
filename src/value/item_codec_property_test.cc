#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "value/generators_for_test.h"
#include "value/item_codec.h"
#include "value/item_codec_walk.h"
#include "value/item_size.h"

namespace trestle {
namespace {

// Counts what it meets, to compare a walk with the item it came from.
struct Census {
  std::size_t maps = 0, lists = 0, sets = 0, scalars = 0, names = 0;
  friend bool operator==(const Census&, const Census&) = default;

  void BeginMap(std::size_t) { ++maps; }
  void EndMap() {}
  void BeginList(std::size_t) { ++lists; }
  void EndList() {}
  void BeginSet(AttributeType, std::size_t) { ++sets; }
  void EndSet() {}
  void Name(std::string_view) { ++names; }
  void String(std::string_view) { ++scalars; }
  void Number(std::string_view) { ++scalars; }
  void Binary(std::string_view) { ++scalars; }
  void Boolean(bool) { ++scalars; }
  void Null() { ++scalars; }
};

void Count(const AttributeValue& value, Census& census);

void Count(const AttributeMap& map, Census& census) {
  ++census.maps;
  for (const Attribute& attribute : map) {
    ++census.names;
    Count(attribute.value, census);
  }
}

void CountSet(std::size_t size, Census& census) {
  ++census.sets;
  census.scalars += size;
}

void Count(const AttributeValue& value, Census& census) {
  if (const auto* map = value.As<AttributeMap>()) return Count(*map, census);
  if (const auto* strings = value.As<StringSet>()) return CountSet(strings->size(), census);
  if (const auto* numbers = value.As<NumberSet>()) return CountSet(numbers->size(), census);
  if (const auto* binaries = value.As<BinarySet>()) return CountSet(binaries->size(), census);
  const auto* list = value.As<List>();
  if (list == nullptr) {
    ++census.scalars;
    return;
  }
  ++census.lists;
  for (const AttributeValue& element : *list) Count(element, census);
}

RC_GTEST_PROP(ItemCodecPropertyTest, DecodesWhatItEncodes, (const Item& item)) {
  const EncodedItem encoded = EncodedItem::From(item);
  const Result<Item> decoded = encoded.Decode();
  RC_ASSERT(decoded.has_value());
  RC_ASSERT(*decoded == item);
  RC_ASSERT(EncodedItem::From(*decoded) == encoded);
  RC_ASSERT(encoded.SizeBytes() == ItemSize(item));
}

RC_GTEST_PROP(ItemCodecPropertyTest, WalksAllOfIt, (const Item& item)) {
  Census expected;
  Count(item, expected);
  Census walked;
  RC_ASSERT(WalkItem(EncodedItem::From(item).bytes(), walked));
  RC_ASSERT(walked == expected);
}

RC_GTEST_PROP(ItemCodecPropertyTest, FindsEveryAttribute, (const Item& item)) {
  const EncodedItem encoded = EncodedItem::From(item);
  for (const Attribute& attribute : item) {
    const std::optional<EncodedValue> found = encoded.Find(attribute.name);
    RC_ASSERT(found.has_value());
    RC_ASSERT(*found->Decode() == attribute.value);
  }
}

// The attributes whose names `take` says yes to.
template <class Take>
Item PartOf(const Item& item, Take&& take) {
  Item part;
  for (const Attribute& attribute : item) {
    if (take(attribute.name)) part.Set(attribute.name, attribute.value);
  }
  return part;
}

RC_GTEST_PROP(ItemCodecPropertyTest, DecodesTheNamesThatAreAskedFor,
              (const Item& item, const Item& strangers)) {
  std::vector<std::string_view> names;
  for (const Attribute& attribute : item) {
    if (*rc::gen::arbitrary<bool>()) names.push_back(attribute.name);
  }
  for (const Attribute& attribute : strangers) names.push_back(attribute.name);
  const EncodedItem encoded = EncodedItem::From(item);
  const Result<Item> decoded = EncodedItemView(encoded).DecodeSome(AttributeNames(names));
  RC_ASSERT(decoded == PartOf(item, [&](std::string_view name) {
              return std::ranges::count(names, name) > 0;
            }));
}

RC_GTEST_PROP(ItemCodecPropertyTest, APartInPlaceOfAnotherIsTheWholeEncodedAnew,
              (const Item& item, const Item& strangers)) {
  const Item before = PartOf(item, [&](const std::string& name) {
    return strangers.Contains(name) || *rc::gen::arbitrary<bool>();
  });
  Item after = strangers;
  Item expected = PartOf(item, [&](const std::string& name) { return !before.Contains(name); });
  for (const Attribute& attribute : before) {
    if (*rc::gen::arbitrary<bool>()) after.Set(attribute.name, attribute.value);
  }
  for (const Attribute& attribute : after) expected.Set(attribute.name, attribute.value);
  const Result<EncodedItem> made =
      EncodedItem::WithPart(EncodedItem::From(item), {.before = before, .after = after});
  RC_ASSERT(made == EncodedItem::From(expected));
}

RC_GTEST_PROP(ItemCodecPropertyTest, SurvivesAChangedByte, (const Item& item)) {
  std::string bytes = EncodedItem::From(item).bytes();
  RC_PRE(!bytes.empty());
  bytes[*rc::gen::inRange<std::size_t>(0, bytes.size())] = *rc::gen::arbitrary<char>();
  Census census;
  const bool walked = WalkItem(bytes, census);
  const Result<Item> decoded = EncodedItemView(bytes).Decode();
  if (decoded) RC_ASSERT(walked);  // what decodes can also be shown

  std::vector<std::string_view> names;
  for (const Attribute& attribute : item) names.push_back(attribute.name);
  const Result<Item> part = EncodedItemView(bytes).DecodeSome(AttributeNames(names));
  if (decoded) RC_ASSERT(part.has_value());
  if (part) {
    static_cast<void>(
        EncodedItem::WithPart(EncodedItemView(bytes), {.before = *part, .after = item}));
  }
}

}  // namespace
}  // namespace trestle
