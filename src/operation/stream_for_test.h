#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "operation/operation_for_test.h"
#include "operation/streams.h"
#include "operation/update_item.h"

namespace trestle {

// A record that outlives its page.
struct RecordForTest {
  ChangeKind kind = ChangeKind::kInsert;
  ChangeOrigin origin = ChangeOrigin::kClient;
  ChangeStamp stamp;
  Item keys;
  std::optional<Item> before;
  std::optional<Item> after;
};

// A table `t` with a stream, and a client of its stream.
class StreamTest : public OperationTest {
 protected:
  void CreateStreamed(const std::string& name = "t",
                      StreamView view = StreamView::kNewAndOldImages) {
    TableDefinition definition = Definition(name);
    definition.stream = {.enabled = true, .view = view};
    Create(std::move(definition));
  }
  void Reopen(Catalog::Options options = {}) {
    catalog_.reset();
    catalog_ = *Catalog::Open(*store_, clock_, options);
  }

  // UpdateTable's part of a stream.
  void SetStream(const std::string& name, bool enabled) {
    const auto changed = catalog_->Update(name, [&](TableDefinition& definition) -> Status {
      if (enabled) definition.stream = {};
      definition.stream.enabled = enabled;
      return {};
    });
    ASSERT_TRUE(changed) << changed.error().message;
  }
  std::string ArnOf(const std::string& name) {
    return catalog_->FindInAnyState(name)->definition().StreamArn();
  }

  void Remove(const std::string& table, const std::string& key) {
    const TablePtr found = *catalog_->Find(table);
    WriteSet writes(*catalog_, {{found, *found->KeyOf(ItemOf({{"pk", S(key)}}))}});
    writes.Delete(0);
    ASSERT_TRUE(writes.Commit());
  }

  Result<DescribeStreamResponse> Describe(DescribeStreamRequest request) {
    OperationContext context = Context();
    return DescribeStream(context, request);
  }
  std::vector<Shard> Shards(const std::string& arn) {
    std::vector<Shard> shards;
    DescribeStreamRequest request{.stream_arn = arn};
    do {
      const auto page = Describe(request);
      EXPECT_TRUE(page) << MessageOf(page);
      if (!page) break;
      for (const ShardDescription& shard : page->shards) {
        shards.push_back(*page->stream->FindShard(shard.id));
      }
      request.exclusive_start_shard_id = page->last_evaluated_shard_id;
    } while (request.exclusive_start_shard_id);
    return shards;
  }
  Result<GetShardIteratorResponse> TryIterator(GetShardIteratorRequest request) {
    OperationContext context = Context();
    return GetShardIterator(context, request);
  }
  std::string Iterator(const std::string& arn, const Shard& shard,
                       ShardIteratorType type = ShardIteratorType::kTrimHorizon,
                       std::optional<std::string> sequence_number = {}) {
    const auto answer = TryIterator({.stream_arn = arn,
                                     .shard_id = shard.Id(),
                                     .type = type,
                                     .sequence_number = std::move(sequence_number)});
    EXPECT_TRUE(answer) << MessageOf(answer);
    return answer ? answer->shard_iterator : std::string();
  }
  Result<GetRecordsResponse> TryRead(const std::string& iterator,
                                     std::optional<std::int64_t> limit = {}) {
    OperationContext context = Context();
    return GetRecords(context, {.shard_iterator = iterator, .limit = limit});
  }

  // Appends the page at `iterator`, which becomes the next; empty at the end of a closed shard.
  void ReadPage(std::string& iterator, std::vector<RecordForTest>& records) {
    const auto page = TryRead(iterator, 7);
    ASSERT_TRUE(page) << MessageOf(page);
    for (std::size_t i = 0; i < page->records.size(); ++i) {
      const ChangeRecord record = page->records[i];
      RecordForTest& kept = records.emplace_back();
      kept.kind = record.kind;
      kept.origin = record.origin;
      kept.stamp = record.stamp;
      kept.keys = *record.keys.Decode();
      if (record.old_image) kept.before = *record.old_image->Decode();
      if (record.new_image) kept.after = *record.new_image->Decode();
    }
    iterator = page->next_shard_iterator.value_or("");
  }
  // All that the shard has now.
  std::vector<RecordForTest> ReadAll(const std::string& arn, const Shard& shard) {
    std::vector<RecordForTest> records;
    std::string iterator = Iterator(arn, shard);
    for (std::size_t before = 1; !iterator.empty() && records.size() != before;) {
      before = records.size();
      ReadPage(iterator, records);
    }
    return records;
  }
  // All shards, one after the other; parents come before their children.
  std::vector<RecordForTest> ReadAll(const std::string& arn) {
    std::vector<RecordForTest> all;
    for (const Shard& shard : Shards(arn)) {
      for (RecordForTest& record : ReadAll(arn, shard)) all.push_back(std::move(record));
    }
    return all;
  }
};

}  // namespace trestle
