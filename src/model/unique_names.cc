#include "model/unique_names.h"

#include <cstdint>

namespace trestle::model {
namespace {

// Eight hexadecimal digits that hang on the text alone (FNV-1a). What is deployed rests on them:
// never change them.
std::string MarkOf(std::string_view text) {
  std::uint32_t hash = 0x811C9DC5;
  for (const char byte : text) hash = (hash ^ static_cast<unsigned char>(byte)) * 0x01000193;
  std::string mark(8, '0');
  for (auto digit = mark.rbegin(); digit != mark.rend(); ++digit, hash >>= 4) {
    *digit = "0123456789abcdef"[hash & 15];
  }
  return mark;
}

}  // namespace

const std::string& UniqueNames::Of(const std::string& thing, const std::string& wanted) {
  const auto [entry, is_new] = names_.try_emplace(thing, wanted);
  if (!is_new) return entry->second;
  std::string marked = thing;
  while (!taken_.insert(entry->second).second) {
    entry->second = wanted + joint_ + MarkOf(marked);
    marked.push_back('+');  // for the rare mark that is taken as well
  }
  return entry->second;
}

}  // namespace trestle::model
