#include "load/script_writer.h"

#include <chrono>
#include <utility>

#include "base/time_text.h"

namespace trestle::load {
namespace {

constexpr std::size_t kDateSize = 10;       // 2026-11-15
constexpr std::size_t kMostKept = 100'000;  // of a pool; more is forgotten

// Above what an earlier run has reached, and below a thousand million for decades.
std::int64_t FirstRisingNumber(TimePoint now) {
  constexpr std::int64_t kLongAgo = 1'700'000'000;
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(now.time_since_epoch());
  return seconds.count() - kLongAgo;
}

}  // namespace

ScriptWriter::ScriptWriter(Settings settings)
    : settings_(std::move(settings)),
      random_(settings_.seed),
      last_day_(settings_.now),
      rising_(FirstRisingNumber(settings_.now)) {}

const std::string* ScriptWriter::Missing(const ScriptRequest& request) const {
  for (const ScriptText* const text : {&request.path, &request.body}) {
    for (const ScriptPart& part : *text) {
      if (part.kind != ScriptPart::Kind::kTaken) continue;
      const auto pool = pools_.find(part.text);
      if (pool == pools_.end() || pool->second.empty()) return &part.text;
    }
  }
  return nullptr;
}

std::int64_t ScriptWriter::NumberOf(const ScriptNumber& source, std::int64_t number) {
  if (source.counted) {
    number /= source.divisor;
    return source.modulus == 0 ? number : number % source.modulus;
  }
  const auto width = static_cast<std::uint64_t>(source.high - source.low) + 1;
  return source.low + static_cast<std::int64_t>(random_.Below(width));
}

std::string ScriptWriter::DayAfter(TimePoint day, const ScriptPart& part, std::int64_t number) {
  const std::int64_t days = NumberOf(part.number, number);
  last_day_ = day + std::chrono::days(part.text == "-" ? -days : days);
  return FormatInstant(last_day_).substr(0, kDateSize);
}

std::string_view ScriptWriter::Prepared(const std::string& pool, std::int64_t number) const {
  if (settings_.prepared == nullptr) return {};
  const auto found = settings_.prepared->find(pool);
  const auto place = static_cast<std::size_t>(number);
  if (found == settings_.prepared->end() || place >= found->second.size()) return {};
  return found->second[place];
}

void ScriptWriter::Append(const ScriptText& text, std::int64_t number, std::string& out) {
  for (const ScriptPart& part : text) {
    switch (part.kind) {
      case ScriptPart::Kind::kText:
        out += part.text;
        break;
      case ScriptPart::Kind::kOneOf:
        out += part.words[random_.Below(part.words.size())];
        break;
      case ScriptPart::Kind::kNumber:
        last_number_ = NumberOf(part.number, number);
        out += std::to_string(last_number_);
        break;
      case ScriptPart::Kind::kSame:
        out += std::to_string(last_number_);
        break;
      case ScriptPart::Kind::kDay:
        out += DayAfter(settings_.now, part, number);
        break;
      case ScriptPart::Kind::kThen:
        out += DayAfter(last_day_, part, number);
        break;
      case ScriptPart::Kind::kNew:
        out.append(settings_.fresh).append(std::to_string(++new_words_));
        break;
      case ScriptPart::Kind::kRising:
        out += std::to_string(++rising_);
        break;
      case ScriptPart::Kind::kTaken: {
        std::deque<Kept>& pool = pools_.find(part.text)->second;
        taken_ = std::move(pool.front());
        pool.pop_front();
        out += taken_.front();
        break;
      }
      case ScriptPart::Kind::kKept:
        last_number_ = NumberOf(part.number, number);
        out += Prepared(part.text, last_number_);
        break;
      case ScriptPart::Kind::kKeptSame:
        out += Prepared(part.text, last_number_);
        break;
      case ScriptPart::Kind::kTakenToo: {
        const auto which = static_cast<std::size_t>(part.number.low);
        if (which <= taken_.size()) out += taken_[which - 1];
        break;
      }
    }
  }
}

void ScriptWriter::Write(const ScriptRequest& request, std::int64_t number, std::string& out) {
  out.assign(request.method).append(" ").append(settings_.base);
  Append(request.path, number, out);
  out.append(" HTTP/1.1\r\nhost: ").append(settings_.host);
  if (request.body.empty()) {
    // A request that changes something says that it has nothing to say.
    out.append(request.method == "GET" ? "\r\n\r\n" : "\r\ncontent-length: 0\r\n\r\n");
    return;
  }
  body_.clear();
  Append(request.body, number, body_);
  out.append("\r\ncontent-type: application/json\r\ncontent-length: ");
  out.append(std::to_string(body_.size())).append("\r\n\r\n").append(body_);
}

std::vector<std::string> KeptMembers(const ScriptRequest& request, std::string_view answer) {
  std::vector<std::string> kept;
  for (const std::string& name : request.keep_members) {
    // The first member of this name, however deep: an answer's own come before those of its parts.
    const std::string member = "\"" + name + "\":\"";
    const std::size_t begin = answer.find(member);
    if (begin == std::string_view::npos) return {};
    const std::string_view value = answer.substr(begin + member.size());
    kept.emplace_back(value.substr(0, value.find('"')));
  }
  return kept;
}

void ScriptWriter::Keep(const ScriptRequest& request, std::string_view answer) {
  Kept kept = KeptMembers(request, answer);
  if (kept.empty()) return;
  std::deque<Kept>& pool = pools_[request.keep_in];
  if (pool.size() < kMostKept) pool.push_back(std::move(kept));
}

}  // namespace trestle::load
