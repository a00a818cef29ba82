#include "storage/group_blocks.h"

#include <rocksdb/flush_block_policy.h>
#include <rocksdb/table.h>

#include <string>

namespace trestle {
namespace {

// RocksDB appends a sequence number and a kind to each key.
constexpr std::size_t kTrailerBytes = 8;

class GroupBlockPolicy final : public rocksdb::FlushBlockPolicy {
 public:
  GroupBlockPolicy(KeyGroup group, std::size_t usual_bytes)
      : group_(group), usual_bytes_(usual_bytes) {}

  // Whether the block ends before this key. Bytes are counted as they come: what keys have in
  // common is written once, which makes blocks a little smaller.
  bool Update(const rocksdb::Slice& key, const rocksdb::Slice& value) override {
    const std::string_view user_key(key.data(), key.size() - kTrailerBytes);
    const std::string_view group = user_key.substr(0, group_(user_key));
    const bool begins_group = group != last_group_;
    const std::size_t added = key.size() + value.size();
    const bool ends = bytes_ > 0 && EndsBefore(added, begins_group);
    if (ends) bytes_ = 0;
    bytes_ += added;
    if (begins_group) {
      last_group_ = group;
      continues_group_ = false;
    } else if (ends) {
      continues_group_ = true;
    }
    return ends;
  }

 private:
  bool EndsBefore(std::size_t added, bool begins_group) const {
    if (begins_group) return bytes_ >= usual_bytes_ / 4 * 3;
    // A group that began in this block may still end in it. One that goes on is a large one.
    return bytes_ + added > (continues_group_ ? usual_bytes_ : usual_bytes_ / 2 * 3);
  }

  const KeyGroup group_;
  const std::size_t usual_bytes_;
  std::string last_group_;
  std::size_t bytes_ = 0;         // of the block so far
  bool continues_group_ = false;  // the last group began in an earlier block
};

class GroupBlocks final : public rocksdb::FlushBlockPolicyFactory {
 public:
  explicit GroupBlocks(KeyGroup group) : group_(group) {}
  const char* Name() const override { return "trestle.GroupBlocks"; }
  rocksdb::FlushBlockPolicy* NewFlushBlockPolicy(
      const rocksdb::BlockBasedTableOptions& table,
      const rocksdb::BlockBuilder& /*block*/) const override {
    return new GroupBlockPolicy(group_, table.block_size);
  }

 private:
  const KeyGroup group_;
};

}  // namespace

std::shared_ptr<rocksdb::FlushBlockPolicyFactory> NewGroupBlocks(KeyGroup group) {
  return std::make_shared<GroupBlocks>(group);
}

}  // namespace trestle
