#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "http/chunked_decoder.h"
#include "http/head_parser.h"
#include "http/limits.h"
#include "http/request.h"

namespace trestle::http {

// Turns the bytes of one connection into requests, in one buffer: read into Space(), tell how much
// with Added(), ask Next(), and Consume() each request that was answered. How the bytes were split
// over reads makes no difference.
class RequestReader {
 public:
  enum class State : std::uint8_t { kNeedMore, kReady, kRefused };

  explicit RequestReader(const Limits& limits) : limits_(limits) {}

  // Where the next bytes go; never empty. Must not be called while a request is ready.
  std::span<char> Space();
  void Added(std::size_t size) { end_ += size; }

  // After kRefused the rest of the connection's bytes mean nothing.
  State Next();
  // Valid from kReady to Consume().
  Request& request() { return request_; }
  bool keep_alive() const { return framing_.keep_alive; }
  const Refusal& refusal() const { return refusal_; }
  void Consume();

  // True once for each request whose client waits for leave to send its body.
  bool TakeContinue();
  // No byte of a next request is here.
  bool empty() const { return begin_ == end_; }
  // The head of the next request is complete, its body is not.
  bool in_body() const { return phase_ != Phase::kHead; }
  std::size_t capacity() const { return capacity_; }
  // Forgets everything; keeps the buffer unless it has grown large.
  void Reset();

 private:
  enum class Phase : std::uint8_t { kHead, kBody, kChunks };

  State ReadHead();
  State ReadBody();
  State ReadChunks();
  State Finish(std::size_t body_size, std::size_t message_size);
  State Refuse(const Refusal& refusal);
  State RefuseLargeHead();
  bool HasNewLine() const;
  std::string_view Unread() const { return {bytes_.get() + begin_, end_ - begin_}; }

  const Limits& limits_;
  std::unique_ptr<char[]> bytes_;
  std::size_t capacity_ = 0;
  std::size_t begin_ = 0;  // of the request being read
  std::size_t end_ = 0;    // of the bytes read

  Phase phase_ = Phase::kHead;
  std::size_t scanned_ = 0;    // bytes of an incomplete head that were looked at
  std::size_t head_size_ = 0;  // from here on: once the head is complete
  const char* head_at_ =
      nullptr;                    // where it was when parsed; the views are stale once it has moved
  std::size_t decoded_ = 0;       // bytes of a chunked body so far, right behind the head
  std::size_t message_size_ = 0;  // of the ready request
  Framing framing_;
  std::optional<ChunkedDecoder> chunks_;

  Request request_;
  std::vector<Header> headers_;
  std::string inflated_;
  Refusal refusal_;
};

}  // namespace trestle::http
