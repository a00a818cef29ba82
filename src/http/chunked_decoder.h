#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace trestle::http {

// Takes the chunks out of a chunked body as its bytes arrive. Chunk extensions and trailers are
// read and ignored.
class ChunkedDecoder {
 public:
  struct Bounds {
    std::size_t max_body_bytes = 0;
    std::size_t max_overhead_bytes = 0;  // of extensions and trailers together
  };
  enum class State : std::uint8_t { kNeedMore, kDone, kBad, kTooLarge };
  struct Step {
    State state = State::kNeedMore;
    std::size_t consumed = 0;  // all of the input, unless the body ended before it did
    std::size_t produced = 0;
  };

  explicit ChunkedDecoder(const Bounds& bounds) : bounds_(bounds) {}

  // Decodes `input` to `output`, which may be the place where the input is. Once the state is not
  // kNeedMore, the decoder is of no more use.
  Step Decode(std::string_view input, char* output);

 private:
  enum class Place : std::uint8_t {
    kSizeStart,
    kSize,
    kExtension,
    kSizeLineFeed,
    kData,
    kDataReturn,
    kDataLineFeed,
    kTrailerStart,
    kTrailer,
    kTrailerLineFeed,
    kLastLineFeed,
  };

  // Reads one byte that is not data.
  State Read(char c);
  State ReadSize(char c);
  State ReadIgnored(char c, Place after_return);
  State Expect(char c, char expected, Place next);

  Bounds bounds_;
  Place place_ = Place::kSizeStart;
  std::size_t chunk_left_ = 0;  // also the size while it is being read
  std::size_t size_digits_ = 0;
  std::size_t body_bytes_ = 0;
  std::size_t overhead_bytes_ = 0;
};

}  // namespace trestle::http
