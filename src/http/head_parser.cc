#include "http/head_parser.h"

#include <charconv>
#include <cstring>
#include <utility>

#include "http/characters.h"

namespace trestle::http {
namespace {

using MaybeRefusal = std::optional<Refusal>;

Method MethodOf(std::string_view name) {
  switch (name.size()) {
    case 3:
      if (name == "GET") return Method::kGet;
      if (name == "PUT") return Method::kPut;
      break;
    case 4:
      if (name == "POST") return Method::kPost;
      if (name == "HEAD") return Method::kHead;
      break;
    case 5:
      if (name == "PATCH") return Method::kPatch;
      break;
    case 6:
      if (name == "DELETE") return Method::kDelete;
      break;
    case 7:
      if (name == "OPTIONS") return Method::kOptions;
      break;
    default:
      break;
  }
  return Method::kOther;
}

// http://host/path?query becomes /path?query; false when there is no authority.
bool StripOrigin(std::string_view& target) {
  const std::size_t scheme = target.find("://");
  if (scheme == std::string_view::npos || !IsToken(target.substr(0, scheme))) return false;
  const std::size_t authority = scheme + 3;
  const std::size_t end = std::min(target.find_first_of("/?", authority), target.size());
  if (end == authority) return false;
  target.remove_prefix(end);
  return true;
}

MaybeRefusal ParseTarget(std::string_view target, Request& request) {
  if (target.empty() || target.find(' ') != std::string_view::npos || !HasNoControls(target)) {
    return messages::BadTarget();
  }
  const bool asterisk = target == "*" && request.method == Method::kOptions;
  const bool authority = request.method_name == "CONNECT";
  if (target.front() != '/' && !asterisk && !authority && !StripOrigin(target)) {
    return messages::BadTarget();
  }
  // An absolute URI may end at its authority; its path is then the root.
  if (target.empty()) target = "/";
  request.target = target;
  const std::size_t mark = target.find('?');
  request.path = target.substr(0, mark);
  request.query = mark == std::string_view::npos ? std::string_view() : target.substr(mark + 1);
  if (request.path.empty()) request.path = "/";
  return std::nullopt;
}

MaybeRefusal ParseRequestLine(std::string_view line, Request& request) {
  const std::size_t method_end = line.find(' ');
  const std::size_t target_end = line.rfind(' ');
  if (method_end == std::string_view::npos || target_end == method_end) {
    return messages::BadRequestLine();
  }
  request.method_name = line.substr(0, method_end);
  if (!IsToken(request.method_name)) return messages::BadRequestLine();
  request.method = MethodOf(request.method_name);

  const std::string_view version = line.substr(target_end + 1);
  if (version != "HTTP/1.1" && version != "HTTP/1.0") {
    return version.starts_with("HTTP/") ? messages::BadVersion() : messages::BadRequestLine();
  }
  request.minor_version = version.back() - '0';
  return ParseTarget(line.substr(method_end + 1, target_end - method_end - 1), request);
}

// Gathers from the headers of one request what frames it.
class FramingReader {
 public:
  explicit FramingReader(int minor_version) : minor_version_(minor_version) {
    framing_.keep_alive = minor_version >= 1;
  }

  MaybeRefusal Read(const Header& header) {
    // The length tells most headers apart before a letter is compared.
    switch (header.name.size()) {
      case 4:
        if (EqualsIgnoreCase(header.name, "host")) ++hosts_;
        break;
      case 6:
        if (EqualsIgnoreCase(header.name, "expect")) return ReadExpect(header.value);
        break;
      case 10:
        if (EqualsIgnoreCase(header.name, "connection")) ReadConnection(header.value);
        break;
      case 14:
        if (EqualsIgnoreCase(header.name, "content-length")) return ReadLength(header.value);
        break;
      case 16:
        if (EqualsIgnoreCase(header.name, "content-encoding")) {
          framing_.gzip = EqualsIgnoreCase(header.value, "gzip");
        }
        break;
      case 17:
        if (EqualsIgnoreCase(header.name, "transfer-encoding")) return ReadEncoding(header.value);
        break;
      default:
        break;
    }
    return std::nullopt;
  }

  MaybeRefusal Finish(const Limits& limits, Framing& framing) const {
    if (hosts_ > 1 || (hosts_ == 0 && minor_version_ >= 1)) return messages::BadHost();
    if (has_length_ && framing_.chunked) return messages::LengthAndChunked();
    if (framing_.content_length > limits.max_body_bytes) return messages::BodyTooLarge();
    framing = framing_;
    return std::nullopt;
  }

 private:
  MaybeRefusal ReadExpect(std::string_view value) {
    if (!EqualsIgnoreCase(value, "100-continue")) return messages::BadExpectation();
    framing_.expects_continue = minor_version_ >= 1;
    return std::nullopt;
  }

  void ReadConnection(std::string_view value) {
    while (!value.empty()) {
      const std::size_t comma = std::min(value.find(','), value.size());
      const std::string_view option = TrimBlanks(value.substr(0, comma));
      if (EqualsIgnoreCase(option, "close")) closes_ = true;
      if (EqualsIgnoreCase(option, "keep-alive")) framing_.keep_alive = true;
      value.remove_prefix(std::min(comma + 1, value.size()));
    }
    if (closes_) framing_.keep_alive = false;
  }

  // A second length is refused even if it repeats the first: whoever sends two does not know which
  // one counts.
  MaybeRefusal ReadLength(std::string_view value) {
    if (std::exchange(has_length_, true) || value.empty()) return messages::BadContentLength();
    if (value.find_first_not_of("0123456789") != std::string_view::npos) {
      return messages::BadContentLength();
    }
    const auto [end, error] =
        std::from_chars(value.data(), value.data() + value.size(), framing_.content_length);
    if (error != std::errc()) return messages::BodyTooLarge();
    return std::nullopt;
  }

  MaybeRefusal ReadEncoding(std::string_view value) {
    if (std::exchange(framing_.chunked, true) || minor_version_ == 0 ||
        !EqualsIgnoreCase(value, "chunked")) {
      return messages::BadTransferEncoding();
    }
    return std::nullopt;
  }

  int minor_version_;
  int hosts_ = 0;
  bool has_length_ = false;
  bool closes_ = false;
  Framing framing_;
};

MaybeRefusal ParseHeader(std::string_view line, Header& header) {
  if (line.front() == ' ' || line.front() == '\t') return messages::FoldedHeader();
  std::size_t colon = 0;
  while (colon < line.size() && IsTokenCharacter(line[colon])) ++colon;
  if (colon == 0 || colon == line.size() || line[colon] != ':') return messages::BadHeader();
  header.name = line.substr(0, colon);
  header.value = TrimBlanks(line.substr(colon + 1));
  if (!IsFieldValue(header.value)) return messages::BadHeader();
  return std::nullopt;
}

// Cuts the next line off the front of `rest`, without its CR LF.
enum class LineState : std::uint8_t { kLine, kIncomplete, kBareLineFeed };
LineState TakeLine(std::string_view& rest, std::string_view& line) {
  const void* found = std::memchr(rest.data(), '\n', rest.size());
  if (found == nullptr) return LineState::kIncomplete;
  const std::size_t size = static_cast<const char*>(found) - rest.data();
  if (size == 0 || rest[size - 1] != '\r') return LineState::kBareLineFeed;
  line = rest.substr(0, size - 1);
  rest.remove_prefix(size + 1);
  return LineState::kLine;
}

Head Refused(const Refusal& refusal) {
  return {.state = Head::State::kRefused, .refusal = refusal};
}

// What to say when the line is not all there.
Head Unfinished(LineState state) {
  return state == LineState::kBareLineFeed ? Refused(messages::BareLineFeed()) : Head{};
}

}  // namespace

Head ParseHead(std::string_view bytes, const Limits& limits, Request& request,
               std::vector<Header>& headers) {
  // What cannot begin a method, such as a TLS handshake, is refused without waiting for a line to
  // end.
  if (!bytes.empty() && !IsTokenCharacter(bytes.front()))
    return Refused(messages::BadRequestLine());
  std::string_view rest = bytes;
  std::string_view line;
  if (const LineState state = TakeLine(rest, line); state != LineState::kLine) {
    return Unfinished(state);
  }
  if (const MaybeRefusal refusal = ParseRequestLine(line, request)) return Refused(*refusal);

  FramingReader reader(request.minor_version);
  headers.clear();
  for (;;) {
    if (const LineState state = TakeLine(rest, line); state != LineState::kLine) {
      return Unfinished(state);
    }
    if (line.empty()) break;
    if (headers.size() == limits.max_headers) return Refused(messages::HeadTooLarge());
    Header& header = headers.emplace_back();
    if (const MaybeRefusal refusal = ParseHeader(line, header)) return Refused(*refusal);
    if (const MaybeRefusal refusal = reader.Read(header)) return Refused(*refusal);
  }
  request.headers = headers;

  Head head{.state = Head::State::kComplete, .size = bytes.size() - rest.size()};
  if (const MaybeRefusal refusal = reader.Finish(limits, head.framing)) return Refused(*refusal);
  return head;
}

}  // namespace trestle::http
