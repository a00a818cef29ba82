#pragma once

#include <zlib.h>

#include <array>
#include <memory>
#include <string>

#include "transfer/compression.h"

namespace trestle {

class GzipSource final : public ByteSource {
 public:
  explicit GzipSource(std::unique_ptr<ByteSource> compressed);
  ~GzipSource() override;
  GzipSource(const GzipSource&) = delete;
  GzipSource& operator=(const GzipSource&) = delete;
  Result<std::size_t> Read(std::span<char> into) override;

 private:
  std::unique_ptr<ByteSource> compressed_;
  std::array<char, 1 << 16> buffer_;
  z_stream stream_{};
  bool inside_ = false;  // a member has begun and not ended
  bool ended_ = false;   // there are no more compressed bytes
};

class GzipCompressor final : public Compressor {
 public:
  GzipCompressor();
  ~GzipCompressor() override;
  GzipCompressor(const GzipCompressor&) = delete;
  GzipCompressor& operator=(const GzipCompressor&) = delete;
  void Add(std::string_view bytes) override { Pack(bytes, Z_NO_FLUSH); }
  std::size_t size() const override { return packed_.size(); }
  std::string Finish() override;

 private:
  void Pack(std::string_view bytes, int flush);

  z_stream stream_{};
  std::string packed_;
};

}  // namespace trestle
