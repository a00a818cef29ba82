// Streams of servers that are not TrestleDB: other names of shards, other sequence numbers, answers
// without records in between.
#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "base/mutex.h"
#include "cdc/stream_follower.h"
#include "client/json_member.h"
#include "client/scripted_server_for_test.h"
#include "migration/followed_stream.h"
#include "remote/remote_database.h"

namespace trestle {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct ForeignShard {
  std::string id;
  std::string parent;
  std::vector<std::string> numbers;  // of its records, each of an item of the same name
  bool closed = false;
  int empty_answers = 0;  // before its first record
};

// Serves one stream, a shard and a record at a time. Safe to share between threads.
class ForeignStream {
 public:
  explicit ForeignStream(std::vector<ForeignShard> shards) : shards_(std::move(shards)) {}

  void Append(const std::string& shard, const std::string& number) TRESTLE_EXCLUDES(mutex_) {
    const MutexLock lock(mutex_);
    Find(shard).numbers.push_back(number);
  }
  void Split(const std::string& shard, std::vector<ForeignShard> children)
      TRESTLE_EXCLUDES(mutex_) {
    const MutexLock lock(mutex_);
    Find(shard).closed = true;
    for (ForeignShard& child : children) {
      child.parent = shard;
      shards_.insert(shards_.begin(), std::move(child));
    }
  }

  http::Response Answer(const http::Request& request) TRESTLE_EXCLUDES(mutex_) {
    const MutexLock lock(mutex_);
    const std::string target(request.Find("X-Amz-Target").value_or(""));
    const auto text = [&](std::string_view name) {
      const auto member = client::JsonMember(request.body, name);
      return std::string(member ? client::JsonText(*member) : "");
    };
    if (target.ends_with(".DescribeStream")) return Describe(text("ExclusiveStartShardId"));
    if (target.ends_with(".GetShardIterator")) {
      return client::Ok(R"({"ShardIterator":")" +
                        Iterator(Find(text("ShardId")), text("SequenceNumber")) + "\"}");
    }
    return Records(text("ShardIterator"));
  }

 private:
  ForeignShard& Find(const std::string& id) TRESTLE_REQUIRES(mutex_) {
    return *std::ranges::find(shards_, id, &ForeignShard::id);
  }
  static std::string Iterator(const ForeignShard& shard, const std::string& after) {
    const auto found = std::ranges::find(shard.numbers, after);
    const auto next = found == shard.numbers.end() ? 0 : found - shard.numbers.begin() + 1;
    return shard.id + "|" + std::to_string(next);
  }
  http::Response Describe(const std::string& after) TRESTLE_REQUIRES(mutex_) {
    auto place = shards_.begin();
    if (!after.empty()) place = std::ranges::find(shards_, after, &ForeignShard::id) + 1;
    std::string body = R"({"StreamDescription":{"StreamArn":"arn","StreamStatus":"ENABLED",)"
                       R"("StreamViewType":"KEYS_ONLY","Shards":[)";
    if (place != shards_.end()) {
      body += R"({"ShardId":")" + place->id + "\",";
      if (!place->parent.empty()) body += R"("ParentShardId":")" + place->parent + "\",";
      body += R"("SequenceNumberRange":{"StartingSequenceNumber":"1")";
      if (place->closed) body += R"(,"EndingSequenceNumber":"9")";
      body += "}}";
    }
    body += "]";
    if (place != shards_.end() && place + 1 != shards_.end()) {
      body += R"(,"LastEvaluatedShardId":")" + place->id + "\"";
    }
    return client::Ok(body + "}}");
  }
  http::Response Records(const std::string& iterator) TRESTLE_REQUIRES(mutex_) {
    const std::size_t bar = iterator.rfind('|');
    ForeignShard& shard = Find(iterator.substr(0, bar));
    std::size_t next = std::stoul(iterator.substr(bar + 1));
    std::string records;
    if (next == 0 && shard.empty_answers > 0) {
      --shard.empty_answers;
    } else if (next < shard.numbers.size()) {
      const std::string& number = shard.numbers[next++];
      records = R"({"eventID":"x","eventName":"INSERT","dynamodb":{"Keys":{"pk":{"S":")" + number +
                R"("}},"ApproximateCreationDateTime":1700000000,"StreamViewType":"KEYS_ONLY",)"
                R"("SequenceNumber":")" +
                number + "\"}}";
    }
    std::string body = R"({"Records":[)" + records + "]";
    if (!shard.closed || next < shard.numbers.size()) {
      body += R"(,"NextShardIterator":")" + shard.id + "|" + std::to_string(next) + "\"";
    }
    return client::Ok(body + "}");
  }

  Mutex mutex_;
  std::vector<ForeignShard> shards_ TRESTLE_GUARDED_BY(mutex_);
};

constexpr const char* kSmall = "900000000000000000001";                       // 21 digits
constexpr const char* kLarger = "1000000000000000000000";                     // 22
constexpr const char* kLargest = "9999999999999999999999999999999999999999";  // 40

class ForeignStreamTest : public ::testing::Test {
 protected:
  ForeignStreamTest() {
    RemoteDatabase::Options options;
    options.endpoint = server_.endpoint().url();
    options.credentials = {"AKID", "secret", ""};
    database_ = *RemoteDatabase::Open(options, clock_);
  }
  // Reads until it has caught up: the numbers of all records, in the order in which they came.
  static std::vector<std::string> ReadAll(StreamFollower& follower) {
    std::vector<std::string> numbers;
    do {
      const auto read = follower.ReadRound(
          [&](const ChangeRecord& record, const std::string& sequence) -> Status {
            EXPECT_EQ(*record.keys.Decode(), (Item{{"pk", AttributeValue::String(sequence)}}));
            EXPECT_EQ(record.stamp.time, TimePoint(std::chrono::seconds(1'700'000'000)));
            numbers.push_back(sequence);
            return {};
          });
      EXPECT_TRUE(read) << read.error().message;
      if (!read) break;
    } while (!follower.CaughtUp());
    return numbers;
  }

  const SystemClock clock_;
  ForeignStream stream_{
      {{.id = "left child", .parent = "root", .numbers = {kLarger}},
       {.id = "root", .parent = "long gone", .numbers = {"17", kSmall}, .closed = true}}};
  client::ScriptedServer server_{
      [this](const http::Request& request) { return stream_.Answer(request); }};
  std::unique_ptr<RemoteDatabase> database_;
};

TEST_F(ForeignStreamTest, IsReadOnceAndParentsFirst) {
  StreamFollower follower(*database_, "arn", {});
  EXPECT_THAT(ReadAll(follower), ElementsAre("17", kSmall, kLarger));

  stream_.Append("left child", kLargest);
  StreamFollower next(*database_, "arn", follower.Positions());
  EXPECT_THAT(ReadAll(next), ElementsAre(kLargest));
}

TEST_F(ForeignStreamTest, ShardsThatSplitAreFollowedIntoTheirChildren) {
  StreamFollower follower(*database_, "arn", {});
  EXPECT_EQ(ReadAll(follower).size(), 3u);
  stream_.Append("left child", "1000000000000000000001");
  stream_.Split("left child", {{.id = "a", .parent = {}, .numbers = {"1000000000000000000002"}},
                               {.id = "b", .parent = {}, .numbers = {"1000000000000000000003"}}});
  StreamFollower next(*database_, "arn", follower.Positions());
  const auto numbers = ReadAll(next);
  ASSERT_EQ(numbers.size(), 3u);
  EXPECT_EQ(numbers[0], "1000000000000000000001");
}

TEST_F(ForeignStreamTest, AnAnswerWithoutRecordsIsNotTheEnd) {
  stream_.Split(
      "left child",
      {{.id = "late", .parent = {}, .numbers = {kLargest}, .closed = false, .empty_answers = 2}});
  StreamFollower follower(*database_, "arn", {});
  EXPECT_THAT(ReadAll(follower), ElementsAre("17", kSmall, kLarger, kLargest));
}

TEST_F(ForeignStreamTest, AMigrationSeesWhatChangesAfterItHasBegun) {
  migration::FollowedStream followed(*database_, "arn");
  auto positions = followed.Begin();
  ASSERT_TRUE(positions) << positions.error().message;
  stream_.Append("left child", "1000000000000000000001");
  stream_.Split("left child", {{.id = "a", .parent = {}, .numbers = {kLargest}}});
  std::vector<std::string> after;
  bool at_tip = false;
  for (int round = 0; round < 20 && !at_tip; ++round) {
    at_tip = true;
    for (std::size_t i = 0; i < positions->size(); ++i) {
      migration::ShardPosition& position = (*positions)[i];
      if (!migration::FollowedStream::MayRead(position, *positions)) continue;
      const auto page = followed.Next(position);
      ASSERT_TRUE(page) << page.error().message;
      if (page->records > 0) after.push_back(page->position.after);
      at_tip = at_tip && page->at_tip && !page->position.done;
      position = page->position;
    }
    ASSERT_TRUE(followed.Refresh(*positions));
  }
  EXPECT_TRUE(at_tip);
  // Open shards are read from their beginning, closed ones were copied.
  EXPECT_THAT(after, ElementsAre(kLarger, "1000000000000000000001", kLargest));
}

TEST(ForeignStreamsTest, OneWithoutShardsIsReadToItsEnd) {
  ForeignStream stream({});
  client::ScriptedServer server(
      [&](const http::Request& request) { return stream.Answer(request); });
  const SystemClock clock;
  RemoteDatabase::Options options;
  options.endpoint = server.endpoint().url();
  options.credentials = {"AKID", "secret", ""};
  const auto database = *RemoteDatabase::Open(options, clock);
  StreamFollower follower(*database, "arn", {});
  EXPECT_FALSE(follower.CaughtUp());
  ASSERT_TRUE(follower.ReadRound([](const ChangeRecord&, const std::string&) { return Status(); }));
  EXPECT_TRUE(follower.CaughtUp());
  EXPECT_THAT(follower.Positions(), IsEmpty());
}

}  // namespace
}  // namespace trestle
