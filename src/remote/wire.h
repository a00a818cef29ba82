#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/mutex.h"
#include "base/result.h"
#include "client/channel.h"
#include "client/endpoint.h"
#include "client/request_writer.h"
#include "remote/backoff.h"

namespace trestle::remote {

struct Call {
  enum class Service { kTables, kStreams };

  std::string_view operation;
  std::string body;
  // Doing it twice is as good as once. If not, it is not sent again when it may have been done.
  bool repeatable = true;
  Service service = Service::kTables;
};

struct WireOptions {
  client::Caller caller;
  std::chrono::milliseconds patience{30'000};  // with one attempt
  BackoffOptions backoff;
  Pause pause = PauseOnThisThread();
};

// Calls of an endpoint, signed, and repeated with backoff where that helps and harms nothing. Keeps
// a connection for each call under way. Safe to share between threads.
class Wire {
 public:
  // The endpoints have been resolved; `clock` outlives the wire.
  Wire(client::Endpoint tables, client::Endpoint streams, WireOptions options, const Clock& clock);
  ~Wire();

  // The body of the answer.
  Result<std::string> Send(const Call& call);
  const std::string& url() const { return tables_.endpoint.url(); }

 private:
  struct Session {
    client::Channel channel;
    client::RequestWriter writer;
    std::string request;  // kept for its memory
  };
  // Sessions that nobody uses now.
  struct Side {
    client::Endpoint endpoint;
    Mutex mutex;
    std::vector<std::unique_ptr<Session>> idle TRESTLE_GUARDED_BY(mutex);
  };
  struct Outcome {
    std::optional<client::Reply> reply;
    Error error;
    bool may_be_done = false;
  };
  Outcome SendOnce(Side& side, const Call& call);
  std::unique_ptr<Session> Take(Side& side);
  bool IsWorthMore(const Outcome& outcome, const Call& call, int attempts) const;

  const WireOptions options_;
  const Clock& clock_;
  Side tables_;
  Side streams_;
  std::atomic<bool> heard_ = false;  // from the endpoint, ever
};

}  // namespace trestle::remote
