#include "cdc/lake_line.h"

#include <algorithm>
#include <optional>

#include "base/time_text.h"
#include "json/json_writer.h"
#include "json/plain_json.h"

namespace trestle {
namespace {

constexpr std::size_t kSequenceDigits = 40;      // what the service allows at most
constexpr std::size_t kLongestFolderName = 200;  // of the 255 bytes that file systems take
constexpr std::string_view kNoEntity = "unknown";

std::string_view EventName(ChangeKind kind) {
  return kind == ChangeKind::kInsert ? "INSERT" : kind == ChangeKind::kModify ? "MODIFY" : "REMOVE";
}

// With microseconds always, so that the texts are in order too.
std::string LineTime(TimePoint time) {
  std::string text = FormatInstant(time);
  text.pop_back();
  constexpr std::size_t kSeconds = std::string_view("2026-11-16T12:00:00").size();
  if (text.size() == kSeconds) text.push_back('.');
  text.resize(kSeconds + 7, '0');
  return text + "Z";
}

// The members of a line, one after another.
class LineWriter {
 public:
  LineWriter(LakeImages images, std::string& out) : images_(images), writer_(out) {
    writer_.BeginObject();
  }

  void Head(std::string_view event, std::string_view sequence, TimePoint time) {
    writer_.Name("event");
    writer_.String(event);
    writer_.Name("sequence");
    writer_.String(sequence);
    writer_.Name("time");
    writer_.String(LineTime(time));
  }
  void Expired(bool expired) {
    writer_.Name("expired");
    writer_.Boolean(expired);
  }
  void Attributes(std::string_view name, const Item& item) {
    writer_.Name(name);
    if (images_ == LakeImages::kDynamoDbJson) {
      writer_.Attributes(item);
      return;
    }
    std::string text;
    AppendPlainJson(item, text);
    writer_.Json(text);
  }
  bool Attributes(std::string_view name, const std::optional<EncodedItemView>& item) {
    if (!item) {
      writer_.Name(name);
      writer_.Null();
      return true;
    }
    const Result<Item> decoded = item->Decode();
    if (!decoded) return false;
    Attributes(name, *decoded);
    return true;
  }
  void End() { writer_.EndObject(); }

 private:
  const LakeImages images_;
  JsonWriter writer_;
};

bool IsPlainInFolderName(char character) {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') ||
         (character >= '0' && character <= '9') || character == '-' || character == '_' ||
         character == '.';
}

// As Hive writes what a folder's name cannot hold: %2F.
std::string FolderName(std::string_view entity) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string name;
  for (const char character : entity) {
    if (IsPlainInFolderName(character)) {
      name.push_back(character);
      continue;
    }
    const auto byte = static_cast<unsigned char>(character);
    name.append({'%', kDigits[byte >> 4], kDigits[byte & 15]});
  }
  return name.empty() || name.size() > kLongestFolderName ? std::string(kNoEntity) : name;
}

}  // namespace

std::string LakeSequence(std::string_view sequence) {
  std::string text(kSequenceDigits - std::min(kSequenceDigits, sequence.size()), '0');
  return text.append(sequence);
}

bool AppendLakeLine(const ChangeRecord& record, std::string_view sequence, LakeImages images,
                    std::string& out) {
  LineWriter line(images, out);
  line.Head(EventName(record.kind), LakeSequence(sequence), record.stamp.time);
  line.Expired(record.origin == ChangeOrigin::kExpiry);
  const bool whole = line.Attributes("keys", std::optional(record.keys)) &&
                     line.Attributes("new_image", record.new_image) &&
                     line.Attributes("old_image", record.old_image);
  line.End();
  return whole;
}

bool AppendSnapshotLine(EncodedItemView item, const Item& keys, TimePoint found, LakeImages images,
                        std::string& out) {
  LineWriter line(images, out);
  line.Head("SNAPSHOT", LakeSequence(""), found);
  line.Expired(false);
  line.Attributes("keys", keys);
  const bool whole = line.Attributes("new_image", std::optional(item)) &&
                     line.Attributes("old_image", std::nullopt);
  line.End();
  return whole;
}

std::string LakeFolder(std::string_view entity, TimePoint time) {
  constexpr std::size_t kDate = std::string_view("2026-11-16").size();
  return "entity=" + FolderName(entity) + "/date=" + FormatInstant(time).substr(0, kDate) + "/";
}

}  // namespace trestle
