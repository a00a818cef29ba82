#include "transfer/manifest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>

#include "auth/md5.h"

namespace trestle {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

ExportSummary Full() {
  return {.export_arn = "arn:aws:dynamodb:us-east-1:000000000000:table/t/export/01-a",
          .start_time = TimePoint(std::chrono::milliseconds(1'604'474'914'028)),
          .end_time = TimePoint(std::chrono::seconds(1'604'475'223)),
          .table_arn = "arn:aws:dynamodb:us-east-1:000000000000:table/t",
          .table_id = "12345a12-abcd-123a-ab12-1234abc12345",
          .export_time = TimePoint(std::chrono::milliseconds(1'604'474'914'028)),
          .period = std::nullopt,
          .s3_bucket = "bucket",
          .s3_prefix = std::nullopt,
          .sse_key_id = std::nullopt,
          .files_key = "AWSDynamoDB/01-a/manifest-files.json",
          .billed_bytes = 12,
          .items = 8};
}

TEST(ManifestTest, TheSummaryIsTheServices) {
  EXPECT_EQ(WriteSummary(Full()),
            R"({"version":"2020-06-30",)"
            R"("exportArn":"arn:aws:dynamodb:us-east-1:000000000000:table/t/export/01-a",)"
            R"("startTime":"2020-11-04T07:28:34.028Z","endTime":"2020-11-04T07:33:43.000Z",)"
            R"("tableArn":"arn:aws:dynamodb:us-east-1:000000000000:table/t",)"
            R"("tableId":"12345a12-abcd-123a-ab12-1234abc12345",)"
            R"("exportTime":"2020-11-04T07:28:34.028Z","s3Bucket":"bucket","s3Prefix":null,)"
            R"("s3SseAlgorithm":"AES256","s3SseKmsKeyId":null,)"
            R"("manifestFilesS3Key":"AWSDynamoDB/01-a/manifest-files.json",)"
            R"("billedSizeBytes":12,"itemCount":8,"outputFormat":"DYNAMODB_JSON"})");
}

TEST(ManifestTest, WhatIsWrittenIsRead) {
  EXPECT_EQ(ReadSummary(WriteSummary(Full())).value(), Full());
  ExportSummary incremental = Full();
  incremental.export_time.reset();
  incremental.s3_prefix = "p/q";
  incremental.period = {
      .from = incremental.start_time, .to = incremental.end_time, .view = ExportView::kNewImage};
  const std::string text = WriteSummary(incremental);
  EXPECT_EQ(ReadSummary(text).value(), incremental);
  EXPECT_THAT(text, HasSubstr(R"("outputView":"NEW_IMAGE","exportType":"INCREMENTAL_EXPORT"})"));
  EXPECT_THAT(text, Not(HasSubstr("exportTime")));
  const std::vector<DataFile> files = {{.key = "a", .items = 1, .md5 = "m", .etag = "e"},
                                       {.key = "b", .items = 0, .md5 = "n", .etag = ""}};
  EXPECT_EQ(ReadFiles(WriteFiles(files)).value(), files);
}

TEST(ManifestTest, DamageIsNamed) {
  EXPECT_FALSE(ReadSummary("x"));
  EXPECT_FALSE(ReadFiles("[]"));
  EXPECT_THAT(ReadSummary("{}").error().message, HasSubstr("exportArn"));
  EXPECT_THAT(ReadFiles(R"({"itemCount":1,"md5Checksum":1})").error().message,
              HasSubstr("dataFileS3Key"));
}

TEST(ManifestTest, ObjectsHaveTheirPlaces) {
  const ExportKeys keys("p/q", "01-a");
  EXPECT_EQ(keys.Started(), "p/q/AWSDynamoDB/01-a/_started");
  EXPECT_EQ(keys.Summary(), "p/q/AWSDynamoDB/01-a/manifest-summary.json");
  EXPECT_EQ(ExportKeys::ChecksumsOf(keys.Files())[0], "p/q/AWSDynamoDB/01-a/manifest-files.md5");
  EXPECT_EQ(ExportKeys("", "01-a").Started(), "AWSDynamoDB/01-a/_started");
  EXPECT_EQ(ExportKeys("p/", "01-a").Started(), "p/AWSDynamoDB/01-a/_started");
  EXPECT_THAT(keys.Data({.number = 1}),
              ::testing::MatchesRegex("p/q/AWSDynamoDB/01-a/data/[a-z2-7]{26}.json.gz"));
  EXPECT_THAT(keys.Data({.incremental = true}), ::testing::StartsWith("p/q/AWSDynamoDB/data/"));
  EXPECT_EQ(keys.Data({.number = 1}), ExportKeys("p/q", "01-a").Data({.number = 1}));
  EXPECT_NE(keys.Data({.number = 1}), keys.Data({.number = 2}));
  EXPECT_NE(keys.Data({.incremental = true}),
            ExportKeys("p/q", "01-b").Data({.incremental = true}));
}

TEST(DataFileWriterTest, BeginsANewFileWhenOneIsLargeEnough) {
  std::map<std::string, std::string> put;
  int number = 0;
  DataFileWriter writer({.compression = Compression::kNone,
                         .file_bytes = 10,
                         .new_key = [&] { return "f" + std::to_string(++number); }},
                        [&](const std::string& key, std::string_view bytes) -> Result<std::string> {
                          put[key] = bytes;
                          return "e-" + key;
                        });
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(writer.Add("12345"));
  const std::vector<DataFile> files = writer.Finish().value();
  ASSERT_EQ(files.size(), 3u);
  EXPECT_EQ(put["f1"], "12345\n12345\n");
  EXPECT_EQ(put["f3"], "12345\n");
  EXPECT_EQ(files[0].items, 2);
  EXPECT_EQ(files[2].items, 1);
  EXPECT_EQ(files[2].etag, "e-f3");
  EXPECT_EQ(files[2].md5, ManifestChecksum("12345\n"));
}

TEST(DataFileWriterTest, ThereIsAlwaysAFileAndAFailedPutIsTold) {
  DataFileWriter empty(
      {.compression = Compression::kNone, .new_key = [] { return "f"; }},
      [](const std::string&, std::string_view) -> Result<std::string> { return ""; });
  EXPECT_EQ(empty.Finish()->size(), 1u);
  DataFileWriter full(
      {.compression = Compression::kNone, .file_bytes = 1, .new_key = [] { return "f"; }},
      [](const std::string&, std::string_view) -> Result<std::string> {
        return Fail(ErrorCode::kStorageUnavailable, "full");
      });
  EXPECT_EQ(full.Add("x").error().message, "full");
}

}  // namespace
}  // namespace trestle
