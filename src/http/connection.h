#pragma once

#include <cstdint>
#include <memory>

#include "http/address.h"
#include "http/handler.h"
#include "http/loop_state.h"
#include "http/mailbox.h"
#include "http/stream.h"

namespace trestle::http {

// One client's connection: reads requests, has them handled one after the other, writes the
// replies. Belongs to one loop, whose thread alone may call anything but Reply. The loop and the
// Responder of a pending request share it, so that neither is left with a pointer to nothing.
class Connection final : public ReplyTarget, public std::enable_shared_from_this<Connection> {
 public:
  // `loop` outlives the connection's open time; `mailbox` is the same loop's, shared with all its
  // connections.
  Connection(std::unique_ptr<Stream> stream, const Address& remote, LoopState& loop,
             std::shared_ptr<Mailbox> mailbox);

  // From any thread: takes the reply of the request being handled.
  void Reply(Response response) override;

  // The socket is ready, as epoll says it.
  void OnEvents(std::uint32_t events);
  // A reply came by mail.
  void OnReply(Response response);
  // The turn that this connection asked for, once LeaveQueue was called.
  void OnTurn();
  // Time has passed.
  void OnTime();
  // The server stops.
  void OnDrain();
  void Close();

  bool closed() const { return stream_ == nullptr; }
  // There is more to do than one turn allows; the loop must call OnTurn soon.
  bool wants_turn() const { return wants_turn_; }
  void LeaveQueue() { wants_turn_ = false; }
  int socket() const { return stream_->socket(); }

  std::size_t slot = 0;  // the loop's: where it keeps this connection

 private:
  enum class Progress : std::uint8_t { kAgain, kWait, kYield };
  // What the connection is doing, as far as its deadline depends on it.
  enum class Activity : std::uint8_t { kIdle, kHead, kBody, kHandling, kWriting, kLingering };

  void Advance();
  Progress Step();
  Progress ReadRequest();
  Progress Receive();
  Progress Dispatch();
  Progress Refuse(const Refusal& refusal);
  Progress Finish();
  Progress Discard();
  void Deliver(Response response);
  bool Gathers();
  void Flush();
  void Rest();
  Activity activity() const;
  bool HasRoomForReply() const;

  LoopState& loop_;
  const std::shared_ptr<Mailbox> mailbox_;
  std::unique_ptr<Stream> stream_;   // null once closed
  std::unique_ptr<Workspace> work_;  // null while idle
  const Address remote_;
  SteadyTime since_;  // when the present activity began or last got further

  bool readable_ = false;  // as far as we know: edge-triggered events tell only of changes
  bool writable_ = true;
  bool hung_up_ = false;    // the peer's end of input is in the socket
  bool ended_ = false;      // and was read
  bool handling_ = false;   // a request waits for its reply
  bool closing_ = false;    // after what is in the output
  bool refused_ = false;    // the rest of the input means nothing
  bool lingering_ = false;  // all is written; reads on until the client has seen it
  bool gathered_ = false;   // the output has waited for the replies of other connections
  bool wants_turn_ = false;
};

}  // namespace trestle::http
