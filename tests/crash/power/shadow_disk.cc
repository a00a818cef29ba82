#include "shadow_disk.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <utility>

namespace {

namespace fs = std::filesystem;

// A model that failed to follow would prove nothing.
void Require(bool held, const char* what) {
  if (held) return;
  std::fprintf(stderr, "unsynced: %s: errno %d\n", what, errno);
  std::abort();
}

void CopyBytes(int from, int to, off_t begin, off_t end) {
  std::array<char, 64 << 10> buffer;
  while (begin < end) {
    const auto wanted = static_cast<std::size_t>(std::min<off_t>(end - begin, buffer.size()));
    const ssize_t got = ::pread(from, buffer.data(), wanted, begin);
    if (got <= 0) return;
    Require(::pwrite(to, buffer.data(), static_cast<std::size_t>(got), begin) == got, "copy");
    begin += got;
  }
}

}  // namespace

ShadowDisk::ShadowDisk(std::string folder, std::string shadow)
    : folder_(std::move(folder)), shadow_(std::move(shadow)) {
  const std::string path = shadow_ + "/journal";
  const bool first_life = !fs::exists(path);
  if (!first_life) ReadJournal(path);
  journal_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
  Require(journal_ >= 0, "journal");
  for (const fs::directory_entry& entry : fs::directory_iterator(folder_)) {
    const std::string name = entry.path().filename();
    if (!entry.is_regular_file() || names_.contains(name)) continue;
    const ShadowFilePtr file = Add(name);
    file->shares_bytes = true;
    file->size = static_cast<off_t>(entry.file_size());
    Require(::link(entry.path().c_str(), file->copy.c_str()) == 0, "link");
  }
  if (first_life) Note("s " + std::to_string(lines_));
}

void ShadowDisk::ReadJournal(const std::string& path) {
  std::ifstream journal(path);
  std::map<std::string, std::string> copies;
  for (std::string kind, first, second; journal >> kind >> first; ++lines_) {
    if (kind != "s" && kind != "u") journal >> second;
    if (kind == "c") files_ = std::stoi(first), copies[second] = first;
    if (kind == "r") copies[second] = copies[first], copies.erase(first);
    if (kind == "u") copies.erase(first);
    if (kind == "s") --lines_;
  }
  for (const auto& [name, copy] : copies) {
    std::error_code error;
    const auto size = static_cast<off_t>(fs::file_size(PathOf(name), error));
    if (error) continue;  // made or removed at the moment of the kill
    auto file = std::make_shared<ShadowFile>(shadow_ + "/" + copy);
    file->shares_bytes = fs::equivalent(PathOf(name), file->copy, error) && !error;
    file->size = size;
    file->dirty_end = file->shares_bytes ? 0 : size;
    names_[name] = std::move(file);
  }
}

std::string_view ShadowDisk::NameOf(std::string_view path) const {
  if (path.size() <= folder_.size() + 1 || !path.starts_with(folder_)) return {};
  return path[folder_.size()] == '/' ? path.substr(folder_.size() + 1) : std::string_view();
}

ShadowFilePtr ShadowDisk::Add(std::string_view name) {
  const std::string id = std::to_string(++files_);
  auto file = std::make_shared<ShadowFile>(shadow_ + "/" + id);
  names_[std::string(name)] = file;
  ++lines_;
  Note("c " + id + " " + std::string(name));
  return file;
}

void ShadowDisk::Note(const std::string& line) {
  const std::string whole = line + "\n";  // one call, so that a kill leaves no half of a line
  Require(::write(journal_, whole.data(), whole.size()) == ssize_t(whole.size()), "note");
}

ShadowFilePtr ShadowDisk::Reading(std::string_view name) {
  const std::lock_guard lock(mutex_);
  const auto known = names_.find(name);
  return known == names_.end() ? nullptr : known->second;
}

ShadowFilePtr ShadowDisk::Writing(std::string_view name) {
  const std::lock_guard lock(mutex_);
  const auto known = names_.find(name);
  if (known == names_.end()) return Add(name);
  ShadowFile& file = *known->second;
  if (std::exchange(file.shares_bytes, false)) {
    const std::string parted = file.copy + ".parted";
    fs::copy_file(file.copy, parted);
    fs::rename(parted, file.copy);
  }
  return known->second;
}

void ShadowDisk::Wrote(ShadowFile& file, off_t begin, off_t end) {
  const std::lock_guard lock(mutex_);
  const bool clean = file.dirty_begin == file.dirty_end;
  file.dirty_begin = clean ? begin : std::min(file.dirty_begin, begin);
  file.dirty_end = clean ? end : std::max(file.dirty_end, end);
  file.size = std::max(file.size, end);
}

void ShadowDisk::Resized(ShadowFile& file, off_t size) {
  const off_t before = file.size;
  Wrote(file, std::min(before, size), size);  // what is new reads as zeros
  const std::lock_guard lock(mutex_);
  file.size = size;
}

int ShadowDisk::Rename(std::string_view from, std::string_view to,
                       int (*call)(const char*, const char*)) {
  const std::lock_guard lock(mutex_);
  const int outcome = call(PathOf(from).c_str(), PathOf(to).c_str());
  if (outcome != 0) return outcome;
  auto moved = names_.extract(std::string(from));
  if (!moved) return outcome;
  moved.key() = to;
  names_.erase(std::string(to));
  names_.insert(std::move(moved));
  ++lines_;
  Note("r " + std::string(from) + " " + std::string(to));
  return outcome;
}

int ShadowDisk::Remove(std::string_view name, int (*call)(const char*)) {
  const std::lock_guard lock(mutex_);
  const int outcome = call(PathOf(name).c_str());
  if (outcome != 0 || names_.erase(std::string(name)) == 0) return outcome;
  ++lines_;
  Note("u " + std::string(name));
  return outcome;
}

int ShadowDisk::SyncFile(ShadowFile& file, int descriptor, int (*call)(int)) {
  const std::lock_guard one_at_a_time(file.syncing);
  const std::string source = "/proc/self/fd/" + std::to_string(descriptor);
  std::unique_lock lock(mutex_);
  if (file.shares_bytes) {
    lock.unlock();
    return call(descriptor);
  }
  // Taken before the call: what is written during a sync is not promised by it.
  const off_t begin = std::exchange(file.dirty_begin, 0);
  const off_t end = std::exchange(file.dirty_end, 0);
  const off_t size = file.size;
  lock.unlock();
  if (const int outcome = call(descriptor); outcome != 0) {
    Wrote(file, begin, end);
    return outcome;
  }
  const int from = ::open(source.c_str(), O_RDONLY | O_CLOEXEC);
  const int to = ::open(file.copy.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
  Require(from >= 0 && to >= 0, "open a copy");
  CopyBytes(from, to, begin, end);
  Require(::ftruncate(to, size) == 0, "truncate a copy");
  ::close(from);
  ::close(to);
  return 0;
}

int ShadowDisk::SyncFolder(int descriptor, int (*call)(int)) {
  std::unique_lock lock(mutex_);
  const int covered = lines_;
  lock.unlock();
  const int outcome = call(descriptor);
  lock.lock();
  if (outcome == 0) Note("s " + std::to_string(covered));
  return outcome;
}
