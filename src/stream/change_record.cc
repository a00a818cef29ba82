#include "stream/change_record.h"

#include <array>

#include "base/check.h"
#include "value/item_size.h"
#include "value/stored_bytes.h"

namespace trestle {
namespace {

using stored::AppendBlock;
using stored::AppendVarint;

// Written to disk: the first byte, and the bits of the second.
constexpr char kVersion = 1;
constexpr unsigned kKindBits = 3;
constexpr unsigned kByExpiry = 1 << 2;
constexpr unsigned kHasNewImage = 1 << 3;
constexpr unsigned kHasOldImage = 1 << 4;
constexpr unsigned kKnownBits = (1 << 5) - 1;

ChangeKind KindOf(const Change& change) {
  if (!change.before) return ChangeKind::kInsert;
  return change.after ? ChangeKind::kModify : ChangeKind::kRemove;
}

bool ShowsNew(StreamView view) {
  return view == StreamView::kNewImage || view == StreamView::kNewAndOldImages;
}
bool ShowsOld(StreamView view) {
  return view == StreamView::kOldImage || view == StreamView::kNewAndOldImages;
}

// A key attribute as it lies in its item.
struct KeyPart {
  std::string_view name;
  EncodedValue value{""};

  std::size_t SizeBytes() const {
    const std::string_view scalar = value.Scalar().value_or("");
    if (value.type() != AttributeType::kNumber) return name.size() + scalar.size();
    const Result<Number> number = Number::Parse(scalar);
    return name.size() + (number ? NumberSize(*number) : 0);
  }
};

// The item of the key attributes alone, put together from the bytes that the whole item has.
std::string KeysOf(EncodedItemView item, const KeySchema& keys) {
  std::array<KeyPart, 2> parts;
  std::size_t count = 0;
  for (const std::vector<KeyAttribute>* attributes : {&keys.hash, &keys.range}) {
    for (const KeyAttribute& attribute : *attributes) {
      const std::optional<EncodedValue> value = item.Find(attribute.name);
      TRESTLE_CHECK(value.has_value() && count < parts.size());
      parts[count++] = {.name = attribute.name, .value = *value};
    }
  }
  if (count == 2 && parts[1].name < parts[0].name) std::swap(parts[0], parts[1]);
  std::size_t size = 0;
  for (std::size_t i = 0; i < count; ++i) size += parts[i].SizeBytes();
  std::string bytes(1, static_cast<char>(stored::kItemVersion));
  AppendVarint(size, bytes);
  AppendVarint(count, bytes);
  for (std::size_t i = 0; i < count; ++i) {
    AppendBlock(parts[i].name, bytes);
    bytes.append(parts[i].value.bytes());
  }
  return bytes;
}

bool ReadItem(stored::Reader& reader, std::optional<EncodedItemView>& item) {
  std::string_view bytes;
  if (!reader.ReadBlock(bytes)) return false;
  item.emplace(bytes);
  return true;
}

// Turns each number into another one, with nothing of its order left.
std::uint64_t Scattered(std::uint64_t value) {
  value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9;
  value = (value ^ value >> 27) * 0x94D049BB133111EB;
  return value ^ value >> 31;
}

}  // namespace

std::size_t ChangeRecord::SizeBytes() const {
  return keys.SizeBytes() + (new_image ? new_image->SizeBytes() : 0) +
         (old_image ? old_image->SizeBytes() : 0);
}

std::string EncodeChangeRecord(const Change& change, StreamView view, const KeySchema& keys) {
  const bool has_new = change.after && ShowsNew(view);
  const bool has_old = change.before && ShowsOld(view);
  unsigned bits = static_cast<unsigned>(KindOf(change));
  if (change.origin == ChangeOrigin::kExpiry) bits |= kByExpiry;
  if (has_new) bits |= kHasNewImage;
  if (has_old) bits |= kHasOldImage;
  std::string bytes = {kVersion, static_cast<char>(bits)};
  AppendBlock(KeysOf(change.after ? *change.after : *change.before, keys), bytes);
  if (has_new) AppendBlock(change.after->bytes(), bytes);
  if (has_old) AppendBlock(change.before->bytes(), bytes);
  return bytes;
}

std::optional<ChangeRecord> DecodeChangeRecord(const ChangeStamp& stamp, std::string_view bytes) {
  stored::Reader reader(bytes);
  std::uint8_t version = 0;
  std::uint8_t bits = 0;
  std::string_view keys;
  if (!reader.ReadByte(version) || version != kVersion) return std::nullopt;
  if (!reader.ReadByte(bits) || (bits & ~kKnownBits) != 0) return std::nullopt;
  if ((bits & kKindBits) > static_cast<unsigned>(ChangeKind::kRemove)) return std::nullopt;
  if (!reader.ReadBlock(keys)) return std::nullopt;
  ChangeRecord record{.stamp = stamp,
                      .kind = static_cast<ChangeKind>(bits & kKindBits),
                      .keys = EncodedItemView(keys)};
  if ((bits & kByExpiry) != 0) record.origin = ChangeOrigin::kExpiry;
  if ((bits & kHasNewImage) != 0 && !ReadItem(reader, record.new_image)) return std::nullopt;
  if ((bits & kHasOldImage) != 0 && !ReadItem(reader, record.old_image)) return std::nullopt;
  if (!reader.empty()) return std::nullopt;
  return record;
}

std::string EventId(const ChangeStamp& stamp) {
  constexpr std::uint64_t kOther = 0x9E3779B97F4A7C15;
  std::string text(32, '0');
  std::uint64_t half = Scattered(stamp.number);
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i == 16) half = Scattered(stamp.number + kOther);
    text[i] = "0123456789abcdef"[half & 0xF];
    half >>= 4;
  }
  return text;
}

}  // namespace trestle
