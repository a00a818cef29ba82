#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

#include "cli/csv_cells.h"
#include "cli/exporter.h"
#include "cli/format_options.h"
#include "cli/importer.h"
#include "cli/run_state.h"
#include "cli/whole_file.h"
#include "operation/local_database.h"

namespace trestle {
namespace {

namespace fs = std::filesystem;

// Two tables, `source` and `target`, of a database in memory, and a folder.
class MovingTest : public ::testing::Test {
 protected:
  MovingTest() {
    folder_ = (fs::temp_directory_path() / "trestle-moving-").string() +
              std::to_string(reinterpret_cast<std::uintptr_t>(this)) + std::to_string(getpid());
    fs::create_directories(folder_);
    database_ = {
        .database = *LocalDatabase::Open({.store = {.folder = "", .in_memory = true}}, clock_),
        .name = "memory"};
    for (const char* name : {"source", "target"}) {
      CreateTableRequest request;
      request.table_name = name;
      request.attributes = {{.name = "pk"}};
      request.key_schema = {{.attribute_name = "pk"}};
      request.billing = BillingMode::kPayPerRequest;
      EXPECT_TRUE(database_.database->CreateTable(request));
    }
  }
  ~MovingTest() override { fs::remove_all(folder_); }

  std::string PathOf(const std::string& name) const { return folder_ + "/" + name; }
  void Put(int number) {
    Item item = {{"pk", AttributeValue::String(std::to_string(number))},
                 {"n", AttributeValue::Integer(number)}};
    ASSERT_TRUE(database_.database->PutItem({.table_name = "source", .item = std::move(item)}));
  }
  std::int64_t CountOf(const std::string& table) {
    return database_.database->Scan({.table_name = table})->count;
  }
  Result<ExportResult> Export(ExportOptions options) {
    options.table = "source";
    options.folder = PathOf("export");
    Exporter exporter(database_, options, interruption_, progress_);
    return exporter.Run();
  }
  Result<ImportResult> Import(const std::string& path, bool skip_bad = false) {
    const ImportOptions options{.table = "target",
                                .from = {path},
                                .format = std::nullopt,
                                .skip_bad = skip_bad,
                                .threads = 2};
    Importer importer(database_, options, interruption_, progress_);
    return importer.Run();
  }
  void WriteText(const std::string& name, const std::string& text) {
    ASSERT_TRUE(WriteWholeFile(PathOf(name), text));
  }

  SystemClock clock_;
  std::string folder_;
  OpenedDatabase database_;
  Interruption interruption_;
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> nowhere_{std::fopen("/dev/null", "w"),
                                                           std::fclose};
  Progress progress_{"moving", nowhere_.get(), false};
};

TEST_F(MovingTest, WhatIsExportedCanBeImported) {
  for (int i = 0; i < 30; ++i) Put(i);
  const auto exported = Export({.compression = Compression::kZstd, .segments = 3, .file_items = 5});
  ASSERT_TRUE(exported) << exported.error().message;
  EXPECT_EQ(exported->items, 30);
  EXPECT_GT(exported->files.size(), 5u);
  const auto imported = Import(PathOf("export"));
  ASSERT_TRUE(imported) << imported.error().message;
  EXPECT_EQ(imported->items, 30);
  EXPECT_EQ(CountOf("target"), 30);
  EXPECT_NE(Export({}).error().message.find("holds a finished export"), std::string::npos);
}

TEST_F(MovingTest, AnExportIsGoneOnWithFromItsState) {
  for (int i = 0; i < 30; ++i) Put(i);
  ASSERT_TRUE(Export({.segments = 1, .file_items = 10}));
  // As if it had stopped after its first file, with the second one put and not yet told of.
  ASSERT_TRUE(fs::exists(PathOf("export/data-0000-000000.json.gz")));
  const auto table = database_.database->DescribeTable("source");
  const auto page = database_.database->Scan(
      {.table_name = "source", .limit = 10, .segment = 0, .total_segments = 1});
  const SegmentPosition position{
      .last_key = page->last_evaluated_key, .done = false, .items = 10, .parts = 1};
  const auto list = [](List values) {
    return AttributeValue::Of(AttributeValue::Variant(std::in_place_type<List>, std::move(values)));
  };
  const AttributeValue file = Map({{"name", AttributeValue::String("data-0000-000000.json.gz")},
                                   {"items", AttributeValue::Integer(10)}});
  fs::remove(PathOf("export/manifest-files.json"));
  fs::remove(PathOf("export/data-0000-000002.json.gz"));
  WriteText("export/data-0000-000009.json.gz", "stray");
  ASSERT_TRUE(RunState(PathOf("export/.trestle-export"))
                  .Write({{"table", AttributeValue::String(table->table->definition().uuid)},
                          {"suffix", AttributeValue::String(".json.gz")},
                          {"segments", list({position.ToState()})},
                          {"files", list({file})}}));
  const auto again = Export({.segments = 7, .file_items = 10});
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->items, 30);
  EXPECT_FALSE(fs::exists(PathOf("export/data-0000-000009.json.gz")));
  const auto imported = Import(PathOf("export"));
  ASSERT_TRUE(imported) << imported.error().message;
  EXPECT_EQ(imported->items, 30);
  EXPECT_EQ(CountOf("target"), 30);
}

TEST_F(MovingTest, AnImportStopsAtABadLineOrSkipsIt) {
  WriteText("items.json",
            "{\"Item\":{\"pk\":{\"S\":\"a\"}}}\n{\"Item\":{}}\n"
            "{\"Item\":{\"pk\":{\"S\":\"b\"}}}\n");
  const auto stopped = Import(PathOf("items.json"));
  ASSERT_FALSE(stopped);
  EXPECT_TRUE(stopped.error().message.starts_with(PathOf("items.json:2: ")))
      << stopped.error().message;
  EXPECT_EQ(CountOf("target"), 1);
  const auto skipped = Import(PathOf("items.json"), true);
  ASSERT_TRUE(skipped) << skipped.error().message;
  EXPECT_EQ(skipped->items, 2);
  EXPECT_EQ(skipped->skipped, 1);
  EXPECT_EQ(CountOf("target"), 2);
}

TEST_F(MovingTest, TheLastOfEqualKeysStays) {
  std::string lines;
  for (int i = 0; i < 60; ++i) {
    lines += "{\"Item\":{\"pk\":{\"S\":\"a\"},\"n\":{\"N\":\"" + std::to_string(i) + "\"}}}\n";
  }
  WriteText("items.json", lines);
  ASSERT_TRUE(Import(PathOf("items.json")));
  const auto page = database_.database->Scan({.table_name = "target"});
  EXPECT_EQ(*page->items.front().Decode(),
            (Item{{"pk", AttributeValue::String("a")}, {"n", AttributeValue::Integer(59)}}));
}

TEST_F(MovingTest, AStateThatCannotBeReadIsToldOf) {
  WriteText("state", "{\"Item\"");
  EXPECT_NE(RunState(PathOf("state")).Read().error().message.find("delete it to start over"),
            std::string::npos);
  EXPECT_FALSE(RunState(PathOf("none")).Read()->has_value());
}

TEST(FormatOptionsTest, NamesTellWhatFilesHold) {
  EXPECT_EQ(KindOf("a/b.json.gz").format, DataFormat::kDynamoDbJson);
  EXPECT_EQ(KindOf("a/b.json.gz").compression, Compression::kGzip);
  EXPECT_EQ(KindOf("b.csv.zst").format, DataFormat::kCsv);
  EXPECT_EQ(KindOf("b.csv.zst").compression, Compression::kZstd);
  EXPECT_FALSE(KindOf("b.txt").format);
}

TEST(CsvCellsTest, WritesEachTypeInItsWay) {
  std::string out;
  AppendCsvItem({{"a", AttributeValue::String("x,y")},
                 {"b", AttributeValue::Integer(5)},
                 {"c", AttributeValue::Of(StringSet({"s"}))},
                 {"e", AttributeValue()},
                 {"f", AttributeValue::String("")}},
                {"a", "b", "c", "d", "e", "f"}, out);
  EXPECT_EQ(out, "\"x,y\",5,\"{\"\"SS\"\":[\"\"s\"\"]}\",,,\"\"\n");
}

}  // namespace
}  // namespace trestle
