#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "transfer/item_reader.h"

// CSV as an import reads it. The first byte chooses the delimiter and whether the header is given.
// Every error is an answer; each row moves the reader on.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace trestle;
  if (size == 0) return 0;
  CsvOptions options{.delimiter = ",;:|\t "[(data[0] >> 1) % 6],
                     .header = {},
                     .keys = {{.name = "n", .type = AttributeType::kNumber},
                              {.name = "b", .type = AttributeType::kBinary}}};
  if (data[0] % 2 == 1) options.header = {"pk", "n", "b"};
  std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::unique_ptr<ItemReader> reader =
      NewCsvItemReader(std::make_unique<TextSource>(std::move(text)), std::move(options));
  std::uint64_t line = 0;
  while (true) {
    const auto read = reader->Next();
    if (!read || !*read) break;
    if ((*read)->line <= line) __builtin_trap();
    line = (*read)->line;
  }
  return 0;
}
