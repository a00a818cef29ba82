#include "json/json_writer.h"

#include <array>
#include <charconv>
#include <cmath>
#include <variant>

#include "json/item_json.h"
#include "json/json_escape.h"
#include "value/item_codec_walk.h"

namespace trestle {
namespace {

void AppendEscape(unsigned char c, std::string& out) {
  constexpr char kDigits[] = "0123456789abcdef";
  switch (c) {
    case '"':
      out.append("\\\"");
      return;
    case '\\':
      out.append("\\\\");
      return;
    case '\n':
      out.append("\\n");
      return;
    case '\r':
      out.append("\\r");
      return;
    case '\t':
      out.append("\\t");
      return;
    case '\b':
      out.append("\\b");
      return;
    case '\f':
      out.append("\\f");
      return;
    default:
      out.append("\\u00").append(1, kDigits[c >> 4]).append(1, kDigits[c & 15]);
  }
}

template <class T>
void AppendNumber(T value, std::string& out) {
  std::array<char, 40> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  out.append(buffer.data(), end);
}

void WalkTree(const AttributeValue& value, ItemJson& writer);

void WalkTree(const AttributeMap& map, ItemJson& writer) {
  writer.BeginMap(map.size());
  for (const Attribute& attribute : map) {
    writer.Name(attribute.name);
    WalkTree(attribute.value, writer);
  }
  writer.EndMap();
}

void WalkNumber(const Number& number, ItemJson& writer) {
  std::array<char, Number::kMaxTextBytes> buffer;
  writer.Number(number.Format(buffer));
}

template <class Set, class WriteOne>
void WalkSet(const Set& set, AttributeType type, ItemJson& writer, WriteOne write_one) {
  writer.BeginSet(type, set.size());
  for (const auto& element : set.elements()) write_one(element);
  writer.EndSet();
}

struct TreeWalker {
  ItemJson& writer;

  void operator()(const std::string& text) const { writer.String(text); }
  void operator()(const Number& number) const { WalkNumber(number, writer); }
  void operator()(const Binary& binary) const { writer.Binary(binary.bytes); }
  void operator()(const StringSet& set) const {
    WalkSet(set, AttributeType::kStringSet, writer,
            [this](const std::string& text) { writer.String(text); });
  }
  void operator()(const NumberSet& set) const {
    WalkSet(set, AttributeType::kNumberSet, writer,
            [this](const Number& number) { WalkNumber(number, writer); });
  }
  void operator()(const BinarySet& set) const {
    WalkSet(set, AttributeType::kBinarySet, writer,
            [this](const Binary& binary) { writer.Binary(binary.bytes); });
  }
  void operator()(const AttributeMap& map) const { WalkTree(map, writer); }
  void operator()(const List& list) const {
    writer.BeginList(list.size());
    for (const AttributeValue& element : list) WalkTree(element, writer);
    writer.EndList();
  }
  void operator()(Null) const { writer.Null(); }
  void operator()(bool value) const { writer.Boolean(value); }
};

void WalkTree(const AttributeValue& value, ItemJson& writer) {
  std::visit(TreeWalker{writer}, value.variant());
}

}  // namespace

void AppendEscaped(std::string_view text, std::string& out) {
  std::size_t from = 0;
  while (true) {
    const std::size_t escape = FindEscape(text, from);
    out.append(text.substr(from, escape - from));
    if (escape == text.size()) break;
    AppendEscape(static_cast<unsigned char>(text[escape]), out);
    from = escape + 1;
  }
}

void AppendJsonString(std::string_view text, std::string& out) {
  out.push_back('"');
  AppendEscaped(text, out);
  out.push_back('"');
}

void JsonWriter::Separate() {
  if (!first_) out_.push_back(',');
  first_ = false;
}

void JsonWriter::Open(char bracket) {
  Separate();
  out_.push_back(bracket);
  first_ = true;
}

void JsonWriter::Close(char bracket) {
  out_.push_back(bracket);
  first_ = false;
}

void JsonWriter::Name(std::string_view name) {
  Separate();
  AppendJsonString(name, out_);
  out_.push_back(':');
  first_ = true;
}

void JsonWriter::String(std::string_view text) {
  Separate();
  AppendJsonString(text, out_);
}

void JsonWriter::Integer(std::int64_t value) {
  Separate();
  AppendNumber(value, out_);
}

void JsonWriter::Decimal(double value) {
  Separate();
  AppendNumber(value, out_);
  if (value == std::trunc(value) && std::abs(value) < 1e15) out_.append(".0");
}

void JsonWriter::Boolean(bool value) {
  Separate();
  out_.append(value ? "true" : "false");
}

void JsonWriter::Null() {
  Separate();
  out_.append("null");
}

void JsonWriter::Json(std::string_view text) {
  Separate();
  out_.append(text);
}

void JsonWriter::Time(TimePoint time) {
  Separate();
  const auto milliseconds =
      std::chrono::duration_cast<std::chrono::milliseconds>(time.time_since_epoch()).count();
  AppendNumber(milliseconds / 1000, out_);
  const auto rest = static_cast<int>(milliseconds % 1000);
  out_.append(".").append(1, static_cast<char>('0' + rest / 100));
  if (rest % 100 != 0) out_.append(1, static_cast<char>('0' + rest / 10 % 10));
  if (rest % 10 != 0) out_.append(1, static_cast<char>('0' + rest % 10));
}

bool JsonWriter::Attributes(EncodedItemView item) {
  Separate();
  ItemJson writer(out_, item.bytes());
  return WalkItem(item.bytes(), writer);
}

void JsonWriter::Attributes(const Item& item) {
  Separate();
  ItemJson writer(out_);
  WalkTree(item, writer);
}

}  // namespace trestle
