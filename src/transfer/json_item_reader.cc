#include <algorithm>
#include <utility>

#include "transfer/buffered_source.h"
#include "transfer/item_lines.h"
#include "transfer/item_reader.h"
#include "transfer/messages.h"

namespace trestle {
namespace {

class JsonItemReader final : public ItemReader {
 public:
  explicit JsonItemReader(std::unique_ptr<ByteSource> source) : source_(std::move(source)) {}

  Result<std::optional<ItemRead>> Next() override {
    while (!ended_) {
      const Status read = ReadLine();
      if (!read) {
        ended_ = true;
        // Bytes that make no sense are an answer about the file; others could not be had.
        if (read.error().code != ErrorCode::kSerialization) return tl::unexpected(read.error());
        return Found(tl::unexpected(read.error()));
      }
      if (!IsBlank(line_)) return Found(ReadItemLine(line_, parser_));
    }
    return std::optional<ItemRead>();
  }

 private:
  static bool IsBlank(std::string_view line) {
    return line.find_first_not_of(" \t\r") == std::string_view::npos;
  }
  std::optional<ItemRead> Found(Result<Item> item) const {
    return ItemRead{.line = number_, .bytes = line_.size() + 1, .item = std::move(item)};
  }

  Status ReadLine() {
    line_.clear();
    ++number_;
    while (true) {
      TRESTLE_TRY(const std::string_view piece, source_.Peek());
      if (piece.empty()) {
        ended_ = true;
        return {};
      }
      const std::size_t end = std::min(piece.find('\n'), piece.size());
      line_.append(piece.substr(0, end));
      source_.Take(std::min(end + 1, piece.size()));
      if (line_.size() > kMaxItemTextBytes) return messages::LineTooLong(kMaxItemTextBytes);
      if (end < piece.size()) return {};
    }
  }

  BufferedSource source_;
  JsonParser parser_;
  std::string line_;
  std::uint64_t number_ = 0;
  bool ended_ = false;
};

}  // namespace

std::unique_ptr<ItemReader> NewJsonItemReader(std::unique_ptr<ByteSource> source) {
  return std::make_unique<JsonItemReader>(std::move(source));
}

std::unique_ptr<ItemReader> NewItemReader(std::unique_ptr<ByteSource> source, DataFormat format,
                                          const CsvOptions& csv) {
  if (format == DataFormat::kCsv) return NewCsvItemReader(std::move(source), csv);
  return NewJsonItemReader(std::move(source));
}

}  // namespace trestle
