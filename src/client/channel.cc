#include "client/channel.h"

#include <poll.h>
#include <sys/epoll.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

#include "client/messages.h"

namespace trestle::client {

using std::chrono::milliseconds;

namespace {

constexpr milliseconds kBetweenQuestions{20};  // whether the caller has given up

}  // namespace

Channel::Channel(Endpoint endpoint) : endpoint_(std::move(endpoint)) {}

Channel::~Channel() { Hang(); }

void Channel::Hang() {
  connection_.reset();
  if (poll_ >= 0) close(poll_);
  poll_ = -1;
}

// Edge-triggered, because a TLS stream that wants to read is not helped by room to write.
Status Channel::Connect() {
  TRESTLE_TRY(std::unique_ptr<http::Stream> stream, endpoint_.Connect());
  connection_ = std::make_unique<Connection>();
  connection_->Renew(std::move(stream));
  poll_ = epoll_create1(EPOLL_CLOEXEC);
  if (poll_ < 0) return messages::CannotOpen("epoll_create1", std::strerror(errno));
  epoll_event event = {};
  event.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET;
  if (epoll_ctl(poll_, EPOLL_CTL_ADD, connection_->socket(), &event) != 0) {
    return messages::CannotOpen("epoll_ctl", std::strerror(errno));
  }
  return {};
}

Connection::Progress Channel::WaitFor(Connection::Progress progress, const Sending& sending) {
  const Instant end = std::chrono::steady_clock::now() + sending.patience;
  while (progress == Connection::Progress::kWaiting) {
    auto left = std::chrono::ceil<milliseconds>(end - std::chrono::steady_clock::now());
    if (left.count() <= 0) return progress;
    if (sending.given_up) {
      if (sending.given_up()) return progress;
      left = std::min(left, kBetweenQuestions);
    }
    epoll_event event = {};
    const int ready = epoll_wait(poll_, &event, 1, static_cast<int>(left.count()));
    if (ready > 0) progress = connection_->Step();
  }
  return progress;
}

// Between two requests a server has nothing to say but that it hangs up.
bool Channel::WasClosed() const {
  pollfd socket = {.fd = connection_->socket(), .events = POLLIN, .revents = 0};
  return ::poll(&socket, 1, 0) != 0;
}

Result<Reply> Channel::SendOnce(const std::string& request, const Sending& sending) {
  has_sent_ = false;
  if (connection_ == nullptr) TRESTLE_RETURN_IF_ERROR(Connect());
  connection_->request() = request;
  const Connection::Progress progress = WaitFor(connection_->Begin({}, {}), sending);
  has_sent_ = connection_->has_sent();
  if (progress != Connection::Progress::kAnswered) {
    const std::string_view reason =
        progress == Connection::Progress::kFailed ? connection_->failure() : "no answer in time";
    tl::unexpected<Error> error = messages::Unreachable(endpoint_.url(), reason);
    Hang();
    return error;
  }
  const ResponseReader& reader = connection_->reader();
  Reply reply{.status = reader.status(),
              .body = std::string(reader.body()),
              .entity_tag = std::string(reader.entity_tag())};
  const bool keeps_alive = reader.keeps_alive();
  connection_->Finish();
  if (!keeps_alive) Hang();
  return reply;
}

Result<Reply> Channel::Send(const std::string& request, const Sending& sending) {
  if (connection_ != nullptr && WasClosed()) Hang();
  const bool used = connection_ != nullptr;
  const Instant begin = std::chrono::steady_clock::now();
  Result<Reply> reply = SendOnce(request, sending);
  if (reply || !used || (has_sent_ && !sending.repeatable)) return reply;
  if (std::chrono::steady_clock::now() - begin >= sending.patience) return reply;
  return SendOnce(request, sending);
}

}  // namespace trestle::client
