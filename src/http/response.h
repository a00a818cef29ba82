#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace trestle::http {

// Header lines in wire form. The usual few fit inside the object, so that a reply allocates nothing
// for them.
class ResponseHeaders {
 public:
  // Content-Length, Date and Connection are the server's to write. A control character in `value`
  // becomes a blank, so that no value can begin another header.
  void Add(std::string_view name, std::string_view value);
  // "Name: value\r\n" for each header, in the order added.
  std::string_view text() const;

 private:
  // Where the next `size` bytes of text go.
  char* Extend(std::size_t size);

  static constexpr std::size_t kInlineBytes = 320;
  std::array<char, kInlineBytes> inline_ = {};
  std::size_t inline_size_ = 0;
  std::string overflow_;  // holds everything once the lines outgrow inline_
};

struct Response {
  int status = 200;
  ResponseHeaders headers = {};
  std::string body = {};
  bool close = false;  // end the connection after this reply
};

// "Not Found" for 404; "Unknown" for a status without a name.
std::string_view ReasonPhrase(int status);

}  // namespace trestle::http
