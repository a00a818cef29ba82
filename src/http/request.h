#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "http/address.h"

namespace trestle::http {

enum class Method : std::uint8_t {
  kGet,
  kHead,
  kPost,
  kPut,
  kPatch,
  kDelete,
  kOptions,
  kOther,  // method_name tells which
};

struct Header {
  std::string_view name;   // as sent; compare without case
  std::string_view value;  // without surrounding blanks
};

// Header names, tokens and the like: ASCII letters match in either case.
bool EqualsIgnoreCase(std::string_view a, std::string_view b);

// One whole request. The views point into the connection's buffer; they and the object itself stay
// as they are until the request is answered, also when that happens on another thread.
struct Request {
  Method method = Method::kOther;
  std::string_view method_name;
  std::string_view
      target;  // path and query as sent; an absolute URI has lost its scheme and authority
  std::string_view path;            // the target up to '?', not percent-decoded
  std::string_view query;           // what follows the '?', not decoded
  int minor_version = 1;            // of HTTP/1
  std::span<const Header> headers;  // in the order sent
  std::string_view body;            // dechunked and decompressed
  std::string_view wire_body;       // dechunked only: what the client signed
  Address remote;
  bool secure = false;  // came over TLS
  std::size_t loop =
      0;  // which event loop serves it, from 0; all requests of a connection have the same

  // The value of the first header with this name.
  std::optional<std::string_view> Find(std::string_view name) const;
};

}  // namespace trestle::http
