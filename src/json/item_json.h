#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "json/json_escape.h"
#include "json/json_marks.h"
#include "json/json_writer.h"
#include "value/attribute_value.h"
#include "value/base64.h"

namespace trestle {

// Takes what WalkItem meets and appends it to `out` as DynamoDB's JSON, straight from the stored
// bytes. Most of a page is short names, values and the punctuation between them, so they are
// gathered in a buffer that is asked once for each of them whether it has room; all of it is in
// `out` when the writer is gone.
class ItemJson {
 public:
  // `stored` holds the texts that will come and outlives the writer; empty if they come from
  // elsewhere.
  explicit ItemJson(std::string& out, std::string_view stored = {})
      : out_(out), stored_end_(stored.data() + stored.size()) {}
  ~ItemJson() { Flush(); }
  ItemJson(const ItemJson&) = delete;
  ItemJson& operator=(const ItemJson&) = delete;

  void BeginMap(std::size_t) {
    Begin(depth_++ > 0 ? json_marks::kBeginMap : json_marks::kBeginItem);
  }
  void Name(std::string_view name) {
    Text(json_marks::kName, name);
    first_ = true;  // the value stands right after its name
  }
  void EndMap() { End(--depth_ > 0 ? json_marks::kEndMap : json_marks::kEndItem); }
  void BeginList(std::size_t) {
    ++depth_;
    Begin(json_marks::kBeginList);
  }
  void EndList() {
    --depth_;
    End(json_marks::kEndList);
  }
  void BeginSet(AttributeType type, std::size_t) {
    in_set_ = true;
    Begin(type == AttributeType::kStringSet   ? json_marks::kBeginStringSet
          : type == AttributeType::kNumberSet ? json_marks::kBeginNumberSet
                                              : json_marks::kBeginBinarySet);
  }
  void EndSet() {
    in_set_ = false;
    End(json_marks::kEndList);
  }

  void String(std::string_view text) {
    Text(in_set_ ? json_marks::kElement : json_marks::kString, text);
  }
  void Number(std::string_view text) {
    Text(in_set_ ? json_marks::kElement : json_marks::kNumber, text);
  }
  void Binary(std::string_view raw) {
    const JsonFrame& frame = in_set_ ? json_marks::kElement : json_marks::kBinary;
    const std::size_t size = Base64Size(raw.size());
    const bool fits = size <= kLargestGathered;
    char* const at = Put(frame.opening, Separated(Room(fits ? size : 0)));
    if (fits) {
      at_ = Put(frame.closing, WriteBase64(raw, at));
      return;
    }
    at_ = at;
    Flush();
    AppendBase64(raw, out_);
    at_ = Put(frame.closing, at_);
  }
  void Boolean(bool value) {
    at_ = Put(value ? json_marks::kTrue : json_marks::kFalse, Separated(Room(0)));
  }
  void Null() { at_ = Put(json_marks::kNull, Separated(Room(0))); }

 private:
  static constexpr std::size_t kLargestGathered = 1024;
  static constexpr std::size_t kAround = 64;  // a comma and the marks, at their full width
  static constexpr std::size_t kCapacity = 4096;

  // Where to write `size` characters and what stands around them.
  char* Room(std::size_t size) {
    if (static_cast<std::size_t>(buffer_.data() + kCapacity - at_) < size + kAround) Flush();
    return at_;
  }
  // After the comma that belongs between this and what came before.
  char* Separated(char* at) {
    *at = ',';
    at += first_ ? 0 : 1;
    first_ = false;
    return at;
  }
  void Begin(const JsonMark& mark) {
    at_ = Put(mark, Separated(Room(0)));
    first_ = true;
  }
  void End(const JsonMark& mark) {
    at_ = Put(mark, Room(0));
    first_ = false;
  }

  void Text(const JsonFrame& frame, std::string_view text) {
    const bool fits = text.size() <= kLargestGathered;
    char* const at = Put(frame.opening, Separated(Room(fits ? text.size() : 0)));
    if (!fits || !Copy(text, at)) return LongText(frame, text, at);
    at_ = Put(frame.closing, at + text.size());
  }
  // For text that does not fit, or is not written as it is. Kept apart, because it is rare and
  // makes what it is part of slower.
  [[gnu::noinline]] void LongText(const JsonFrame& frame, std::string_view text, char* at) {
    at_ = at;
    Flush();
    AppendEscaped(text, out_);
    at_ = Put(frame.closing, at_);
  }
  bool Copy(std::string_view text, char* at) const {
    // What follows a text in its item may be read with it, which most texts gain by.
    const bool inside = reinterpret_cast<std::uintptr_t>(text.data() + text.size()) + 16 <=
                        reinterpret_cast<std::uintptr_t>(stored_end_);
    return inside ? CopyUnescapedBlocks(text, at) : CopyUnescaped(text, at);
  }
  [[gnu::noinline]] void Flush() {
    out_.append(buffer_.data(), at_);
    at_ = buffer_.data();
  }

  std::string& out_;
  const char* const stored_end_;
  int depth_ = 0;
  bool first_ = true;
  bool in_set_ = false;
  std::array<char, kCapacity> buffer_;  // not cleared: only what lies before at_ is ever read
  char* at_ = buffer_.data();
};

}  // namespace trestle
