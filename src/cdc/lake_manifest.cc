#include "cdc/lake_manifest.h"

#include <charconv>

#include "json/json_writer.h"
#include "json/plain_json.h"
#include "value/base64.h"
#include "value/item_codec.h"

namespace trestle {
namespace {

constexpr std::int64_t kManifestVersion = 1;

std::string Quoted(std::string_view text) {
  std::string out;
  AppendJsonString(text, out);
  return out;
}

// Members of a manifest: the first that is missing or of another type makes it unreadable.
class ManifestReader {
 public:
  explicit ManifestReader(const AttributeMap& map) : map_(map) {}

  std::string Text(std::string_view name) {
    const auto* text = Find<std::string>(name);
    return text == nullptr ? std::string() : *text;
  }
  std::int64_t Integer(std::string_view name) {
    const auto* number = Find<Number>(name);
    if (number == nullptr) return 0;
    const std::string text = number->ToString();
    std::int64_t integer = 0;
    const char* const end = text.data() + text.size();
    if (std::from_chars(text.data(), end, integer).ptr != end) good_ = false;
    return integer;
  }
  bool Flag(std::string_view name) {
    const auto* flag = Find<bool>(name);
    return flag != nullptr && *flag;
  }
  std::vector<ManifestReader> Objects(std::string_view name) {
    std::vector<ManifestReader> objects;
    const auto* list = Find<List>(name);
    if (list == nullptr) return objects;
    for (const AttributeValue& element : *list) {
      const auto* map = element.As<AttributeMap>();
      if (map == nullptr) {
        good_ = false;
      } else {
        objects.emplace_back(*map);
      }
    }
    return objects;
  }
  const AttributeMap* Object(std::string_view name) const {
    const AttributeValue* value = map_.Find(name);
    return value == nullptr ? nullptr : value->As<AttributeMap>();
  }
  bool good() const { return good_; }

 private:
  template <class T>
  const T* Find(std::string_view name) {
    const AttributeValue* value = map_.Find(name);
    const T* found = value == nullptr ? nullptr : value->As<T>();
    if (found == nullptr) good_ = false;
    return found;
  }

  const AttributeMap& map_;
  bool good_ = true;
};

void AppendFileLine(const LakeFile& file, std::string& out) {
  JsonWriter writer(out);
  writer.BeginObject();
  writer.Name("path");
  writer.String(file.path);
  writer.Name("lines");
  writer.Integer(file.lines);
  writer.Name("bytes");
  writer.Integer(file.bytes);
  writer.Name("md5");
  writer.String(file.md5);
  writer.Name("first");
  writer.String(file.first);
  writer.Name("last");
  writer.String(file.last);
  writer.EndObject();
}

void AppendShardLine(const ShardPosition& position, std::string& out) {
  JsonWriter writer(out);
  writer.BeginObject();
  writer.Name("shard");
  writer.String(position.shard);
  writer.Name("parent");
  writer.String(position.parent);
  writer.Name("after");
  writer.String(position.after);
  writer.Name("ended");
  writer.Boolean(position.ended);
  writer.EndObject();
}

// A line for each element, so that people and diffs can read it.
template <class T>
void AppendLines(std::string_view name, const std::vector<T>& elements,
                 void (*append)(const T&, std::string&), std::string& out) {
  out.append(",\n\"").append(name).append("\":[");
  for (const T& element : elements) {
    out.append(&element == elements.data() ? "\n" : ",\n");
    append(element, out);
  }
  out.append("]");
}

std::optional<LakeFile> ReadFile(ManifestReader in) {
  LakeFile file{.path = in.Text("path"),
                .lines = in.Integer("lines"),
                .bytes = in.Integer("bytes"),
                .md5 = in.Text("md5"),
                .first = in.Text("first"),
                .last = in.Text("last")};
  if (!in.good()) return std::nullopt;
  return file;
}

std::optional<ShardPosition> ReadPosition(ManifestReader in) {
  ShardPosition position{.shard = in.Text("shard"),
                         .parent = in.Text("parent"),
                         .after = in.Text("after"),
                         .ended = in.Flag("ended")};
  if (!in.good()) return std::nullopt;
  return position;
}

std::optional<LakeSnapshot> ReadSnapshot(ManifestReader in) {
  LakeSnapshot snapshot{.done = in.Flag("done"), .after = std::nullopt};
  const std::string after = in.Text("after");
  if (!in.good()) return std::nullopt;
  if (after.empty()) return snapshot;
  const Result<std::string> bytes = DecodeBase64(after);
  if (!bytes) return std::nullopt;
  Result<Item> key = EncodedItemView(*bytes).Decode();
  if (!key) return std::nullopt;
  snapshot.after = *std::move(key);
  return snapshot;
}

}  // namespace

std::string_view NameOf(LakeImages images) {
  return images == LakeImages::kPlain ? "plain" : "dynamodb-json";
}

std::int64_t LakeManifest::Lines() const {
  std::int64_t lines = 0;
  for (const LakeFile& file : files) lines += file.lines;
  return lines;
}

std::string WriteLakeManifest(const LakeManifest& manifest) {
  std::string out = "{\"version\":" + std::to_string(kManifestVersion);
  out += ",\n\"table\":" + Quoted(manifest.table);
  out += ",\n\"stream\":" + Quoted(manifest.stream);
  out += ",\n\"images\":" + Quoted(NameOf(manifest.images));
  out += ",\n\"commit\":" + std::to_string(manifest.commit);
  out += ",\n\"lines\":" + std::to_string(manifest.Lines());
  if (manifest.snapshot) {
    out += ",\n\"snapshot\":{\"done\":";
    out += manifest.snapshot->done ? "true" : "false";
    const std::optional<Item>& after = manifest.snapshot->after;
    out +=
        ",\"after\":" + Quoted(after ? EncodeBase64(EncodedItem::From(*after).bytes()) : "") + "}";
  }
  AppendLines("files", manifest.files, AppendFileLine, out);
  AppendLines("shards", manifest.shards, AppendShardLine, out);
  return out + "}\n";
}

std::optional<LakeManifest> ReadLakeManifest(std::string_view text) {
  const Result<AttributeValue> json = ParsePlainJson(text);
  const auto* map = json ? json->As<AttributeMap>() : nullptr;
  if (map == nullptr) return std::nullopt;
  ManifestReader in(*map);
  LakeManifest manifest;
  manifest.table = in.Text("table");
  manifest.stream = in.Text("stream");
  manifest.commit = in.Integer("commit");
  const std::string images = in.Text("images");
  for (const ManifestReader& element : in.Objects("files")) {
    const std::optional<LakeFile> file = ReadFile(element);
    if (!file) return std::nullopt;
    manifest.files.push_back(*file);
  }
  for (const ManifestReader& element : in.Objects("shards")) {
    const std::optional<ShardPosition> position = ReadPosition(element);
    if (!position) return std::nullopt;
    manifest.shards.push_back(*position);
  }
  if (const AttributeMap* snapshot = in.Object("snapshot")) {
    manifest.snapshot = ReadSnapshot(ManifestReader(*snapshot));
    if (!manifest.snapshot) return std::nullopt;
  }
  if (in.Integer("version") != kManifestVersion || !in.good()) return std::nullopt;
  if (images == NameOf(LakeImages::kDynamoDbJson)) {
    manifest.images = LakeImages::kDynamoDbJson;
  } else if (images != NameOf(LakeImages::kPlain)) {
    return std::nullopt;
  }
  return manifest;
}

}  // namespace trestle
