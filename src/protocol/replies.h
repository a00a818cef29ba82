#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "http/request.h"
#include "http/response.h"

namespace trestle {

inline constexpr std::string_view kJsonContent = "application/x-amz-json-1.0";

// Replies in the service's clothes: request id, checksum of the body, headers that let a browser
// read it.
http::Response Reply(const http::Request& request, std::string_view request_id, int status,
                     std::string_view content_type, std::string body);
// A fault of ours is logged, and the client told no more than that there was one.
http::Response ErrorReply(const http::Request& request, std::string_view request_id,
                          const Error& error);

// What a reply has to know of its request, for one that is written when the request is gone.
struct Asker {
  std::string_view request_id;
  bool from_browser = false;
};
bool FromBrowser(const http::Request& request);
http::Response InternalFailureReply(const Asker& asker);

// What the service answers to anything but a POST of JSON.
http::Response PreflightReply(const http::Request& request, std::string_view request_id);
http::Response HealthyReply(const http::Request& request, std::string_view request_id);
http::Response NotAnOperationReply(const http::Request& request, std::string_view request_id);
// Of a POST of plain application/json, which never reaches an operation. `error` is why.
http::Response PlainJsonReply(const http::Request& request, std::string_view request_id,
                              const Error& error);

}  // namespace trestle
