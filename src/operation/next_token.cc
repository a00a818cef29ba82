#include "operation/next_token.h"

#include "operation/statement_messages.h"
#include "value/base64.h"
#include "value/item_codec.h"

namespace trestle {
namespace {

// A token is base64 of: a version, the digest, the partition in one byte, and the key as it would
// be stored, or nothing.
constexpr char kVersion = 1;

}  // namespace

std::string EncodeNextToken(std::string_view content_digest, const SelectPosition& position) {
  std::string bytes(1, kVersion);
  bytes.append(content_digest);
  bytes.push_back(static_cast<char>(position.partition));
  if (position.after) bytes.append(EncodedItem::From(*position.after).bytes());
  return EncodeBase64(bytes);
}

Result<SelectPosition> DecodeNextToken(std::string_view content_digest, std::string_view token) {
  const Result<std::string> decoded = DecodeBase64(token);
  if (!decoded) return messages::NextTokenMismatch();
  std::string_view bytes = *decoded;
  const std::string start = std::string(1, kVersion).append(content_digest);
  if (!bytes.starts_with(start) || bytes.size() == start.size()) {
    return messages::NextTokenMismatch();
  }
  bytes.remove_prefix(start.size());
  SelectPosition position;
  position.partition = static_cast<unsigned char>(bytes.front());
  bytes.remove_prefix(1);
  if (bytes.empty()) return position;
  Result<Item> after = EncodedItem::FromStored(std::string(bytes)).Decode();
  if (!after) return messages::NextTokenMismatch();
  position.after = *std::move(after);
  return position;
}

}  // namespace trestle
