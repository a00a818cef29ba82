#include "cli/exporter.h"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <set>
#include <utility>

#include "auth/md5.h"
#include "cli/csv_cells.h"
#include "cli/data_messages.h"
#include "cli/table_like.h"
#include "cli/whole_file.h"
#include "transfer/csv_rows.h"
#include "transfer/item_lines.h"
#include "transfer/manifest.h"
#include "value/base64.h"

namespace trestle {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kStateName = ".trestle-export";
constexpr std::string_view kManifestName = "manifest-files.json";

List TextsToState(const std::vector<std::string>& texts) {
  List list;
  for (const std::string& text : texts) list.push_back(AttributeValue::String(text));
  return list;
}

AttributeValue ListValue(List list) {
  return AttributeValue::Of(AttributeValue::Variant(std::in_place_type<List>, std::move(list)));
}

AttributeValue FileToState(const DataFile& file) {
  return Map({{"name", AttributeValue::String(file.key)},
              {"items", AttributeValue::Integer(file.items)},
              {"md5", AttributeValue::String(file.md5)},
              {"etag", AttributeValue::String(file.etag)}});
}

}  // namespace

Exporter::Exporter(OpenedDatabase& source, const ExportOptions& options,
                   const Interruption& interruption, Progress& progress)
    : source_(source),
      options_(options),
      interruption_(interruption),
      progress_(progress),
      state_file_(PathOf(std::string(kStateName))),
      columns_(options.columns) {}

std::string Exporter::PathOf(const std::string& name) const {
  return (fs::path(options_.folder) / name).string();
}

std::string Exporter::Suffix() const {
  std::string suffix = options_.format == DataFormat::kCsv ? ".csv" : ".json";
  if (options_.compression == Compression::kGzip) suffix += ".gz";
  if (options_.compression == Compression::kZstd) suffix += ".zst";
  return suffix;
}

// A new or empty folder, or one with the state of an earlier run.
Status Exporter::PrepareFolder() {
  std::error_code error;
  fs::create_directories(options_.folder, error);
  if (error) return messages::CannotWritePath(options_.folder, error.message());
  if (fs::exists(state_file_.path(), error)) return {};
  if (fs::exists(PathOf(std::string(kManifestName)), error)) {
    return messages::ExportIsThere(options_.folder);
  }
  for (const fs::directory_entry& entry : fs::directory_iterator(options_.folder, error)) {
    // All that a run can leave behind before its first state is that state, unfinished.
    if (entry.path().extension() != kUnfinishedSuffix) {
      return messages::FolderNotEmpty(options_.folder);
    }
  }
  return {};
}

Status Exporter::LoadState(const TableDescription& table) {
  table_identity_ = IdentityOf(table.table->definition());
  TRESTLE_TRY(const std::optional<Item> state, state_file_.Read());
  const MutexLock lock(mutex_);
  if (!state) {
    positions_ = FromState({}, options_.segments);
    return {};
  }
  if (TextOf(*state, "table") != table_identity_) {
    return messages::StateOfAnother(options_.folder, "table");
  }
  if (TextOf(*state, "suffix") != Suffix()) {
    return messages::StateOfAnother(options_.folder, "--format or --compress");
  }
  // The segments of the first run stay: positions are worth nothing in others.
  positions_ = FromState(ListOf(*state, "segments"), options_.segments);
  columns_.clear();
  for (const AttributeValue& column : ListOf(*state, "columns")) {
    if (const std::string* name = column.As<std::string>()) columns_.push_back(*name);
  }
  if (!options_.columns.empty() && columns_ != options_.columns) {
    return messages::StateOfAnother(options_.folder, "--columns");
  }
  for (const AttributeValue& value : ListOf(*state, "files")) {
    if (const AttributeMap* file = value.As<AttributeMap>()) {
      files_.push_back({.key = TextOf(*file, "name"),
                        .items = IntegerOf(*file, "items"),
                        .md5 = TextOf(*file, "md5"),
                        .etag = TextOf(*file, "etag")});
    }
  }
  return {};
}

Status Exporter::WriteState() {
  List files;
  for (const DataFile& file : files_) files.push_back(FileToState(file));
  return state_file_.Write({{"table", AttributeValue::String(table_identity_)},
                            {"suffix", AttributeValue::String(Suffix())},
                            {"segments", ListValue(ToState(positions_))},
                            {"columns", ListValue(TextsToState(columns_))},
                            {"files", ListValue(std::move(files))}});
}

// What an earlier run has put and not told of would be counted twice by who reads the folder.
Status Exporter::RemoveStrayFiles() {
  const MutexLock lock(mutex_);
  std::set<std::string> known;
  for (const DataFile& file : files_) known.insert(file.key);
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(options_.folder, error)) {
    const std::string name = entry.path().filename().string();
    const bool ours = name.starts_with("data-") || entry.path().extension() == kUnfinishedSuffix;
    if (ours && !known.contains(name)) fs::remove(entry.path(), error);
  }
  return {};
}

Result<PageResponse> Exporter::ReadPage(std::size_t segment, const std::optional<Item>& last_key) {
  ScanRequest request;
  request.table_name = options_.table;
  request.segment = static_cast<std::int64_t>(segment);
  {
    const MutexLock lock(mutex_);
    request.total_segments = static_cast<std::int64_t>(positions_.size());
  }
  if (last_key) request.exclusive_start_key = *last_key;
  if (options_.file_items > 0) request.limit = options_.file_items;
  return source_.database->Scan(request);
}

// One more reading of the table, before the first file: the header has all columns.
Status Exporter::FindColumns() {
  if (options_.format != DataFormat::kCsv || !columns_.empty()) return {};
  TRESTLE_TRY(const TableDescription table, source_.database->DescribeTable(options_.table));
  const KeySchema& keys = table.table->keys();
  for (const KeyAttribute& key : keys.hash) columns_.push_back(key.name);
  for (const KeyAttribute& key : keys.range) columns_.push_back(key.name);
  const std::set<std::string> key_names(columns_.begin(), columns_.end());
  std::size_t segments = 0;
  {
    const MutexLock lock(mutex_);
    segments = positions_.size();
  }
  Mutex names_mutex;
  std::set<std::string> names;
  TRESTLE_RETURN_IF_ERROR(
      OnEachSegment(segments, [&](std::size_t segment, const std::atomic<bool>& stop) -> Status {
        std::optional<Item> last_key;
        do {
          if (interruption_.requested()) return messages::Interrupted();
          TRESTLE_TRY(const PageResponse page, ReadPage(segment, last_key));
          for (const EncodedItemView stored : page.items) {
            TRESTLE_TRY(const Item item, stored.Decode());
            const MutexLock lock(names_mutex);
            for (const Attribute& attribute : item) names.insert(attribute.name);
          }
          progress_.Say("looking for columns");
          last_key = page.last_evaluated_key;
        } while (last_key && !stop);
        return {};
      }));
  for (const std::string& name : names) {
    if (!key_names.contains(name)) columns_.push_back(name);
  }
  return {};
}

Status Exporter::AppendLine(EncodedItemView item, std::string& out) const {
  if (options_.format == DataFormat::kCsv) {
    TRESTLE_TRY(const Item decoded, item.Decode());
    AppendCsvItem(decoded, columns_, out);
    return {};
  }
  if (!AppendItemLine(item, out)) return messages::ItemDamaged();
  out.push_back('\n');
  return {};
}

Status Exporter::PutPart(std::size_t segment, const SegmentPosition& position,
                         const std::string& bytes, std::int64_t items) {
  SegmentPosition next = position;
  std::optional<DataFile> file;
  if (items > 0) {
    char name[40];
    std::snprintf(name, sizeof name, "data-%04zu-%06lld", segment,
                  static_cast<long long>(position.parts));
    const Md5Digest digest = Md5(bytes);
    file = DataFile{.key = name + Suffix(),
                    .items = items,
                    .md5 = EncodeBase64(BytesOf(digest)),
                    .etag = Md5Hex(digest)};
    TRESTLE_RETURN_IF_ERROR(WriteWholeFile(PathOf(file->key), bytes));
    ++next.parts;
  }
  const MutexLock lock(mutex_);
  positions_[segment] = next;
  if (file) files_.push_back(*std::move(file));
  return WriteState();
}

Status Exporter::RunSegment(std::size_t segment, const std::atomic<bool>& stop) {
  SegmentPosition position;
  {
    const MutexLock lock(mutex_);
    position = positions_[segment];
  }
  const std::unique_ptr<Compressor> compressor = NewCompressor(options_.compression);
  std::string lines;
  std::int64_t items = 0;
  while (!position.done && !stop && !interruption_.requested()) {
    TRESTLE_TRY(const PageResponse page, ReadPage(segment, position.last_key));
    lines.clear();
    if (items == 0 && !page.items.empty() && options_.format == DataFormat::kCsv) {
      AppendCsvHeader(columns_, lines);
    }
    for (const EncodedItemView item : page.items) TRESTLE_RETURN_IF_ERROR(AppendLine(item, lines));
    compressor->Add(lines);
    const auto read = static_cast<std::int64_t>(page.items.size());
    items += read;
    position.items += read;
    position.last_key = page.last_evaluated_key;
    position.done = !position.last_key;
    progress_.Add(static_cast<std::uint64_t>(read), static_cast<std::uint64_t>(read));
    const bool full = compressor->size() >= options_.file_bytes ||
                      (options_.file_items > 0 && items >= options_.file_items);
    if (!full && !position.done) continue;
    const std::string bytes = items > 0 ? compressor->Finish() : std::string();
    TRESTLE_RETURN_IF_ERROR(PutPart(segment, position, bytes, items));
    if (items > 0) ++position.parts;
    items = 0;
  }
  // Interrupted: what has been read is kept.
  if (items > 0) return PutPart(segment, position, compressor->Finish(), items);
  return {};
}

Result<ExportResult> Exporter::Run() {
  TRESTLE_TRY(const TableDescription table, source_.database->DescribeTable(options_.table));
  TRESTLE_RETURN_IF_ERROR(PrepareFolder());
  TRESTLE_RETURN_IF_ERROR(LoadState(table));
  TRESTLE_RETURN_IF_ERROR(RemoveStrayFiles());
  TRESTLE_RETURN_IF_ERROR(FindColumns());
  std::size_t segments = 0;
  {
    const MutexLock lock(mutex_);
    TRESTLE_RETURN_IF_ERROR(WriteState());
    segments = positions_.size();
    const std::int64_t before = ItemsOf(positions_);
    if (before > 0) progress_.Note("going on after " + std::to_string(before) + " items");
    progress_.Begin(static_cast<std::uint64_t>(table.statistics.items),
                    static_cast<std::uint64_t>(before));
  }
  TRESTLE_RETURN_IF_ERROR(
      OnEachSegment(segments, [this](std::size_t segment, const std::atomic<bool>& stop) {
        return RunSegment(segment, stop);
      }));
  if (interruption_.requested()) return messages::Interrupted();
  const MutexLock lock(mutex_);
  std::sort(files_.begin(), files_.end(),
            [](const DataFile& a, const DataFile& b) { return a.key < b.key; });
  TRESTLE_RETURN_IF_ERROR(WriteWholeFile(PathOf(std::string(kManifestName)), WriteFiles(files_)));
  state_file_.Remove();
  return ExportResult{.items = ItemsOf(positions_), .files = files_};
}

}  // namespace trestle
