#include "client/response_reader.h"

#include <strings.h>

#include <algorithm>
#include <charconv>

#include "http/characters.h"

namespace trestle::client {
namespace {

constexpr std::size_t kFirstRoom = std::size_t{32} << 10;
constexpr std::size_t kMaxHeadBytes = std::size_t{64} << 10;
constexpr std::size_t kMaxBodyBytes = std::size_t{64} << 20;
constexpr std::string_view kHeadEnd = "\r\n\r\n";

bool SameText(std::string_view a, std::string_view b) {
  return a.size() == b.size() && strncasecmp(a.data(), b.data(), a.size()) == 0;
}

template <class Number>
bool ParseNumber(std::string_view text, Number& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

}  // namespace

ResponseReader::ResponseReader() : buffer_(kFirstRoom, '\0') {}

std::span<char> ResponseReader::Space() {
  if (filled_ == buffer_.size()) buffer_.resize(2 * buffer_.size());
  return {buffer_.data() + filled_, buffer_.size() - filled_};
}

void ResponseReader::Reset() {
  filled_ = scanned_ = body_begin_ = body_size_ = total_bytes_ = 0;
  status_ = 0;
  entity_tag_.clear();
  keeps_alive_ = true;
  framing_ = Framing::kUntilClosed;
  chunks_.reset();
}

ResponseReader::State ResponseReader::Advance(std::size_t bytes) {
  filled_ += bytes;
  total_bytes_ += bytes;
  while (body_begin_ == 0) {
    const State state = ReadHead();
    if (state != State::kComplete) return state;
    if (status_ >= 200) break;
    // An interim answer: the real one follows it.
    buffer_.erase(0, body_begin_).append(body_begin_, '\0');
    filled_ -= body_begin_;
    body_begin_ = scanned_ = 0;
  }
  return ReadBody();
}

ResponseReader::State ResponseReader::End() {
  if (body_begin_ == 0 || framing_ != Framing::kUntilClosed) return State::kBroken;
  keeps_alive_ = false;
  return State::kComplete;
}

ResponseReader::State ResponseReader::ReadHead() {
  const std::string_view received(buffer_.data(), filled_);
  const std::size_t end = received.find(kHeadEnd, scanned_);
  if (end == std::string_view::npos) {
    scanned_ = filled_ < kHeadEnd.size() ? 0 : filled_ - kHeadEnd.size() + 1;
    return filled_ > kMaxHeadBytes ? State::kBroken : State::kNeedMore;
  }
  std::size_t line_end = received.find("\r\n");
  if (!ParseStatusLine(received.substr(0, line_end))) return State::kBroken;
  while (line_end < end) {
    const std::size_t begin = line_end + 2;
    line_end = received.find("\r\n", begin);
    if (!ParseHeader(received.substr(begin, line_end - begin))) return State::kBroken;
  }
  body_begin_ = end + kHeadEnd.size();
  return State::kComplete;
}

// "HTTP/1.1 200 OK", the reason being optional.
bool ResponseReader::ParseStatusLine(std::string_view line) {
  if (!line.starts_with("HTTP/1.") || line.size() < 12 || line[8] != ' ') return false;
  if (line.size() > 12 && line[12] != ' ') return false;
  keeps_alive_ = line[7] != '0';
  return ParseNumber(line.substr(9, 3), status_) && status_ >= 100;
}

bool ResponseReader::ParseHeader(std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return false;
  const std::string_view name = line.substr(0, colon);
  const std::string_view value = http::TrimBlanks(line.substr(colon + 1));
  if (SameText(name, "content-length") && framing_ != Framing::kChunked) {
    framing_ = Framing::kLength;
    return ParseNumber(value, body_size_) && body_size_ <= kMaxBodyBytes;
  }
  if (SameText(name, "transfer-encoding")) {
    if (!SameText(value, "chunked")) return false;
    framing_ = Framing::kChunked;
    body_size_ = 0;
    chunks_.emplace(http::ChunkedDecoder::Bounds{.max_body_bytes = kMaxBodyBytes,
                                                 .max_overhead_bytes = kMaxHeadBytes});
  }
  if (SameText(name, "etag")) entity_tag_ = value;
  if (SameText(name, "connection")) {
    if (SameText(value, "close")) keeps_alive_ = false;
    if (SameText(value, "keep-alive")) keeps_alive_ = true;
  }
  return true;
}

ResponseReader::State ResponseReader::ReadBody() {
  // These have no body, whatever their heads say.
  if (status_ == 204 || status_ == 304) {
    framing_ = Framing::kLength;
    body_size_ = 0;
  }
  const std::size_t arrived = filled_ - body_begin_;
  switch (framing_) {
    case Framing::kLength:
      if (arrived < body_size_) return State::kNeedMore;
      // One request is in flight, so nothing may follow its answer.
      return arrived == body_size_ ? State::kComplete : State::kBroken;
    case Framing::kChunked:
      return ReadChunks();
    case Framing::kUntilClosed:
      body_size_ = arrived;
      return arrived <= kMaxBodyBytes ? State::kNeedMore : State::kBroken;
  }
  return State::kBroken;
}

// Decodes in place: the body grows from body_begin_, and what came is used up at once.
ResponseReader::State ResponseReader::ReadChunks() {
  using Chunked = http::ChunkedDecoder::State;
  char* const output = buffer_.data() + body_begin_ + body_size_;
  const std::string_view input(output, filled_ - body_begin_ - body_size_);
  const http::ChunkedDecoder::Step step = chunks_->Decode(input, output);
  body_size_ += step.produced;
  if (step.state == Chunked::kBad || step.state == Chunked::kTooLarge) return State::kBroken;
  if (step.state == Chunked::kDone) {
    return step.consumed == input.size() ? State::kComplete : State::kBroken;
  }
  filled_ = body_begin_ + body_size_;
  return State::kNeedMore;
}

}  // namespace trestle::client
