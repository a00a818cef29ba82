#include "transfer/data_files.h"

#include <utility>

#include "auth/md5.h"
#include "value/base64.h"

namespace trestle {

DataFileWriter::DataFileWriter(Options options, Put put)
    : options_(std::move(options)),
      put_(std::move(put)),
      compressor_(NewCompressor(options_.compression)) {}

Status DataFileWriter::Add(std::string_view line) {
  compressor_->Add(line);
  compressor_->Add("\n");
  ++lines_;
  ++lines_of_file_;
  return compressor_->size() < options_.file_bytes ? Status() : PutFile();
}

Status DataFileWriter::PutFile() {
  const std::string bytes = compressor_->Finish();
  DataFile file{.key = options_.new_key(),
                .items = std::exchange(lines_of_file_, 0),
                .md5 = EncodeBase64(BytesOf(Md5(bytes))),
                .etag = ""};
  TRESTLE_TRY(file.etag, put_(file.key, bytes));
  files_.push_back(std::move(file));
  return {};
}

Result<std::vector<DataFile>> DataFileWriter::Finish() {
  if (lines_of_file_ > 0 || files_.empty()) TRESTLE_RETURN_IF_ERROR(PutFile());
  return std::exchange(files_, {});
}

}  // namespace trestle
