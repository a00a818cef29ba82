#include "value/utf16.h"

namespace trestle {

std::size_t Utf16Length(std::string_view text) {
  // One unit for each character, which is each byte that continues none, and a second for those of
  // four bytes.
  std::size_t units = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    units += (byte & 0xC0) != 0x80 ? 1 : 0;
    units += byte >= 0xF0 ? 1 : 0;
  }
  return units;
}

}  // namespace trestle
