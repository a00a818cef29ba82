#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace trestle::http {

// Why a request gets no further than this room. The text reaches the client.
struct Refusal {
  int status = 400;
  std::string_view text;  // one of the literals below
};

namespace messages {

// To a client.
inline Refusal BadRequestLine() { return {400, "The request line is not valid."}; }
inline Refusal BadTarget() { return {400, "The request target is not valid."}; }
inline Refusal BadHeader() { return {400, "A request header is not valid."}; }
inline Refusal FoldedHeader() { return {400, "A request header spans several lines."}; }
inline Refusal BareLineFeed() { return {400, "Request lines must end with CR LF."}; }
inline Refusal BadHost() { return {400, "The request must have exactly one Host header."}; }
inline Refusal BadContentLength() { return {400, "The Content-Length header is not valid."}; }
inline Refusal LengthAndChunked() {
  return {400, "Content-Length and Transfer-Encoding cannot be used together."};
}
inline Refusal BadChunk() { return {400, "The chunked request body is not valid."}; }
inline Refusal BadGzip() { return {400, "The request body is not valid gzip data."}; }
inline Refusal HeadTimeout() { return {408, "The request took too long to arrive."}; }
inline Refusal BodyTooLarge() {
  return {413, "The request body is larger than this server accepts."};
}
inline Refusal TargetTooLong() {
  return {414, "The request target is longer than this server accepts."};
}
inline Refusal BadExpectation() { return {417, "The only expectation supported is 100-continue."}; }
inline Refusal HeadTooLarge() {
  return {431, "The request headers are larger than this server accepts."};
}
inline Refusal NoAnswer() { return {500, "The request was not answered."}; }
inline Refusal BadTransferEncoding() {
  return {501, "The only transfer encoding supported is chunked."};
}
inline Refusal TooManyConnections() { return {503, "Too many connections."}; }
inline Refusal BadVersion() { return {505, "This server speaks HTTP/1.1 and HTTP/1.0."}; }

// To an operator.
inline tl::unexpected<Error> PortInUse(std::string_view host, unsigned port) {
  return Fail(ErrorCode::kResourceInUse,
              "port " + std::to_string(port) + " on " + std::string(host) +
                  " is in use: stop the program that holds it, or choose another port "
                  "(0 picks a free one)");
}
inline tl::unexpected<Error> PortForbidden(std::string_view host, unsigned port) {
  return Fail(ErrorCode::kAccessDenied, "not allowed to listen on port " + std::to_string(port) +
                                            " of " + std::string(host) +
                                            ": choose a port above 1023");
}
inline tl::unexpected<Error> BadHostName(std::string_view host, std::string_view reason) {
  return Fail(ErrorCode::kValidation,
              "cannot listen on host '" + std::string(host) + "': " + std::string(reason));
}
inline tl::unexpected<Error> CannotListen(std::string_view host, unsigned port,
                                          std::string_view reason) {
  return Fail(ErrorCode::kInternalServerError, "cannot listen on " + std::string(host) + " port " +
                                                   std::to_string(port) + ": " +
                                                   std::string(reason));
}
inline tl::unexpected<Error> CannotStart(std::string_view call, std::string_view reason) {
  return Fail(ErrorCode::kInternalServerError,
              "cannot start the HTTP server: " + std::string(call) + ": " + std::string(reason));
}
inline tl::unexpected<Error> TlsNeedsBoth() {
  return Fail(ErrorCode::kValidation,
              "TLS needs a certificate and a key: one of the two is missing");
}
inline tl::unexpected<Error> BadTlsFile(std::string_view what, std::string_view path,
                                        std::string_view reason) {
  return Fail(ErrorCode::kValidation, "cannot use the TLS " + std::string(what) + " '" +
                                          std::string(path) + "': " + std::string(reason));
}

}  // namespace messages
}  // namespace trestle::http
