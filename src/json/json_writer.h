#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "value/attribute_value.h"
#include "value/item_codec.h"

namespace trestle {

// Appends what stands between the quotes of a string.
void AppendEscaped(std::string_view text, std::string& out);
// Appends a string with its quotes, escaped.
void AppendJsonString(std::string_view text, std::string& out);

// Writes JSON to the end of a string, member by member. It keeps the commas; the caller keeps the
// nesting.
class JsonWriter {
 public:
  explicit JsonWriter(std::string& out) : out_(out) {}

  void BeginObject() { Open('{'); }
  void EndObject() { Close('}'); }
  void BeginArray() { Open('['); }
  void EndArray() { Close(']'); }
  void Name(std::string_view name);  // a value follows

  void String(std::string_view text);
  void Integer(std::int64_t value);
  // Capacity and sizes as the service shows them: 1.0, 0.5.
  void Decimal(double value);
  void Boolean(bool value);
  void Null();
  void Json(std::string_view text);  // a value that is JSON already
  // Seconds since 1970 with milliseconds: 1763206654.123.
  void Time(TimePoint time);
  // As {"name": {"S": ...}}. False if the stored bytes are damaged.
  bool Attributes(EncodedItemView item);
  void Attributes(const Item& item);

 private:
  void Open(char bracket);
  void Close(char bracket);
  void Separate();

  std::string& out_;
  bool first_ = true;  // nothing stands before the next value in its object or array
};

}  // namespace trestle
