#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "storage/store.h"
#include "table/key_space.h"
#include "value/attribute_value.h"

namespace trestle {

// Appends a string, number or binary so that encoded values compare by bytes as the values do, and
// none is the beginning of another. Written to disk: described in docs/file-format.md.
void AppendKeyPart(const AttributeValue& value, std::string& key);
// Appends what the encodings of all values that begin with this string or binary begin with.
void AppendKeyPartStart(const AttributeValue& value, std::string& key);

// Spreads partitions evenly over 32 bits. `parts` are the encoded parts of a partition key. Written
// to disk.
std::uint32_t PartitionHash(std::string_view parts);
inline constexpr std::uint64_t kPartitionHashes = std::uint64_t{1} << 32;

// Writes a stored key from front to back: space, ids, then the parts of the key, those of the
// partition first and behind their hash.
class KeyWriter {
 public:
  KeyWriter(KeySpace space, std::uint32_t table_id);

  KeyWriter& AppendId(std::uint32_t id);  // four bytes, so that ids and hashes keep their order
  void BeginPartition();
  void EndPartition();
  void Append(const AttributeValue& part) { AppendKeyPart(part, key_); }
  void AppendStart(const AttributeValue& part) { AppendKeyPartStart(part, key_); }
  void AppendEncoded(std::string_view parts) { key_.append(parts); }

  const std::string& key() const& { return key_; }
  std::string Take() && { return std::move(key_); }

 private:
  std::string key_;
  std::size_t partition_ = 0;  // where the partition's hash stands
};

// The hash inside a stored key of an item or an index entry, or inside the beginning of one; 0
// where that ends before the hash.
std::uint32_t PartitionHashOf(std::string_view stored_key);

// The partition and sort key inside the key of an item: what makes an index entry's key unique.
std::string_view BaseKeyParts(std::string_view item_key);

// How many first bytes the keys of one partition's hash have in common, in a table or an index; 0
// for other keys.
std::size_t PartitionPrefixBytes(std::string_view key);

// The first key that does not begin with `prefix`. The prefix has a byte below 255.
std::string EndOfPrefix(std::string prefix);
KeyRange RangeOfPrefix(std::string prefix);

// Everything that is stored of a table, or of one of its indexes.
KeyRange ItemsOfTable(std::uint32_t table_id);
KeyRange EntriesOfTable(std::uint32_t table_id);
KeyRange EntriesOfIndex(std::uint32_t table_id, std::uint32_t index_id);

}  // namespace trestle
