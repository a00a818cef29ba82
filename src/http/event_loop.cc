#include "http/event_loop.h"

#include <sys/epoll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/time_slice.h"
#include "http/messages.h"

namespace trestle::http {
namespace {

constexpr int kEventsPerTurn = 256;
// Connections whose replies wait for one another, each with its buffers.
constexpr std::size_t kConnectionsGathered = 8;
// Longer than others': a client on the same machine that waits for a processor takes its answers
// before more of them are made, rather than when the loop's stretch or a tick of the system's clock
// ends, 4 ms later. See docs/adr/0013.
constexpr std::chrono::milliseconds kTimeSlice{20};
constexpr std::uint32_t kInterest = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET;

// Often enough that no timeout is late by more than a quarter of itself.
std::chrono::milliseconds SweepInterval(const Limits& limits) {
  const Limits::Time shortest = std::min({limits.idle_time, limits.head_time, limits.stall_time,
                                          limits.linger_time, limits.drain_time});
  return std::clamp<Limits::Time>(shortest / 4, std::chrono::milliseconds(5),
                                  std::chrono::seconds(1));
}

}  // namespace

EventLoop::EventLoop(const Setup& setup)
    : state_(setup.limits, setup.handler, setup.clock, setup.index),
      tls_(setup.tls),
      mailbox_(std::make_shared<Mailbox>()),
      sweep_interval_(SweepInterval(setup.limits)),
      next_sweep_(state_.now + sweep_interval_) {}

EventLoop::~EventLoop() {
  mailbox_->Close();
  if (epoll_ >= 0) ::close(epoll_);
}

Status EventLoop::Open() {
  TRESTLE_RETURN_IF_ERROR(mailbox_->Open());
  epoll_ = ::epoll_create1(EPOLL_CLOEXEC);
  if (epoll_ < 0) return messages::CannotStart("epoll_create1", std::strerror(errno));
  // An event without a connection is the mailbox's.
  epoll_event event{.events = EPOLLIN | EPOLLET, .data = {.ptr = nullptr}};
  if (::epoll_ctl(epoll_, EPOLL_CTL_ADD, mailbox_->wake_event(), &event) != 0) {
    return messages::CannotStart("epoll_ctl", std::strerror(errno));
  }
  return {};
}

void EventLoop::Run() {
  SetTimeSlice(kTimeSlice);
  while (!Drained()) Turn();
  for (const ConnectionPointer& connection : connections_) connection->Close();
  load_ -= connections_.size();
  connections_.clear();
  ready_.clear();
  mailbox_->Close();
}

void EventLoop::Turn() {
  std::array<epoll_event, kEventsPerTurn> events;
  const int count = ::epoll_wait(epoll_, events.data(), kEventsPerTurn, WaitTime());
  state_.now = std::chrono::steady_clock::now();
  state_.date.Refresh();

  TakeMail();
  RunReady();
  for (int i = 0; i < count; ++i) {
    if (events[i].data.ptr == nullptr) continue;
    Serve(*static_cast<Connection*>(events[i].data.ptr),
          [&](Connection& connection) { connection.OnEvents(events[i].events); });
    if (ready_.size() >= kConnectionsGathered) RunReady();
  }
  RunReady();
  if (std::exchange(state_.handled, false)) state_.handler.EndOfTurn(state_.index);

  if (stopping_ && !state_.draining) BeginDraining();
  if (state_.now >= next_sweep_) Sweep();
  closed_.clear();
}

// In milliseconds, as epoll counts; -1 is forever.
int EventLoop::WaitTime() {
  if (!ready_.empty() || !mailbox_->PrepareToSleep()) return 0;
  if (stopping_ && !state_.draining) return 0;
  if (connections_.empty()) return -1;
  return static_cast<int>(sweep_interval_.count());
}

void EventLoop::TakeMail() {
  mailbox_->Take(mail_);
  for (const Newcomer& newcomer : mail_.newcomers) Admit(newcomer);
  for (LateReply& reply : mail_.replies) {
    Serve(*reply.connection,
          [&](Connection& connection) { connection.OnReply(std::move(reply.response)); });
  }
  mail_.newcomers.clear();
  mail_.replies.clear();
}

void EventLoop::Admit(const Newcomer& newcomer) {
  std::unique_ptr<Stream> stream =
      tls_ == nullptr ? MakePlainStream(newcomer.socket) : tls_->MakeStream(newcomer.socket);
  auto connection =
      std::make_shared<Connection>(std::move(stream), newcomer.remote, state_, mailbox_);
  epoll_event event{.events = kInterest, .data = {.ptr = connection.get()}};
  if (::epoll_ctl(epoll_, EPOLL_CTL_ADD, newcomer.socket, &event) != 0) {
    --load_;
    return;
  }
  connection->slot = connections_.size();
  connections_.push_back(std::move(connection));
}

void EventLoop::RunReady() {
  std::swap(running_, ready_);
  for (const ConnectionPointer& connection : running_) {
    connection->LeaveQueue();
    Serve(*connection, [](Connection& self) { self.OnTurn(); });
  }
  running_.clear();
}

void EventLoop::Sweep() {
  next_sweep_ = state_.now + sweep_interval_;
  // Backwards, because removal moves the last one into the gap.
  for (std::size_t i = connections_.size(); i-- > 0;) {
    Serve(*connections_[i], [](Connection& connection) { connection.OnTime(); });
  }
}

void EventLoop::BeginDraining() {
  state_.draining = true;
  drain_deadline_ = state_.now + state_.limits.drain_time;
  for (std::size_t i = connections_.size(); i-- > 0;) {
    Serve(*connections_[i], [](Connection& connection) { connection.OnDrain(); });
  }
}

bool EventLoop::Drained() const {
  return state_.draining && (connections_.empty() || state_.now >= drain_deadline_);
}

template <class Act>
void EventLoop::Serve(Connection& connection, Act act) {
  const bool was_closed = connection.closed();
  const bool was_queued = connection.wants_turn();
  act(connection);
  if (connection.closed()) {
    if (!was_closed) Remove(connection);
  } else if (connection.wants_turn() && !was_queued) {
    ready_.push_back(connection.shared_from_this());
  }
}

void EventLoop::Remove(Connection& connection) {
  const std::size_t slot = connection.slot;
  connections_.back()->slot = slot;
  std::swap(connections_[slot], connections_.back());
  closed_.push_back(std::move(connections_.back()));
  connections_.pop_back();
  --load_;
}

void EventLoop::Adopt(const Newcomer& newcomer) {
  ++load_;
  mailbox_->Post(newcomer);
}

void EventLoop::Stop() {
  stopping_ = true;
  mailbox_->Wake();
}

}  // namespace trestle::http
