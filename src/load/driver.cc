#include "load/driver.h"

#include <sys/epoll.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>

#include "client/messages.h"

namespace trestle::load {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kRest{100};         // before a broken connection is made anew
constexpr milliseconds kLongestWait{100};  // so that `stop` is noticed
constexpr milliseconds kNothingToSend{2};  // before the traffic is asked again

// Nanoseconds where the kernel has them; requests at a rate are due in microseconds.
int WaitForEvents(int poll, epoll_event* events, int room, Nanoseconds timeout) {
  const timespec time = {.tv_sec = timeout.count() / 1'000'000'000,
                         .tv_nsec = timeout.count() % 1'000'000'000};
  const int ready = epoll_pwait2(poll, events, room, &time, nullptr);
  if (ready >= 0 || errno != ENOSYS) return ready;
  const auto rounded = std::chrono::ceil<milliseconds>(timeout);
  return epoll_wait(poll, events, room, static_cast<int>(rounded.count()));
}

}  // namespace

Driver::Driver(const Endpoint& endpoint, RequestWriter writer, const DriverOptions& options,
               Traffic& traffic, const std::atomic<bool>& stop)
    : endpoint_(endpoint),
      writer_(std::move(writer)),
      options_(options),
      traffic_(traffic),
      stop_(stop),
      poll_(epoll_create1(EPOLL_CLOEXEC)) {}

Driver::~Driver() {
  if (poll_ >= 0) close(poll_);
}

Result<std::unique_ptr<Driver>> Driver::Open(const Endpoint& endpoint, RequestWriter writer,
                                             const DriverOptions& options, Traffic& traffic,
                                             const std::atomic<bool>& stop) {
  std::unique_ptr<Driver> driver(new Driver(endpoint, std::move(writer), options, traffic, stop));
  if (driver->poll_ < 0) return client::messages::CannotOpen("epoll_create1", std::strerror(errno));
  for (std::size_t i = 0; i < options.connections; ++i) {
    driver->connections_.push_back(std::make_unique<Connection>());
    TRESTLE_RETURN_IF_ERROR(driver->Renew(*driver->connections_.back()));
    driver->idle_.push_back(driver->connections_.back().get());
  }
  return driver;
}

// Edge-triggered and for both directions once and for all: no call is needed to wait for either.
Status Driver::Renew(Connection& connection) {
  TRESTLE_TRY(std::unique_ptr<http::Stream> stream, endpoint_.Connect());
  connection.Renew(std::move(stream));
  epoll_event event = {};
  event.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET;
  event.data.ptr = &connection;
  if (epoll_ctl(poll_, EPOLL_CTL_ADD, connection.socket(), &event) != 0) {
    return client::messages::CannotOpen("epoll_ctl", std::strerror(errno));
  }
  return {};
}

void Driver::RunUntil(Instant end) {
  prctl(PR_SET_TIMERSLACK, 1UL);  // of this thread: wake when a request is due, not 50 µs later
  begin_ = SteadyClock::now();
  end_ = end;
  issued_ = unsent_ = 0;
  sending_ = true;
  Instant now = begin_;
  while (now < end && !stop_.load(std::memory_order_relaxed) && !traffic_.Done()) {
    WakeRested(now);
    SendDue();
    Wait(now, end);
    now = SteadyClock::now();
  }
  sending_ = false;
  if (options_.rate > 0) {
    const double due = Seconds(std::min(now, end) - begin_) * options_.rate;
    unsent_ = static_cast<std::uint64_t>(std::max(0.0, due - static_cast<double>(issued_)));
  }
}

void Driver::Drain(Nanoseconds patience) {
  const Instant end = SteadyClock::now() + patience;
  for (Instant now = SteadyClock::now(); in_flight_ > 0 && now < end; now = SteadyClock::now()) {
    Wait(now, end);
  }
  for (const std::unique_ptr<Connection>& connection : connections_) {
    if (connection->busy()) TakeFailure(*connection, "no answer in time");
  }
}

Instant Driver::NextDue() const {
  const double seconds = static_cast<double>(issued_) / options_.rate;
  return begin_ + Nanoseconds(std::llround(seconds * 1e9));
}

void Driver::SendDue() {
  while (sending_ && !idle_.empty()) {
    const Instant now = SteadyClock::now();
    const Instant due = options_.rate > 0 ? NextDue() : now;
    if (now >= end_ || due > now || !SendOn(*idle_.back(), due)) return;
  }
}

// `connection` is the last of the idle ones. False if the traffic has nothing to send.
bool Driver::SendOn(Connection& connection, Instant due) {
  if (!traffic_.Next(outgoing_)) return false;
  if (outgoing_.operation.empty()) {
    connection.request() = outgoing_.body;
  } else {
    writer_.Write(outgoing_.operation, outgoing_.body, connection.request());
  }
  idle_.pop_back();
  ++issued_;
  ++in_flight_;
  // In a closed loop a request is due when it is ready: making it is our time, not the server's.
  const Instant from = options_.rate > 0 ? due : SteadyClock::now();
  if (connection.Begin(outgoing_.ticket, from) == Connection::Progress::kFailed) {
    TakeFailure(connection, connection.failure());
  }
  return true;
}

void Driver::Advance(Connection& connection) {
  switch (connection.Step()) {
    case Connection::Progress::kWaiting:
      return;
    case Connection::Progress::kAnswered:
      return TakeAnswer(connection);
    case Connection::Progress::kFailed:
      return TakeFailure(connection, connection.failure());
  }
}

void Driver::TakeAnswer(Connection& connection) {
  const client::ResponseReader& reader = connection.reader();
  traffic_.Answered({.ticket = connection.ticket(),
                     .due = connection.due(),
                     .received = SteadyClock::now(),
                     .status = reader.status(),
                     .body = reader.body(),
                     .bytes_sent = connection.request().size(),
                     .bytes_received = reader.total_bytes()});
  --in_flight_;
  const bool reusable = reader.keeps_alive();
  connection.Finish();
  if (!reusable && !Renew(connection)) {
    resting_.emplace_back(SteadyClock::now() + kRest, &connection);
    return;
  }
  idle_.push_back(&connection);
}

void Driver::TakeFailure(Connection& connection, std::string_view reason) {
  const Instant now = SteadyClock::now();
  if (connection.busy()) {
    --in_flight_;
    traffic_.Answered({.ticket = connection.ticket(),
                       .due = connection.due(),
                       .received = now,
                       .body = reason,
                       .bytes_sent = connection.request().size()});
    connection.Finish();
  } else {
    // A server may close a connection that nobody uses.
    const auto place = std::find(idle_.begin(), idle_.end(), &connection);
    if (place == idle_.end()) return;  // it rests already
    idle_.erase(place);
  }
  resting_.emplace_back(now + kRest, &connection);
}

void Driver::WakeRested(Instant now) {
  while (!resting_.empty() && resting_.front().first <= now) {
    Connection* const connection = resting_.front().second;
    resting_.pop_front();
    if (Renew(*connection)) {
      idle_.push_back(connection);
    } else {
      resting_.emplace_back(now + kRest, connection);
    }
  }
}

void Driver::Wait(Instant now, Instant end) {
  Nanoseconds timeout = std::min<Nanoseconds>(kLongestWait, end - now);
  if (sending_ && !idle_.empty()) {
    const Nanoseconds next = options_.rate > 0 ? NextDue() - now : Nanoseconds(kNothingToSend);
    timeout = std::min(timeout, next);
  }
  std::array<epoll_event, 128> events;
  const int ready = WaitForEvents(poll_, events.data(), static_cast<int>(events.size()),
                                  std::max(timeout, Nanoseconds(0)));
  for (int i = 0; i < ready; ++i) {
    Advance(*static_cast<Connection*>(events[static_cast<std::size_t>(i)].data.ptr));
    SendDue();
  }
}

}  // namespace trestle::load
