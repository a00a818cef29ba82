#include "cli/progress.h"

#include <unistd.h>

#include <algorithm>
#include <utility>

#include "load/figures.h"

namespace trestle {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

std::string SpanText(std::chrono::seconds span) {
  const auto seconds = span.count();
  if (seconds < 60) return std::to_string(seconds) + " s";
  if (seconds < 3600) {
    return std::to_string(seconds / 60) + " min " + std::to_string(seconds % 60) + " s";
  }
  return std::to_string(seconds / 3600) + " h " + std::to_string(seconds % 3600 / 60) + " min";
}

std::string WorkText(std::string_view label, const WorkMoment& moment) {
  std::string text(label);
  const std::uint64_t done = moment.done_before + moment.done;
  const double seconds = std::chrono::duration<double>(moment.elapsed).count();
  if (moment.total > 0) {
    // What there is to do was an estimate where more than all of it is done.
    const double share = std::min(
        1.0, static_cast<double>(done) / static_cast<double>(std::max(moment.total, done)));
    text +=
        " " + load::FramedBar(share) + " " + std::to_string(static_cast<int>(share * 100)) + "%  ";
  } else {
    text += "  ";
  }
  text += load::Grouped(moment.items) + " items";
  if (seconds >= 0.5 && moment.items > 0) {
    text += "  " + load::GroupedRate(static_cast<double>(moment.items) / seconds) + "/s";
  }
  if (moment.total > done && moment.done > 0 && seconds >= 1) {
    const double left =
        static_cast<double>(moment.total - done) * seconds / static_cast<double>(moment.done);
    text += "  " + SpanText(std::chrono::seconds(static_cast<std::int64_t>(left) + 1)) + " left";
  }
  return text;
}

Progress::Progress(std::string label, std::FILE* file, bool is_terminal)
    : label_(std::move(label)),
      pause_(is_terminal ? 100 : 5000),
      line_(file, is_terminal),
      begun_(steady_clock::now()),
      shown_(begun_) {}

Progress::Progress(std::string label)
    : Progress(std::move(label), stderr, isatty(STDERR_FILENO) == 1) {}

void Progress::Begin(std::uint64_t total, std::uint64_t done_before) {
  const MutexLock lock(mutex_);
  total_ = total;
  done_before_ = done_before;
  done_ = 0;
  begun_ = shown_ = steady_clock::now();
}

void Progress::Add(std::uint64_t work, std::uint64_t items) {
  const MutexLock lock(mutex_);
  done_ += work;
  items_ += items;
  const auto now = steady_clock::now();
  if (now - shown_ < pause_) return;
  shown_ = now;
  line_.ShowText(WorkText(label_, {.total = total_,
                                   .done_before = done_before_,
                                   .done = done_,
                                   .items = items_,
                                   .elapsed = std::chrono::round<milliseconds>(now - begun_)}));
}

void Progress::Say(const std::string& text) {
  const MutexLock lock(mutex_);
  const auto now = steady_clock::now();
  if (now - shown_ < pause_) return;
  shown_ = now;
  line_.ShowText(label_ + "  " + text);
}

void Progress::Note(std::string_view text) {
  const MutexLock lock(mutex_);
  line_.Note(text);
}

void Progress::Clear() {
  const MutexLock lock(mutex_);
  line_.Clear();
}

}  // namespace trestle
