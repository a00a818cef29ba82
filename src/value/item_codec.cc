#include "value/item_codec.h"

#include <array>
#include <limits>

#include "base/check.h"
#include "value/item_codec_walk.h"
#include "value/item_size.h"
#include "value/messages.h"
#include "value/stored_bytes.h"

namespace trestle {
namespace {

// Appends to a string, and looks for room once for each thing that it appends and not for each
// byte.
class Appender {
 public:
  // `expected` bytes will be appended, or more or less; `out` is used by nobody else meanwhile.
  Appender(std::string& out, std::size_t expected) : out_(out), size_(out.size()) {
    out_.resize(size_ + expected);
  }
  ~Appender() { out_.resize(size_); }
  Appender(const Appender&) = delete;
  Appender& operator=(const Appender&) = delete;

  std::size_t size() const { return size_; }
  void Byte(std::uint8_t byte) {
    Room(1);
    AddByte(byte);
  }
  void Varint(std::size_t value) {
    Room(stored::kMaxVarintBytes);
    AddVarint(value);
  }
  void Block(std::string_view block) {
    Room(stored::kMaxVarintBytes + block.size());
    AddVarint(block.size());
    AddRaw(block);
  }
  void Raw(std::string_view bytes) {
    Room(bytes.size());
    AddRaw(bytes);
  }
  // Room for a length that is known later.
  void Length() {
    Room(stored::kLengthBytes);
    size_ += stored::kLengthBytes;
  }
  void SetLength(std::size_t place, std::size_t length) {
    TRESTLE_CHECK(length <= std::numeric_limits<std::uint32_t>::max());
    for (std::size_t i = 0; i < stored::kLengthBytes; ++i, length >>= 8) {
      out_[place + i] = static_cast<char>(length);
    }
  }

 private:
  void Room(std::size_t bytes) {
    if (out_.size() - size_ < bytes) out_.resize(2 * out_.size() + bytes);
  }
  void AddRaw(std::string_view bytes) {
    bytes.copy(out_.data() + size_, bytes.size());
    size_ += bytes.size();
  }
  void AddByte(std::size_t byte) { out_[size_++] = static_cast<char>(byte); }
  void AddVarint(std::size_t value) {
    for (; value >= 0x80; value >>= 7) AddByte(value | 0x80);
    AddByte(value);
  }

  std::string& out_;  // as large as there is room
  std::size_t size_;  // what of it is used
};

void AppendValue(const AttributeValue& value, Appender& out);

void AppendAttribute(const Attribute& attribute, Appender& out) {
  out.Block(attribute.name);
  AppendValue(attribute.value, out);
}

void AppendAttributes(const AttributeMap& map, Appender& out) {
  out.Varint(map.size());
  for (const Attribute& attribute : map) AppendAttribute(attribute, out);
}

void AppendElement(const std::string& text, Appender& out) { out.Block(text); }
void AppendElement(const Binary& binary, Appender& out) { out.Block(binary.bytes); }
void AppendElement(const Number& number, Appender& out) {
  std::array<char, Number::kMaxTextBytes> buffer;
  out.Block(number.Format(buffer));
}

// Runs `append_inside` and puts the length of what it appended in front.
template <class AppendInside>
void AppendContainer(Appender& out, AppendInside append_inside) {
  const std::size_t place = out.size();
  out.Length();
  const std::size_t start = out.size();
  append_inside();
  out.SetLength(place, out.size() - start);
}

// Appends what follows the type byte.
struct Encoder {
  Appender& out;

  void operator()(const std::string& text) const { AppendElement(text, out); }
  void operator()(const Number& number) const { AppendElement(number, out); }
  void operator()(const Binary& binary) const { AppendElement(binary, out); }
  template <class T>
  void operator()(const OrderedSet<T>& set) const {
    AppendContainer(out, [&] {
      out.Varint(set.size());
      for (const T& element : set.elements()) AppendElement(element, out);
    });
  }
  void operator()(const AttributeMap& map) const {
    AppendContainer(out, [&] { AppendAttributes(map, out); });
  }
  void operator()(const List& list) const {
    AppendContainer(out, [&] {
      out.Varint(list.size());
      for (const AttributeValue& element : list) AppendValue(element, out);
    });
  }
  void operator()(Null) const {}
  void operator()(bool value) const { out.Byte(value ? 1 : 0); }
};

void AppendValue(const AttributeValue& value, Appender& out) {
  out.Byte(static_cast<std::uint8_t>(value.type()));
  std::visit(Encoder{out}, value.variant());
}

// Whether a candidate shows by its first letter that it comes after `name`: names are in order, so
// that there is no need to look on.
bool IsPast(std::string_view candidate, std::string_view name) {
  if (candidate.empty() || name.empty()) return false;
  return static_cast<unsigned char>(candidate[0]) > static_cast<unsigned char>(name[0]);
}

}  // namespace

void EncodeValue(const AttributeValue& value, std::string& out) {
  Appender appender(out, ValueSize(value));
  AppendValue(value, appender);
}

EncodedItem EncodedItem::From(const Item& item) {
  if (item.empty()) return EncodedItem();
  const std::size_t size = ItemSize(item);
  std::string bytes;
  {
    Appender out(bytes, size + size / 4 + item.size() * 4 + 16);
    out.Byte(stored::kItemVersion);
    out.Varint(size);
    AppendAttributes(item, out);
  }
  return EncodedItem(std::move(bytes));
}

Result<EncodedItem> EncodedItem::WithPart(EncodedItemView whole, const Part& part) {
  if (whole.bytes().empty()) return From(part.after);
  stored::Reader reader(whole.bytes());
  std::size_t size = 0;
  std::size_t count = 0;
  if (!reader.ReadItemHead(size) || !reader.ReadCount(count)) return messages::StoredItemDamaged();
  const std::size_t new_count = count - part.before.size() + part.after.size();
  if (new_count == 0) return EncodedItem();
  const std::size_t added = ItemSize(part.after);
  const char* const end = reader.position() + reader.remaining();

  std::string bytes;
  {
    Appender out(bytes, whole.bytes().size() + added + added / 4 + part.after.size() * 4 + 16);
    out.Byte(stored::kItemVersion);
    out.Varint(size - ItemSize(part.before) + added);
    out.Varint(new_count);
    auto old = part.before.begin();
    auto next = part.after.begin();
    const char* kept = reader.position();  // what stays and is not copied yet begins here
    for (std::size_t i = 0; i < count && !(old == part.before.end() && next == part.after.end());
         ++i) {
      const char* const begin = reader.position();
      std::string_view name;
      if (!reader.ReadBlock(name) || !reader.SkipValue()) return messages::StoredItemDamaged();
      const bool goes = old != part.before.end() && old->name == name;
      if (!goes && (next == part.after.end() || next->name > name)) continue;
      out.Raw({kept, begin});
      kept = goes ? reader.position() : begin;
      if (goes) ++old;
      for (; next != part.after.end() && next->name <= name; ++next) AppendAttribute(*next, out);
    }
    TRESTLE_CHECK(old == part.before.end());
    out.Raw({kept, end});
    for (; next != part.after.end(); ++next) AppendAttribute(*next, out);
  }
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
