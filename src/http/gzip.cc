#include "http/gzip.h"

#include <zlib.h>

#include <algorithm>

namespace trestle::http {
namespace {

constexpr int kGzipOnly = 16 + MAX_WBITS;

// Owns a zlib stream over one input.
class Inflater {
 public:
  explicit Inflater(std::string_view input) {
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(input.data()));
    stream_.avail_in = static_cast<uInt>(input.size());
    ready_ = inflateInit2(&stream_, kGzipOnly) == Z_OK;
  }
  ~Inflater() {
    if (ready_) inflateEnd(&stream_);
  }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  // Fills [output, output + size) as far as the input allows. Z_STREAM_END only after the last
  // member.
  int Fill(char* output, std::size_t size, std::size_t& written) {
    stream_.next_out = reinterpret_cast<Bytef*>(output);
    stream_.avail_out = static_cast<uInt>(size);
    int code = ready_ ? Z_OK : Z_MEM_ERROR;
    while (code == Z_OK && stream_.avail_out > 0) {
      code = inflate(&stream_, Z_NO_FLUSH);
      if (code == Z_STREAM_END && stream_.avail_in > 0) code = inflateReset(&stream_);
    }
    written = size - stream_.avail_out;
    return code;
  }

 private:
  z_stream stream_ = {};
  bool ready_ = false;
};

}  // namespace

InflateState InflateGzip(std::string_view input, std::size_t max_bytes, std::string& output) {
  Inflater inflater(input);
  output.clear();
  std::size_t size = 0;
  std::size_t step = std::max<std::size_t>(4096, input.size() * 4);
  for (;;) {
    // One byte more than allowed tells a body of just the limit from a larger one.
    const std::size_t room = std::min(step, max_bytes + 1 - size);
    output.resize(size + room);
    std::size_t written = 0;
    const int code = inflater.Fill(output.data() + size, room, written);
    size += written;
    if (size > max_bytes) return InflateState::kTooLarge;
    if (code == Z_STREAM_END) break;
    if (code != Z_OK) return InflateState::kBad;
    step *= 2;
  }
  output.resize(size);
  return InflateState::kDone;
}

}  // namespace trestle::http
