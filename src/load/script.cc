#include "load/script.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <utility>

#include "base/quantity.h"
#include "base/trimmed.h"
#include "load/messages.h"

namespace trestle::load {
namespace {

constexpr std::size_t kMostScriptRequests = 200;  // a ticket's kind is a byte

using Lists = std::map<std::string, std::vector<std::string>, std::less<>>;

// Cuts the first word off.
std::string_view TakeWord(std::string_view& text) {
  text = Trimmed(text);
  const std::size_t end = std::min(text.find(' '), text.size());
  const std::string_view word = text.substr(0, end);
  text = Trimmed(text.substr(end));
  return word;
}

std::vector<std::string> PartedByCommas(std::string_view text) {
  std::vector<std::string> parts;
  for (std::size_t comma = 0; comma != std::string_view::npos;) {
    comma = text.find(',');
    parts.emplace_back(text.substr(0, comma));
    if (comma != std::string_view::npos) text.remove_prefix(comma + 1);
  }
  return parts;
}

std::optional<std::int64_t> WholeNumber(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 0) return std::nullopt;
  return value;
}

// "7", "1..20", "n", "n/30", "n%30", "n/30%10".
std::optional<ScriptNumber> ParseScriptNumber(std::string_view text) {
  if (text.starts_with('n')) {
    ScriptNumber number = {.counted = true};
    text.remove_prefix(1);
    const std::size_t modulus = std::min(text.find('%'), text.size());
    if (text.starts_with('/')) {
      const auto divisor = WholeNumber(text.substr(1, modulus - 1));
      if (!divisor || *divisor == 0) return std::nullopt;
      number.divisor = *divisor;
    } else if (modulus != 0) {
      return std::nullopt;
    }
    if (modulus < text.size()) {
      const auto value = WholeNumber(text.substr(modulus + 1));
      if (!value || *value == 0) return std::nullopt;
      number.modulus = *value;
    }
    return number;
  }
  const std::size_t dots = text.find("..");
  const auto low = WholeNumber(text.substr(0, dots));
  const auto high = dots == std::string_view::npos ? low : WholeNumber(text.substr(dots + 2));
  if (!low || !high || *high < *low) return std::nullopt;
  return ScriptNumber{.low = *low, .high = *high};
}

// "login n/5", "login 0..199", "login same".
std::optional<ScriptPart> ParseKept(std::string_view text) {
  ScriptPart part{.kind = ScriptPart::Kind::kKept, .text = std::string(TakeWord(text))};
  if (text == "same") {
    part.kind = ScriptPart::Kind::kKeptSame;
    return part;
  }
  const auto number = ParseScriptNumber(text);
  if (!number) return std::nullopt;
  part.number = *number;
  return part;
}

// What stands between < and >.
std::optional<ScriptPart> ParsePlaceholder(std::string_view text, const Lists& lists) {
  using Kind = ScriptPart::Kind;
  if (text == "same") return ScriptPart{.kind = Kind::kSame};
  if (text == "new") return ScriptPart{.kind = Kind::kNew};
  if (text == "rising") return ScriptPart{.kind = Kind::kRising};
  if (text.starts_with("take ")) {
    return ScriptPart{.kind = Kind::kTaken, .text = std::string(text.substr(5))};
  }
  if (text.starts_with("taken ")) {
    const auto which = WholeNumber(text.substr(6));
    if (!which || *which == 0) return std::nullopt;
    return ScriptPart{.kind = Kind::kTakenToo, .number = {.low = *which}};
  }
  if (text.starts_with("kept ")) return ParseKept(text.substr(5));
  if (const auto list = lists.find(text); list != lists.end()) {
    return ScriptPart{.kind = Kind::kOneOf, .words = list->second};
  }
  for (const auto& [word, kind] : {std::pair(std::string_view("today"), Kind::kDay),
                                   std::pair(std::string_view("then"), Kind::kThen)}) {
    if (!text.starts_with(word)) continue;
    const std::string_view offset = text.substr(word.size());
    if (!offset.starts_with('+') && !offset.starts_with('-')) return std::nullopt;
    const auto number = ParseScriptNumber(offset.substr(1));
    if (!number) return std::nullopt;
    return ScriptPart{.kind = kind, .text = std::string(offset.substr(0, 1)), .number = *number};
  }
  const auto number = ParseScriptNumber(text);
  if (!number) return std::nullopt;
  return ScriptPart{.kind = Kind::kNumber, .number = *number};
}

Result<ScriptText> ParseScriptText(std::string_view text, const Lists& lists, std::size_t line) {
  ScriptText parts;
  while (!text.empty()) {
    const std::size_t begin = std::min(text.find('<'), text.size());
    if (begin > 0) parts.push_back({.text = std::string(text.substr(0, begin))});
    text.remove_prefix(begin);
    if (text.empty()) break;
    const std::size_t end = text.find('>');
    const std::string_view inside = text.substr(1, std::min(end, text.size()) - 1);
    auto part = end == std::string_view::npos ? std::nullopt : ParsePlaceholder(inside, lists);
    if (!part) return messages::BadScriptLine(line, "<" + std::string(inside) + "> is not known");
    parts.push_back(*std::move(part));
    text.remove_prefix(end + 1);
  }
  return parts;
}

// Reads the lines of a script one after the other.
class ScriptReader {
 public:
  explicit ScriptReader(const Script::RateOf& rate_of) : rate_of_(rate_of) {}

  Status Read(std::string_view line, std::size_t number) {
    line_ = number;
    const std::string_view first = TakeWord(line);
    if (first == "list") return ReadList(line);
    if (first == "prepare") return ReadPreparation(line);
    return ReadRequest(first, line);
  }

  Result<Script> Finish() {
    if (script_.requests.empty()) return messages::EmptyScript();
    if (script_.requests.size() > kMostScriptRequests) {
      return messages::BadScriptLine(line_, "there are too many requests");
    }
    for (const auto* const requests : {&script_.preparations, &script_.requests}) {
      for (const ScriptRequest& request : *requests) {
        TRESTLE_RETURN_IF_ERROR(CheckPools(request));
      }
    }
    return std::move(script_);
  }

 private:
  Status CheckPools(const ScriptRequest& request) const {
    using Kind = ScriptPart::Kind;
    for (const ScriptText* const text : {&request.path, &request.body}) {
      for (const ScriptPart& part : *text) {
        const bool kept = part.kind == Kind::kKept || part.kind == Kind::kKeptSame;
        if (!kept && part.kind != Kind::kTaken) continue;
        const std::vector<ScriptRequest>& fillers = kept ? script_.preparations : script_.requests;
        if (std::ranges::find(fillers, part.text, &ScriptRequest::keep_in) == fillers.end()) {
          return messages::NothingKept(request.name, part.text);
        }
      }
    }
    return {};
  }

  // "user = ann bob"
  Status ReadList(std::string_view rest) {
    const std::string name(TakeWord(rest));
    if (TakeWord(rest) != "=") return messages::BadScriptLine(line_, "a list is NAME = WORD...");
    std::vector<std::string>& words = lists_[name];
    while (!rest.empty()) words.emplace_back(TakeWord(rest));
    if (words.empty()) return messages::BadScriptLine(line_, "the list is empty");
    return {};
  }

  // "200 POST /User {...}"
  Status ReadPreparation(std::string_view rest) {
    const auto times = WholeNumber(TakeWord(rest));
    if (!times || *times == 0)
      return messages::BadScriptLine(line_, "write prepare N METHOD /PATH");
    TRESTLE_TRY(ScriptRequest request, ReadWhatIsSent(rest));
    request.name = "line " + std::to_string(line_);
    request.rate = static_cast<double>(*times);
    script_.preparations.push_back(std::move(request));
    return {};
  }

  // "22/s POST /bookings {...} keep booking=BookingId,UserId"
  Status ReadRequest(std::string_view name, std::string_view rest) {
    std::string_view after = rest;
    std::optional<double> rate = ParseRate(TakeWord(after));
    if (rate) {
      if (*rate == 0) return messages::BadScriptLine(line_, "a request has a rate above 0");
      rest = after;
    } else {
      rate = rate_of_(name);
    }
    if (!rate) return messages::BadScriptLine(line_, "nothing says how often it is sent");
    TRESTLE_TRY(ScriptRequest request, ReadWhatIsSent(rest));
    request.name = name;
    request.rate = *rate;
    script_.requests.push_back(std::move(request));
    return {};
  }

  // The same without the rate.
  Result<ScriptRequest> ReadWhatIsSent(std::string_view rest) {
    ScriptRequest request;
    constexpr std::string_view kKeep = " keep ";
    if (const std::size_t keep = rest.rfind(kKeep); keep != std::string_view::npos) {
      const std::string_view kept = Trimmed(rest.substr(keep + kKeep.size()));
      const std::size_t equals = kept.find('=');
      if (equals == std::string_view::npos) {
        return messages::BadScriptLine(line_, "write keep POOL=MEMBER,...");
      }
      request.keep_in = kept.substr(0, equals);
      request.keep_members = PartedByCommas(kept.substr(equals + 1));
      rest = Trimmed(rest.substr(0, keep));
    }
    request.method = TakeWord(rest);
    const std::size_t body = std::min(rest.find('{'), rest.size());
    const std::string_view path = Trimmed(rest.substr(0, body));
    if (!path.starts_with('/')) return messages::BadScriptLine(line_, "write METHOD /PATH {BODY}");
    TRESTLE_TRY(request.path, ParseScriptText(path, lists_, line_));
    TRESTLE_TRY(request.body, ParseScriptText(rest.substr(body), lists_, line_));
    return request;
  }

  const Script::RateOf& rate_of_;
  Lists lists_;
  Script script_;
  std::size_t line_ = 0;
};

}  // namespace

double Script::Rate() const {
  double sum = 0;
  for (const ScriptRequest& request : requests) sum += request.rate;
  return sum;
}

std::size_t Script::FillerOf(std::string_view pool) const {
  const auto filler = std::ranges::find(requests, pool, &ScriptRequest::keep_in);
  return static_cast<std::size_t>(filler - requests.begin());
}

Result<Script> Script::Parse(std::string_view text, const RateOf& rate_of) {
  ScriptReader reader(rate_of);
  std::string joined;  // a line with those that continue it
  std::size_t first = 0;
  std::size_t number = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    ++number;
    const std::string_view content = Trimmed(line);
    if (content.empty() || content.starts_with('#')) continue;
    if (line.starts_with(' ') && !joined.empty()) {
      joined.append(" ").append(content);
      continue;
    }
    if (!joined.empty()) TRESTLE_RETURN_IF_ERROR(reader.Read(joined, first));
    joined = content;
    first = number;
  }
  if (!joined.empty()) TRESTLE_RETURN_IF_ERROR(reader.Read(joined, first));
  return reader.Finish();
}

}  // namespace trestle::load
