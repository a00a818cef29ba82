#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "value/attribute_value.h"

namespace trestle::model {

// Writes a JSON document with two blanks of indentation. The caller keeps the nesting.
class JsonText {
 public:
  JsonText& Open(char bracket);   // '{' or '['
  JsonText& Close(char bracket);  // '}' or ']'
  JsonText& Name(std::string_view name);
  JsonText& Text(std::string_view value);
  JsonText& Number(double value);
  JsonText& Boolean(bool value);
  JsonText& Null();
  // Members of an object.
  JsonText& Member(std::string_view name, std::string_view value) { return Name(name).Text(value); }
  JsonText& Member(std::string_view name, const char* value) { return Name(name).Text(value); }
  JsonText& Member(std::string_view name, double value) { return Name(name).Number(value); }
  JsonText& Member(std::string_view name, std::int64_t value) {
    return Name(name).Number(static_cast<double>(value));
  }
  JsonText& Member(std::string_view name, int value) {
    return Name(name).Number(static_cast<double>(value));
  }
  JsonText& Member(std::string_view name, bool value) { return Name(name).Boolean(value); }
  // DynamoDB's own form of a value and of an item: {"S": "a"}, {"PK": {"S": "a"}}.
  JsonText& Value(const AttributeValue& value);
  JsonText& ItemOf(const Item& item);

  std::string Take() && {
    text_.push_back('\n');
    return std::move(text_);
  }

 private:
  void Begin();
  void Quote(std::string_view value);

  std::string text_;
  int depth_ = 0;
  bool first_ = true;
  bool named_ = false;
};

}  // namespace trestle::model
