#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "load/random.h"
#include "load/script.h"

namespace trestle::load {

// The members that the answer is to be kept of; none where one is missing.
std::vector<std::string> KeptMembers(const ScriptRequest& request, std::string_view answer);

// What preparations have kept: of each pool the values by the number of their request. A request
// that was refused has an empty one.
using PreparedPools = std::map<std::string, std::vector<std::string>, std::less<>>;

// Writes the requests of a script as HTTP, with what its placeholders stand for. For one thread.
class ScriptWriter {
 public:
  struct Settings {
    std::string host;
    std::string base;   // /api/<system>
    std::string fresh;  // begins every new word; no other writer has it
    TimePoint now;      // its day is today
    std::uint64_t seed = 0;
    const PreparedPools* prepared = nullptr;  // null: none; outlives the writer
  };
  explicit ScriptWriter(Settings settings);

  // The pool that the request takes from and that is empty; none if it can be written.
  const std::string* Missing(const ScriptRequest& request) const;
  // Replaces `out` by the whole request. `number` is what <n> says. Nothing is missing.
  void Write(const ScriptRequest& request, std::int64_t number, std::string& out);
  // Takes what the answer has to be kept of it.
  void Keep(const ScriptRequest& request, std::string_view answer);

 private:
  using Kept = std::vector<std::string>;
  void Append(const ScriptText& text, std::int64_t number, std::string& out);
  std::int64_t NumberOf(const ScriptNumber& source, std::int64_t number);
  std::string DayAfter(TimePoint day, const ScriptPart& part, std::int64_t number);
  std::string_view Prepared(const std::string& pool, std::int64_t number) const;

  Settings settings_;
  Random random_;
  std::map<std::string, std::deque<Kept>, std::less<>> pools_;
  Kept taken_;  // last
  std::string body_;
  std::int64_t last_number_ = 0;
  TimePoint last_day_;
  std::uint64_t new_words_ = 0;
  std::int64_t rising_ = 0;
};

}  // namespace trestle::load
