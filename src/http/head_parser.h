#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "http/limits.h"
#include "http/messages.h"
#include "http/request.h"

namespace trestle::http {

// What the headers say about the bytes that follow and about the connection.
struct Framing {
  std::size_t content_length = 0;
  bool chunked = false;
  bool gzip = false;  // the body is to be decompressed
  bool expects_continue = false;
  bool keep_alive = true;
};

struct Head {
  enum class State : std::uint8_t { kIncomplete, kComplete, kRefused };

  State state = State::kIncomplete;
  std::size_t size = 0;  // bytes up to and including the empty line, when complete
  Framing framing = {};
  Refusal refusal = {};  // when refused
};

// Reads a request line and headers from the front of `bytes`. On kComplete, `request` has
// everything but its body, and its views point into `bytes`; `headers` holds the list that
// request.headers shows. Strict where leniency lets two servers disagree about where a request
// ends: lines end with CR LF, no folding, no blank before a colon, one length.
Head ParseHead(std::string_view bytes, const Limits& limits, Request& request,
               std::vector<Header>& headers);

}  // namespace trestle::http
