#pragma once

#include <map>

#include "operation/create_table.h"

namespace trestle {

// StreamViewType goes with an enabled stream and with no other; CreateTable and UpdateTable say so
// in words of their own.
Status CheckStream(const StreamRequest& stream);
Status CheckStreamUpdate(const StreamRequest& stream);
// The catalog gives it its name.
StreamDefinition StreamOf(const StreamRequest& stream);

Status CheckEncryption(const EncryptionRequest& encryption);
// Nothing while the service's own key is used, which it does not show.
std::optional<EncryptionDefinition> EncryptionOf(const EncryptionRequest& encryption,
                                                 const std::string& region);

Status CheckTags(const std::vector<Tag>& tags);
// Adds or replaces the tags; refuses more than a resource can have.
Status AddTags(const std::vector<Tag>& tags, std::map<std::string, std::string>& to);

}  // namespace trestle
