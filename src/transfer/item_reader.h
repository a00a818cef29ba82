#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "transfer/byte_source.h"
#include "value/attribute_value.h"
#include "value/key_schema.h"

namespace trestle {

enum class DataFormat { kDynamoDbJson, kCsv };

struct CsvOptions {
  char delimiter = ',';
  // The names of the columns; empty: the first line has them.
  std::vector<std::string> header;
  // The types of the attributes that are keys, of the table and of its indexes. All others are
  // strings.
  std::vector<KeyAttribute> keys;
};

// One item of a file, or why there is none in its place. After an error with the code
// kSerialization the rest of the file is best left alone; after any other the next item is as good
// as it would have been.
struct ItemRead {
  std::uint64_t line = 0;  // where it begins, from 1
  std::size_t bytes = 0;   // of text that it took
  Result<Item> item;
};

// Reads the items of a file one by one. Whether they fit a table is for others to say. Used by one
// thread at a time.
class ItemReader {
 public:
  virtual ~ItemReader() = default;
  // The next item; none after the last. An error tells that the file could not be read to its end.
  virtual Result<std::optional<ItemRead>> Next() = 0;
};

// Reads {"Item": {...}} line by line; empty lines are passed over.
std::unique_ptr<ItemReader> NewJsonItemReader(std::unique_ptr<ByteSource> source);
// Reads a line for each item, as `parse` understands it; empty lines are passed over.
using ItemLineParser = std::function<Result<Item>(std::string_view line)>;
std::unique_ptr<ItemReader> NewLineItemReader(std::unique_ptr<ByteSource> source,
                                              ItemLineParser parse);
// Reads CSV. A cell with nothing in it leaves its attribute out; a quoted one is an empty string.
std::unique_ptr<ItemReader> NewCsvItemReader(std::unique_ptr<ByteSource> source,
                                             CsvOptions options);
// One of the two; `csv` is looked at for CSV only.
std::unique_ptr<ItemReader> NewItemReader(std::unique_ptr<ByteSource> source, DataFormat format,
                                          const CsvOptions& csv);

// No text of an item is longer.
inline constexpr std::size_t kMaxItemTextBytes = 16 << 20;

}  // namespace trestle
