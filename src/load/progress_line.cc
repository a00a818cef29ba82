#include "load/progress_line.h"

#include <algorithm>

#include "load/figures.h"

namespace trestle::load {
namespace {

constexpr std::size_t kBarWidth = 24;

}  // namespace

std::string FramedBar(double share) {
  std::string bar = Bar(std::clamp(share, 0.0, 1.0), kBarWidth);
  bar.append(kBarWidth - std::min(kBarWidth, WidthOf(bar)), ' ');
  return "▕" + bar + "▏";
}

std::string LoadingText(std::string_view label, std::uint64_t loaded, std::uint64_t all) {
  const double share =
      static_cast<double>(loaded) / static_cast<double>(std::max<std::uint64_t>(all, 1));
  return std::string(label) + FramedBar(share) + " " + Grouped(loaded) + " of " + Grouped(all) +
         " items";
}

std::string RoundText(std::string_view label, const RoundMoment& moment) {
  const Nanoseconds elapsed =
      std::chrono::round<std::chrono::milliseconds>(std::min(moment.elapsed, moment.duration));
  const double share =
      moment.duration.count() == 0 ? 1 : Seconds(elapsed) / Seconds(moment.duration);
  std::string text = std::string(label) + FramedBar(share) + " ";
  text += DurationText(std::chrono::round<std::chrono::seconds>(elapsed)) + " of " +
          DurationText(moment.duration) + "   ";
  text += moment.requests_per_second > 0
              ? GroupedRate(moment.requests_per_second) + " requests/s   mean " +
                    LatencyText(moment.mean_latency)
              : "no answers";
  if (moment.failed > 0) text += "   " + Grouped(moment.failed) + " errors";
  return text;
}

void ProgressLine::Show(const std::string& line) {
  if (is_terminal_) {
    std::fprintf(file_, "\r\033[K%s", line.c_str());
  } else {
    std::fprintf(file_, "%s\n", line.c_str());
  }
  std::fflush(file_);
  shown_ = true;
}

void ProgressLine::Clear() {
  if (is_terminal_ && shown_) std::fputs("\r\033[K", file_);
  std::fflush(file_);
  shown_ = false;
}

void ProgressLine::Note(std::string_view text) {
  Clear();
  std::fprintf(file_, "%.*s\n", static_cast<int>(text.size()), text.data());
  std::fflush(file_);
}

// Whether something was shown a moment ago.
bool ProgressLine::IsEnough() {
  const std::chrono::milliseconds pause(is_terminal_ ? 50 : 1000);
  const Instant now = SteadyClock::now();
  if (now - last_shown_ < pause) return true;
  last_shown_ = now;
  return false;
}

void ProgressLine::ShowText(const std::string& text) {
  if (!IsEnough()) Show(text);
}

void ProgressLine::ShowLoading(std::string_view label, std::uint64_t loaded, std::uint64_t all) {
  if (loaded < all && IsEnough()) return;
  Show(LoadingText(label, loaded, all));
}

void ProgressLine::ShowRound(std::string_view label, const RoundMoment& moment) {
  Show(RoundText(label, moment));
}

}  // namespace trestle::load
