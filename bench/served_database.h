#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "http/head_parser.h"
#include "protocol/dispatcher.h"
#include "samples.h"

namespace trestle::bench {

// A request whose head was read from its bytes.
class ReadRequest {
 public:
  ReadRequest(std::string_view operation, std::string_view body)
      : bytes_(RequestBytes(operation, body)) {
    const http::Head head = http::ParseHead(bytes_, limits_, request_, headers_);
    TRESTLE_CHECK(head.state == http::Head::State::kComplete);
    request_.body = request_.wire_body = std::string_view(bytes_).substr(head.size);
  }
  ReadRequest(const ReadRequest&) = delete;
  ReadRequest& operator=(const ReadRequest&) = delete;

  const http::Request& operator*() const { return request_; }

 private:
  std::string bytes_;
  http::Limits limits_;
  std::vector<http::Header> headers_;
  http::Request request_;
};

// Takes the replies that a connection would send.
struct ReplyBox : http::ReplyTarget {
  void Reply(http::Response given) override { response = std::move(given); }
  http::Response response;
};

// The dispatcher over a table of `kItems` in memory: the whole server without its sockets.
class ServedDatabase {
 public:
  static constexpr std::size_t kItems = 1000;

  ServedDatabase() {
    database_ = *LocalDatabase::Open({.store = {.folder = "", .in_memory = true}}, clock_);
    dispatcher_ = std::make_unique<Dispatcher>(*database_, 1);
    Serve(*ReadRequest("CreateTable", CreateTableBody()));
    for (std::size_t i = 0; i < kItems; ++i) Serve(*ReadRequest("PutItem", PutItemBody(i)));
  }

  // Serves one request, which must succeed.
  const http::Response& Serve(const http::Request& request) {
    dispatcher_->Handle(request, http::Responder(box_));
    dispatcher_->EndOfTurn(0);
    TRESTLE_CHECK(box_->response.status == 200);
    return box_->response;
  }

 private:
  ManualClock clock_{TimePoint(std::chrono::seconds(1'767'225'600))};
  std::unique_ptr<LocalDatabase> database_;
  std::unique_ptr<Dispatcher> dispatcher_;
  // Shared with the responder of the request that is being served.
  std::shared_ptr<ReplyBox> box_ = std::make_shared<ReplyBox>();
};

}  // namespace trestle::bench
