#include "transfer/gzip_stream.h"

#include <utility>

#include "base/check.h"
#include "transfer/messages.h"

namespace trestle {
namespace {

constexpr int kGzipWindow = 15 + 16;  // the largest, with gzip's header
constexpr int kLevel = 4;             // half the work of the usual one, for a few percent of size

}  // namespace

GzipSource::GzipSource(std::unique_ptr<ByteSource> compressed)
    : compressed_(std::move(compressed)) {
  TRESTLE_CHECK(inflateInit2(&stream_, kGzipWindow) == Z_OK);
}

GzipSource::~GzipSource() { inflateEnd(&stream_); }

Result<std::size_t> GzipSource::Read(std::span<char> into) {
  stream_.next_out = reinterpret_cast<Bytef*>(into.data());
  stream_.avail_out = static_cast<uInt>(into.size());
  while (stream_.avail_out == into.size()) {
    if (stream_.avail_in == 0 && !ended_) {
      TRESTLE_TRY(const std::size_t size, compressed_->Read(buffer_));
      stream_.next_in = reinterpret_cast<Bytef*>(buffer_.data());
      stream_.avail_in = static_cast<uInt>(size);
      ended_ = size == 0;
    }
    if (ended_ && inside_) return messages::CompressedDataEndsEarly("gzip");
    if (ended_) return 0;
    inside_ = true;
    const int result = inflate(&stream_, Z_NO_FLUSH);
    if (result == Z_STREAM_END) {
      inside_ = false;
      inflateReset(&stream_);
    } else if (result != Z_OK && result != Z_BUF_ERROR) {
      return messages::NotCompressed("gzip", stream_.msg == nullptr ? "damaged" : stream_.msg);
    }
  }
  return into.size() - stream_.avail_out;
}

GzipCompressor::GzipCompressor() {
  TRESTLE_CHECK(deflateInit2(&stream_, kLevel, Z_DEFLATED, kGzipWindow, 8, Z_DEFAULT_STRATEGY) ==
                Z_OK);
}

GzipCompressor::~GzipCompressor() { deflateEnd(&stream_); }

void GzipCompressor::Pack(std::string_view bytes, int flush) {
  std::array<char, 1 << 14> out;
  stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream_.avail_in = static_cast<uInt>(bytes.size());
  do {
    stream_.next_out = reinterpret_cast<Bytef*>(out.data());
    stream_.avail_out = static_cast<uInt>(out.size());
    deflate(&stream_, flush);
    packed_.append(out.data(), out.size() - stream_.avail_out);
  } while (stream_.avail_out == 0);
}

std::string GzipCompressor::Finish() {
  Pack({}, Z_FINISH);
  deflateReset(&stream_);
  return std::exchange(packed_, {});
}

}  // namespace trestle
