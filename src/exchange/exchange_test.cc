#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "exchange/exchange_records.h"
#include "exchange/exports.h"
#include "exchange/imports.h"
#include "objects/messages.h"
#include "table/definition_codec.h"
#include "table/table_testing.h"
#include "transfer/compression.h"

namespace trestle {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;

// One bucket, "bucket", in memory.
class MemoryObjects final : public ObjectStore {
 public:
  Result<std::string> Put(const ObjectName& name, std::string_view bytes) override {
    if (name.bucket != "bucket") return messages::NoSuchBucket(name.bucket);
    const MutexLock lock(mutex_);
    objects_[name.key] = bytes;
    return "etag";
  }
  Result<std::string> Read(const ObjectName& name, std::uint64_t offset, std::size_t) override {
    const MutexLock lock(mutex_);
    const std::string& bytes = objects_.at(name.key);
    // Everything at once, and then nothing.
    return offset == 0 ? bytes : std::string();
  }
  Result<std::vector<ObjectSummary>> List(const std::string& bucket, const std::string& prefix,
                                          std::size_t) override {
    if (bucket != "bucket") return messages::NoSuchBucket(bucket);
    const MutexLock lock(mutex_);
    std::vector<ObjectSummary> found;
    for (const auto& [key, bytes] : objects_) {
      if (key.starts_with(prefix)) found.push_back({.key = key, .bytes = bytes.size()});
    }
    return found;
  }
  Status Delete(const ObjectName&) override { return {}; }

  std::map<std::string, std::string> All() const {
    const MutexLock lock(mutex_);
    return objects_;
  }

 private:
  mutable Mutex mutex_;
  std::map<std::string, std::string> objects_ TRESTLE_GUARDED_BY(mutex_);
};

std::string Unzipped(std::string bytes) {
  const auto source =
      Decompress(std::make_unique<TextSource>(std::move(bytes)), Compression::kGzip);
  std::string text(1 << 16, '\0');
  text.resize(*source->Read(text));
  return text;
}

class ExchangeTest : public ::testing::Test {
 protected:
  ExchangeTest() { Reopen(); }

  // As a new process on the same disk.
  void Reopen() {
    exports_.reset();
    imports_.reset();
    catalog_.reset();
    catalog_ = *Catalog::Open(*store_, clock_, {});
    exports_ = *Exports::Open(*catalog_, objects_);
    imports_ = *Imports::Open(*catalog_, objects_);
  }
  TableDefinition Definition(const std::string& name) const {
    TableDefinition definition = TableNamed(name);
    definition.attributes = {Key("pk"), Key("sk", kN)};
    return definition;
  }
  TablePtr CreateRecoverable(const std::string& name) {
    TableDefinition definition = Definition(name);
    definition.recovery = RecoveryDefinition{.days = 1, .since = clock_.Now()};
    EXPECT_TRUE(catalog_->Create(std::move(definition)));
    return *catalog_->Find(name);
  }
  static Item One(int key, const std::string& value) {
    return ItemOf({{"pk", S("p")}, {"sk", N(std::to_string(key))}, {"v", S(value)}});
  }
  void Put(const TablePtr& table, int key, const std::string& value) {
    const Item item = One(key, value);
    WriteSet writes(*catalog_, {{table, *table->KeyOfItem(item)}});
    writes.Put(0, item);
    ASSERT_TRUE(writes.Commit());
  }
  void Delete(const TablePtr& table, int key) {
    WriteSet writes(*catalog_, {{table, *table->KeyOfItem(One(key, ""))}});
    writes.Delete(0);
    ASSERT_TRUE(writes.Commit());
  }
  Export Wanted() const {
    Export job;
    job.started = clock_.Now();
    job.time = clock_.Now();
    job.s3_bucket = "bucket";
    return job;
  }
  Import WantedImport(const std::string& prefix) const {
    Import job;
    job.started = clock_.Now();
    job.s3_bucket = "bucket";
    job.s3_prefix = prefix;
    return job;
  }
  // The lines of all data files that the export has put.
  std::string Lines() const {
    std::string lines;
    for (const auto& [key, bytes] : objects_.All()) {
      if (key.ends_with(".json.gz")) lines += Unzipped(bytes);
    }
    return lines;
  }
  ExportPtr Ended(const ExportPtr& begun) {
    exports_->WaitUntilIdle();
    return *exports_->Find(begun->Arn());
  }
  ImportPtr Ended(const ImportPtr& begun) {
    imports_->WaitUntilIdle();
    return *imports_->Find(begun->Arn());
  }
  // As the record of a job that a process did not bring to its end.
  template <class Job>
  void Keep(const Job& job) {
    const auto batch = store_->NewBatch();
    exchange_records::Put(job, *batch);
    ASSERT_TRUE(store_->Commit(*batch));
  }
  void PutObject(const std::string& key, const std::string& bytes) {
    ASSERT_TRUE(objects_.Put({.bucket = "bucket", .key = key}, bytes));
  }

  ManualClock clock_{TimePoint(std::chrono::hours(500'000))};
  MemoryObjects objects_;
  std::unique_ptr<Store> store_ = *OpenStore({.in_memory = true});
  std::unique_ptr<Catalog> catalog_;
  std::unique_ptr<Exports> exports_;
  std::unique_ptr<Imports> imports_;
};

TEST_F(ExchangeTest, AFullExportHasTheStateOfItsTime) {
  const TablePtr table = CreateRecoverable("t");
  Put(table, 1, "a");
  Put(table, 2, "b");
  const TimePoint then = clock_.Now();
  clock_.Advance(std::chrono::seconds(1));
  Put(table, 2, "c");
  Delete(table, 1);
  Export wanted = Wanted();
  wanted.time = then;
  const ExportPtr job = Ended(*exports_->Start(table, wanted));
  EXPECT_EQ(job->status, ExportStatus::kCompleted);
  EXPECT_EQ(job->items, 2);
  EXPECT_EQ(Lines(),
            "{\"Item\":{\"pk\":{\"S\":\"p\"},\"sk\":{\"N\":\"1\"},\"v\":{\"S\":\"a\"}}}\n"
            "{\"Item\":{\"pk\":{\"S\":\"p\"},\"sk\":{\"N\":\"2\"},\"v\":{\"S\":\"b\"}}}\n");
  const std::string folder = "AWSDynamoDB/" + job->id + "/";
  EXPECT_EQ(job->manifest, folder + "manifest-summary.json");
  const auto all = objects_.All();
  EXPECT_TRUE(all.contains(folder + "_started"));
  EXPECT_TRUE(all.contains(folder + "manifest-files.md5"));
  EXPECT_EQ(ReadFiles(all.at(folder + "manifest-files.json"))->at(0).items, 2);
  EXPECT_EQ(ReadSummary(all.at(*job->manifest))->items, 2);
}

TEST_F(ExchangeTest, WhatIsWrittenAfterTheRequestIsNotExported) {
  const TablePtr table = CreateRecoverable("t");
  Put(table, 1, "a");
  const ExportPtr begun = *exports_->Start(table, Wanted());
  for (int i = 2; i < 50; ++i) Put(table, i, "b");
  ASSERT_TRUE(catalog_->Drop("t"));
  EXPECT_EQ(Ended(begun)->items, 1);
}

TEST_F(ExchangeTest, AnIncrementalExportHasOneLineForEachItem) {
  const TablePtr table = CreateRecoverable("t");
  Put(table, 1, "old");
  Put(table, 2, "old");
  clock_.Advance(std::chrono::seconds(1));
  const TimePoint from = clock_.Now();
  Put(table, 1, "new");
  Delete(table, 2);
  Put(table, 3, "new");
  Put(table, 4, "came");
  Delete(table, 4);
  clock_.Advance(std::chrono::seconds(1));
  const TimePoint to = clock_.Now();
  Put(table, 1, "later");
  Export wanted = Wanted();
  wanted.time.reset();
  wanted.period = {.from = from, .to = to, .view = ExportView::kNewAndOldImages};
  EXPECT_EQ(Ended(*exports_->Start(table, wanted))->items, 3);
  const std::string lines = Lines();
  EXPECT_THAT(lines, HasSubstr(R"("Keys":{"pk":{"S":"p"},"sk":{"N":"1"}},"OldImage":{"pk")"));
  EXPECT_THAT(lines, HasSubstr(R"({"WriteTimestampMicros":{"N":")" +
                               std::to_string(from.time_since_epoch().count()) + "\"}}"));
  EXPECT_THAT(lines, HasSubstr(R"("sk":{"N":"2"},"v":{"S":"old"}}})")) << "deleted: no NewImage";
  EXPECT_THAT(lines, HasSubstr(R"("Keys":{"pk":{"S":"p"},"sk":{"N":"3"}},"NewImage":{)"));
  EXPECT_THAT(lines, ::testing::Not(HasSubstr("came")));
  EXPECT_THAT(lines, ::testing::Not(HasSubstr("later")));
}

TEST_F(ExchangeTest, AMissingBucketIsTheServicesFailure) {
  Export wanted = Wanted();
  wanted.s3_bucket = "nowhere";
  const ExportPtr job = Ended(*exports_->Start(CreateRecoverable("t"), wanted));
  EXPECT_EQ(job->status, ExportStatus::kFailed);
  EXPECT_EQ(job->failure->code, "S3NoSuchBucket");
  Import import = WantedImport("");
  import.s3_bucket = "nowhere";
  const ImportPtr imported = Ended(*imports_->Start(Definition("i"), import));
  EXPECT_EQ(imported->failure->code, "S3NoSuchBucket");
  EXPECT_EQ(catalog_->FindInAnyState("i"), nullptr);
}

TEST_F(ExchangeTest, ATokenIsRememberedForEightHours) {
  const TablePtr table = CreateRecoverable("t");
  Export wanted = Wanted();
  wanted.client_token = "token";
  wanted.request = "one";
  const ExportPtr first = Ended(*exports_->Start(table, wanted));
  EXPECT_EQ((*exports_->FindRepeated(wanted))->id, first->id);
  EXPECT_EQ((*exports_->Start(table, wanted))->id, first->id);
  Export other = wanted;
  other.request = "another";
  EXPECT_EQ(exports_->FindRepeated(other).error().code, ErrorCode::kExportConflict);
  Reopen();
  EXPECT_EQ((*exports_->FindRepeated(wanted))->id, first->id);
  clock_.Advance(kTokensKept);
  EXPECT_EQ(*exports_->FindRepeated(other), nullptr);
}

TEST_F(ExchangeTest, AnImportFillsANewTableFromAllObjects) {
  PutObject("in/1", "{\"Item\":{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"1\"}}}\n");
  PutObject("in/2",
            "{\"Item\":{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"1\"},\"v\":{\"S\":\"again\"}}}\n"
            "{\"Item\":{\"pk\":{\"S\":\"b\"},\"sk\":{\"N\":\"2\"}}}");
  PutObject("in/folder/", "");
  PutObject("other", "x");
  const ImportPtr begun = *imports_->Start(Definition("i"), WantedImport("in/"));
  EXPECT_EQ(begun->status, ImportStatus::kInProgress);
  const ImportPtr job = Ended(begun);
  EXPECT_EQ(job->status, ImportStatus::kCompleted);
  EXPECT_EQ(job->processed_items, 3);
  EXPECT_EQ(job->imported_items, 3);
  const TablePtr table = *catalog_->Find("i");
  EXPECT_EQ(table->definition().uuid, job->table_uuid);
  EXPECT_THAT(ReadAll(*store_->Latest(), RangeOf(*table, SegmentRange{})),
              UnorderedElementsAre(ItemOf({{"pk", S("a")}, {"sk", N("1")}, {"v", S("again")}}),
                                   ItemOf({{"pk", S("b")}, {"sk", N("2")}})));
  EXPECT_EQ(catalog_->Statistics(*table).items, 2);
}

TEST_F(ExchangeTest, BadItemsAreCountedAndTheOthersImported) {
  PutObject(
      "in/a",
      "{\"Item\":{\"pk\":{\"S\":\"a\"}}}\n{\"Item\":{\"pk\":{\"N\":\"1\"},\"sk\":{\"N\":\"1\"}}}\n"
      "{\"Item\":{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"1\"}}}\nrubbish\n"
      "{\"Item\":{\"pk\":{\"S\":\"b\"},\"sk\":{\"N\":\"1\"}}}\n");
  PutObject("in/b", "{\"Item\":{\"pk\":{\"S\":\"c\"},\"sk\":{\"N\":\"1\"}}}\n");
  const ImportPtr job = Ended(*imports_->Start(Definition("i"), WantedImport("in/")));
  EXPECT_EQ(job->status, ImportStatus::kFailed);
  EXPECT_EQ(job->failure->code, "ItemValidationError");
  EXPECT_EQ(job->processed_items, 5) << "what follows rubbish in its object is not looked at";
  EXPECT_EQ(job->errors, 3);
  EXPECT_EQ(job->imported_items, 2);
  EXPECT_EQ(catalog_->Statistics(**catalog_->Find("i")).items, 2);
}

TEST_F(ExchangeTest, CsvTakesKeyTypesFromTheTable) {
  PutObject("in", "pk;sk;v\na;1;x\nb;one;y\nc;3;\n");
  Import wanted = WantedImport("in");
  wanted.format = DataFormat::kCsv;
  wanted.csv_delimiter = ";";
  const ImportPtr job = Ended(*imports_->Start(Definition("i"), wanted));
  EXPECT_EQ(job->errors, 1);
  EXPECT_THAT(ReadAll(*store_->Latest(), RangeOf(**catalog_->Find("i"), SegmentRange{})),
              UnorderedElementsAre(ItemOf({{"pk", S("a")}, {"sk", N("1")}, {"v", S("x")}}),
                                   ItemOf({{"pk", S("c")}, {"sk", N("3")}})));
}

TEST_F(ExchangeTest, AnExportThatACrashCutsShortBeginsAnew) {
  const TablePtr table = CreateRecoverable("t");
  Put(table, 1, "a");
  Put(table, 2, "b");
  const ExportPtr whole = Ended(*exports_->Start(table, Wanted()));
  const auto before = objects_.All();
  Put(table, 2, "later, by the same clock");
  Delete(table, 1);
  Export unfinished = *whole;
  unfinished.status = ExportStatus::kInProgress;
  unfinished.ended.reset();
  unfinished.manifest.reset();
  Keep(unfinished);
  Reopen();
  exports_->WaitUntilIdle();
  const ExportPtr job = *exports_->Find(whole->Arn());
  EXPECT_EQ(job->status, ExportStatus::kCompleted);
  EXPECT_EQ(job->items, 2);
  EXPECT_EQ(objects_.All(), before) << "the same names and the same bytes";
}

TEST_F(ExchangeTest, AnExportWhoseHistoryIsGoneHasFailed) {
  const TablePtr table = CreateRecoverable("t");
  Export unfinished = *Ended(*exports_->Start(table, Wanted()));
  unfinished.status = ExportStatus::kInProgress;
  Keep(unfinished);
  Export of_another_table = unfinished;
  of_another_table.id = NewJobId(clock_.Now() + std::chrono::seconds(1));
  of_another_table.table_uuid = "another";
  Keep(of_another_table);
  clock_.Advance(std::chrono::hours(24 * 36));
  Reopen();
  EXPECT_EQ((*exports_->Find(unfinished.Arn()))->failure->code, "ServerStopped");
  EXPECT_EQ((*exports_->Find(of_another_table.Arn()))->failure->code, "ServerStopped");
}

TEST_F(ExchangeTest, AnImportThatACrashCutsShortBeginsAnew) {
  PutObject("in", "{\"Item\":{\"pk\":{\"S\":\"a\"},\"sk\":{\"N\":\"1\"}}}\n");
  Import filling = WantedImport("in");
  filling.id = NewJobId(clock_.Now());
  filling.table_name = "i";
  filling.table_arn = "arn:aws:dynamodb:us-east-1:000000000000:table/i";
  filling.processed_items = 7;
  // As a process leaves a table that it was filling when it died.
  const std::unique_ptr<Catalog> dead = std::move(catalog_);
  const std::unique_ptr<TableFiller> filler = *TableFiller::Begin(*dead, Definition("i"));
  filling.definition = Binary{.bytes = EncodeDefinition(filler->table()->definition())};
  Keep(filling);
  Reopen();
  imports_->WaitUntilIdle();
  const ImportPtr job = *imports_->Find(filling.Arn());
  EXPECT_EQ(job->status, ImportStatus::kCompleted);
  EXPECT_EQ(job->processed_items, 1);
  const TablePtr table = *catalog_->Find("i");
  EXPECT_EQ(table->definition().uuid, job->table_uuid);
  EXPECT_EQ(catalog_->Statistics(*table).items, 1);
}

TEST_F(ExchangeTest, AnImportWhoseTableIsThereWasComplete) {
  const TablePtr table = CreateRecoverable("t");
  Import filled = WantedImport("in");
  filled.id = NewJobId(clock_.Now());
  filled.table_name = "t";
  filled.table_arn = table->definition().Arn();
  filled.table_uuid = table->definition().uuid;
  filled.read = true;
  Keep(filled);
  Import taken = filled;  // by a table of the same name
  taken.id = NewJobId(clock_.Now() + std::chrono::seconds(1));
  taken.table_uuid = "another";
  taken.definition = Binary{.bytes = EncodeDefinition(table->definition())};
  Keep(taken);
  Reopen();
  EXPECT_EQ((*imports_->Find(filled.Arn()))->status, ImportStatus::kCompleted)
      << "its table was shown; only the record was late";
  EXPECT_EQ((*imports_->Find(taken.Arn()))->status, ImportStatus::kFailed);
}

TEST_F(ExchangeTest, ReloadTellsWhatTheStoreTells) {
  const TablePtr table = CreateRecoverable("t");
  const ExportPtr job = Ended(*exports_->Start(table, Wanted()));
  exports_->Halt();
  const auto batch = store_->NewBatch();
  exchange_records::Delete(*job, *batch);
  ASSERT_TRUE(store_->Commit(*batch));
  ASSERT_TRUE(exports_->Reload());
  EXPECT_TRUE(exports_->NewestFirst().empty());
}

TEST_F(ExchangeTest, JobsAreListedNewestFirstForNinetyDays) {
  const TablePtr table = CreateRecoverable("t");
  const ExportPtr first = Ended(*exports_->Start(table, Wanted()));
  clock_.Advance(std::chrono::hours(1));
  const ExportPtr second = Ended(*exports_->Start(table, Wanted()));
  const auto ids = [&] {
    std::vector<std::string> all;
    for (const ExportPtr& job : exports_->NewestFirst()) all.push_back(job->id);
    return all;
  };
  EXPECT_THAT(ids(), ElementsAre(second->id, first->id));
  clock_.Advance(kJobsKept - std::chrono::hours(1));
  EXPECT_THAT(ids(), ElementsAre(second->id));
  Reopen();
  EXPECT_EQ(exports_->Find(first->Arn()).error().code, ErrorCode::kExportNotFound);
}

TEST(ExchangeRecordsTest, KeepEveryMember) {
  Export job;
  job.id = "01763206654123-5f2a9c01";
  job.status = ExportStatus::kFailed;
  job.started = TimePoint(Duration(5));
  job.table_arn = "arn";
  job.period = {
      .from = TimePoint(Duration(1)), .to = TimePoint(Duration(2)), .view = ExportView::kNewImage};
  job.first_after = {.time = TimePoint(Duration(3)), .number = 4};
  job.client_token = "t";
  job.failure = JobFailure{.code = "c", .message = "m"};
  const std::string stored = exchange_records::Encode(job);
  const Export read = *exchange_records::DecodeExport(stored);
  EXPECT_EQ(exchange_records::Encode(read), stored);
  EXPECT_EQ(read.period, job.period);
  EXPECT_EQ(read.first_after, job.first_after);
  EXPECT_EQ(read.failure->message, "m");
  Import import;
  import.id = job.id;
  import.table_arn = "arn";
  import.format = DataFormat::kCsv;
  import.csv_header = {{ "a", "b" }};
  import.compression = Compression::kZstd;
  import.read = true;
  import.definition = Binary{.bytes = std::string("\0d", 2)};
  const std::string stored_import = exchange_records::Encode(import);
  const Import read_import = *exchange_records::DecodeImport(stored_import);
  EXPECT_EQ(exchange_records::Encode(read_import), stored_import);
  EXPECT_EQ(read_import.csv_header, import.csv_header);
  EXPECT_EQ(read_import.definition, import.definition);
  EXPECT_FALSE(exchange_records::DecodeExport("rubbish"));
}

}  // namespace
}  // namespace trestle
