#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "transfer/buffered_source.h"

namespace trestle {

struct CsvCell {
  std::string text;
  bool quoted = false;
};

struct CsvRow {
  std::uint64_t line = 0;  // where it begins, from 1
  std::size_t bytes = 0;
  Result<std::vector<CsvCell>> cells;
};

// Reads rows as RFC 4180 has them: quotes around a cell, doubled inside it; lines end with LF or
// CRLF. Empty lines are passed over.
class CsvRows {
 public:
  CsvRows(std::unique_ptr<ByteSource> source, char delimiter)
      : source_(std::move(source)), delimiter_(delimiter) {}

  // The next row; none after the last. A row with an error of the code kSerialization is the last.
  Result<std::optional<CsvRow>> Next();

 private:
  Status Read();
  Status TakeByteOrderMark();
  void Take(char c);
  void EndCell();

  enum class Place { kCellStart, kPlain, kQuoted, kQuoteInQuoted, kAfterQuoted };
  BufferedSource source_;
  const char delimiter_;
  std::uint64_t line_ = 1;
  bool begun_ = false;
  bool ended_ = false;
  // Of the row that is being read.
  Place place_ = Place::kCellStart;
  std::vector<CsvCell> cells_;
  CsvCell cell_;
  std::size_t bytes_ = 0;
  bool text_after_quote_ = false;
  bool row_ended_ = false;
};

// Appends a row with its end of line; cells are quoted where they have to be.
void AppendCsvRow(std::span<const std::string_view> cells, char delimiter, std::string& out);

}  // namespace trestle
