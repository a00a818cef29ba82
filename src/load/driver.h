#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <utility>
#include <vector>

#include "base/result.h"
#include "client/connection.h"
#include "client/endpoint.h"
#include "client/request_writer.h"
#include "load/traffic.h"

namespace trestle::load {

using client::Connection;
using client::Endpoint;
using client::RequestWriter;

struct DriverOptions {
  std::size_t connections = 1;
  double rate = 0;  // requests due each second; 0: each as soon as a connection is free
};

// Sends the requests of a `Traffic` over many connections, one epoll set, on the thread that calls
// it. With a rate, requests are due at even intervals whether answers come or not, and a request
// that had to wait for a free connection keeps the time at which it was due.
class Driver {
 public:
  // `endpoint`, `traffic` and `stop` outlive the driver.
  static Result<std::unique_ptr<Driver>> Open(const Endpoint& endpoint, RequestWriter writer,
                                              const DriverOptions& options, Traffic& traffic,
                                              const std::atomic<bool>& stop);
  ~Driver();
  Driver(const Driver&) = delete;
  Driver& operator=(const Driver&) = delete;

  // Sends until `end`, until `stop` is set or until the traffic is done. May be called again.
  void RunUntil(Instant end);
  // Sends nothing more and takes the answers that are still out; those that do not come in time
  // are counted as failed.
  void Drain(Nanoseconds patience);
  // Of the last run: how many requests were due and could not be sent.
  std::uint64_t unsent() const { return unsent_; }

 private:
  Driver(const Endpoint& endpoint, RequestWriter writer, const DriverOptions& options,
         Traffic& traffic, const std::atomic<bool>& stop);

  Status Renew(Connection& connection);
  void SendDue();
  bool SendOn(Connection& connection, Instant due);
  void Advance(Connection& connection);
  void TakeAnswer(Connection& connection);
  void TakeFailure(Connection& connection, std::string_view reason);
  void WakeRested(Instant now);
  void Wait(Instant now, Instant end);
  Instant NextDue() const;

  const Endpoint& endpoint_;
  RequestWriter writer_;
  DriverOptions options_;
  Traffic& traffic_;
  const std::atomic<bool>& stop_;
  int poll_ = -1;
  std::vector<std::unique_ptr<Connection>> connections_;
  std::vector<Connection*> idle_;
  std::deque<std::pair<Instant, Connection*>> resting_;  // after a failure, until then
  std::size_t in_flight_ = 0;
  bool sending_ = false;
  Instant begin_;  // of the run, for what is due
  Instant end_;
  std::uint64_t issued_ = 0;
  std::uint64_t unsent_ = 0;
  Outgoing outgoing_;
};

}  // namespace trestle::load
