// Readers of streams beside writers: nothing is missed, nothing comes twice, and the changes of an
// item come in their order.
#include <atomic>
#include <thread>

#include "operation/stream_for_test.h"

namespace trestle {
namespace {

constexpr int kWriters = 4;
constexpr int kItems = 40;

class StreamOrderTest : public StreamTest {
 protected:
  // Counts items up, several in each commit, as an event loop does. Items are shared by all
  // writers, so that commits wait for each other and stamps overtake one another.
  void Write(int writer, int rounds) {
    CommitGroup group(*catalog_);
    std::uint64_t chance = static_cast<std::uint64_t>(writer) * 7919 + 1;
    for (int i = 0; i < rounds; ++i) {
      chance = chance * 6364136223846793005 + 1442695040888963407;
      OperationContext context = Context();
      context.group = &group;
      UpdateItemRequest request;
      request.table_name = "t";
      request.key = ItemOf({{"pk", S("k" + std::to_string((chance >> 33) % kItems))}});
      request.update_expression = "ADD n :one";
      request.substitutions.values = ItemOf({{":one", N("1")}});
      if (!UpdateItem(context, request)) ++failures_;
      if (i % 5 == 4) {
        if (!group.Finish()) ++failures_;
        std::this_thread::yield();
      }
    }
    if (!group.Finish()) ++failures_;
  }

  void StartWriters(int rounds) {
    for (int writer = 0; writer < kWriters; ++writer) {
      writers_.emplace_back([this, writer, rounds] {
        Write(writer, rounds);
        --writing_;
      });
    }
  }
  ~StreamOrderTest() override {
    for (std::thread& writer : writers_) writer.join();
  }

  // Follows a lineage as a consumer does: a child when its parent has ended.
  void Consume(const std::string& arn) {
    for (const Shard& shard : Shards(arn)) {
      if (iterators_.contains(shard.number())) continue;
      if (!shard.parent || HasEnded(shard.parent->number)) {
        iterators_[shard.number()] = Iterator(arn, shard);
      }
    }
    for (auto& [shard, iterator] : iterators_) {
      if (iterator.empty()) continue;
      std::vector<RecordForTest> records;
      ReadPage(iterator, records);
      for (const RecordForTest& record : records) Follow(record);
    }
  }
  bool HasEnded(std::uint64_t shard) const {
    const auto begun = iterators_.find(shard);
    return begun != iterators_.end() && begun->second.empty();
  }
  void Follow(const RecordForTest& record) {
    int& number = state_[*record.keys.Find("pk")->As<std::string>()];
    ASSERT_EQ(std::stoi(record.after->Find("n")->As<Number>()->ToString()), number + 1);
    ++number;
    ++followed_;
  }

  std::atomic<int> failures_ = 0;
  std::atomic<int> writing_ = kWriters;
  std::vector<std::thread> writers_;
  std::map<std::uint64_t, std::string> iterators_;  // of shards that were begun; empty at the end
  std::map<std::string, int> state_;
  int followed_ = 0;
};

TEST_F(StreamOrderTest, ReaderBesideWritersMissesNothing) {
  Reopen({.shards = {.count = 2, .lifetime = std::chrono::hours(4)}});
  CreateStreamed();
  const std::string arn = ArnOf("t");
  constexpr int kRounds = 2000;
  StartWriters(kRounds);
  while (writing_ > 0 && !HasFatalFailure()) Consume(arn);
  for (int i = 0; i < 2 * kWriters * kRounds && followed_ < kWriters * kRounds; ++i) {
    ASSERT_NO_FATAL_FAILURE(Consume(arn));
  }
  EXPECT_EQ(followed_, kWriters * kRounds);
  EXPECT_EQ(failures_, 0);
}

TEST_F(StreamOrderTest, NorDoesOneWhoseShardsAreReplacedMeanwhile) {
  Reopen({.shards = {.count = 2, .lifetime = std::chrono::seconds(1)}});
  CreateStreamed();
  const std::string arn = ArnOf("t");
  constexpr int kRounds = 500;
  StartWriters(kRounds);
  while (writing_ > 0 && !HasFatalFailure()) {
    if (iterators_.size() < 60) clock_.Advance(std::chrono::milliseconds(300));
    ASSERT_TRUE(catalog_->TendStreams());
    Consume(arn);
  }
  for (int i = 0; i < 2 * kWriters * kRounds && followed_ < kWriters * kRounds; ++i) {
    ASSERT_NO_FATAL_FAILURE(Consume(arn));
  }
  EXPECT_EQ(followed_, kWriters * kRounds);
  EXPECT_EQ(failures_, 0);
  EXPECT_GT(iterators_.size(), 4u);
}

}  // namespace
}  // namespace trestle
