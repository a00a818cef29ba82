#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "transfer/compression.h"
#include "transfer/item_reader.h"

namespace CLI {
class App;
}

namespace trestle {

// --format dynamodb-json|csv.
void AddFormat(CLI::App& command, std::string& format);

std::optional<DataFormat> FormatNamed(std::string_view name);
std::optional<Compression> CompressionNamed(std::string_view name);

// What a file's name tells: orders.json.gz.
struct FileKind {
  std::optional<DataFormat> format;
  Compression compression = Compression::kNone;
};
FileKind KindOf(std::string_view path);

}  // namespace trestle
