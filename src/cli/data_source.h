#pragma once

#include <cstdint>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "transfer/byte_source.h"
#include "value/attribute_value.h"

namespace trestle {

// A file that is read from its beginning to its end. `read` outlives the source and counts bytes.
class FileSource final : public ByteSource {
 public:
  static Result<std::unique_ptr<FileSource>> Open(const std::string& path, std::uint64_t& read);
  Result<std::size_t> Read(std::span<char> into) override;

 private:
  FileSource(std::string path, std::uint64_t& read) : path_(std::move(path)), read_(read) {}
  const std::string path_;
  std::uint64_t& read_;
  std::ifstream file_;
};

// What tells a file from another one of the same name: its size, when it was written, and how it
// begins.
struct FileIdentity {
  std::string path;
  std::int64_t size = 0;
  std::int64_t modified = 0;
  std::string beginning;  // a digest
  friend bool operator==(const FileIdentity&, const FileIdentity&) = default;

  static Result<FileIdentity> Of(const std::string& path);
  AttributeValue ToState() const;
  static FileIdentity FromState(const AttributeValue& state);
};

// The files that are meant by `paths`: files as they are given, and those of folders, also of the
// folders in them, whose names tell that they hold items, in the order of their names. Manifests
// and hidden files are passed over.
Result<std::vector<std::string>> DataFilesIn(const std::vector<std::string>& paths);

}  // namespace trestle
