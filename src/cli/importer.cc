#include "cli/importer.h"

#include <atomic>
#include <filesystem>
#include <utility>

#include "cli/data_messages.h"
#include "cli/format_options.h"
#include "cli/table_like.h"
#include "table/table.h"
#include "value/item_size.h"

namespace trestle {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kChunkItems = 4000;
constexpr std::size_t kChunkBytes = 8 << 20;

// Beside the data: in the folder that is imported, or that of the first file.
std::string ImportStatePath(const ImportOptions& options, const std::string& target,
                            const std::vector<std::string>& files) {
  if (!options.state.empty()) return options.state;
  std::error_code error;
  std::string about = target + "\n" + options.table;
  for (const std::string& file : files) {
    about += "\n" + fs::absolute(file, error).lexically_normal().string();
  }
  const fs::path first = options.from.front();
  const fs::path folder = fs::is_directory(first, error) ? first : first.parent_path();
  return (folder / StateName("import", about)).string();
}

}  // namespace

Importer::Importer(OpenedDatabase& target, const ImportOptions& options,
                   const Interruption& interruption, Progress& progress)
    : target_(target),
      options_(options),
      interruption_(interruption),
      progress_(progress),
      writer_(*target.database, options.table, interruption) {}

Status Importer::LoadState(const TableDefinition& table) {
  state_file_ = std::make_unique<RunState>(ImportStatePath(options_, target_.name, files_));
  TRESTLE_TRY(const std::optional<Item> state, state_file_->Read());
  if (!state) return {};
  if (TextOf(*state, "table") != IdentityOf(table)) {
    progress_.Note("the table is another one than last time: starting over");
    return {};
  }
  position_ = {.file = static_cast<std::size_t>(IntegerOf(*state, "file")),
               .line = IntegerOf(*state, "line"),
               .items = IntegerOf(*state, "items"),
               .skipped = IntegerOf(*state, "skipped")};
  const List& before = ListOf(*state, "files");
  for (std::size_t i = 0; i <= position_.file && i < identities_.size(); ++i) {
    if (i < before.size() && FileIdentity::FromState(before[i]) == identities_[i]) continue;
    progress_.Note(files_[i] + " has changed since: it is read from its beginning");
    position_.file = i;
    position_.line = 0;
  }
  progress_.Note("going on after " + std::to_string(position_.items) + " items");
  return {};
}

Status Importer::WriteState() {
  List files;
  for (const FileIdentity& identity : identities_) files.push_back(identity.ToState());
  return state_file_->Write(
      {{"table", AttributeValue::String(IdentityOf(table_->definition()))},
       {"files",
        AttributeValue::Of(AttributeValue::Variant(std::in_place_type<List>, std::move(files)))},
       {"file", AttributeValue::Integer(static_cast<std::int64_t>(position_.file))},
       {"line", AttributeValue::Integer(position_.line)},
       {"items", AttributeValue::Integer(position_.items)},
       {"skipped", AttributeValue::Integer(position_.skipped)}});
}

Status Importer::Refuse(const std::string& place, const Error& error) {
  if (!options_.skip_bad) return messages::BadItem(place, error);
  progress_.Note(messages::BadItem(place, error).value().message);
  const MutexLock lock(mutex_);
  ++skipped_;
  return {};
}

Result<std::unique_ptr<ItemReader>> Importer::OpenFile(std::size_t file, std::uint64_t& read) {
  const std::string& path = files_[file];
  const FileKind kind = KindOf(path);
  const std::optional<DataFormat> format = options_.format ? options_.format : kind.format;
  if (!format && !options_.parse_line) return messages::FormatUnknown(path);
  TRESTLE_TRY(std::unique_ptr<FileSource> source, FileSource::Open(path, read));
  if (options_.parse_line) {
    return NewLineItemReader(Decompress(std::move(source), kind.compression), options_.parse_line);
  }
  CsvOptions csv;
  csv.keys = table_->definition().attributes;
  return NewItemReader(Decompress(std::move(source), kind.compression), *format, csv);
}

// What the table would refuse is refused here, where its line is known.
void Importer::Take(ItemRead read, std::size_t file, Chunk& chunk) {
  std::string place = files_[file] + ":" + std::to_string(read.line);
  const auto refuse = [&](const Error& error) {
    const Status refused = Refuse(place, error);
    if (!refused) chunk.end = refused.error();
  };
  if (!read.item) return refuse(read.item.error());
  Result<ItemKey> key = table_->KeyOfItem(*read.item);
  if (!key) return refuse(key.error());
  const Result<std::size_t> size = CheckedItemSize(*read.item);
  if (!size) return refuse(size.error());
  chunk.bytes += *size;
  chunk.items.push_back(
      {.item = *std::move(read.item), .key = std::move(key->bytes), .place = std::move(place)});
}

Result<Importer::Chunk> Importer::ReadChunk(ItemReader& reader, std::size_t file) {
  Chunk chunk;
  chunk.last_line = position_.line;
  while (chunk.items.size() < kChunkItems && chunk.bytes < kChunkBytes) {
    if (interruption_.requested()) return chunk;
    TRESTLE_TRY(std::optional<ItemRead> read, reader.Next());
    if (!read) {
      chunk.file_ended = true;
      return chunk;
    }
    const auto line = static_cast<std::int64_t>(read->line);
    if (file == position_.file && line <= position_.line) continue;
    Take(*std::move(read), file, chunk);
    if (chunk.end) return chunk;
    chunk.last_line = line;
  }
  return chunk;
}

Status Importer::PutChunk(Chunk chunk, std::size_t file, std::uint64_t file_bytes) {
  const std::size_t count = chunk.items.size();
  std::atomic<std::int64_t> refused = 0;
  const TableWriter::Listeners listeners{
      .refused =
          [&](const ItemToPut& item, const Error& error) {
            ++refused;
            return Refuse(item.place, error);
          },
      .told = [&](std::size_t put) { progress_.Add(file_bytes * put / count, put); }};
  TRESTLE_RETURN_IF_ERROR(
      writer_.PutOnThreads(std::move(chunk.items), options_.threads, listeners));
  std::int64_t skipped = 0;
  {
    const MutexLock lock(mutex_);
    skipped = std::exchange(skipped_, 0);
  }
  position_ = {.file = chunk.file_ended ? file + 1 : file,
               .line = chunk.file_ended ? 0 : chunk.last_line,
               .items = position_.items + static_cast<std::int64_t>(count) - refused,
               .skipped = position_.skipped + skipped};
  return WriteState();
}

Status Importer::ImportFile(std::size_t file) {
  std::uint64_t read = 0;
  std::uint64_t told = 0;
  TRESTLE_TRY(const std::unique_ptr<ItemReader> reader, OpenFile(file, read));
  while (position_.file == file) {
    TRESTLE_TRY(Chunk chunk, ReadChunk(*reader, file));
    const std::optional<Error> end = chunk.end;
    // What was read before a bad line, or before the end was asked for, is put all the same.
    TRESTLE_RETURN_IF_ERROR(PutChunk(std::move(chunk), file, read - told));
    told = read;
    if (end) return tl::unexpected(*end);
    if (interruption_.requested()) return messages::Interrupted();
  }
  return {};
}

Result<ImportResult> Importer::Run() {
  TRESTLE_TRY(const TableDescription description,
              WaitUntilActive(*target_.database, options_.table, interruption_, progress_));
  table_ = description.table;
  TRESTLE_TRY(files_, DataFilesIn(options_.from));
  std::int64_t bytes = 0;
  for (const std::string& file : files_) {
    TRESTLE_TRY(FileIdentity identity, FileIdentity::Of(file));
    bytes += identity.size;
    identities_.push_back(std::move(identity));
  }
  TRESTLE_RETURN_IF_ERROR(LoadState(table_->definition()));
  std::int64_t before = 0;
  for (std::size_t i = 0; i < position_.file; ++i) before += identities_[i].size;
  progress_.Begin(static_cast<std::uint64_t>(bytes), static_cast<std::uint64_t>(before));
  while (position_.file < files_.size()) {
    TRESTLE_RETURN_IF_ERROR(ImportFile(position_.file));
  }
  state_file_->Remove();
  return ImportResult{.items = position_.items, .skipped = position_.skipped};
}

}  // namespace trestle
