#pragma once

#include <string>
#include <string_view>

#include "protocol/json_writer.h"
#include "value/attribute_value.h"
#include "value/base64.h"

namespace trestle {

// Takes what WalkItem meets and appends it as DynamoDB's JSON, straight from the stored bytes.
class ItemJson {
 public:
  explicit ItemJson(std::string& out) : out_(out) {}

  void BeginMap(std::size_t) {
    if (depth_++ > 0)
      Begin("{\"M\":{");
    else
      Begin("{");
    first_ = true;
  }
  void Name(std::string_view name) {
    if (!first_) out_.push_back(',');
    AppendJsonString(name, out_);
    out_.push_back(':');
    first_ = true;  // the value stands right after its name
  }
  void EndMap() { End(--depth_ > 0 ? "}}" : "}"); }
  void BeginList(std::size_t) {
    ++depth_;
    Begin("{\"L\":[");
    first_ = true;
  }
  void EndList() {
    --depth_;
    End("]}");
  }
  void BeginSet(AttributeType type, std::size_t) {
    Begin("{\"");
    out_.append(WireName(type)).append("\":[");
    in_set_ = true;
    first_ = true;
  }
  void EndSet() {
    in_set_ = false;
    End("]}");
  }

  void String(std::string_view text) {
    Begin(in_set_ ? "" : "{\"S\":");
    AppendJsonString(text, out_);
    EndScalar();
  }
  // A number's text needs no escapes.
  void Number(std::string_view text) {
    Begin(in_set_ ? "\"" : "{\"N\":\"");
    out_.append(text).append(in_set_ ? "\"" : "\"}");
    first_ = false;
  }
  void Binary(std::string_view raw) {
    Begin(in_set_ ? "\"" : "{\"B\":\"");
    AppendBase64(raw, out_);
    out_.append(in_set_ ? "\"" : "\"}");
    first_ = false;
  }
  void Boolean(bool value) {
    Begin(value ? "{\"BOOL\":true}" : "{\"BOOL\":false}");
    first_ = false;
  }
  void Null() {
    Begin("{\"NULL\":true}");
    first_ = false;
  }

 private:
  void Begin(std::string_view opening) {
    if (!first_) out_.push_back(',');
    out_.append(opening);
  }
  void End(std::string_view closing) {
    out_.append(closing);
    first_ = false;
  }
  void EndScalar() {
    if (!in_set_) out_.push_back('}');
    first_ = false;
  }

  std::string& out_;
  int depth_ = 0;
  bool first_ = true;
  bool in_set_ = false;
};

}  // namespace trestle
