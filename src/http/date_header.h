#pragma once

#include <array>
#include <string_view>

#include "base/clock.h"

namespace trestle::http {

// The Date header, written anew when the second changes. Each loop has its own.
class DateHeader {
 public:
  explicit DateHeader(const Clock& clock) : clock_(clock) { Refresh(); }

  void Refresh();
  // "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n"
  std::string_view text() const { return {text_.data(), text_.size()}; }

 private:
  const Clock& clock_;
  std::chrono::sys_seconds shown_ = std::chrono::sys_seconds::min();
  std::array<char, 37> text_ = {};
};

}  // namespace trestle::http
