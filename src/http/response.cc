#include "http/response.h"

#include <algorithm>
#include <utility>

#include "http/characters.h"

namespace trestle::http {

void ResponseHeaders::Add(std::string_view name, std::string_view value) {
  if (!IsFieldValue(value)) {
    std::string clean(value);
    std::replace_if(
        clean.begin(), clean.end(), [](char c) { return !IsFieldCharacter(c); }, ' ');
    return Add(name, clean);
  }
  char* to = Extend(name.size() + value.size() + 4);
  const auto put = [&to](std::string_view part) { to = std::copy(part.begin(), part.end(), to); };
  put(name);
  put(": ");
  put(value);
  put("\r\n");
}

std::string_view ResponseHeaders::text() const {
  if (!overflow_.empty()) return overflow_;
  return {inline_.data(), inline_size_};
}

char* ResponseHeaders::Extend(std::size_t size) {
  if (overflow_.empty() && size <= kInlineBytes - inline_size_) {
    return inline_.data() + std::exchange(inline_size_, inline_size_ + size);
  }
  if (overflow_.empty()) overflow_.assign(inline_.data(), inline_size_);
  const std::size_t before = overflow_.size();
  overflow_.resize(before + size);
  return overflow_.data() + before;
}

std::string_view ReasonPhrase(int status) {
  switch (status) {
    case 100:
      return "Continue";
    case 200:
      return "OK";
    case 201:
      return "Created";
    case 202:
      return "Accepted";
    case 204:
      return "No Content";
    case 206:
      return "Partial Content";
    case 301:
      return "Moved Permanently";
    case 302:
      return "Found";
    case 303:
      return "See Other";
    case 304:
      return "Not Modified";
    case 307:
      return "Temporary Redirect";
    case 308:
      return "Permanent Redirect";
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 406:
      return "Not Acceptable";
    case 408:
      return "Request Timeout";
    case 409:
      return "Conflict";
    case 410:
      return "Gone";
    case 412:
      return "Precondition Failed";
    case 413:
      return "Request Entity Too Large";
    case 414:
      return "URI Too Long";
    case 415:
      return "Unsupported Media Type";
    case 417:
      return "Expectation Failed";
    case 422:
      return "Unprocessable Entity";
    case 428:
      return "Precondition Required";
    case 429:
      return "Too Many Requests";
    case 431:
      return "Request Header Fields Too Large";
    case 500:
      return "Internal Server Error";
    case 501:
      return "Not Implemented";
    case 503:
      return "Service Unavailable";
    case 505:
      return "HTTP Version Not Supported";
    default:
      return "Unknown";
  }
}

}  // namespace trestle::http
