#include "transfer/zstd_stream.h"

#include <utility>

#include "base/check.h"
#include "transfer/messages.h"

namespace trestle {

ZstdSource::ZstdSource(std::unique_ptr<ByteSource> compressed)
    : compressed_(std::move(compressed)), stream_(ZSTD_createDStream()) {
  TRESTLE_CHECK(stream_ != nullptr);
  in_ = {.src = buffer_.data(), .size = 0, .pos = 0};
}

ZstdSource::~ZstdSource() { ZSTD_freeDStream(stream_); }

Result<std::size_t> ZstdSource::Read(std::span<char> into) {
  ZSTD_outBuffer out{.dst = into.data(), .size = into.size(), .pos = 0};
  while (out.pos == 0) {
    if (in_.pos == in_.size && !ended_) {
      TRESTLE_TRY(const std::size_t size, compressed_->Read(buffer_));
      in_ = {.src = buffer_.data(), .size = size, .pos = 0};
      ended_ = size == 0;
    }
    if (ended_ && !inside_) return 0;
    const std::size_t taken = in_.pos;
    const std::size_t result = ZSTD_decompressStream(stream_, &out, &in_);
    if (ZSTD_isError(result)) return messages::NotCompressed("zstd", ZSTD_getErrorName(result));
    inside_ = result != 0;
    // Without more bytes it can still hand out what it has, but not for ever.
    if (ended_ && inside_ && out.pos == 0 && in_.pos == taken) {
      return messages::CompressedDataEndsEarly("zstd");
    }
  }
  return out.pos;
}

ZstdCompressor::ZstdCompressor() : stream_(ZSTD_createCCtx()) { TRESTLE_CHECK(stream_ != nullptr); }

ZstdCompressor::~ZstdCompressor() { ZSTD_freeCCtx(stream_); }

void ZstdCompressor::Pack(std::string_view bytes, ZSTD_EndDirective end) {
  std::array<char, 1 << 14> buffer;
  ZSTD_inBuffer in{.src = bytes.data(), .size = bytes.size(), .pos = 0};
  std::size_t left = 0;
  do {
    ZSTD_outBuffer out{.dst = buffer.data(), .size = buffer.size(), .pos = 0};
    left = ZSTD_compressStream2(stream_, &out, &in, end);
    TRESTLE_CHECK(!ZSTD_isError(left));
    packed_.append(buffer.data(), out.pos);
  } while (in.pos < in.size || (end == ZSTD_e_end && left > 0));
}

std::string ZstdCompressor::Finish() {
  Pack({}, ZSTD_e_end);
  return std::exchange(packed_, {});
}

}  // namespace trestle
