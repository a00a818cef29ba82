#include "client/request_writer.h"

#include <array>
#include <chrono>
#include <span>
#include <utility>

namespace trestle::client {
namespace {

constexpr std::string_view kContentType = "application/x-amz-json-1.0";

}  // namespace

RequestWriter::RequestWriter(std::string host, const Caller& caller, const Clock& clock)
    : host_(std::move(host)),
      signer_(caller.credentials, caller.region, "dynamodb"),
      clock_(clock) {}

// A signature is good for minutes; writing the time anew each second is near enough and cheap.
void RequestWriter::RefreshTimestamp() {
  const TimePoint second = std::chrono::floor<std::chrono::seconds>(clock_.Now());
  if (second == second_ && !timestamp_.empty()) return;
  second_ = second;
  timestamp_ = SigningTimestamp(second);
}

void RequestWriter::Write(std::string_view operation, std::string_view body, std::string& out) {
  target_.assign("DynamoDB_20120810.").append(operation);
  WriteTo(target_, body, out);
}

void RequestWriter::WriteTo(std::string_view target, std::string_view body, std::string& out) {
  RefreshTimestamp();
  payload_hash_.clear();
  AppendHex(Sha256(body), payload_hash_);
  const std::string& token = signer_.credentials().session_token;
  const std::array<SignedHeader, 5> headers = {{{"content-type", kContentType},
                                                {"host", host_},
                                                {"x-amz-date", timestamp_},
                                                {"x-amz-security-token", token},
                                                {"x-amz-target", target}}};
  // Sorted by name either way; a token is there or not.
  const std::array<SignedHeader, 4> without_token = {
      {headers[0], headers[1], headers[2], headers[4]}};
  const std::span<const SignedHeader> all =
      token.empty() ? std::span<const SignedHeader>(without_token) : headers;

  out.assign("POST / HTTP/1.1\r\n");
  for (const SignedHeader& header : all) {
    out.append(header.name).append(": ").append(header.value).append("\r\n");
  }
  out.append("accept-encoding: identity\r\nauthorization: ");
  signer_.AppendAuthorization({.method = "POST", .headers = all, .payload_hash = payload_hash_},
                              timestamp_, out);
  out.append("\r\ncontent-length: ").append(std::to_string(body.size())).append("\r\n\r\n");
  out.append(body);
}

}  // namespace trestle::client
