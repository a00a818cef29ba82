#include "transfer/manifest.h"

#include <utility>

#include "auth/md5.h"
#include "base/time_text.h"
#include "json/json.h"
#include "json/json_writer.h"
#include "transfer/messages.h"
#include "value/base64.h"

namespace trestle {
namespace {

constexpr std::string_view kNewImage = "NEW_IMAGE";
constexpr std::string_view kNewAndOldImages = "NEW_AND_OLD_IMAGES";

// 2026-11-15T18:20:00.000Z, with milliseconds whatever they are.
std::string TimeText(TimePoint time) {
  const auto whole = std::chrono::floor<std::chrono::seconds>(time);
  const auto milliseconds =
      std::chrono::floor<std::chrono::milliseconds>(time - whole).count() + 1000;
  std::string text = FormatInstant(whole);
  text.pop_back();
  return text.append(".").append(std::to_string(milliseconds).substr(1)).append("Z");
}

// The digits of the MD5, five bits each.
std::string FileName(std::string_view of) {
  constexpr std::string_view kDigits = "abcdefghijklmnopqrstuvwxyz234567";
  constexpr int kBits = 5;
  std::string name;
  unsigned kept = 0;
  int bits = 0;
  const Md5Digest digest = Md5(of);
  for (const char byte : BytesOf(digest)) {
    kept = (kept << 8 | static_cast<unsigned char>(byte)) & 0xFFFU;
    for (bits += 8; bits >= kBits; bits -= kBits) {
      name.push_back(kDigits[kept >> (bits - kBits) & 31U]);
    }
  }
  name.push_back(kDigits[kept << (kBits - bits) & 31U]);
  return name;
}

class Members {
 public:
  explicit Members(std::string& out) : writer_(out) { writer_.BeginObject(); }
  void Text(std::string_view name, std::string_view text) {
    writer_.Name(name);
    writer_.String(text);
  }
  void TextOrNull(std::string_view name, const std::optional<std::string>& text) {
    if (text) return Text(name, *text);
    writer_.Name(name);
    writer_.Null();
  }
  void Integer(std::string_view name, std::int64_t value) {
    writer_.Name(name);
    writer_.Integer(value);
  }
  void End() { writer_.EndObject(); }

 private:
  JsonWriter writer_;
};

// Reads members one by one and remembers the first that is not as it should be.
class MemberReader {
 public:
  explicit MemberReader(const Json& json) : object_(ObjectOf(json)) {}

  std::optional<std::string> OptionalText(std::string_view name) {
    Json json;
    if (object_.at_key(name).get(json) || json.is_null()) return std::nullopt;
    if (!json.is_string()) return Wrong(name);
    return std::string(StringOf(json));
  }
  std::string Text(std::string_view name) {
    std::optional<std::string> text = OptionalText(name);
    if (!text) Wrong(name);
    return std::move(text).value_or("");
  }
  std::optional<TimePoint> OptionalTime(std::string_view name) {
    const std::optional<std::string> text = OptionalText(name);
    if (!text) return std::nullopt;
    const std::optional<TimePoint> time = ParseInstant(*text);
    if (!time) Wrong(name);
    return time;
  }
  TimePoint Time(std::string_view name) {
    const std::optional<TimePoint> time = OptionalTime(name);
    if (!time) Wrong(name);
    return time.value_or(TimePoint());
  }
  std::int64_t Integer(std::string_view name) {
    std::int64_t value = 0;
    if (object_.at_key(name).get(value)) Wrong(name);
    return value;
  }
  const std::string& wrong() const { return wrong_; }

 private:
  std::nullopt_t Wrong(std::string_view name) {
    if (wrong_.empty()) wrong_ = name;
    return std::nullopt;
  }
  JsonObject object_;
  std::string wrong_;
};

}  // namespace

std::string WriteSummary(const ExportSummary& summary) {
  std::string out;
  Members members(out);
  members.Text("version", summary.period ? "2023-08-01" : "2020-06-30");
  members.Text("exportArn", summary.export_arn);
  members.Text("startTime", TimeText(summary.start_time));
  members.Text("endTime", TimeText(summary.end_time));
  members.Text("tableArn", summary.table_arn);
  members.Text("tableId", summary.table_id);
  if (summary.export_time) members.Text("exportTime", TimeText(*summary.export_time));
  if (summary.period) {
    members.Text("exportFromTime", TimeText(summary.period->from));
    members.Text("exportToTime", TimeText(summary.period->to));
  }
  members.Text("s3Bucket", summary.s3_bucket);
  members.TextOrNull("s3Prefix", summary.s3_prefix);
  members.Text("s3SseAlgorithm", summary.sse_algorithm);
  members.TextOrNull("s3SseKmsKeyId", summary.sse_key_id);
  members.Text("manifestFilesS3Key", summary.files_key);
  members.Integer("billedSizeBytes", summary.billed_bytes);
  members.Integer("itemCount", summary.items);
  members.Text("outputFormat", "DYNAMODB_JSON");
  if (summary.period) {
    members.Text("outputView",
                 summary.period->view == ExportView::kNewImage ? kNewImage : kNewAndOldImages);
    members.Text("exportType", "INCREMENTAL_EXPORT");
  }
  members.End();
  return out;
}

Result<ExportSummary> ReadSummary(std::string_view text) {
  JsonParser parser;
  const Result<Json> json = parser.Parse(text);
  if (!json || !json->is_object()) return messages::ManifestDamaged("it is not a JSON object");
  MemberReader reader(*json);
  ExportSummary summary{.export_arn = reader.Text("exportArn"),
                        .start_time = reader.Time("startTime"),
                        .end_time = reader.Time("endTime"),
                        .table_arn = reader.Text("tableArn"),
                        .table_id = reader.Text("tableId"),
                        .export_time = reader.OptionalTime("exportTime"),
                        .period = std::nullopt,
                        .s3_bucket = reader.Text("s3Bucket"),
                        .s3_prefix = reader.OptionalText("s3Prefix"),
                        .sse_algorithm = reader.Text("s3SseAlgorithm"),
                        .sse_key_id = reader.OptionalText("s3SseKmsKeyId"),
                        .files_key = reader.Text("manifestFilesS3Key"),
                        .billed_bytes = reader.Integer("billedSizeBytes"),
                        .items = reader.Integer("itemCount")};
  if (reader.OptionalText("exportType") == "INCREMENTAL_EXPORT") {
    summary.period = {.from = reader.Time("exportFromTime"),
                      .to = reader.Time("exportToTime"),
                      .view = reader.OptionalText("outputView") == kNewImage
                                  ? ExportView::kNewImage
                                  : ExportView::kNewAndOldImages};
  }
  if (!reader.wrong().empty()) return messages::ManifestDamaged("look at " + reader.wrong());
  return summary;
}

std::string WriteFiles(const std::vector<DataFile>& files) {
  std::string out;
  for (const DataFile& file : files) {
    Members members(out);
    members.Integer("itemCount", file.items);
    members.Text("md5Checksum", file.md5);
    members.Text("etag", file.etag);
    members.Text("dataFileS3Key", file.key);
    members.End();
    out.push_back('\n');
  }
  return out;
}

Result<std::vector<DataFile>> ReadFiles(std::string_view text) {
  JsonParser parser;
  std::vector<DataFile> files;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.empty()) continue;
    const Result<Json> json = parser.Parse(line);
    if (!json || !json->is_object()) return messages::ManifestDamaged("a line is no JSON object");
    MemberReader reader(*json);
    files.push_back({.key = reader.Text("dataFileS3Key"),
                     .items = reader.Integer("itemCount"),
                     .md5 = reader.Text("md5Checksum"),
                     .etag = reader.OptionalText("etag").value_or("")});
    if (!reader.wrong().empty()) return messages::ManifestDamaged("look at " + reader.wrong());
  }
  return files;
}

std::string ManifestChecksum(std::string_view manifest) {
  return EncodeBase64(BytesOf(Md5(manifest)));
}

ExportKeys::ExportKeys(std::string_view prefix, std::string_view export_id) : root_(prefix) {
  if (!root_.empty() && !root_.ends_with('/')) root_.push_back('/');
  root_.append("AWSDynamoDB/");
  folder_ = root_ + std::string(export_id) + "/";
}

std::vector<std::string> ExportKeys::ChecksumsOf(std::string_view manifest_key) {
  const std::string base(manifest_key.substr(0, manifest_key.rfind('.')));
  return {base + ".md5", base + ".checksum"};
}

std::string ExportKeys::Data(const DataPlace& place) const {
  return (place.incremental ? root_ : folder_) + "data/" +
         FileName(folder_ + std::to_string(place.number)) + ".json.gz";
}

}  // namespace trestle
