#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "transfer/compression.h"
#include "transfer/item_lines.h"
#include "transfer/item_reader.h"

// Lines of DynamoDB's JSON as an import reads them, packed or not by the first byte. An item that
// was read is written and read again as the same one.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace trestle;
  if (size == 0) return 0;
  std::string bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const auto compression = static_cast<Compression>(data[0] % 3);
  const std::unique_ptr<ItemReader> reader =
      NewJsonItemReader(Decompress(std::make_unique<TextSource>(std::move(bytes)), compression));
  JsonParser parser;
  // A few bytes can unpack to very many.
  for (int lines = 0; lines < 10'000; ++lines) {
    const auto read = reader->Next();
    if (!read || !*read) break;
    if (!(*read)->item) continue;
    std::string line;
    AppendItemLine(*(*read)->item, line);
    const Result<Item> again = ReadItemLine(line, parser);
    if (!again || *again != *(*read)->item) __builtin_trap();
  }
  return 0;
}
