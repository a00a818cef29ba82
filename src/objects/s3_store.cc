#include "objects/s3_store.h"

#include <chrono>
#include <thread>
#include <utility>
#include <vector>

#include "auth/canonical_text.h"
#include "auth/md5.h"
#include "auth/sha256.h"
#include "client/channel.h"
#include "objects/messages.h"
#include "objects/s3_answers.h"

namespace trestle {
namespace {

constexpr int kAttempts = 4;
constexpr std::chrono::milliseconds kFirstPause{100};
constexpr std::size_t kObjectsOnAPage = 1000;  // S3's own limit
constexpr int kUnknownThere = 501;             // and will be the next time

// /bucket/key, the key's slashes kept.
std::string PathOf(const ObjectName& name) {
  std::string path = "/";
  AppendEncoded(name.bucket, path);
  std::string_view rest = name.key;
  while (!name.key.empty()) {
    const std::size_t end = rest.find('/');
    path.push_back('/');
    AppendEncoded(rest.substr(0, end), path);
    if (end == std::string_view::npos) break;
    rest.remove_prefix(end + 1);
  }
  return path;
}

std::string Parameter(std::string_view name, std::string_view value) {
  std::string text(name);
  text.push_back('=');
  AppendEncoded(value, text);
  return text;
}

tl::unexpected<Error> Refusal(const client::Reply& reply) {
  std::string code = XmlText(reply.body, "Code");
  if (code.empty()) code = std::to_string(reply.status);
  std::string text = XmlText(reply.body, "Message");
  if (text.empty()) text = "the object store answered " + std::to_string(reply.status);
  return messages::StoreRefused(reply.status, code, text);
}

}  // namespace

std::string S3Store::Write(const Request& request) const {
  const std::string timestamp = SigningTimestamp(clock_.Now());
  const std::string payload_hash = Hex(Sha256(request.body));
  const std::string& host = options_.endpoint.host();
  std::vector<SignedHeader> headers = {
      {"host", host}, {"x-amz-content-sha256", payload_hash}, {"x-amz-date", timestamp}};
  if (!request.header.empty()) {
    headers.insert(headers.begin() + 1, {request.header, request.header_value});
  }
  if (!options_.credentials.session_token.empty()) {
    headers.push_back({"x-amz-security-token", options_.credentials.session_token});
  }
  Signer signer(options_.credentials, options_.region, "s3");
  std::string text(request.method);
  text.append(" ").append(request.path);
  if (!request.query.empty()) text.append("?").append(request.query);
  text.append(" HTTP/1.1\r\n");
  for (const SignedHeader& header : headers) {
    text.append(header.name).append(": ").append(header.value).append("\r\n");
  }
  text.append("authorization: ");
  signer.AppendAuthorization({.method = request.method,
                              .path = request.path,
                              .query = request.query,
                              .headers = headers,
                              .payload_hash = payload_hash,
                              .signed_path = SignedPath::kAsSent},
                             timestamp, text);
  text.append("\r\ncontent-length: ").append(std::to_string(request.body.size()));
  return text.append("\r\n\r\n").append(request.body);
}

Result<client::Reply> S3Store::Ask(const Request& request) const {
  client::Channel channel(options_.endpoint);
  std::chrono::milliseconds pause = kFirstPause;
  for (int attempt = 1;; ++attempt, pause *= 2) {
    Result<client::Reply> reply = channel.Send(Write(request), {.given_up = given_up_});
    const bool may_pass =
        !reply || (reply->status >= 500 && reply->status != kUnknownThere) || reply->status == 429;
    if (!may_pass || attempt == kAttempts || (given_up_ && given_up_())) {
      if (!reply) return messages::StoreUnreachable(options_.endpoint.url());
      return reply;
    }
    std::this_thread::sleep_for(pause);
  }
}

std::unique_ptr<ObjectStore> S3Store::GivingUpWhen(std::function<bool()> given_up) {
  auto store = std::make_unique<S3Store>(options_, clock_);
  store->given_up_ = std::move(given_up);
  return store;
}

Result<std::string> S3Store::Put(const ObjectName& name, std::string_view bytes) {
  TRESTLE_TRY(const client::Reply reply,
              Ask({.method = "PUT", .path = PathOf(name), .query = {}, .body = bytes}));
  if (reply.status != 200) return Refusal(reply);
  return Md5Hex(Md5(bytes));
}

// 409: somebody else's write of the object is under way.
Result<std::string> S3Store::PutIf(const ObjectName& name, std::string_view bytes,
                                   const std::string& tag) {
  TRESTLE_TRY(const client::Reply reply, Ask({.method = "PUT",
                                              .path = PathOf(name),
                                              .query = {},
                                              .body = bytes,
                                              .header = tag.empty() ? "if-none-match" : "if-match",
                                              .header_value = tag.empty() ? "*" : tag}));
  if (reply.status == 412 || reply.status == 409) return messages::AnotherObjectIsThere(name);
  if (reply.status == kUnknownThere) {
    return messages::StoreRefused(reply.status, kNotImplemented, "conditions are not known");
  }
  if (reply.status != 200) return Refusal(reply);
  return Md5Hex(Md5(bytes));
}

Result<std::string> S3Store::TagOf(const ObjectName& name) {
  TRESTLE_TRY(const client::Reply reply, Ask({.method = "GET",
                                              .path = PathOf(name),
                                              .query = {},
                                              .header = "range",
                                              .header_value = "bytes=0-0"}));
  if (reply.status == 200 || reply.status == 206) return reply.entity_tag;
  if (XmlText(reply.body, "Code") == kNoSuchKey) return std::string();
  return Refusal(reply);
}

Result<std::string> S3Store::Read(const ObjectName& name, std::uint64_t offset, std::size_t size) {
  if (size == 0) return std::string();
  const std::string range =
      "bytes=" + std::to_string(offset) + "-" + std::to_string(offset + size - 1);
  TRESTLE_TRY(client::Reply reply, Ask({.method = "GET",
                                        .path = PathOf(name),
                                        .query = {},
                                        .header = "range",
                                        .header_value = range}));
  if (reply.status == 206) return std::move(reply.body);
  if (reply.status == 416) return std::string();  // behind the end
  if (reply.status != 200) return Refusal(reply);
  // A server without ranges sends everything.
  return offset >= reply.body.size() ? std::string() : reply.body.substr(offset, size);
}

Result<std::vector<ObjectSummary>> S3Store::List(const std::string& bucket,
                                                 const std::string& prefix, std::size_t limit) {
  std::vector<ObjectSummary> objects;
  std::string token;
  do {
    std::string query = token.empty() ? "" : Parameter("continuation-token", token) + "&";
    query += "list-type=2&" + Parameter("max-keys", std::to_string(kObjectsOnAPage)) + "&" +
             Parameter("prefix", prefix);
    TRESTLE_TRY(const client::Reply reply,
                Ask({.method = "GET", .path = PathOf({bucket, ""}), .query = query}));
    if (reply.status != 200) return Refusal(reply);
    ObjectPage page = ReadObjectPage(reply.body);
    for (ObjectSummary& object : page.objects) objects.push_back(std::move(object));
    token = std::move(page.next);
  } while (!token.empty() && objects.size() < limit);
  if (objects.size() > limit) objects.resize(limit);
  return objects;
}

Status S3Store::Delete(const ObjectName& name) {
  TRESTLE_TRY(const client::Reply reply,
              Ask({.method = "DELETE", .path = PathOf(name), .query = {}}));
  if (reply.status >= 300 && reply.status != 404) return Refusal(reply);
  return {};
}

}  // namespace trestle
