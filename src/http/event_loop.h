#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <memory>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "http/connection.h"
#include "http/loop_state.h"
#include "http/mailbox.h"
#include "http/tls.h"

namespace trestle::http {

// Serves its share of the connections on the thread that calls Run. Everything it owns is touched
// by that thread alone; other threads reach it through the mailbox.
class EventLoop {
 public:
  struct Setup {
    const Limits& limits;
    Handler& handler;
    const Clock& clock;
    const TlsContext* tls = nullptr;  // null: plain connections
    std::size_t index = 0;
  };

  // What `setup` refers to outlives the loop.
  explicit EventLoop(const Setup& setup);
  ~EventLoop();
  EventLoop(const EventLoop&) = delete;
  EventLoop& operator=(const EventLoop&) = delete;

  Status Open();
  // Returns after Stop, once every connection is closed: the idle ones at once, others when their
  // request is answered or Limits::drain_time is over.
  void Run();

  // From any thread.
  void Adopt(const Newcomer& newcomer);
  void Stop();
  // Those adopted and not yet closed.
  std::size_t connections() const { return load_.load(std::memory_order_relaxed); }

 private:
  using ConnectionPointer =
      std::shared_ptr<Connection>;  // shared with the Responder of a pending request

  void Turn();
  int WaitTime();
  void TakeMail();
  void Admit(const Newcomer& newcomer);
  void RunReady();
  void Sweep();
  void BeginDraining();
  bool Drained() const;
  void Remove(Connection& connection);
  // Calls `act` on the connection, then removes it or queues it for another turn as it needs.
  template <class Act>
  void Serve(Connection& connection, Act act);

  LoopState state_;
  const TlsContext* tls_;
  const std::shared_ptr<Mailbox> mailbox_;  // shared with the connections, see Connection
  int epoll_ = -1;
  std::vector<ConnectionPointer> connections_;
  std::vector<ConnectionPointer> ready_;    // want another turn
  std::vector<ConnectionPointer> running_;  // those of ready_ that have it now
  std::vector<ConnectionPointer>
      closed_;  // in this turn; an event of the same turn may still point to them
  Mail mail_;
  std::chrono::milliseconds sweep_interval_;
  SteadyTime next_sweep_;
  SteadyTime drain_deadline_ = SteadyTime::max();
  std::atomic<std::size_t> load_ = 0;
  std::atomic<bool> stopping_ = false;
};

}  // namespace trestle::http
