// Stored records of streams, and what clients send of places in them: any bytes are read or
// refused, and what is read as a place is written alike.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "stream/change_record.h"
#include "stream/sequence_number.h"
#include "stream/shard_iterator.h"

namespace {

void ReadRecord(std::string_view bytes) {
  const auto record = trestle::DecodeChangeRecord({}, bytes);
  if (!record) return;
  static_cast<void>(record->SizeBytes());
  static_cast<void>(record->keys.Decode());
  if (record->new_image) static_cast<void>(record->new_image->Decode());
  if (record->old_image) static_cast<void>(record->old_image->Decode());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  ReadRecord(bytes);
  if (const auto iterator = trestle::DecodeShardIterator(bytes)) {
    TRESTLE_CHECK(trestle::EncodeShardIterator(*iterator) == bytes);
  }
  if (const auto stamp = trestle::StampOfSequenceNumber(bytes)) {
    TRESTLE_CHECK(trestle::SequenceNumberOf(*stamp) == bytes);
  }
  return 0;
}
