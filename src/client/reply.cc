#include "client/reply.h"

#include "client/json_member.h"

namespace trestle::client {

std::string ErrorTypeOf(int status, std::string_view body) {
  const std::string_view type = JsonText(JsonMember(body, "__type").value_or(""));
  if (type.empty()) return "HTTP " + std::to_string(status);
  return std::string(type.substr(type.rfind('#') + 1));  // npos + 1 is 0
}

bool MayPass(int status, std::string_view error_type) {
  return status == 0 || status >= 500 || error_type.find("Throttling") != std::string_view::npos ||
         error_type.find("ThroughputExceeded") != std::string_view::npos ||
         error_type.find("LimitExceeded") != std::string_view::npos;
}

std::string Reply::ErrorType() const { return ErrorTypeOf(status, body); }

// The service spells the member either way.
std::string_view Reply::ErrorText() const {
  const std::string_view text = JsonText(JsonMember(body, "message").value_or(""));
  return text.empty() ? JsonText(JsonMember(body, "Message").value_or("")) : text;
}

}  // namespace trestle::client
