#include "http/connection.h"

#include <sys/epoll.h>

#include <utility>

#include "http/refusal.h"

namespace trestle::http {
namespace {

// Reads and requests before other connections get their chance.
constexpr int kStepsPerTurn = 64;

// The connection whose request this thread is handling right now. Its reply can be taken on the
// spot; any other reply, given on this thread or another, goes by mail.
thread_local const Connection* being_handled = nullptr;

}  // namespace

Connection::Connection(std::unique_ptr<Stream> stream, const Address& remote, LoopState& loop,
                       std::shared_ptr<Mailbox> mailbox)
    : loop_(loop),
      mailbox_(std::move(mailbox)),
      stream_(std::move(stream)),
      remote_(remote),
      since_(loop.now) {}

void Connection::Reply(Response response) {
  if (being_handled == this) {
    Deliver(std::move(response));
  } else {
    mailbox_->Post(LateReply{.connection = shared_from_this(), .response = std::move(response)});
  }
}

void Connection::OnEvents(std::uint32_t events) {
  if (closed()) return;
  const bool broken = (events & (EPOLLERR | EPOLLHUP)) != 0;
  // Nobody is left to read the reply that is being made.
  if (broken && handling_) return Close();
  // TLS may have to write in order to read, and the other way round.
  const bool any = stream_->secure() || broken;
  if (any || (events & (EPOLLIN | EPOLLRDHUP)) != 0) readable_ = true;
  if (any || (events & EPOLLOUT) != 0) writable_ = true;
  if ((events & EPOLLRDHUP) != 0) hung_up_ = true;
  if (!wants_turn_) Advance();
}

void Connection::OnReply(Response response) {
  if (closed()) return;
  Deliver(std::move(response));
  work_->reader.Consume();
  if (!wants_turn_) Advance();
}

void Connection::OnTurn() {
  if (!closed()) Advance();
}

void Connection::OnTime() {
  const Activity doing = activity();
  if (closed() || doing == Activity::kHandling) return;
  const Limits& limits = loop_.limits;
  const Limits::Time allowed = doing == Activity::kIdle        ? limits.idle_time
                               : doing == Activity::kHead      ? limits.head_time
                               : doing == Activity::kLingering ? limits.linger_time
                                                               : limits.stall_time;
  if (loop_.now - since_ < allowed) return;
  if (doing != Activity::kHead) return Close();
  Refuse(messages::HeadTimeout());
  if (!wants_turn_) Advance();
}

void Connection::OnDrain() {
  if (!closed() && activity() == Activity::kIdle) Close();
}

// The workspace stays while a handler may be looking at the request in it; it then goes with the
// connection.
void Connection::Close() {
  stream_.reset();
  if (!handling_) work_.reset();
}

void Connection::Advance() {
  if (!work_) work_ = loop_.workspaces.Take();
  for (int steps = 0; steps < kStepsPerTurn; ++steps) {
    const Progress progress = Step();
    if (closed()) return;
    if (progress == Progress::kWait) return Rest();
    if (progress == Progress::kYield) break;
  }
  wants_turn_ = true;
}

Connection::Progress Connection::Step() {
  if (lingering_) return Discard();
  if (handling_ || closing_ || !HasRoomForReply()) {
    Flush();
    if (closed() || handling_) return Progress::kWait;
    if (closing_) return work_->output.empty() ? Finish() : Progress::kWait;
    if (!HasRoomForReply()) return Progress::kWait;
  }
  return ReadRequest();
}

Connection::Progress Connection::ReadRequest() {
  switch (work_->reader.Next()) {
    case RequestReader::State::kReady:
      return Dispatch();
    case RequestReader::State::kRefused:
      return Refuse(work_->reader.refusal());
    case RequestReader::State::kNeedMore:
      break;
  }
  if (work_->reader.TakeContinue()) work_->output.AddContinue();
  if (Gathers()) return Progress::kYield;
  // The replies to all requests that came together leave together.
  Flush();
  if (closed()) return Progress::kWait;
  if (ended_) {
    closing_ = true;
    return Progress::kAgain;
  }
  return readable_ ? Receive() : Progress::kWait;
}

Connection::Progress Connection::Receive() {
  RequestReader& reader = work_->reader;
  // The time allowed for a head is counted from its first byte.
  const bool restarts_time = reader.empty() || reader.in_body();
  const Moved moved = stream_->Read(reader.Space());
  reader.Added(moved.bytes);
  if (moved.bytes > 0 && restarts_time) since_ = loop_.now;
  switch (moved.state) {
    case IoState::kMore:
      break;
    case IoState::kBlocked:
      // The end of the input is no reason for another event if it was already there.
      readable_ = hung_up_ && moved.bytes > 0;
      break;
    case IoState::kEnded:
      ended_ = true;
      break;
    case IoState::kFailed:
      Close();
      break;
  }
  return Progress::kAgain;
}

Connection::Progress Connection::Dispatch() {
  RequestReader& reader = work_->reader;
  Request& request = reader.request();
  request.remote = remote_;
  request.secure = stream_->secure();
  request.loop = loop_.index;
  handling_ = true;
  loop_.handled = true;
  being_handled = this;
  loop_.handler.Handle(request, Responder(shared_from_this()));
  being_handled = nullptr;
  if (!handling_) reader.Consume();
  return Progress::kAgain;
}

void Connection::Deliver(Response response) {
  handling_ = false;
  since_ = loop_.now;
  const bool keep_alive = work_->reader.keep_alive() && !response.close && !loop_.draining;
  closing_ = !keep_alive;
  work_->output.Add(std::move(response),
                    {.date = loop_.date.text(),
                     .keep_alive = keep_alive,
                     .body_omitted = work_->reader.request().method == Method::kHead});
}

Connection::Progress Connection::Refuse(const Refusal& refusal) {
  closing_ = refused_ = true;
  since_ = loop_.now;
  work_->output.Add(RefusalResponse(refusal), {.date = loop_.date.text(), .keep_alive = false});
  return Progress::kAgain;
}

// Everything is written. Closing a socket that has unread input resets the connection, and the
// reset can overtake the reply; so what the client still sends is read first.
Connection::Progress Connection::Finish() {
  const bool unread = refused_ || readable_ || !work_->reader.empty();
  if (ended_ || !unread) {
    Close();
    return Progress::kWait;
  }
  stream_->EndWriting();
  lingering_ = true;
  since_ = loop_.now;
  return Progress::kAgain;
}

Connection::Progress Connection::Discard() {
  if (!readable_) return Progress::kWait;
  const Moved moved = stream_->Read(loop_.discarded);
  if (moved.state == IoState::kEnded || moved.state == IoState::kFailed) {
    Close();
  } else if (moved.state == IoState::kBlocked) {
    readable_ = hung_up_ && moved.bytes > 0;
  }
  return Progress::kAgain;
}

// Whether the replies wait for those of the connections that are ready in the same turn. Sent one
// right after the other they wake a client once that has many connections, and not for each.
bool Connection::Gathers() {
  const bool gathers = !gathered_ && !readable_ && !work_->output.empty();
  gathered_ = gathers;
  return gathers;
}

void Connection::Flush() {
  Output& output = work_->output;
  while (writable_ && !output.empty()) {
    const Moved moved = stream_->Write(output.Parts());
    if (moved.state == IoState::kFailed) return Close();
    output.Sent(moved.bytes);
    if (moved.bytes > 0) since_ = loop_.now;
    if (moved.state == IoState::kBlocked) writable_ = false;
  }
}

// Nothing more can be done now. An idle connection gives its buffers back.
void Connection::Rest() {
  const Activity doing = activity();
  if (doing == Activity::kIdle && loop_.draining) return Close();
  if (doing == Activity::kIdle || doing == Activity::kLingering) {
    loop_.workspaces.Give(std::move(work_));
  }
}

Connection::Activity Connection::activity() const {
  if (lingering_) return Activity::kLingering;
  if (!work_) return Activity::kIdle;
  if (handling_) return Activity::kHandling;
  if (!work_->output.empty()) return Activity::kWriting;
  if (work_->reader.in_body()) return Activity::kBody;
  return work_->reader.empty() ? Activity::kIdle : Activity::kHead;
}

bool Connection::HasRoomForReply() const {
  const Output& output = work_->output;
  return !output.has_large_body() && output.size() < loop_.limits.max_output_bytes;
}

}  // namespace trestle::http
