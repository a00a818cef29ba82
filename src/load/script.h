#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace trestle::load {

// Where a number of a script comes from: drawn from a range, or counted from that of the request.
struct ScriptNumber {
  bool counted = false;
  std::int64_t low = 0;  // of what is drawn, both included
  std::int64_t high = 0;
  std::int64_t divisor = 1;  // of what is counted: n / divisor % modulus
  std::int64_t modulus = 0;  // 0: none
};

// A piece of a request's text.
struct ScriptPart {
  enum class Kind : std::uint8_t {
    kText,
    kOneOf,     // of the list's words
    kNumber,    // <1..20>, <n>, <n/30>, <n%30>
    kSame,      // <same>: the number that was written last
    kDay,       // <today+1..20>: a date; `text` is its sign
    kThen,      // <then+2>: so many days after the date that was written last
    kNew,       // <new>: a word that no other request has
    kRising,    // <rising>: a number larger than the last
    kTaken,     // <take booking>: what a request has kept, once; `text` is the pool
    kTakenToo,  // <taken 2>: the second value of what was taken last
    kKept,      // <kept login n/5>: what that preparation of the pool has kept; it stays
    kKeptSame,  // <kept login same>: that of the number that was written last
  };
  Kind kind = Kind::kText;
  std::string text;
  std::vector<std::string> words;
  ScriptNumber number;
};
using ScriptText = std::vector<ScriptPart>;

struct ScriptRequest {
  std::string name;
  double rate = 0;  // a second; of a preparation, how often it is sent
  std::string method;
  ScriptText path;      // below /api/<system>
  ScriptText body;      // JSON; empty: none
  std::string keep_in;  // a pool for members of the answer; empty: nothing is kept
  std::vector<std::string> keep_members;
};

// What `trestle bench --system` sends: what must be there first, and the mix of requests.
struct Script {
  std::vector<ScriptRequest> preparations;
  std::vector<ScriptRequest> requests;

  double Rate() const;  // of all requests together
  // The request that fills the pool. Parse has seen that there is one.
  std::size_t FillerOf(std::string_view pool) const;

  // How often a request is sent whose line says nothing of it.
  using RateOf = std::function<std::optional<double>(std::string_view name)>;
  // Reads a system's load.txt; docs/benchmarking.md describes it. An error names the line.
  static Result<Script> Parse(std::string_view text, const RateOf& rate_of);
};

}  // namespace trestle::load
