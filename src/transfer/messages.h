#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"

// Every text of this room. What cannot be read at all is kSerialization, and what can be read but
// is no item is kValidation.
namespace trestle::messages {

// Compressed bytes; `format` is gzip or zstd.
inline tl::unexpected<Error> NotCompressed(std::string_view format, std::string_view reason) {
  return Fail(ErrorCode::kSerialization,
              "the data is not valid " + std::string(format) + ": " + std::string(reason));
}
inline tl::unexpected<Error> CompressedDataEndsEarly(std::string_view format) {
  return Fail(ErrorCode::kSerialization,
              "the " + std::string(format) + " data ends before its end");
}

// Lines.
inline tl::unexpected<Error> LineTooLong(std::size_t limit) {
  return Fail(ErrorCode::kSerialization,
              "the line is longer than " + std::to_string(limit) + " bytes");
}
inline tl::unexpected<Error> LineNotJson() {
  return Fail(ErrorCode::kSerialization, "the line is not a JSON object");
}
inline tl::unexpected<Error> LineWithoutItem() {
  return Fail(ErrorCode::kSerialization, "the line has no member Item that is an object");
}

// CSV.
inline tl::unexpected<Error> QuoteNotClosed() {
  return Fail(ErrorCode::kSerialization, "a quoted value is not closed before the end of the data");
}
inline tl::unexpected<Error> TextAfterQuote() {
  return Fail(ErrorCode::kValidation, "a delimiter or the end of the line must follow a quote");
}
inline tl::unexpected<Error> NotUtf8() {
  return Fail(ErrorCode::kValidation, "the text is not valid UTF-8");
}
inline tl::unexpected<Error> HeaderDamaged() {
  return Fail(ErrorCode::kSerialization, "the header cannot be read");
}
inline tl::unexpected<Error> HeaderNameEmpty(std::size_t column) {
  return Fail(ErrorCode::kSerialization,
              "column " + std::to_string(column) + " of the header has no name");
}
inline tl::unexpected<Error> HeaderNameTwice(std::string_view name) {
  return Fail(ErrorCode::kSerialization,
              "the header has the column '" + std::string(name) + "' twice");
}
inline tl::unexpected<Error> ColumnsDiffer(std::size_t expected, std::size_t found) {
  return Fail(ErrorCode::kValidation, "the header has " + std::to_string(expected) +
                                          " columns and the row has " + std::to_string(found));
}
inline tl::unexpected<Error> InColumn(std::string_view name, const Error& error) {
  return Fail(error.code, "column '" + std::string(name) + "': " + error.message);
}

// Manifests.
inline tl::unexpected<Error> ManifestDamaged(std::string_view what) {
  return Fail(ErrorCode::kSerialization, "the manifest cannot be read: " + std::string(what));
}

}  // namespace trestle::messages
