#pragma once

#include <zstd.h>

#include <array>
#include <memory>
#include <string>

#include "transfer/compression.h"

namespace trestle {

class ZstdSource final : public ByteSource {
 public:
  explicit ZstdSource(std::unique_ptr<ByteSource> compressed);
  ~ZstdSource() override;
  ZstdSource(const ZstdSource&) = delete;
  ZstdSource& operator=(const ZstdSource&) = delete;
  Result<std::size_t> Read(std::span<char> into) override;

 private:
  std::unique_ptr<ByteSource> compressed_;
  std::array<char, 1 << 16> buffer_;
  ZSTD_DStream* stream_;
  ZSTD_inBuffer in_{};
  bool inside_ = false;  // a frame has begun and not ended
  bool ended_ = false;   // there are no more compressed bytes
};

class ZstdCompressor final : public Compressor {
 public:
  ZstdCompressor();
  ~ZstdCompressor() override;
  ZstdCompressor(const ZstdCompressor&) = delete;
  ZstdCompressor& operator=(const ZstdCompressor&) = delete;
  void Add(std::string_view bytes) override { Pack(bytes, ZSTD_e_continue); }
  std::size_t size() const override { return packed_.size(); }
  std::string Finish() override;

 private:
  void Pack(std::string_view bytes, ZSTD_EndDirective end);

  ZSTD_CCtx* stream_;
  std::string packed_;
};

}  // namespace trestle
