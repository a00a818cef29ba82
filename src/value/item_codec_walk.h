#pragma once

#include <string_view>

#include "value/item_codec.h"
#include "value/stored_bytes.h"

// The walk over stored items that replies are written from. A template, so that the writer's calls
// are inlined and a string goes from the stored bytes to the reply in one copy.
namespace trestle {
namespace stored {

// The readers of containers are passed by value, and what every value goes through is inlined: a
// reader whose address nobody takes stays in registers.
template <class Writer>
bool WalkMap(Reader reader, Writer& writer, int depth);
template <class Writer>
bool WalkList(Reader reader, Writer& writer, int depth);

template <class Writer>
[[gnu::always_inline]] inline void WriteScalar(AttributeType type, std::string_view block,
                                               Writer& writer) {
  if (type == AttributeType::kString) return writer.String(block);
  if (type == AttributeType::kNumber) return writer.Number(block);
  return writer.Binary(block);
}

template <class Writer>
bool WalkSet(Reader reader, AttributeType type, Writer& writer) {
  std::size_t count = 0;
  if (!reader.ReadCount(count)) return false;
  const auto element_type = static_cast<AttributeType>(static_cast<int>(type) -
                                                       static_cast<int>(AttributeType::kStringSet));
  writer.BeginSet(type, count);
  for (std::size_t i = 0; i < count; ++i) {
    std::string_view block;
    if (!reader.ReadBlock(block)) return false;
    WriteScalar(element_type, block, writer);
  }
  writer.EndSet();
  return reader.empty();
}

template <class Writer>
bool WalkContainer(Reader inside, AttributeType type, Writer& writer, int depth) {
  if (depth >= kMaxDepth) return false;
  if (type == AttributeType::kMap) return WalkMap(inside, writer, depth + 1);
  if (type == AttributeType::kList) return WalkList(inside, writer, depth + 1);
  return WalkSet(inside, type, writer);
}

template <class Writer>
[[gnu::always_inline]] inline bool WalkValueAt(Reader& reader, Writer& writer, int depth) {
  AttributeType type{};
  if (!reader.ReadType(type)) return false;
  if (IsScalar(type)) {
    std::string_view block;
    if (!reader.ReadBlock(block)) return false;
    WriteScalar(type, block, writer);
    return true;
  }
  if (type == AttributeType::kBoolean) {
    bool value = false;
    if (!reader.ReadBoolean(value)) return false;
    writer.Boolean(value);
    return true;
  }
  if (type == AttributeType::kNull) {
    writer.Null();
    return true;
  }
  Reader inside{std::string_view()};
  return reader.ReadContainer(inside) && WalkContainer(inside, type, writer, depth);
}

template <class Writer>
bool WalkMap(Reader reader, Writer& writer, int depth) {
  std::size_t count = 0;
  if (!reader.ReadCount(count)) return false;
  writer.BeginMap(count);
  for (std::size_t i = 0; i < count; ++i) {
    std::string_view name;
    if (!reader.ReadBlock(name)) return false;
    writer.Name(name);
    if (!WalkValueAt(reader, writer, depth)) return false;
  }
  writer.EndMap();
  return reader.empty();
}

template <class Writer>
bool WalkList(Reader reader, Writer& writer, int depth) {
  std::size_t count = 0;
  if (!reader.ReadCount(count)) return false;
  writer.BeginList(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (!WalkValueAt(reader, writer, depth)) return false;
  }
  writer.EndList();
  return reader.empty();
}

}  // namespace stored

template <class Writer>
bool WalkItem(std::string_view bytes, Writer& writer) {
  if (bytes.empty()) {
    writer.BeginMap(0);
    writer.EndMap();
    return true;
  }
  stored::Reader reader(bytes);
  std::size_t item_size = 0;
  return reader.ReadItemHead(item_size) && stored::WalkMap(reader, writer, 0);
}

template <class Writer>
bool WalkValue(EncodedValue value, Writer& writer) {
  stored::Reader reader(value.bytes());
  return stored::WalkValueAt(reader, writer, 0) && reader.empty();
}

template <class Visitor>
bool ForEachAttribute(std::string_view bytes, Visitor&& visit) {
  if (bytes.empty()) return true;
  stored::Reader reader(bytes);
  std::size_t item_size = 0;
  std::size_t count = 0;
  if (!reader.ReadItemHead(item_size) || !reader.ReadCount(count)) return false;
  for (std::size_t i = 0; i < count; ++i) {
    std::string_view name;
    if (!reader.ReadBlock(name)) return false;
    const char* const start = reader.position();
    if (!reader.SkipValue()) return false;
    const auto length = static_cast<std::size_t>(reader.position() - start);
    if (!visit(name, EncodedValue(std::string_view(start, length)))) return true;
  }
  return reader.empty();
}

}  // namespace trestle
