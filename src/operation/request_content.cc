#include "operation/request_content.h"

#include <xxhash.h>

#include "value/item_size.h"

namespace trestle {
namespace {

// Each part behind its length, so that no two lists of parts run together to the same text.
void AppendPart(std::string_view part, std::string& content) {
  content.append(std::to_string(part.size())).append(":").append(part);
}

void AppendPart(const std::optional<std::string>& part, std::string& content) {
  part ? AppendPart(std::string_view(*part), content) : void(content.append("-"));
}

void AppendPart(const ParsedItem& item, std::string& content) {
  item ? AppendPart(std::string_view(EncodedItem::From(*item).bytes()), content)
       : void(content.append("-"));
}

void AppendSubstitutions(const SubstitutionParameters& substitutions, std::string& content) {
  if (substitutions.names) {
    for (const auto& [placeholder, name] : *substitutions.names) {
      AppendPart(std::string_view(placeholder), content);
      AppendPart(std::string_view(name), content);
    }
  }
  content.append(";");
  if (substitutions.values) AppendPart(*substitutions.values, content);
  content.append(";");
}

}  // namespace

std::size_t PayloadBytes(const TransactWriteItemsRequest& request) {
  std::size_t bytes = 0;
  for (const TransactWrite& write : request.writes) {
    if (write.item_or_key) bytes += ItemSize(*write.item_or_key);
    const auto& values = write.substitutions.values;
    if (values && *values) bytes += ItemSize(**values);
  }
  return bytes;
}

std::string ContentDigest(const TransactWriteItemsRequest& request) {
  std::string content;
  for (const TransactWrite& write : request.writes) {
    content.push_back(static_cast<char>('0' + static_cast<int>(write.action)));
    AppendPart(std::string_view(write.table_name), content);
    AppendPart(write.item_or_key, content);
    AppendPart(write.update_expression, content);
    AppendPart(write.condition_expression, content);
    AppendSubstitutions(write.substitutions, content);
  }
  XXH128_canonical_t digest;
  XXH128_canonicalFromHash(&digest, XXH3_128bits(content.data(), content.size()));
  return std::string(reinterpret_cast<const char*>(digest.digest), sizeof(digest.digest));
}

}  // namespace trestle
