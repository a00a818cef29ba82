#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "http/response.h"

namespace trestle::http {

// Replies of one connection on their way out, in order. Small ones are gathered so that pipelined
// requests are answered in one write; a large body is kept as the string it came in.
class Output {
 public:
  struct Form {
    std::string_view date;  // the whole header line
    bool keep_alive = true;
    bool body_omitted = false;  // the reply to a HEAD request
  };

  // Must not be called while there is a large body: see has_large_body().
  void Add(Response response, const Form& form);
  void AddContinue();

  // What to send next: first the text, then the large body. Both empty when all is sent.
  std::array<std::string_view, 2> Parts() const;
  void Sent(std::size_t bytes);

  bool empty() const { return sent_ == text_.size() + body_.size(); }
  std::size_t size() const { return text_.size() + body_.size() - sent_; }
  std::size_t capacity() const { return text_.capacity() + body_.capacity(); }
  bool has_large_body() const { return !body_.empty(); }
  // Forgets everything; keeps some memory for the next replies.
  void Reset();

 private:
  std::string text_;
  std::string body_;
  std::size_t sent_ = 0;  // of both, text first
};

}  // namespace trestle::http
