#include "http/output.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace trestle::http {
namespace {

// Copying this much is cheaper than what it costs to send two pieces.
constexpr std::size_t kLargestCopied = 4 << 10;
constexpr std::size_t kLargestKept = 64 << 10;

bool HasBody(int status) { return status >= 200 && status != 204 && status != 304; }

template <class Number>
void AppendNumber(std::string& text, Number number) {
  std::array<char, 20> digits{};
  const auto [end, error] = std::to_chars(digits.data(), digits.data() + digits.size(), number);
  text.append(digits.data(), end);
}

void AppendStatusLine(std::string& text, int status) {
  if (status == 200) {
    text += "HTTP/1.1 200 OK\r\n";
    return;
  }
  text += "HTTP/1.1 ";
  AppendNumber(text, status);
  text += ' ';
  text += ReasonPhrase(status);
  text += "\r\n";
}

}  // namespace

void Output::Add(Response response, const Form& form) {
  AppendStatusLine(text_, response.status);
  text_ += form.date;
  text_ += response.headers.text();
  text_ += form.keep_alive ? "Connection: keep-alive\r\n" : "Connection: close\r\n";
  if (!HasBody(response.status)) {
    text_ += "\r\n";
    return;
  }
  text_ += "Content-Length: ";
  AppendNumber(text_, response.body.size());
  text_ += "\r\n\r\n";
  if (form.body_omitted) return;
  if (response.body.size() <= kLargestCopied) {
    text_ += response.body;
  } else {
    body_ = std::move(response.body);
  }
}

void Output::AddContinue() { text_ += "HTTP/1.1 100 Continue\r\n\r\n"; }

std::array<std::string_view, 2> Output::Parts() const {
  const std::size_t of_text = std::min(sent_, text_.size());
  return {std::string_view(text_).substr(of_text), std::string_view(body_).substr(sent_ - of_text)};
}

void Output::Sent(std::size_t bytes) {
  sent_ += bytes;
  if (empty()) return Reset();
  // A client that pipelines and reads slowly may never let the text run empty.
  if (sent_ > kLargestKept && sent_ <= text_.size()) text_.erase(0, std::exchange(sent_, 0));
}

void Output::Reset() {
  sent_ = 0;
  text_.clear();
  if (text_.capacity() > kLargestKept) text_ = std::string();
  body_ = std::string();
}

}  // namespace trestle::http
