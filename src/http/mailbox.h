#pragma once

#include <memory>
#include <vector>

#include "base/mutex.h"
#include "base/result.h"
#include "http/address.h"
#include "http/response.h"

namespace trestle::http {

class Connection;

// A reply that was given after its request had left the handler.
struct LateReply {
  std::shared_ptr<Connection>
      connection;  // shared with the loop, which may have closed it meanwhile
  Response response;
};

// An accepted socket on its way to the loop that will own it.
struct Newcomer {
  int socket = -1;
  Address remote;
};

struct Mail {
  std::vector<LateReply> replies;
  std::vector<Newcomer> newcomers;
};

// What other threads have for a loop. However much is posted while the loop sleeps, it is woken
// once, and not at all while it is awake. Outlives the loop as long as somebody may post.
class Mailbox {
 public:
  Mailbox() = default;
  ~Mailbox();
  Mailbox(const Mailbox&) = delete;
  Mailbox& operator=(const Mailbox&) = delete;

  Status Open();
  // Becomes readable, edge-triggered, when the loop is to wake up. Never read.
  int wake_event() const { return wake_event_; }

  // From any thread. Once closed, a reply is dropped and a newcomer's socket closed.
  void Post(LateReply reply) TRESTLE_EXCLUDES(mutex_);
  void Post(const Newcomer& newcomer) TRESTLE_EXCLUDES(mutex_);
  void Wake() TRESTLE_EXCLUDES(mutex_);

  // From the loop's thread. False when there is mail, so that the loop must not sleep.
  bool PrepareToSleep() TRESTLE_EXCLUDES(mutex_);
  // Exchanges what was posted for `mail`, which must be empty; its memory is used for the next
  // posts.
  void Take(Mail& mail) TRESTLE_EXCLUDES(mutex_);
  void Close() TRESTLE_EXCLUDES(mutex_);

 private:
  void Signal();

  Mutex mutex_;
  Mail mail_ TRESTLE_GUARDED_BY(mutex_);
  bool sleeping_ TRESTLE_GUARDED_BY(mutex_) = false;
  bool closed_ TRESTLE_GUARDED_BY(mutex_) = false;
  int wake_event_ = -1;
};

}  // namespace trestle::http
