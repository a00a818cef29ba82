#include "model/json_text.h"

#include <cmath>
#include <cstdio>

#include "value/base64.h"

namespace trestle::model {

void JsonText::Begin() {
  if (named_) {
    named_ = false;
    return;
  }
  if (!first_) text_.push_back(',');
  if (depth_ > 0) text_.append("\n").append(static_cast<std::size_t>(depth_) * 2, ' ');
  first_ = false;
}

JsonText& JsonText::Open(char bracket) {
  Begin();
  text_.push_back(bracket);
  ++depth_;
  first_ = true;
  return *this;
}

JsonText& JsonText::Close(char bracket) {
  --depth_;
  if (!first_) text_.append("\n").append(static_cast<std::size_t>(depth_) * 2, ' ');
  text_.push_back(bracket);
  first_ = false;
  return *this;
}

JsonText& JsonText::Name(std::string_view name) {
  Begin();
  Quote(name);
  text_.append(": ");
  named_ = true;
  return *this;
}

JsonText& JsonText::Text(std::string_view value) {
  Begin();
  Quote(value);
  return *this;
}

JsonText& JsonText::Number(double value) {
  Begin();
  char digits[40];
  if (value == std::floor(value) && std::fabs(value) < 1e15) {
    std::snprintf(digits, sizeof(digits), "%.0f", value);
  } else {
    std::snprintf(digits, sizeof(digits), "%.10g", value);
  }
  text_.append(digits);
  return *this;
}

JsonText& JsonText::Boolean(bool value) {
  Begin();
  text_.append(value ? "true" : "false");
  return *this;
}

JsonText& JsonText::Null() {
  Begin();
  text_.append("null");
  return *this;
}

void JsonText::Quote(std::string_view value) {
  text_.push_back('"');
  for (const char c : value) {
    if (c == '"' || c == '\\') {
      text_.push_back('\\');
      text_.push_back(c);
    } else if (c == '\n') {
      text_.append("\\n");
    } else if (static_cast<unsigned char>(c) < 0x20) {
      char escaped[8];
      std::snprintf(escaped, sizeof(escaped), "\\u%04x", static_cast<unsigned>(c));
      text_.append(escaped);
    } else {
      text_.push_back(c);
    }
  }
  text_.push_back('"');
}

JsonText& JsonText::Value(const AttributeValue& value) {
  Open('{').Name(WireName(value.type()));
  if (const auto* text = value.As<std::string>()) {
    Text(*text);
  } else if (const auto* number = value.As<trestle::Number>()) {
    Text(number->ToString());
  } else if (const auto* binary = value.As<Binary>()) {
    Text(EncodeBase64(binary->bytes));
  } else if (const auto* boolean = value.As<bool>()) {
    Boolean(*boolean);
  } else if (const auto* map = value.As<AttributeMap>()) {
    ItemOf(*map);
  } else if (const auto* list = value.As<List>()) {
    Open('[');
    for (const AttributeValue& element : *list) Value(element);
    Close(']');
  } else if (const auto* strings = value.As<StringSet>()) {
    Open('[');
    for (const std::string& element : strings->elements()) Text(element);
    Close(']');
  } else if (const auto* numbers = value.As<NumberSet>()) {
    Open('[');
    for (const trestle::Number& element : numbers->elements()) Text(element.ToString());
    Close(']');
  } else if (const auto* binaries = value.As<BinarySet>()) {
    Open('[');
    for (const Binary& element : binaries->elements()) Text(EncodeBase64(element.bytes));
    Close(']');
  } else {
    Boolean(true);
  }
  return Close('}');
}

JsonText& JsonText::ItemOf(const Item& item) {
  Open('{');
  for (const trestle::Attribute& attribute : item) Name(attribute.name).Value(attribute.value);
  return Close('}');
}

}  // namespace trestle::model
