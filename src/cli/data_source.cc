#include "cli/data_source.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "auth/sha256.h"
#include "cli/data_messages.h"
#include "cli/format_options.h"
#include "cli/run_state.h"

namespace trestle {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kBeginning = 1 << 16;

bool HoldsItems(const fs::path& path) {
  const std::string name = path.filename().string();
  return !name.starts_with('.') && !name.starts_with("manifest-") &&
         KindOf(name).format.has_value();
}

}  // namespace

Result<std::unique_ptr<FileSource>> FileSource::Open(const std::string& path, std::uint64_t& read) {
  std::unique_ptr<FileSource> source(new FileSource(path, read));
  source->file_.open(path, std::ios::binary);
  if (!source->file_) return messages::CannotReadPath(path, std::strerror(errno));
  return source;
}

Result<std::size_t> FileSource::Read(std::span<char> into) {
  file_.read(into.data(), static_cast<std::streamsize>(into.size()));
  if (file_.bad()) return messages::CannotReadPath(path_, std::strerror(errno));
  const auto size = static_cast<std::size_t>(file_.gcount());
  read_ += size;
  return size;
}

Result<FileIdentity> FileIdentity::Of(const std::string& path) {
  std::error_code error;
  FileIdentity identity{.path = fs::absolute(path, error).lexically_normal().string(),
                        .size = 0,
                        .modified = 0,
                        .beginning = {}};
  const auto size = fs::file_size(path, error);
  if (error) return messages::CannotReadPath(path, error.message());
  identity.size = static_cast<std::int64_t>(size);
  identity.modified = fs::last_write_time(path, error).time_since_epoch().count();
  std::uint64_t read = 0;
  TRESTLE_TRY(const std::unique_ptr<FileSource> source, FileSource::Open(path, read));
  std::string beginning(kBeginning, '\0');
  TRESTLE_TRY(const std::size_t found, source->Read(beginning));
  identity.beginning = Hex(Sha256(std::string_view(beginning).substr(0, found)));
  return identity;
}

AttributeValue FileIdentity::ToState() const {
  return Map({{"path", AttributeValue::String(path)},
              {"size", AttributeValue::Integer(size)},
              {"modified", AttributeValue::Integer(modified)},
              {"beginning", AttributeValue::String(beginning)}});
}

FileIdentity FileIdentity::FromState(const AttributeValue& state) {
  const AttributeMap* map = state.As<AttributeMap>();
  if (map == nullptr) return {};
  return {.path = TextOf(*map, "path"),
          .size = IntegerOf(*map, "size"),
          .modified = IntegerOf(*map, "modified"),
          .beginning = TextOf(*map, "beginning")};
}

Result<std::vector<std::string>> DataFilesIn(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    std::error_code error;
    if (!fs::is_directory(path, error)) {
      files.push_back(path);
      continue;
    }
    std::vector<std::string> found;
    for (const fs::directory_entry& entry : fs::recursive_directory_iterator(path, error)) {
      if (entry.is_regular_file() && HoldsItems(entry.path())) {
        found.push_back(entry.path().string());
      }
    }
    if (error) return messages::CannotReadPath(path, error.message());
    if (found.empty()) return messages::NothingToImport(path);
    std::sort(found.begin(), found.end());
    files.insert(files.end(), found.begin(), found.end());
  }
  return files;
}

}  // namespace trestle
