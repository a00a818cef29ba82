#include "transfer/csv_rows.h"

#include <algorithm>
#include <utility>

#include "json/json.h"
#include "transfer/item_reader.h"
#include "transfer/messages.h"

namespace trestle {

Result<std::optional<CsvRow>> CsvRows::Next() {
  while (!ended_) {
    CsvRow row{.line = line_, .bytes = 0, .cells = std::vector<CsvCell>()};
    const Status read = Read();
    row.bytes = bytes_;
    if (!read) {
      ended_ = true;
      if (read.error().code != ErrorCode::kSerialization) return tl::unexpected(read.error());
      row.cells = tl::unexpected(read.error());
      return row;
    }
    const bool empty = cells_.size() == 1 && cells_[0].text.empty() && !cells_[0].quoted;
    if (cells_.empty() || empty) continue;
    const bool valid = std::all_of(cells_.begin(), cells_.end(),
                                   [](const CsvCell& cell) { return IsUtf8(cell.text); });
    if (text_after_quote_) {
      row.cells = messages::TextAfterQuote();
    } else if (!valid) {
      row.cells = messages::NotUtf8();
    } else {
      row.cells = std::move(cells_);
    }
    return row;
  }
  return std::optional<CsvRow>();
}

// Leaves the next row in cells_, none at the end.
Status CsvRows::Read() {
  place_ = Place::kCellStart;
  cells_.clear();
  cell_ = {};
  bytes_ = 0;
  text_after_quote_ = false;
  row_ended_ = false;
  if (!begun_) TRESTLE_RETURN_IF_ERROR(TakeByteOrderMark());
  while (true) {
    TRESTLE_TRY(const std::string_view piece, source_.Peek());
    if (piece.empty()) break;
    std::size_t taken = 0;
    while (taken < piece.size() && !row_ended_) Take(piece[taken++]);
    source_.Take(taken);
    bytes_ += taken;
    if (row_ended_) return {};
    if (bytes_ > kMaxItemTextBytes) return messages::LineTooLong(kMaxItemTextBytes);
  }
  ended_ = true;
  if (place_ == Place::kQuoted) return messages::QuoteNotClosed();
  if (bytes_ > 0) EndCell();
  return {};
}

Status CsvRows::TakeByteOrderMark() {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  begun_ = true;
  TRESTLE_TRY(const std::string_view piece, source_.Peek());
  if (piece.starts_with(kMark)) source_.Take(kMark.size());
  return {};
}

void CsvRows::Take(char c) {
  if (c == '\n') ++line_;
  if (place_ == Place::kQuoted) {
    if (c == '"') {
      place_ = Place::kQuoteInQuoted;
    } else {
      cell_.text.push_back(c);
    }
    return;
  }
  if (place_ == Place::kQuoteInQuoted) {
    if (c == '"') {
      cell_.text.push_back(c);
      place_ = Place::kQuoted;
      return;
    }
    place_ = Place::kAfterQuoted;
  }
  if (c == delimiter_) {
    EndCell();
  } else if (c == '\n') {
    EndCell();
    row_ended_ = true;
  } else if (place_ == Place::kAfterQuoted) {
    text_after_quote_ = text_after_quote_ || c != '\r';
  } else if (c == '"' && place_ == Place::kCellStart) {
    cell_.quoted = true;
    place_ = Place::kQuoted;
  } else {
    cell_.text.push_back(c);
    place_ = Place::kPlain;
  }
}

void CsvRows::EndCell() {
  if (!cell_.quoted && cell_.text.ends_with('\r')) cell_.text.pop_back();
  cells_.push_back(std::exchange(cell_, {}));
  place_ = Place::kCellStart;
}

void AppendCsvRow(std::span<const std::string_view> cells, char delimiter, std::string& out) {
  bool first = true;
  for (const std::string_view cell : cells) {
    if (!first) out.push_back(delimiter);
    first = false;
    const bool plain = !cell.empty() && cell.find_first_of("\"\r\n") == std::string_view::npos &&
                       cell.find(delimiter) == std::string_view::npos;
    if (plain) {
      out.append(cell);
      continue;
    }
    // What is left out is null; a cell that is there and empty says so with quotes.
    if (cell.data() == nullptr) continue;
    out.push_back('"');
    for (const char c : cell) {
      if (c == '"') out.push_back(c);
      out.push_back(c);
    }
    out.push_back('"');
  }
  out.push_back('\n');
}

}  // namespace trestle
