#include "http/request_reader.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "http/gzip.h"

namespace trestle::http {
namespace {

constexpr std::size_t kFirstCapacity = 16 << 10;
constexpr std::size_t kLargestKept = 64 << 10;

}  // namespace

std::span<char> RequestReader::Space() {
  if (end_ == capacity_ && begin_ > 0) {
    std::memmove(bytes_.get(), bytes_.get() + begin_, end_ - begin_);
    end_ -= std::exchange(begin_, 0);
  }
  if (end_ == capacity_) {
    // Grows with what has arrived, not with what was announced: a promise costs the client nothing.
    const std::size_t capacity = capacity_ == 0 ? kFirstCapacity : capacity_ * 2;
    auto larger = std::make_unique_for_overwrite<char[]>(capacity);
    if (end_ > 0) std::memcpy(larger.get(), bytes_.get(), end_);
    bytes_ = std::move(larger);
    capacity_ = capacity;
  }
  return {bytes_.get() + end_, capacity_ - end_};
}

RequestReader::State RequestReader::Next() {
  switch (phase_) {
    case Phase::kHead:
      return ReadHead();
    case Phase::kBody:
      return ReadBody();
    case Phase::kChunks:
      return ReadChunks();
  }
  return State::kNeedMore;
}

RequestReader::State RequestReader::ReadHead() {
  // Empty lines before a request are allowed (RFC 9112, section 2.2); old clients end a body with
  // one.
  while (scanned_ == 0 && Unread().starts_with("\r\n")) begin_ += 2;
  if (Unread().empty() || Unread() == "\r") return State::kNeedMore;
  if (!HasNewLine()) {
    scanned_ = Unread().size();
    return State::kNeedMore;
  }

  const Head head = ParseHead(Unread(), limits_, request_, headers_);
  if (head.state == Head::State::kRefused) return Refuse(head.refusal);
  if (head.state == Head::State::kIncomplete) {
    scanned_ = Unread().size();
    return scanned_ <= limits_.max_head_bytes ? State::kNeedMore : RefuseLargeHead();
  }
  if (head.size > limits_.max_head_bytes) return RefuseLargeHead();
  head_size_ = head.size;
  head_at_ = Unread().data();
  framing_ = head.framing;
  if (!framing_.chunked) {
    phase_ = Phase::kBody;
    return ReadBody();
  }
  phase_ = Phase::kChunks;
  decoded_ = 0;
  chunks_.emplace(ChunkedDecoder::Bounds{.max_body_bytes = limits_.max_body_bytes,
                                         .max_overhead_bytes = limits_.max_head_bytes});
  return ReadChunks();
}

// Keeps a head that trickles in from being parsed anew for each byte: only the end of a line brings
// news.
bool RequestReader::HasNewLine() const {
  return scanned_ == 0 || Unread().find('\n', scanned_) != std::string_view::npos ||
         Unread().size() > limits_.max_head_bytes;
}

RequestReader::State RequestReader::RefuseLargeHead() {
  const std::string_view allowed = Unread().substr(0, limits_.max_head_bytes);
  return Refuse(allowed.find('\n') == std::string_view::npos ? messages::TargetTooLong()
                                                             : messages::HeadTooLarge());
}

RequestReader::State RequestReader::ReadBody() {
  const std::size_t message_size = head_size_ + framing_.content_length;
  if (end_ - begin_ < message_size) return State::kNeedMore;
  return Finish(framing_.content_length, message_size);
}

RequestReader::State RequestReader::ReadChunks() {
  const std::size_t body_end = begin_ + head_size_ + decoded_;
  const std::string_view fresh(bytes_.get() + body_end, end_ - body_end);
  const ChunkedDecoder::Step step = chunks_->Decode(fresh, bytes_.get() + body_end);
  decoded_ += step.produced;
  switch (step.state) {
    case ChunkedDecoder::State::kBad:
      return Refuse(messages::BadChunk());
    case ChunkedDecoder::State::kTooLarge:
      return Refuse(messages::BodyTooLarge());
    case ChunkedDecoder::State::kNeedMore:
      // All was consumed, so what comes next may overwrite what the chunks left over.
      end_ = body_end + step.produced;
      return State::kNeedMore;
    case ChunkedDecoder::State::kDone:
      break;
  }
  return Finish(decoded_, body_end - begin_ + step.consumed);
}

RequestReader::State RequestReader::Finish(std::size_t body_size, std::size_t message_size) {
  if (head_at_ != Unread().data()) {
    ParseHead(Unread().substr(0, head_size_), limits_, request_, headers_);
  }
  message_size_ = message_size;
  request_.wire_body = Unread().substr(head_size_, body_size);
  request_.body = request_.wire_body;
  if (!framing_.gzip || body_size == 0) return State::kReady;
  switch (InflateGzip(request_.wire_body, limits_.max_body_bytes, inflated_)) {
    case InflateState::kBad:
      return Refuse(messages::BadGzip());
    case InflateState::kTooLarge:
      return Refuse(messages::BodyTooLarge());
    case InflateState::kDone:
      break;
  }
  request_.body = inflated_;
  return State::kReady;
}

RequestReader::State RequestReader::Refuse(const Refusal& refusal) {
  refusal_ = refusal;
  return State::kRefused;
}

void RequestReader::Consume() {
  begin_ += std::exchange(message_size_, 0);
  if (begin_ == end_) begin_ = end_ = 0;
  phase_ = Phase::kHead;
  scanned_ = 0;
  if (!inflated_.empty()) inflated_ = std::string();
}

bool RequestReader::TakeContinue() {
  // A client that has begun to send its body is not waiting.
  const bool waits = phase_ != Phase::kHead && end_ - begin_ == head_size_;
  return std::exchange(framing_.expects_continue, false) && waits;
}

void RequestReader::Reset() {
  Consume();
  begin_ = end_ = 0;
  chunks_.reset();
  if (capacity_ > kLargestKept) {
    bytes_.reset();
    capacity_ = 0;
  }
}

}  // namespace trestle::http
