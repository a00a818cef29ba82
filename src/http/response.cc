#include "http/response.h"

#include <algorithm>
#include <cstring>

namespace trestle::http {
namespace {

bool IsControl(char c) { return (static_cast<unsigned char>(c) < 0x20 && c != '\t') || c == 0x7f; }

}  // namespace

void ResponseHeaders::Add(std::string_view name, std::string_view value) {
  Append(name);
  Append(": ");
  if (std::any_of(value.begin(), value.end(), IsControl)) {
    std::string clean(value);
    std::replace_if(clean.begin(), clean.end(), IsControl, ' ');
    Append(clean);
  } else {
    Append(value);
  }
  Append("\r\n");
}

std::string_view ResponseHeaders::text() const {
  if (!overflow_.empty()) return overflow_;
  return {inline_.data(), inline_size_};
}

void ResponseHeaders::Append(std::string_view part) {
  if (overflow_.empty() && inline_size_ + part.size() <= kInlineBytes) {
    std::memcpy(inline_.data() + inline_size_, part.data(), part.size());
    inline_size_ += part.size();
    return;
  }
  if (overflow_.empty()) overflow_.assign(inline_.data(), inline_size_);
  overflow_ += part;
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
