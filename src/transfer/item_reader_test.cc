#include "transfer/item_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "json/json_writer.h"
#include "transfer/csv_rows.h"
#include "transfer/item_lines.h"

namespace trestle {
namespace {

using ::testing::ElementsAre;

// "line: item" or "line! message".
std::vector<std::string> All(const std::unique_ptr<ItemReader>& reader) {
  std::vector<std::string> all;
  while (true) {
    Result<std::optional<ItemRead>> read = reader->Next();
    if (!read) {
      all.push_back("unreadable: " + read.error().message);
      return all;
    }
    if (!*read) return all;
    const ItemRead& one = **read;
    std::string text = std::to_string(one.line);
    if (one.item) {
      text.append(": ");
      JsonWriter(text).Attributes(*one.item);
    } else {
      const bool whole = one.item.error().code == ErrorCode::kSerialization;
      text.append(whole ? "!! " : "! ").append(one.item.error().message);
    }
    all.push_back(std::move(text));
  }
}

std::vector<std::string> Json(std::string text) {
  return All(NewJsonItemReader(std::make_unique<TextSource>(std::move(text))));
}
std::vector<std::string> Csv(std::string text, CsvOptions options = {}) {
  return All(NewCsvItemReader(std::make_unique<TextSource>(std::move(text)), std::move(options)));
}

// Cannot be had.
class GoneSource final : public ByteSource {
 public:
  Result<std::size_t> Read(std::span<char>) override {
    return Fail(ErrorCode::kStorageUnavailable, "gone");
  }
};

TEST(JsonItemReaderTest, ReadsLineByLine) {
  EXPECT_THAT(Json("{\"Item\": {\"a\": {\"S\": \"x\"}}}\n\n  \r\n{\"Item\":{\"a\":{\"N\":\"1\"}}}"),
              ElementsAre(R"(1: {"a":{"S":"x"}})", R"(4: {"a":{"N":"1"}})"));
  EXPECT_THAT(Json(""), ElementsAre());
}

TEST(JsonItemReaderTest, TellsABadItemFromABadLine) {
  EXPECT_THAT(Json("{\"Item\":{\"a\":{\"N\":\"x\"}}}\n{\"Item\":{}}\n"),
              ElementsAre("1! The parameter cannot be converted to a numeric value: x", "2: {}"));
  EXPECT_THAT(Json("oops\n"), ElementsAre("1!! the line is not a JSON object"));
  EXPECT_THAT(Json("[]\n"), ElementsAre("1!! the line is not a JSON object"));
  EXPECT_THAT(Json("{\"item\":{}}\n{\"Item\":1}"),
              ElementsAre("1!! the line has no member Item that is an object",
                          "2!! the line has no member Item that is an object"));
}

TEST(JsonItemReaderTest, AFileThatCannotBeReadIsAnotherError) {
  EXPECT_THAT(All(NewJsonItemReader(std::make_unique<GoneSource>())),
              ElementsAre("unreadable: gone"));
  EXPECT_THAT(All(NewCsvItemReader(std::make_unique<GoneSource>(), {})),
              ElementsAre("unreadable: gone"));
}

TEST(CsvItemReaderTest, TheFirstLineNamesTheColumns) {
  EXPECT_THAT(Csv("pk,v\r\na,1\r\n\r\nb,\"x,\"\"y\"\"\nz\"\nc,last"),
              ElementsAre(R"(2: {"pk":{"S":"a"},"v":{"S":"1"}})",
                          R"(4: {"pk":{"S":"b"},"v":{"S":"x,\"y\"\nz"}})",
                          R"(6: {"pk":{"S":"c"},"v":{"S":"last"}})"));
  EXPECT_THAT(Csv("\xEF\xBB\xBFpk\na"), ElementsAre(R"(2: {"pk":{"S":"a"}})"));
  EXPECT_THAT(Csv("pk,v"), ElementsAre());
  EXPECT_THAT(Csv(""), ElementsAre());
}

TEST(CsvItemReaderTest, HeaderDelimiterAndKeyTypesCanBeGiven) {
  const CsvOptions options{.delimiter = ';',
                           .header = {"pk", "n", "b"},
                           .keys = {{.name = "n", .type = AttributeType::kNumber},
                                    {.name = "b", .type = AttributeType::kBinary}}};
  EXPECT_THAT(Csv("a,b;7;YQ==\n", options),
              ElementsAre(R"(1: {"b":{"B":"YQ=="},"n":{"N":"7"},"pk":{"S":"a,b"}})"));
  EXPECT_THAT(Csv("a;x;YQ==\na;1;?\na;1;YQ==\n", options),
              ElementsAre("1! column 'n': The parameter cannot be converted to a numeric value: x",
                          ::testing::StartsWith("2! column 'b': "), ::testing::StartsWith("3: ")));
}

TEST(CsvItemReaderTest, AnEmptyCellLeavesItsAttributeOut) {
  EXPECT_THAT(Csv("pk,v,w\na,,\"\"\n"), ElementsAre(R"(2: {"pk":{"S":"a"},"w":{"S":""}})"));
}

TEST(CsvItemReaderTest, EachKindOfErrorHasItsText) {
  EXPECT_THAT(Csv("pk,v\na\nb,1,2\nc,3\n"),
              ElementsAre("2! the header has 2 columns and the row has 1",
                          "3! the header has 2 columns and the row has 3",
                          R"(4: {"pk":{"S":"c"},"v":{"S":"3"}})"));
  EXPECT_THAT(Csv("pk\n\"a\"b\nc\n"),
              ElementsAre("2! a delimiter or the end of the line must follow a quote",
                          R"(3: {"pk":{"S":"c"}})"));
  EXPECT_THAT(Csv("pk\n\"a\nb"),
              ElementsAre("2!! a quoted value is not closed before the end of the data"));
  EXPECT_THAT(Csv("pk\n\xFF\nb"),
              ElementsAre("2! the text is not valid UTF-8", R"(3: {"pk":{"S":"b"}})"));
  EXPECT_THAT(Csv("pk,pk\na,b"), ElementsAre("1!! the header has the column 'pk' twice"));
  EXPECT_THAT(Csv("pk,\na,b"), ElementsAre("1!! column 2 of the header has no name"));
}

TEST(CsvRowsTest, WhatIsWrittenIsRead) {
  std::string text;
  const std::vector<std::string_view> cells = {"a",      "",    "x\"y",
                                               "l1\nl2", "c;d", std::string_view()};
  AppendCsvRow(cells, ';', text);
  EXPECT_EQ(text, "a;\"\";\"x\"\"y\";\"l1\nl2\";\"c;d\";\n");
  CsvRows rows(std::make_unique<TextSource>(text), ';');
  const std::optional<CsvRow> row = *rows.Next();
  ASSERT_EQ(row->cells->size(), cells.size());
  for (std::size_t i = 0; i < cells.size(); ++i) EXPECT_EQ((*row->cells)[i].text, cells[i]);
  EXPECT_TRUE((*row->cells)[1].quoted);
  EXPECT_FALSE((*row->cells)[5].quoted);
}

TEST(ItemLinesTest, ChangesShowWhatTheyAreAskedFor) {
  const Item keys{{"pk", AttributeValue::String("a")}};
  const EncodedItem image = EncodedItem::From(keys);
  std::string line;
  EXPECT_TRUE(AppendChangeLine({.written = TimePoint(Duration(1'680'109'764'000'001)),
                                .keys = keys,
                                .before = image,
                                .after = std::nullopt},
                               line));
  EXPECT_EQ(line, R"({"Metadata":{"WriteTimestampMicros":{"N":"1680109764000001"}},)"
                  R"("Keys":{"pk":{"S":"a"}},"OldImage":{"pk":{"S":"a"}}})");
  line.clear();
  EXPECT_TRUE(AppendItemLine(image, line));
  EXPECT_EQ(line, R"({"Item":{"pk":{"S":"a"}}})");
  JsonParser parser;
  EXPECT_EQ(*ReadItemLine(line, parser), keys);
}

}  // namespace
}  // namespace trestle
