#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>

#include "load/summary.h"
#include "load/tally.h"

namespace trestle::load {

// Writes members one after the other; the caller keeps the nesting.
class JsonOutput {
 public:
  void Open(char bracket) {
    Separate();
    text_.push_back(bracket);
    first_ = true;
  }
  void Close(char bracket) {
    text_.push_back(bracket);
    first_ = false;
  }
  void Name(std::string_view name) {
    Text(name);
    text_.append(": ");
    first_ = true;
  }
  void Text(std::string_view value) {
    Separate();
    text_.push_back('"');
    for (const char c : value) {
      if (c == '"' || c == '\\') text_.push_back('\\');
      // Control characters can only come from a server's answer and mean nothing there.
      text_.push_back(static_cast<unsigned char>(c) < 0x20 ? ' ' : c);
    }
    text_.push_back('"');
  }
  void Number(double value) {
    Separate();
    char digits[40];
    std::snprintf(digits, sizeof digits, "%.10g", value);
    text_.append(digits);
  }
  void Raw(std::string_view literal) {
    Separate();
    text_.append(literal);
  }
  void Member(std::string_view name, std::string_view value) {
    Name(name);
    Text(value);
  }
  void Member(std::string_view name, double value) {
    Name(name);
    Number(value);
  }
  void Member(std::string_view name, std::uint64_t value) {
    Name(name);
    Raw(std::to_string(value));
  }
  std::string Take() { return std::move(text_); }

 private:
  void Separate() {
    if (!first_) text_.append(", ");
    first_ = false;
  }

  std::string text_;
  bool first_ = true;
};

// The members of a report that tell of requests.
void WriteSummary(const Summary& summary, JsonOutput& out);
void WriteTally(const Tally& tally, JsonOutput& out);

}  // namespace trestle::load
