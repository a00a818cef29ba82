#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "transfer/byte_source.h"

namespace trestle {

enum class Compression { kNone, kGzip, kZstd };

// What `compressed` holds, unpacked: several gzip members or zstd frames follow each other as one.
// Nothing at all is nothing unpacked.
std::unique_ptr<ByteSource> Decompress(std::unique_ptr<ByteSource> compressed,
                                       Compression compression);

// Packs what it is given, in memory.
class Compressor {
 public:
  virtual ~Compressor() = default;
  virtual void Add(std::string_view bytes) = 0;
  virtual std::size_t size() const = 0;  // packed so far; some may still be on the way
  virtual std::string Finish() = 0;      // all of it; then the compressor begins again
};
std::unique_ptr<Compressor> NewCompressor(Compression compression);

}  // namespace trestle
