#include "cdc/lake.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include "base/time_text.h"
#include "cdc/lake_feed.h"
#include "cdc/lake_line.h"
#include "json/plain_json.h"
#include "model/read.h"
#include "objects/messages.h"
#include "operation/local_database.h"

namespace trestle {
namespace {

using std::chrono::hours;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

// Objects in memory, written by a process that can be made to die before any of its writes.
class DyingStore final : public ObjectStore {
 public:
  Result<std::string> Put(const ObjectName& name, std::string_view bytes) override {
    if (!Lives()) return Dead();
    objects[name.key] = bytes;
    return std::string("md5");
  }
  Result<std::string> PutIf(const ObjectName& name, std::string_view bytes,
                            const std::string& tag) override {
    if (before_put_if) std::exchange(before_put_if, nullptr)();
    if (TagOf(name) != tag) return messages::AnotherObjectIsThere(name);
    TRESTLE_TRY(const std::string md5, Put(name, bytes));
    // As if the answer had been lost, and the request sent again.
    if (std::exchange(loses_answer, false)) return messages::AnotherObjectIsThere(name);
    return md5;
  }
  Result<std::string> TagOf(const ObjectName& name) override {
    const auto found = objects.find(name.key);
    return found == objects.end() ? "" : "tag of " + found->second;
  }
  Result<std::string> Read(const ObjectName& name, std::uint64_t offset,
                           std::size_t size) override {
    if (writes_left == 0) return Dead();
    const auto found = objects.find(name.key);
    if (found == objects.end()) return messages::NoSuchObject(name);
    return offset > found->second.size() ? "" : found->second.substr(offset, size);
  }
  Result<std::vector<ObjectSummary>> List(const std::string&, const std::string& prefix,
                                          std::size_t limit) override {
    if (writes_left == 0) return Dead();
    std::vector<ObjectSummary> found;
    for (const auto& [key, bytes] : objects) {
      if (key.starts_with(prefix) && found.size() < limit) found.push_back({key, bytes.size()});
    }
    return found;
  }
  Status Delete(const ObjectName& name) override {
    if (!Lives()) return Dead();
    objects.erase(name.key);
    return {};
  }

  std::map<std::string, std::string> objects;
  int writes_left = -1;  // until it is dead; -1: it lives
  std::function<void()> before_put_if;
  bool loses_answer = false;

 private:
  static tl::unexpected<Error> Dead() { return messages::StoreUnreachable("dead"); }
  bool Lives() {
    if (writes_left > 0) --writes_left;
    return writes_left != 0;
  }
};

AttributeValue LakeText(std::string text) { return AttributeValue::String(std::move(text)); }

class LakeTest : public ::testing::Test {
 protected:
  LakeTest() { CreateTable(true); }

  void CreateTable(bool streamed) {
    CreateTableRequest request;
    request.table_name = "tasks";
    request.attributes = {{.name = "id"}};
    request.key_schema = {{.attribute_name = "id"}};
    request.billing = BillingMode::kPayPerRequest;
    if (streamed) request.stream = {.enabled = true, .view = StreamView::kNewAndOldImages};
    const auto created = database_->CreateTable(request);
    ASSERT_TRUE(created) << created.error().message;
    if (streamed) stream_ = created->table->definition().StreamArn();
  }
  void Put(const std::string& id, int value) {
    Item item{{"id", LakeText(id)},
              {"value", AttributeValue::Integer(value)},
              {"kind", LakeText(id == "0" ? "User" : "Task")}};
    ASSERT_TRUE(database_->PutItem({.table_name = "tasks", .item = std::move(item)}));
    ++changes_;
  }
  void Delete(const std::string& id) {
    DeleteItemRequest request;
    request.table_name = "tasks";
    request.key = Item{{"id", LakeText(id)}};
    ASSERT_TRUE(database_->DeleteItem(request));
    ++changes_;
  }
  Lake::Options Options() const {
    Lake::Options options;
    options.table = "tasks";
    options.stream = stream_;
    return options;
  }
  Result<std::unique_ptr<Lake>> Open() { return Open(Options()); }
  Result<std::unique_ptr<Lake>> Open(const Lake::Options& options) {
    return Lake::Open({.store = store_, .bucket = "bucket", .prefix = "lake/", .conditional = true},
                      options);
  }
  LakeFeed FeedOf(Lake& lake) {
    return LakeFeed({.database = *database_, .lake = lake, .entities = entities_, .clock = clock_});
  }
  // A process that follows the stream to its present end, with a commit after each round.
  Status Run(const Lake::Options& options) {
    TRESTLE_TRY(const std::unique_ptr<Lake> lake, Open(options));
    LakeFeed feed = FeedOf(*lake);
    for (bool more = true; more;) {
      TRESTLE_TRY(more, feed.ReadSnapshot());
      TRESTLE_RETURN_IF_ERROR(feed.Flush());
    }
    while (!feed.CaughtUp()) {
      TRESTLE_RETURN_IF_ERROR(feed.ReadChanges());
      TRESTLE_RETURN_IF_ERROR(feed.Flush());
    }
    TRESTLE_RETURN_IF_ERROR(lake->Compact({.at_least = 3}));
    return {};
  }

  LakeManifest Manifest() const {
    return *ReadLakeManifest(store_.objects.at("lake/_manifest.json"));
  }
  static std::vector<std::string> LinesOf(const std::string& packed, Compression compression) {
    const auto source = Decompress(std::make_unique<TextSource>(packed), compression);
    std::string text;
    std::array<char, 4096> buffer;
    for (auto size = source->Read(buffer); size && *size > 0; size = source->Read(buffer)) {
      text.append(buffer.data(), *size);
    }
    std::vector<std::string> lines;
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = text.find('\n', begin);
      lines.push_back(text.substr(begin, end - begin));
      begin = end + 1;
    }
    return lines;
  }
  // The lines of the files that the manifest names, each file as the manifest tells of it.
  std::vector<Item> Lines() const {
    std::vector<Item> lines;
    for (const LakeFile& file : Manifest().files) {
      const std::string& packed = store_.objects.at("lake/" + file.path);
      EXPECT_EQ(file.bytes, static_cast<std::int64_t>(packed.size()));
      const bool zstd = file.path.ends_with(".zst");
      const auto texts = LinesOf(packed, zstd ? Compression::kZstd : Compression::kGzip);
      EXPECT_EQ(file.lines, static_cast<std::int64_t>(texts.size()));
      for (const std::string& text : texts) {
        const auto line = ParsePlainJson(text);
        EXPECT_TRUE(line) << text;
        lines.push_back(*line->As<AttributeMap>());
        const std::string& sequence = *lines.back().Find("sequence")->As<std::string>();
        EXPECT_LE(file.first, sequence);
        EXPECT_GE(file.last, sequence);
      }
    }
    return lines;
  }
  // The table as the lake tells it: of each key the line with the greatest sequence.
  std::map<std::string, std::string> State() const {
    std::map<std::string, std::pair<std::string, std::string>> newest;
    for (const Item& line : Lines()) {
      const std::string id = *line.Find("keys")->As<AttributeMap>()->Find("id")->As<std::string>();
      const std::string sequence = *line.Find("sequence")->As<std::string>();
      std::string image;
      AppendPlainJson(*line.Find("new_image"), image);
      auto& [known, value] = newest[id];
      if (sequence >= known) std::tie(known, value) = std::pair(sequence, image);
    }
    std::map<std::string, std::string> state;
    for (const auto& [id, line] : newest) {
      if (line.second != "null") state[id] = line.second;
    }
    return state;
  }
  std::map<std::string, std::string> Table() {
    std::map<std::string, std::string> items;
    const auto page = database_->Scan({.table_name = "tasks"});
    for (const EncodedItemView item : page->items) {
      const Item decoded = *item.Decode();
      AppendPlainJson(decoded, items[*decoded.Find("id")->As<std::string>()]);
    }
    return items;
  }
  // Whether each change is there once, and no file that the manifest does not name.
  void ExpectWhole() {
    std::set<std::string> sequences;
    for (const Item& line : Lines()) {
      EXPECT_TRUE(sequences.insert(*line.Find("sequence")->As<std::string>()).second);
    }
    EXPECT_EQ(sequences.size(), changes_);
    EXPECT_EQ(Manifest().Lines(), static_cast<std::int64_t>(changes_));
    EXPECT_EQ(store_.objects.size(), Manifest().files.size() + 1);
    EXPECT_EQ(State(), Table());
  }

  ManualClock clock_{*ParseInstant("2026-11-16T22:00:00Z")};
  std::unique_ptr<LocalDatabase> database_ =
      *LocalDatabase::Open({.store = {.in_memory = true}}, clock_);
  std::string stream_;
  std::size_t changes_ = 0;
  DyingStore store_;
  const LakeEntities entities_{std::string("kind")};
};

TEST_F(LakeTest, EachChangeIsThereOnceWhereverTheWriterDies) {
  // A process that commits twice, merges, and meanwhile has the table changing.
  const auto process = [this]() -> Status {
    TRESTLE_TRY(const std::unique_ptr<Lake> lake, Open());
    LakeFeed feed = FeedOf(*lake);
    for (int commit = 0; commit < 2; ++commit) {
      for (int i = 0; i < 2; ++i) Put(std::to_string(i), static_cast<int>(changes_));
      Delete("1");
      TRESTLE_RETURN_IF_ERROR(feed.ReadChanges());
      TRESTLE_RETURN_IF_ERROR(feed.Flush());
    }
    TRESTLE_RETURN_IF_ERROR(lake->Compact({}));
    return {};
  };
  int deaths = 0;
  while (true) {
    store_.writes_left = deaths + 1;
    const bool died = !process();
    store_.writes_left = -1;
    const Status again = Run(Options());
    ASSERT_TRUE(again) << again.error().message;
    ExpectWhole();
    if (!died) break;
    ++deaths;
    if (deaths == 5) clock_.Advance(hours(3));
  }
  EXPECT_GE(deaths, 9);
}

TEST_F(LakeTest, FilesLieByEntityAndDay) {
  Put("a", 1);
  clock_.Advance(hours(3));
  Put("a", 2);
  ASSERT_TRUE(database_->PutItem({.table_name = "tasks", .item = Item{{"id", LakeText("b")}}}));
  ASSERT_TRUE(Run(Options()));
  std::set<std::string> folders;
  for (const LakeFile& file : Manifest().files) folders.emplace(file.Folder());
  EXPECT_THAT(folders, ElementsAre("entity=Task/date=2026-11-16/", "entity=Task/date=2026-11-17/",
                                   "entity=unknown/date=2026-11-17/"));
}

TEST_F(LakeTest, LateLinesAreAFurtherFileOfTheirDay) {
  const auto lake = *Open();
  lake->Add(LakeFolder("Task", *ParseInstant("2026-11-17")), "2", "{}");
  ASSERT_TRUE(lake->Commit({}));
  const std::vector<LakeFile> before = lake->manifest().files;
  lake->Add(LakeFolder("Task", *ParseInstant("2026-11-16")), "1", "{}");
  lake->Add(LakeFolder("Task", *ParseInstant("2026-11-17")), "3", "{}");
  ASSERT_TRUE(lake->Commit({}));
  ASSERT_EQ(lake->manifest().files.size(), 3u);
  EXPECT_EQ(lake->manifest().files[0], before.front());
  EXPECT_THAT(lake->manifest().files[1].path, StartsWith("entity=Task/date=2026-11-16/00000002-"));
  EXPECT_THAT(lake->manifest().files[2].path, StartsWith("entity=Task/date=2026-11-17/00000002-"));
}

TEST_F(LakeTest, CompactionKeepsEveryLine) {
  for (int round = 0; round < 4; ++round) {
    Put("a", round);
    Lake::Options options = Options();
    if (round % 2 == 1) options.compression = Compression::kZstd;
    const auto lake = *Open(options);
    LakeFeed feed = FeedOf(*lake);
    while (!feed.CaughtUp()) ASSERT_TRUE(feed.ReadChanges());
    ASSERT_TRUE(feed.Flush());
  }
  const std::vector<Item> before = Lines();
  ASSERT_EQ(Manifest().files.size(), 4u);
  const auto lake = *Open();
  EXPECT_EQ(*lake->Compact({.at_least = 5}), 0u);
  EXPECT_EQ(*lake->Compact({.at_least = 2, .file_bytes = 10}), 0u) << "none of them is small";
  EXPECT_EQ(*lake->Compact({.at_least = 4}), 4u);
  EXPECT_EQ(Manifest().files.size(), 1u);
  EXPECT_EQ(Lines(), before);
  ExpectWhole();
  EXPECT_EQ(*lake->Compact({}), 0u);
}

TEST_F(LakeTest, AFileThatLacksLinesIsNotMerged) {
  const auto lake = *Open();
  for (int i = 0; i < 2; ++i) {
    lake->Add("entity=a/date=2026-11-16/", "1", "{}");
    ASSERT_TRUE(lake->Commit({}));
  }
  const std::string path = "lake/" + lake->manifest().files.front().path;
  store_.objects[path] = "";
  EXPECT_THAT(lake->Compact({}).error().message, HasSubstr("does not hold the lines"));
  EXPECT_TRUE(store_.objects.contains(path));
}

TEST_F(LakeTest, BeginsWithTheItemsOfTheTable) {
  ASSERT_TRUE(database_->DeleteTable("tasks"));
  CreateTable(false);
  for (int i = 0; i < 20; ++i) Put(std::to_string(i), i);
  UpdateTableRequest request;
  request.table_name = "tasks";
  request.stream = {.enabled = true, .view = StreamView::kNewAndOldImages};
  const auto updated = database_->UpdateTable(request);
  ASSERT_TRUE(updated) << updated.error().message;
  stream_ = updated->table->definition().StreamArn();
  Put("3", 33);
  Delete("4");
  Lake::Options options = Options();
  options.snapshot = true;
  bool died = true;
  for (int writes = 1; died; ++writes) {
    store_.objects.clear();
    store_.writes_left = writes;
    died = !Run(options);
    store_.writes_left = -1;
    ASSERT_TRUE(Run(options));
    EXPECT_EQ(Lines().size(), 19u + 2) << "the items and the changes";
    EXPECT_EQ(State(), Table());
  }
}

TEST_F(LakeTest, StopsWhereChangesAreGone) {
  Put("a", 1);
  ASSERT_TRUE(Run(Options()));
  clock_.Advance(hours(30));
  EXPECT_THAT(Run(Options()).error().message, HasSubstr("gone before they were read"));
}

TEST_F(LakeTest, ADisabledStreamIsReadToItsEnd) {
  Put("a", 1);
  UpdateTableRequest request;
  request.table_name = "tasks";
  request.stream = {.enabled = false, .view = std::nullopt};
  ASSERT_TRUE(database_->UpdateTable(request));
  const auto lake = *Open();
  LakeFeed feed = FeedOf(*lake);
  while (!feed.StreamFinished()) ASSERT_TRUE(feed.ReadChanges());
  ASSERT_TRUE(feed.Flush());
  ExpectWhole();
}

TEST_F(LakeTest, RefusesWhatIsNotItsOwn) {
  store_.objects["lake/entity=a/date=2026-11-16/x.jsonl"] = "{}\n";
  EXPECT_THAT(Open().error().message, HasSubstr("no _manifest.json"));
  store_.objects.clear();
  const auto lake = *Open();
  const auto other = *Open();
  lake->Add("entity=a/date=2026-11-16/", "1", "{}");
  ASSERT_TRUE(lake->Commit({}));
  EXPECT_THAT(other->Commit({}).error().message, HasSubstr("another process writes"));
  Lake::Options options = Options();
  options.images = LakeImages::kDynamoDbJson;
  EXPECT_THAT(Open(options).error().message, HasSubstr("--images plain"));
  options = Options();
  options.table = "other";
  EXPECT_THAT(Open(options).error().message, HasSubstr("of the table 'tasks'"));
  store_.objects["lake/_manifest.json"] = "{\"version\":2}";
  EXPECT_THAT(Open().error().message, HasSubstr("not one of ours"));
}

TEST_F(LakeTest, OfTwoWritersAtTheSameMomentOneIsRefused) {
  Put("1", 1);
  const auto first = Open();
  const auto second = Open();
  ASSERT_TRUE(first && second);
  LakeFeed first_feed = FeedOf(**first);
  LakeFeed second_feed = FeedOf(**second);
  ASSERT_TRUE(first_feed.ReadChanges() && second_feed.ReadChanges());
  // The second has looked at the manifest, found it as it should be, and is about to replace it.
  store_.before_put_if = [&] { EXPECT_TRUE(first_feed.Flush()); };
  const Status refused = second_feed.Flush();
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("another process writes to"));
  EXPECT_EQ(Manifest().Lines(), 1);
  // Its file is nobody's, and goes with the next commit.
  Put("2", 2);
  ASSERT_TRUE(Run(Options()));
  EXPECT_EQ(Manifest().Lines(), 2);
  for (const auto& [key, bytes] : store_.objects) {
    const auto named = [&key = key](const LakeFile& file) { return "lake/" + file.path == key; };
    EXPECT_TRUE(key == "lake/_manifest.json" || std::ranges::any_of(Manifest().files, named))
        << key;
  }
}

TEST_F(LakeTest, BeginningAtTheSameMomentMakesOneLake) {
  store_.before_put_if = [&] { EXPECT_TRUE(Open()); };
  EXPECT_TRUE(Open());  // both have begun with the same
  Put("1", 1);
  ASSERT_TRUE(Run(Options()));
  EXPECT_EQ(Manifest().Lines(), 1);
}

TEST_F(LakeTest, ACommitWhoseAnswerWasLostIsKnownForItsOwn) {
  const auto lake = Open();
  ASSERT_TRUE(lake);
  LakeFeed feed = FeedOf(**lake);
  Put("1", 1);
  ASSERT_TRUE(feed.ReadChanges());
  store_.loses_answer = true;
  EXPECT_TRUE(feed.Flush());
  EXPECT_EQ(Manifest().Lines(), 1);
  Put("2", 2);
  ASSERT_TRUE(feed.ReadChanges());
  EXPECT_TRUE(feed.Flush());
  EXPECT_EQ(Manifest().Lines(), 2);
}

TEST_F(LakeTest, OnlyWhatACrashHasLeftIsRemoved) {
  ASSERT_TRUE(Open());
  const std::string left = "lake/entity=a/date=2026-11-16/00000007-0.jsonl.gz";
  store_.objects["lake/entity=a/notes.txt"] = "mine";
  store_.objects[left] = "left by a crash";
  const auto lake = *Open();
  EXPECT_TRUE(lake->HasUnnamedFiles());
  EXPECT_TRUE(store_.objects.contains(left)) << "a manifest that names it may be on its way";
  ASSERT_TRUE(FeedOf(*lake).Flush());
  EXPECT_FALSE(store_.objects.contains(left));
  EXPECT_TRUE(store_.objects.contains("lake/entity=a/notes.txt"));
}

TEST_F(LakeTest, AMissingFileIsNoticed) {
  const auto lake = *Open();
  lake->Add("entity=a/date=2026-11-16/", "1", "{}");
  ASSERT_TRUE(lake->Commit({}));
  store_.objects.erase("lake/" + lake->manifest().files.front().path);
  EXPECT_THAT(Open().error().message, HasSubstr("is not there"));
}

TEST(LakeManifestTest, IsReadAsItWasWritten) {
  LakeManifest manifest;
  manifest.table = "tasks \"quoted\"";
  manifest.stream = "arn";
  manifest.images = LakeImages::kDynamoDbJson;
  manifest.commit = 7;
  manifest.files = {{.path = "entity=a/date=2026-11-16/00000007.jsonl.gz",
                     .lines = 3,
                     .bytes = 99,
                     .md5 = "d4",
                     .first = "1",
                     .last = "2"}};
  manifest.shards = {{.shard = "s2", .parent = "s1", .after = "12", .ended = true}};
  manifest.snapshot = LakeSnapshot{.done = false, .after = Item{{"id", LakeText("x")}}};
  const std::string text = WriteLakeManifest(manifest);
  EXPECT_EQ(ReadLakeManifest(text), manifest);
  for (std::size_t size = 0; size + 2 < text.size(); ++size) {
    EXPECT_FALSE(ReadLakeManifest(text.substr(0, size)));
  }
}

TEST(LakeLineTest, HoldsTheChange) {
  const EncodedItem keys = EncodedItem::From({{"id", LakeText("a")}});
  const EncodedItem image = EncodedItem::From(
      {{"id", LakeText("a")},
       {"n", AttributeValue::Of(*Number::Parse("1234567890.12345678901234567"))}});
  ChangeRecord record;
  record.stamp.time = *ParseInstant("2026-11-16T12:00:00.5Z");
  record.kind = ChangeKind::kRemove;
  record.origin = ChangeOrigin::kExpiry;
  record.keys = keys;
  record.old_image = image;
  std::string line;
  ASSERT_TRUE(AppendLakeLine(record, "42", LakeImages::kPlain, line));
  EXPECT_EQ(line, R"({"event":"REMOVE","sequence":"0000000000000000000000000000000000000042",)"
                  R"("time":"2026-11-16T12:00:00.500000Z","expired":true,"keys":{"id":"a"},)"
                  R"("new_image":null,"old_image":{"id":"a","n":1234567890.12345678901234567}})");
  line.clear();
  ASSERT_TRUE(AppendLakeLine(record, "42", LakeImages::kDynamoDbJson, line));
  EXPECT_THAT(line, HasSubstr(R"("keys":{"id":{"S":"a"}},"new_image":null)"));
}

TEST(LakeLineTest, FolderNamesAreSafe) {
  const TimePoint day = *ParseInstant("2026-11-16T23:59:59Z");
  EXPECT_EQ(LakeFolder("../a b/ü", day), "entity=..%2Fa%20b%2F%C3%BC/date=2026-11-16/");
  EXPECT_EQ(LakeFolder("", day), "entity=unknown/date=2026-11-16/");
  EXPECT_EQ(LakeFolder(std::string(500, 'x'), day), "entity=unknown/date=2026-11-16/");
}

TEST(LakeEntitiesTest, AreFoundByAttributeOrModel) {
  const EncodedItem item = EncodedItem::From(
      {{"PK", LakeText("USER#1")}, {"kind", LakeText("Person")}, {"n", AttributeValue()}});
  EXPECT_EQ(LakeEntities(std::string("kind")).Of(item), "Person");
  EXPECT_EQ(LakeEntities(std::string("n")).Of(item), "");
  const auto model = std::make_shared<const model::Model>(model::ReadModel(R"toml(format = 1
model = "m"
[tables.t]
partition_key = "PK"
[entities.User]
table = "t"
PK = "USER#{Id}"
[entities.User.attributes]
Id = "string"
[entities.Order]
table = "t"
PK = "ORDER#{Id}"
[entities.Order.attributes]
Id = "string"
)toml",
                                                                           "m")
                                                              .model);
  const LakeEntities entities(
      std::make_unique<const model::KeptTable>(model, model->tables.front()));
  EXPECT_EQ(entities.Of(item), "User");
  EXPECT_EQ(entities.Of(EncodedItem::From({{"PK", LakeText("ORDER#2")}})), "Order");
  EXPECT_EQ(entities.Of(EncodedItem::From({{"PK", LakeText("OTHER")}})), "");
}

}  // namespace
}  // namespace trestle
