#include "operation/table_settings.h"

#include <set>

#include "operation/table_messages.h"

namespace trestle {
namespace {

constexpr std::size_t kMaxTags = 50;
constexpr std::string_view kReservedTagPrefix = "aws:";
// Of the key that stands for the account's own one where a caller names none.
constexpr std::string_view kDefaultKeyId = "00000000-0000-4000-8000-000000000000";

}  // namespace

Status CheckStream(const StreamRequest& stream) {
  if (stream.enabled && !stream.view) return messages::StreamWithoutView();
  if (!stream.enabled && stream.view) return messages::ViewOfDisabledStream();
  return {};
}

Status CheckStreamUpdate(const StreamRequest& stream) {
  if (stream.enabled && !stream.view) return messages::EnabledStreamWithoutView();
  if (!stream.enabled && stream.view) return messages::DisabledStreamWithView();
  return {};
}

StreamDefinition StreamOf(const StreamRequest& stream) {
  StreamDefinition definition;
  definition.enabled = stream.enabled;
  if (stream.enabled) definition.view = *stream.view;
  return definition;
}

Status CheckEncryption(const EncryptionRequest& encryption) {
  if (encryption.type && *encryption.type != "KMS") {
    return messages::EncryptionTypeNotSupported(*encryption.type);
  }
  const bool enabled = encryption.enabled.value_or(false);
  if (!enabled && (encryption.type || encryption.key_id)) {
    return messages::EncryptionDisabledWithKey();
  }
  return {};
}

std::optional<EncryptionDefinition> EncryptionOf(const EncryptionRequest& encryption,
                                                 const std::string& region) {
  if (!encryption.enabled.value_or(false)) return std::nullopt;
  const std::string id = encryption.key_id.value_or(std::string(kDefaultKeyId));
  EncryptionDefinition definition{.enabled = true, .type = "KMS", .key_arn = id};
  if (!id.starts_with("arn:")) {
    definition.key_arn = "arn:aws:kms:" + region + ":" + std::string(kAccountId) +
                         (id.starts_with("alias/") ? ":" : ":key/") + id;
  }
  return definition;
}

Status CheckTags(const std::vector<Tag>& tags) {
  std::set<std::string_view> keys;
  for (const Tag& tag : tags) {
    if (tag.key.starts_with(kReservedTagPrefix)) return messages::ReservedTagKey(tag.key);
    if (!keys.insert(tag.key).second) return messages::DuplicateTagKey(tag.key);
  }
  return {};
}

Status AddTags(const std::vector<Tag>& tags, std::map<std::string, std::string>& to) {
  for (const Tag& tag : tags) to[tag.key] = tag.value;
  if (to.size() > kMaxTags) return messages::TooManyTags(kMaxTags);
  return {};
}

}  // namespace trestle
