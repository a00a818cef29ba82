#include "cli/lake_run.h"

#include <algorithm>

#include "base/time_text.h"
#include "cli/data_messages.h"
#include "load/figures.h"

namespace trestle {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds kShortestPause{20};
constexpr milliseconds kLongestPause{500};
// While it follows, a merge is worth its work only for several files.
constexpr std::size_t kFilesToMerge = 10;

}  // namespace

LakeRun::LakeRun(LakeFeed& feed, Lake& lake, const LakeRunOptions& options,
                 const Interruption& interruption, Progress& progress)
    : feed_(feed),
      lake_(lake),
      options_(options),
      interruption_(interruption),
      progress_(progress),
      stored_(steady_clock::now()) {}

Status LakeRun::Run() {
  TRESTLE_RETURN_IF_ERROR(TakeSnapshot());
  TRESTLE_RETURN_IF_ERROR(Follow());
  TRESTLE_RETURN_IF_ERROR(Store());
  if (options_.compact) {
    TRESTLE_RETURN_IF_ERROR(
        lake_.Compact({.file_bytes = static_cast<std::int64_t>(options_.flush_bytes)}));
  }
  if (feed_.StreamFinished() && !options_.once) return messages::StreamHasEnded();
  if (options_.once && !feed_.CaughtUp()) return messages::Interrupted();
  return {};
}

Status LakeRun::TakeSnapshot() {
  for (bool more = true; more && !interruption_.requested();) {
    TRESTLE_TRY(more, feed_.ReadSnapshot());
    if (!more || lake_.AddedBytes() >= options_.flush_bytes) TRESTLE_RETURN_IF_ERROR(Store());
    Tell();
  }
  return {};
}

Status LakeRun::Follow() {
  milliseconds pause = kShortestPause;
  while (!interruption_.requested() && !feed_.StreamFinished()) {
    auto read = feed_.ReadChanges();
    // An end that was asked for ends waiting calls too; what came before is to be kept.
    if (!read && interruption_.requested()) return {};
    if (!read) return tl::unexpected(read.error());
    changes_ += static_cast<std::int64_t>(*read);
    if (options_.once && feed_.CaughtUp()) return {};
    const bool old = steady_clock::now() - stored_ >= options_.flush_age;
    if (old || lake_.AddedBytes() >= options_.flush_bytes) {
      TRESTLE_RETURN_IF_ERROR(Store());
      if (options_.compact) {
        TRESTLE_RETURN_IF_ERROR(
            lake_.Compact({.at_least = kFilesToMerge,
                           .file_bytes = static_cast<std::int64_t>(options_.flush_bytes)}));
      }
    }
    Tell();
    pause = *read > 0 ? kShortestPause : std::min(pause * 2, kLongestPause);
    if (*read == 0) interruption_.Wait(pause);
  }
  return {};
}

Status LakeRun::Store() {
  stored_ = steady_clock::now();
  return feed_.Flush();
}

void LakeRun::Tell() {
  const auto lines = static_cast<std::uint64_t>(lake_.manifest().Lines() + lake_.added_lines());
  std::string text =
      load::Grouped(lines) + " lines in " + load::Grouped(lake_.manifest().files.size()) + " files";
  if (feed_.newest() > TimePoint()) text += ", the newest of " + FormatInstant(feed_.newest());
  progress_.Say(text);
}

}  // namespace trestle
