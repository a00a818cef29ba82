#include "json/plain_json.h"

#include <simdjson.h>

#include <utility>

#include "json/json_writer.h"
#include "json/messages.h"
#include "value/base64.h"
#include "value/limits.h"

namespace trestle {
namespace {

using simdjson::ondemand::json_type;

constexpr int kDeepest = 32;

// A document or one of its values: the library has two types with the same members. Where it fails,
// `place` is the way to what is wrong: "Lines[2].Price".
template <class Source>
Result<AttributeValue> Read(Source&& source, int depth, std::string& place);

void GoOut(const std::string& to, std::string& place) {
  place = to + (place.empty() || place[0] == '[' ? "" : ".") + place;
}

std::string_view WithoutSpace(std::string_view token) {
  const std::size_t end = token.find_last_not_of(" \t\r\n");
  return token.substr(0, end == std::string_view::npos ? 0 : end + 1);
}

template <class Source>
Result<AttributeValue> ReadObject(Source&& source, int depth, std::string& place) {
  simdjson::ondemand::object object;
  if (source.get_object().get(object)) return messages::NotPlainJson();
  AttributeMap map;
  for (auto member : object) {
    std::string_view name;
    if (member.unescaped_key().get(name)) return messages::NotPlainJson();
    std::string kept(name);
    if (map.Contains(kept)) return messages::RepeatedMember(kept);
    simdjson::ondemand::value value;
    if (member.value().get(value)) return messages::NotPlainJson();
    Result<AttributeValue> read = Read(value, depth + 1, place);
    if (!read) {
      GoOut(kept, place);
      return read;
    }
    map.Set(std::move(kept), *std::move(read));
  }
  return AttributeValue::Of(std::move(map));
}

template <class Source>
Result<AttributeValue> ReadArray(Source&& source, int depth, std::string& place) {
  simdjson::ondemand::array array;
  if (source.get_array().get(array)) return messages::NotPlainJson();
  List list;
  for (auto element : array) {
    simdjson::ondemand::value value;
    if (element.get(value)) return messages::NotPlainJson();
    Result<AttributeValue> read = Read(value, depth + 1, place);
    if (!read) {
      GoOut("[" + std::to_string(list.size()) + "]", place);
      return read;
    }
    list.push_back(*std::move(read));
  }
  return AttributeValue::Of(std::move(list));
}

// Whether the token is a number as JSON writes it; Number itself is less strict.
bool IsJsonNumber(std::string_view token) {
  std::size_t at = token.starts_with('-') ? 1 : 0;
  const auto digits = [&] {
    const std::size_t begin = at;
    while (at < token.size() && token[at] >= '0' && token[at] <= '9') ++at;
    return at - begin;
  };
  const std::size_t first = at;
  const std::size_t whole = digits();
  if (whole == 0 || (whole > 1 && token[first] == '0')) return false;
  if (at < token.size() && token[at] == '.') {
    ++at;
    if (digits() == 0) return false;
  }
  if (at < token.size() && (token[at] == 'e' || token[at] == 'E')) {
    ++at;
    if (at < token.size() && (token[at] == '+' || token[at] == '-')) ++at;
    if (digits() == 0) return false;
  }
  return at == token.size();
}

template <class Source>
Result<AttributeValue> ReadNumber(Source&& source) {
  std::string_view token;
  if (simdjson::simdjson_result<std::string_view>(source.raw_json_token()).get(token)) {
    return messages::NotPlainJson();
  }
  token = WithoutSpace(token);
  if (!IsJsonNumber(token)) return messages::NotPlainJson();
  TRESTLE_TRY(const Number number, Number::Parse(token));
  return AttributeValue::Of(number);
}

template <class Source>
Result<AttributeValue> Read(Source&& source, int depth, std::string& place) {
  if (depth > kDeepest) return messages::TooDeeplyNested();
  json_type type;
  if (source.type().get(type)) return messages::NotPlainJson();
  switch (type) {
    case json_type::object:
      return ReadObject(source, depth, place);
    case json_type::array:
      return ReadArray(source, depth, place);
    case json_type::string: {
      std::string_view text;
      if (source.get_string().get(text)) return messages::NotPlainJson();
      return AttributeValue::String(std::string(text));
    }
    case json_type::number: {
      TRESTLE_TRY(AttributeValue number, ReadNumber(source));
      // Consumes the token; how much of it fits a double does not matter here.
      if (double ignored = 0; source.get_double().get(ignored) == simdjson::INCORRECT_TYPE) {
        return messages::NotPlainJson();
      }
      return number;
    }
    case json_type::boolean: {
      bool value = false;
      if (source.get_bool().get(value)) return messages::NotPlainJson();
      return AttributeValue::Of(value);
    }
    case json_type::null:
      if (bool null = false; simdjson::simdjson_result<bool>(source.is_null()).get(null) || !null) {
        return messages::NotPlainJson();
      }
      return AttributeValue();
  }
  return messages::NotPlainJson();
}

struct PlainWriter {
  std::string& out;

  void operator()(const std::string& text) const { AppendJsonString(text, out); }
  void operator()(const Number& number) const { out += number.ToString(); }
  void operator()(const Binary& binary) const {
    out += '"';
    AppendBase64(binary.bytes, out);
    out += '"';
  }
  template <class T>
  void operator()(const OrderedSet<T>& set) const {
    Elements(set.elements(), [this](const T& element) { (*this)(element); });
  }
  void operator()(const AttributeMap& map) const { AppendPlainJson(map, out); }
  void operator()(const List& list) const {
    Elements(list, [this](const AttributeValue& element) { AppendPlainJson(element, out); });
  }
  void operator()(Null) const { out += "null"; }
  void operator()(bool value) const { out += value ? "true" : "false"; }

  template <class Range, class Write>
  void Elements(const Range& range, Write write) const {
    out += '[';
    bool first = true;
    for (const auto& element : range) {
      if (!std::exchange(first, false)) out += ',';
      write(element);
    }
    out += ']';
  }
};

}  // namespace

Result<AttributeValue> ParsePlainJson(std::string_view text) {
  const simdjson::padded_string padded(text);
  simdjson::ondemand::parser parser;
  simdjson::ondemand::document document;
  if (parser.iterate(padded).get(document)) return messages::NotPlainJson();
  std::string place;
  Result<AttributeValue> value = Read(document, 0, place);
  if (!value) return messages::AtPlace(value.error(), place);
  if (document.current_location().error() != simdjson::OUT_OF_BOUNDS) {
    return messages::NotPlainJson();  // something follows
  }
  return value;
}

void AppendPlainJson(const AttributeValue& value, std::string& out) {
  std::visit(PlainWriter{out}, value.variant());
}

void AppendPlainJson(const AttributeMap& map, std::string& out) {
  out += '{';
  bool first = true;
  for (const auto& [name, value] : map) {
    if (!std::exchange(first, false)) out += ',';
    AppendJsonString(name, out);
    out += ':';
    AppendPlainJson(value, out);
  }
  out += '}';
}

}  // namespace trestle
