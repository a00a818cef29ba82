#include "http/mailbox.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <utility>

#include "base/check.h"
#include "http/connection.h"
#include "http/messages.h"

namespace trestle::http {

Mailbox::~Mailbox() {
  Close();
  if (wake_event_ >= 0) ::close(wake_event_);
}

Status Mailbox::Open() {
  wake_event_ = ::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
  if (wake_event_ < 0) return messages::CannotStart("eventfd", std::strerror(errno));
  return {};
}

void Mailbox::Post(LateReply reply) {
  bool wake = false;
  {
    MutexLock lock(mutex_);
    // `reply` goes when this returns, which is after the lock: it may hold the last reference to
    // its connection.
    if (closed_) return;
    mail_.replies.push_back(std::move(reply));
    wake = std::exchange(sleeping_, false);
  }
  if (wake) Signal();
}

void Mailbox::Post(const Newcomer& newcomer) {
  bool wake = false;
  {
    MutexLock lock(mutex_);
    if (closed_) {
      ::close(newcomer.socket);
      return;
    }
    mail_.newcomers.push_back(newcomer);
    wake = std::exchange(sleeping_, false);
  }
  if (wake) Signal();
}

void Mailbox::Wake() {
  {
    MutexLock lock(mutex_);
    sleeping_ = false;
  }
  Signal();
}

bool Mailbox::PrepareToSleep() {
  MutexLock lock(mutex_);
  sleeping_ = mail_.replies.empty() && mail_.newcomers.empty();
  return sleeping_;
}

void Mailbox::Take(Mail& mail) {
  MutexLock lock(mutex_);
  sleeping_ = false;
  std::swap(mail_, mail);
}

void Mailbox::Close() {
  Mail undelivered;
  {
    MutexLock lock(mutex_);
    closed_ = true;
    std::swap(undelivered, mail_);
  }
  for (const Newcomer& newcomer : undelivered.newcomers) ::close(newcomer.socket);
}

void Mailbox::Signal() {
  const std::uint64_t one = 1;
  // The counter would take 2^64 wake-ups to fill.
  TRESTLE_CHECK(::write(wake_event_, &one, sizeof one) == sizeof one);
}

}  // namespace trestle::http
