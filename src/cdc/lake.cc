#include "cdc/lake.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <limits>
#include <random>
#include <set>
#include <utility>

#include "cdc/messages.h"
#include "stream/sequence_number.h"

namespace trestle {
namespace {

constexpr std::string_view kManifestPath = "_manifest.json";
constexpr std::string_view kDataFolders = "entity=";
constexpr std::size_t kReadBytes = 8 << 20;

std::string_view SuffixOf(Compression compression) {
  switch (compression) {
    case Compression::kNone:
      return ".jsonl";
    case Compression::kGzip:
      return ".jsonl.gz";
    case Compression::kZstd:
      return ".jsonl.zst";
  }
  return "";
}

Compression CompressionOf(std::string_view path) {
  if (path.ends_with(SuffixOf(Compression::kGzip))) return Compression::kGzip;
  return path.ends_with(SuffixOf(Compression::kZstd)) ? Compression::kZstd : Compression::kNone;
}

bool IsDataFile(std::string_view key) {
  return key.ends_with(SuffixOf(Compression::kNone)) || CompressionOf(key) != Compression::kNone;
}

// A name that no other writer uses, one whose last request is still under way included.
std::string NewWriterName() {
  std::array<char, 9> name{};
  std::snprintf(name.data(), name.size(), "%08x", std::random_device()());
  return name.data();
}

std::string FileName(std::int64_t commit, const std::string& writer) {
  std::array<char, 24> number{};
  std::snprintf(number.data(), number.size(), "%08lld", static_cast<long long>(commit));
  return std::string(number.data()) + "-" + writer;
}

bool IsMissing(const Error& error) { return HasS3Code(error, kNoSuchKey); }

// The small files of one folder that together make a file of the wanted size.
std::vector<LakeFile> SmallFiles(const std::vector<LakeFile>& files, std::int64_t file_bytes) {
  std::vector<LakeFile> small;
  std::int64_t bytes = 0;
  for (const LakeFile& file : files) {
    if (file.bytes >= file_bytes / 2 || bytes + file.bytes > file_bytes) continue;
    bytes += file.bytes;
    small.push_back(file);
  }
  return small;
}

}  // namespace

Lake::Lake(LakePlace place, Options options)
    : place_(std::move(place)), options_(std::move(options)), writer_(NewWriterName()) {}

Result<std::unique_ptr<Lake>> Lake::Open(LakePlace place, Options options) {
  std::unique_ptr<Lake> lake(new Lake(std::move(place), std::move(options)));
  TRESTLE_RETURN_IF_ERROR(lake->Load());
  return lake;
}

Status Lake::Load() {
  Result<std::string> text = ReadObject(std::string(kManifestPath));
  if (!text && IsMissing(text.error())) return Begin();
  if (!text) return tl::unexpected(text.error());
  std::optional<LakeManifest> manifest = ReadLakeManifest(*text);
  if (!manifest) return cdc_messages::ManifestUnreadable(Where());
  if (manifest->table != options_.table) {
    return cdc_messages::LakeOfAnotherTable(Where(), manifest->table);
  }
  if (manifest->images != options_.images) {
    return cdc_messages::LakeWithOtherImages(Where(), NameOf(manifest->images));
  }
  manifest_ = *std::move(manifest);
  stored_manifest_ = *std::move(text);
  return CompareFiles();
}

// The manifest is there before any file, so that files without one are known to be somebody else's.
Status Lake::Begin() {
  TRESTLE_TRY(const std::vector<ObjectSummary> found,
              place_.store.List(place_.bucket, place_.prefix + std::string(kDataFolders), 1));
  if (!found.empty()) return cdc_messages::FilesWithoutManifest(Where());
  LakeManifest manifest;
  manifest.table = options_.table;
  manifest.stream = options_.stream;
  manifest.images = options_.images;
  if (options_.snapshot) manifest.snapshot.emplace();
  return PutManifest(std::move(manifest));
}

Status Lake::CompareFiles() {
  std::set<std::string, std::less<>> named;
  for (const LakeFile& file : manifest_.files) named.insert(place_.prefix + file.path);
  TRESTLE_TRY(const std::vector<ObjectSummary> found,
              place_.store.List(place_.bucket, place_.prefix + std::string(kDataFolders),
                                std::numeric_limits<std::size_t>::max()));
  for (const ObjectSummary& object : found) {
    if (named.erase(object.key) == 0 && IsDataFile(object.key)) unnamed_.push_back(object.key);
  }
  if (!named.empty()) return cdc_messages::FileMissing(Where(), *named.begin());
  return {};
}

Result<std::string> Lake::ReadObject(const std::string& path) const {
  std::string bytes;
  while (true) {
    TRESTLE_TRY(const std::string more,
                place_.store.Read(NameOfPath(path), bytes.size(), kReadBytes));
    bytes.append(more);
    if (more.size() < kReadBytes) return bytes;
  }
}

void Lake::Add(const std::string& folder, std::string_view sequence, std::string_view line) {
  Part& part = parts_[folder];
  if (part.compressor == nullptr) part.compressor = NewCompressor(options_.compression);
  part.compressor->Add(line);
  part.compressor->Add("\n");
  if (part.lines++ == 0) part.first = part.last = sequence;
  if (SequenceLess(sequence, part.first)) part.first = sequence;
  if (SequenceLess(part.last, sequence)) part.last = sequence;
  ++added_lines_;
}

std::size_t Lake::AddedBytes() const {
  std::size_t bytes = 0;
  for (const auto& [folder, part] : parts_) bytes += part.compressor->size();
  return bytes;
}

Result<LakeFile> Lake::PutPart(const std::string& folder, std::int64_t commit, Part& part) {
  const std::string bytes = part.compressor->Finish();
  LakeFile file{
      .path = folder + FileName(commit, writer_) + std::string(SuffixOf(options_.compression)),
      .lines = part.lines,
      .bytes = static_cast<std::int64_t>(bytes.size()),
      .md5 = {},
      .first = part.first,
      .last = part.last};
  TRESTLE_TRY(file.md5, place_.store.Put(NameOfPath(file.path), bytes));
  return file;
}

Status Lake::Commit(Progress progress) {
  LakeManifest next = manifest_;
  ++next.commit;
  next.shards = std::move(progress.shards);
  next.snapshot = std::move(progress.snapshot);
  for (auto& [folder, part] : parts_) {
    TRESTLE_TRY(LakeFile file, PutPart(folder, next.commit, part));
    next.files.push_back(std::move(file));
  }
  TRESTLE_RETURN_IF_ERROR(PutManifest(std::move(next)));
  parts_.clear();
  added_lines_ = 0;
  return {};
}

Result<LakeFile> Lake::Merge(const std::vector<LakeFile>& files, std::int64_t commit) {
  Part part{.compressor = NewCompressor(options_.compression),
            .lines = 0,
            .first = files.front().first,
            .last = files.front().last};
  for (const LakeFile& file : files) {
    TRESTLE_TRY(std::string packed, ReadObject(file.path));
    const std::unique_ptr<ByteSource> lines =
        Decompress(std::make_unique<TextSource>(std::move(packed)), CompressionOf(file.path));
    std::array<char, 1 << 15> buffer;
    std::int64_t read_lines = 0;
    while (true) {
      TRESTLE_TRY(const std::size_t size, lines->Read(buffer));
      if (size == 0) break;
      const std::string_view text(buffer.data(), size);
      read_lines += std::ranges::count(text, '\n');
      part.compressor->Add(text);
    }
    if (read_lines != file.lines) return cdc_messages::FileDiffers(file.path);
    part.lines += file.lines;
    part.first = std::min(part.first, file.first, SequenceLess);
    part.last = std::max(part.last, file.last, SequenceLess);
  }
  return PutPart(std::string(files.front().Folder()), commit, part);
}

Result<std::size_t> Lake::Compact(const Compaction& compaction) {
  std::map<std::string, std::vector<LakeFile>> folders;
  for (const LakeFile& file : manifest_.files) {
    folders[std::string(file.Folder())].push_back(file);
  }
  LakeManifest next = manifest_;
  ++next.commit;
  std::vector<std::string> gone;
  for (const auto& [folder, files] : folders) {
    const std::vector<LakeFile> small = SmallFiles(files, compaction.file_bytes);
    if (small.size() < std::max<std::size_t>(compaction.at_least, 2)) continue;
    TRESTLE_TRY(LakeFile merged, Merge(small, next.commit));
    for (const LakeFile& file : small) {
      std::erase(next.files, file);
      gone.push_back(file.path);
    }
    next.files.push_back(std::move(merged));
  }
  if (gone.empty()) return 0;
  TRESTLE_RETURN_IF_ERROR(PutManifest(std::move(next)));
  for (const std::string& path : gone) {
    TRESTLE_RETURN_IF_ERROR(place_.store.Delete(NameOfPath(path)));
  }
  return gone.size();
}

// Nobody else may have written since: two writers would both store the same changes. The tag is
// asked for first, so that it is the one of what is compared, or of nothing that is there any more.
Status Lake::Replace(const std::string& text) {
  const ObjectName name = NameOfPath(kManifestPath);
  std::string tag;
  if (place_.conditional) {
    TRESTLE_TRY(tag, place_.store.TagOf(name));
  }
  const Result<std::string> stored = ReadObject(std::string(kManifestPath));
  if (!stored && !IsMissing(stored.error())) return tl::unexpected(stored.error());
  if (stored.value_or("") != stored_manifest_) return cdc_messages::AnotherWriter(Where());
  const auto put =
      place_.conditional ? place_.store.PutIf(name, text, tag) : place_.store.Put(name, text);
  if (put) return {};
  if (!HasS3Code(put.error(), kPreconditionFailed)) return tl::unexpected(put.error());
  // A request whose answer was lost is sent again, and meets what it has written itself.
  TRESTLE_TRY(const std::string there, ReadObject(std::string(kManifestPath)));
  if (there != text) return cdc_messages::AnotherWriter(Where());
  return {};
}

Status Lake::PutManifest(LakeManifest manifest) {
  std::string text = WriteLakeManifest(manifest);
  TRESTLE_RETURN_IF_ERROR(Replace(text));
  manifest_ = std::move(manifest);
  stored_manifest_ = std::move(text);
  // Not before: until now the manifest of a writer that was killed could have been on its way.
  for (const std::string& key : std::exchange(unnamed_, {})) {
    TRESTLE_RETURN_IF_ERROR(place_.store.Delete({place_.bucket, key}));
  }
  return {};
}

ObjectName Lake::NameOfPath(std::string_view path) const {
  return {.bucket = place_.bucket, .key = place_.prefix + std::string(path)};
}

std::string Lake::Where() const { return place_.bucket + "/" + place_.prefix; }

}  // namespace trestle
