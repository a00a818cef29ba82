#include "protocol/replies.h"

#include <array>
#include <charconv>
#include <utility>

#include "base/log.h"
#include "json/json_writer.h"
#include "protocol/checksum.h"
#include "protocol/errors.h"
#include "protocol/messages.h"

namespace trestle {
namespace {

void AddChecksum(std::string_view body, http::ResponseHeaders& headers) {
  std::array<char, 10> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), Crc32(body)).ptr;
  headers.Add("x-amz-crc32", std::string_view(digits.data(), end));
}

void EchoHeader(const http::Request& request, std::string_view asked, std::string_view answered,
                http::Response& response) {
  if (const auto value = request.Find(asked)) response.headers.Add(answered, *value);
}

http::Response Dressed(const Asker& asker, int status, std::string_view content_type,
                       std::string body) {
  http::Response response{.status = status};
  response.headers.Add("Server", "Server");  // what the service calls itself
  response.headers.Add("x-amzn-RequestId", asker.request_id);
  AddChecksum(body, response.headers);
  if (!content_type.empty()) response.headers.Add("Content-Type", content_type);
  if (asker.from_browser) {
    response.headers.Add("Access-Control-Allow-Origin", "*");
    response.headers.Add("Access-Control-Expose-Headers",
                         "x-amzn-RequestId,x-amzn-ErrorType,x-amzn-ErrorMessage,Date");
  }
  response.body = std::move(body);
  return response;
}

}  // namespace

bool FromBrowser(const http::Request& request) { return request.Find("Origin").has_value(); }

http::Response Reply(const http::Request& request, std::string_view request_id, int status,
                     std::string_view content_type, std::string body) {
  return Dressed({request_id, FromBrowser(request)}, status, content_type, std::move(body));
}

http::Response ErrorReply(const http::Request& request, std::string_view request_id,
                          const Error& error) {
  const int status = WireErrorOf(error.code).status;
  if (status >= 500 && error.code != ErrorCode::kServiceUnavailable) {
    LogError(error.message);
    return InternalFailureReply({request_id, FromBrowser(request)});
  }
  std::string body;
  AppendErrorBody(error, body);
  return Reply(request, request_id, status, kJsonContent, std::move(body));
}

http::Response InternalFailureReply(const Asker& asker) {
  const Error error = messages::InternalFailure().value();
  std::string body;
  AppendErrorBody(error, body);
  return Dressed(asker, WireErrorOf(error.code).status, kJsonContent, std::move(body));
}

http::Response PreflightReply(const http::Request& request, std::string_view request_id) {
  if (!FromBrowser(request)) return NotAnOperationReply(request, request_id);
  http::Response response;
  response.headers.Add("x-amzn-RequestId", request_id);
  response.headers.Add("Access-Control-Allow-Origin", "*");
  EchoHeader(request, "Access-Control-Request-Headers", "Access-Control-Allow-Headers", response);
  EchoHeader(request, "Access-Control-Request-Method", "Access-Control-Allow-Methods", response);
  response.headers.Add("Access-Control-Max-Age", "172800");
  return response;
}

http::Response HealthyReply(const http::Request& request, std::string_view request_id) {
  return Reply(request, request_id, 200, "text/plain",
               "healthy: dynamodb.us-east-1.amazonaws.com ");
}

http::Response NotAnOperationReply(const http::Request& request, std::string_view request_id) {
  return Reply(request, request_id, 404, "", "<UnknownOperationException/>\n");
}

http::Response PlainJsonReply(const http::Request& request, std::string_view request_id,
                              const Error& error) {
  const WireError wire = WireErrorOf(error.code);
  std::string body = R"({"Output":{"__type":)";
  AppendJsonString(std::string(wire.prefix).append(wire.name), body);
  if (error.code == ErrorCode::kUnknownOperation) body.append(R"(,"message":null)");
  body.append(R"(},"Version":"1.0"})");
  return Reply(request, request_id, wire.status, "application/json", std::move(body));
}

}  // namespace trestle
