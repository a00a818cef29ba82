#include "http/chunked_decoder.h"

#include <algorithm>
#include <cstring>

#include "http/characters.h"

namespace trestle::http {
namespace {

constexpr std::size_t kMaxSizeDigits = 16;

// The digit's value, or -1.
int HexDigit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

ChunkedDecoder::Step ChunkedDecoder::Decode(std::string_view input, char* output) {
  Step step;
  while (step.state == State::kNeedMore && step.consumed < input.size()) {
    if (place_ != Place::kData) {
      step.state = Read(input[step.consumed++]);
      continue;
    }
    const std::size_t size = std::min(chunk_left_, input.size() - step.consumed);
    std::memmove(output + step.produced, input.data() + step.consumed, size);
    step.consumed += size;
    step.produced += size;
    chunk_left_ -= size;
    if (chunk_left_ == 0) place_ = Place::kDataReturn;
  }
  return step;
}

ChunkedDecoder::State ChunkedDecoder::Read(char c) {
  switch (place_) {
    case Place::kSizeStart:
    case Place::kSize:
      return ReadSize(c);
    case Place::kExtension:
      return ReadIgnored(c, Place::kSizeLineFeed);
    case Place::kSizeLineFeed:
      return Expect(c, '\n', chunk_left_ == 0 ? Place::kTrailerStart : Place::kData);
    case Place::kDataReturn:
      return Expect(c, '\r', Place::kDataLineFeed);
    case Place::kDataLineFeed:
      return Expect(c, '\n', Place::kSizeStart);
    case Place::kTrailerStart:
      if (c == '\r') return Expect(c, '\r', Place::kLastLineFeed);
      place_ = Place::kTrailer;
      return ReadIgnored(c, Place::kTrailerLineFeed);
    case Place::kTrailer:
      return ReadIgnored(c, Place::kTrailerLineFeed);
    case Place::kTrailerLineFeed:
      return Expect(c, '\n', Place::kTrailerStart);
    case Place::kLastLineFeed:
      return c == '\n' ? State::kDone : State::kBad;
    case Place::kData:
      break;
  }
  return State::kBad;
}

ChunkedDecoder::State ChunkedDecoder::ReadSize(char c) {
  if (const int digit = HexDigit(c); digit >= 0) {
    if (place_ == Place::kSizeStart) chunk_left_ = size_digits_ = 0;
    place_ = Place::kSize;
    chunk_left_ = chunk_left_ * 16 + static_cast<std::size_t>(digit);
    // Checked at every digit, so the size cannot overflow.
    if (++size_digits_ > kMaxSizeDigits) return State::kBad;
    return body_bytes_ + chunk_left_ > bounds_.max_body_bytes ? State::kTooLarge : State::kNeedMore;
  }
  if (place_ == Place::kSizeStart) return State::kBad;
  body_bytes_ += chunk_left_;
  if (c == '\r') return Expect(c, '\r', Place::kSizeLineFeed);
  if (c != ';' && c != ' ' && c != '\t') return State::kBad;
  place_ = Place::kExtension;
  return ReadIgnored(c, Place::kSizeLineFeed);
}

ChunkedDecoder::State ChunkedDecoder::ReadIgnored(char c, Place after_return) {
  if (c == '\r') return Expect(c, '\r', after_return);
  if (!IsFieldCharacter(c) || ++overhead_bytes_ > bounds_.max_overhead_bytes) return State::kBad;
  return State::kNeedMore;
}

ChunkedDecoder::State ChunkedDecoder::Expect(char c, char expected, Place next) {
  if (c != expected) return State::kBad;
  place_ = next;
  return State::kNeedMore;
}

}  // namespace trestle::http
