#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "stream/change.h"
#include "stream/stream.h"

namespace trestle {

enum class ChangeKind { kInsert, kModify, kRemove };

// One record of a stream, read from its stored bytes, which outlive it.
struct ChangeRecord {
  ChangeStamp stamp;
  ChangeKind kind = ChangeKind::kInsert;
  ChangeOrigin origin = ChangeOrigin::kClient;
  EncodedItemView keys{""};
  std::optional<EncodedItemView> new_image;
  std::optional<EncodedItemView> old_image;

  // As the service counts it: the keys and the images that the record has.
  std::size_t SizeBytes() const;
};

// What is stored of a change: its keys and the images that the view asks for. Written to disk; see
// docs/file-format.md.
std::string EncodeChangeRecord(const Change& change, StreamView view, const KeySchema& keys);
// Nothing if the bytes are damaged.
std::optional<ChangeRecord> DecodeChangeRecord(const ChangeStamp& stamp, std::string_view bytes);

// 32 hexadecimal digits that no other record has.
std::string EventId(const ChangeStamp& stamp);

}  // namespace trestle
