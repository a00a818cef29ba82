#pragma once

#include <memory>
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

// Takes the replies that connections would send. Each has to be a success.
struct ReplyBox : http::ReplyTarget {
  void Reply(http::Response response) override {
    TRESTLE_CHECK(response.status == 200);
    last = std::move(response);
    ++replies;
  }
  http::Response last;
  std::size_t replies = 0;
};

// The dispatcher over a table of `kItems` in memory: the whole server without its sockets.
class ServedDatabase {
 public:
  static constexpr std::size_t kItems = 1000;

  ServedDatabase() {
    database_ = *LocalDatabase::Open({.store = {.folder = "", .in_memory = true}}, clock_);
    dispatcher_ = std::make_unique<Dispatcher>(*database_, 1);
    Serve(ReadRequest("CreateTable", CreateTableBody()));
    for (std::size_t i = 0; i < kItems; ++i) Serve(ReadRequest("PutItem", PutItemBody(i)));
  }

  // The reply may wait for the end of the turn.
  void Handle(const http::Request& request) {
    dispatcher_->Handle(request, http::Responder(box_));
    ++requests_;
  }
  void EndOfTurn() {
    dispatcher_->EndOfTurn(0);
    TRESTLE_CHECK(box_->replies == requests_);
  }

 private:
  void Serve(const ReadRequest& request) {
    Handle(*request);
    EndOfTurn();
  }

  ManualClock clock_{TimePoint(std::chrono::seconds(1'767'225'600))};
  std::unique_ptr<LocalDatabase> database_;
  std::unique_ptr<Dispatcher> dispatcher_;
  // Shared with the responders of the requests of a turn.
  std::shared_ptr<ReplyBox> box_ = std::make_shared<ReplyBox>();
  std::size_t requests_ = 0;
};

}  // namespace trestle::bench
