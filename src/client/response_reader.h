#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "http/chunked_decoder.h"

namespace trestle::client {

// Reads the answers of one connection, one after the other, as their bytes arrive: bodies with a
// length, in chunks, or up to the connection's end. Interim answers (100) are passed over.
class ResponseReader {
 public:
  enum class State : std::uint8_t { kNeedMore, kComplete, kBroken };

  ResponseReader();
  // Where the next bytes go; never empty.
  std::span<char> Space();
  // `bytes` of them have arrived.
  State Advance(std::size_t bytes);
  // No more bytes will: completes an answer whose body ends with the connection.
  State End();
  // Makes ready for the next answer.
  void Reset();

  // Of a complete answer. The view lasts until Reset.
  int status() const { return status_; }
  std::string_view body() const { return {buffer_.data() + body_begin_, body_size_}; }
  std::string_view entity_tag() const { return entity_tag_; }
  bool keeps_alive() const { return keeps_alive_; }
  std::size_t total_bytes() const { return total_bytes_; }  // as they came, heads included

 private:
  enum class Framing : std::uint8_t { kLength, kChunked, kUntilClosed };

  State ReadHead();
  bool ParseStatusLine(std::string_view line);
  bool ParseHeader(std::string_view line);
  State ReadBody();
  State ReadChunks();

  std::string buffer_;  // its size is its room; what counts is filled_
  std::size_t filled_ = 0;
  std::size_t scanned_ = 0;     // no head ends before it
  std::size_t body_begin_ = 0;  // 0: the head is not complete
  std::size_t body_size_ = 0;   // so far decoded, or what the length says
  std::size_t total_bytes_ = 0;
  int status_ = 0;
  std::string entity_tag_;
  bool keeps_alive_ = true;
  Framing framing_ = Framing::kUntilClosed;
  std::optional<http::ChunkedDecoder> chunks_;
};

}  // namespace trestle::client
