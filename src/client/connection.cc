#include "client/connection.h"

#include <cerrno>
#include <utility>

namespace trestle::client {
namespace {

// Few and fixed, because errors are counted by their names.
std::string_view NameOfSocketError(int error) {
  switch (error) {
    case ECONNREFUSED:
      return "connection refused";
    case ECONNRESET:
    case EPIPE:
      return "connection reset";
    case ETIMEDOUT:
    case EHOSTUNREACH:
    case ENETUNREACH:
      return "host unreachable";
    default:
      return "connection failed";
  }
}

}  // namespace

void Connection::Renew(std::unique_ptr<http::Stream> stream) {
  stream_ = std::move(stream);
  Finish();
}

void Connection::Finish() {
  busy_ = false;
  sent_ = 0;
  reader_.Reset();
}

// Nothing is read yet: the answer will make the socket call again, and asking costs a system call.
Connection::Progress Connection::Begin(const Ticket& ticket, Instant due) {
  ticket_ = ticket;
  due_ = due;
  busy_ = true;
  return Write();
}

Connection::Progress Connection::Fail(std::string_view reason) {
  failure_ = reason;
  return Progress::kFailed;
}

Connection::Progress Connection::Step() {
  if (Write() == Progress::kFailed) return Progress::kFailed;
  return Read();
}

Connection::Progress Connection::Write() {
  while (busy_ && sent_ < request_.size()) {
    const http::Moved moved = stream_->Write({std::string_view(request_).substr(sent_), {}});
    if (moved.state == http::IoState::kFailed) return Fail(NameOfSocketError(errno));
    sent_ += moved.bytes;
    if (moved.state == http::IoState::kBlocked) break;
  }
  return Progress::kWaiting;
}

Connection::Progress Connection::Read() {
  while (true) {
    const http::Moved moved = stream_->Read(reader_.Space());
    if (moved.state == http::IoState::kFailed) return Fail(NameOfSocketError(errno));
    if (moved.bytes > 0) {
      const ResponseReader::State state = reader_.Advance(moved.bytes);
      if (state == ResponseReader::State::kBroken || !busy_) return Fail("not an HTTP answer");
      if (state == ResponseReader::State::kComplete) return Progress::kAnswered;
    }
    if (moved.state == http::IoState::kBlocked) return Progress::kWaiting;
    if (moved.state == http::IoState::kEnded) {
      const bool whole = busy_ && reader_.End() == ResponseReader::State::kComplete;
      return whole ? Progress::kAnswered : Fail("connection closed");
    }
  }
}

}  // namespace trestle::client
