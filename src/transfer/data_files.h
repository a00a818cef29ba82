#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "transfer/compression.h"

namespace trestle {

// A file of an export, as its manifest tells of it.
struct DataFile {
  std::string key;
  std::int64_t items = 0;
  std::string md5;  // of its bytes, in base64
  std::string etag;
  friend bool operator==(const DataFile&, const DataFile&) = default;
};

// Writes lines into files, and begins a new one when one is large enough. Files are put whole: what
// is not finished leaves nothing half written. Used by one thread at a time.
class DataFileWriter {
 public:
  // Puts a whole file where it belongs and tells its entity tag.
  using Put = std::function<Result<std::string>(const std::string& key, std::string_view bytes)>;
  struct Options {
    Compression compression = Compression::kGzip;
    std::size_t file_bytes = 16 << 20;  // compressed; about
    std::function<std::string()> new_key;
  };
  DataFileWriter(Options options, Put put);

  // `line` comes without its end.
  Status Add(std::string_view line);
  // Puts the last file. There is always one, be it without a line.
  Result<std::vector<DataFile>> Finish();
  std::int64_t lines() const { return lines_; }

 private:
  Status PutFile();

  const Options options_;
  const Put put_;
  std::unique_ptr<Compressor> compressor_;
  std::int64_t lines_ = 0;
  std::int64_t lines_of_file_ = 0;
  std::vector<DataFile> files_;
};

}  // namespace trestle
