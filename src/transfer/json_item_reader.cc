#include <algorithm>
#include <utility>

#include "transfer/buffered_source.h"
#include "transfer/item_lines.h"
#include "transfer/item_reader.h"
#include "transfer/messages.h"

namespace trestle {
namespace {

class LineItemReader final : public ItemReader {
 public:
  LineItemReader(std::unique_ptr<ByteSource> source, ItemLineParser parse)
      : source_(std::move(source)), parse_(std::move(parse)) {}

  Result<std::optional<ItemRead>> Next() override {
    while (!ended_) {
      const Status read = ReadLine();
      if (!read) {
        ended_ = true;
        // Bytes that make no sense are an answer about the file; others could not be had.
        if (read.error().code != ErrorCode::kSerialization) return tl::unexpected(read.error());
        return Found(tl::unexpected(read.error()));
      }
      if (!IsBlank(line_)) return Found(parse_(line_));
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
  const ItemLineParser parse_;
  std::string line_;
  std::uint64_t number_ = 0;
  bool ended_ = false;
};

}  // namespace

std::unique_ptr<ItemReader> NewJsonItemReader(std::unique_ptr<ByteSource> source) {
  const auto parser = std::make_shared<JsonParser>();  // shared by the copies of the function
  return NewLineItemReader(std::move(source),
                           [parser](std::string_view line) { return ReadItemLine(line, *parser); });
}

std::unique_ptr<ItemReader> NewLineItemReader(std::unique_ptr<ByteSource> source,
                                              ItemLineParser parse) {
  return std::make_unique<LineItemReader>(std::move(source), std::move(parse));
}

std::unique_ptr<ItemReader> NewItemReader(std::unique_ptr<ByteSource> source, DataFormat format,
                                          const CsvOptions& csv) {
  if (format == DataFormat::kCsv) return NewCsvItemReader(std::move(source), csv);
  return NewJsonItemReader(std::move(source));
}

}  // namespace trestle
