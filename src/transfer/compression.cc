#include "transfer/compression.h"

#include <array>
#include <utility>

#include "transfer/gzip_stream.h"
#include "transfer/zstd_stream.h"

namespace trestle {
namespace {

class PlainText final : public Compressor {
 public:
  void Add(std::string_view bytes) override { bytes_.append(bytes); }
  std::size_t size() const override { return bytes_.size(); }
  std::string Finish() override { return std::exchange(bytes_, {}); }

 private:
  std::string bytes_;
};

}  // namespace

std::unique_ptr<ByteSource> Decompress(std::unique_ptr<ByteSource> compressed,
                                       Compression compression) {
  switch (compression) {
    case Compression::kGzip:
      return std::make_unique<GzipSource>(std::move(compressed));
    case Compression::kZstd:
      return std::make_unique<ZstdSource>(std::move(compressed));
    case Compression::kNone:
      break;
  }
  return compressed;
}

std::unique_ptr<Compressor> NewCompressor(Compression compression) {
  switch (compression) {
    case Compression::kGzip:
      return std::make_unique<GzipCompressor>();
    case Compression::kZstd:
      return std::make_unique<ZstdCompressor>();
    case Compression::kNone:
      break;
  }
  return std::make_unique<PlainText>();
}

}  // namespace trestle
