#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

#include "load/round.h"
#include "load/time.h"

namespace trestle::load {

// Says how far something is: one line that is written over on a terminal, plain lines elsewhere.
class ProgressLine {
 public:
  // `file` outlives the line.
  ProgressLine(std::FILE* file, bool is_terminal) : file_(file), is_terminal_(is_terminal) {}
  ~ProgressLine() { Clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // Any other text, when there is something new to say.
  void ShowText(const std::string& text);
  void ShowLoading(std::string_view label, std::uint64_t loaded, std::uint64_t all);
  void ShowRound(std::string_view label, const RoundMoment& moment);
  // A line that stays.
  void Note(std::string_view text);
  void Clear();

 private:
  void Show(const std::string& line);

  std::FILE* file_;
  bool is_terminal_;
  bool shown_ = false;
  bool IsEnough();

  Instant last_shown_;  // elsewhere than on a terminal, one line a second is enough
};

// The lines themselves, and the bar in them.
std::string FramedBar(double share);
std::string LoadingText(std::string_view label, std::uint64_t loaded, std::uint64_t all);
std::string RoundText(std::string_view label, const RoundMoment& moment);

}  // namespace trestle::load
