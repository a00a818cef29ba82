#include "http/server.h"

#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <functional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "http/event_loop.h"
#include "http/listener.h"
#include "http/output.h"
#include "http/refusal.h"
#include "http/tls.h"

namespace trestle::http {
namespace {

// As many as the machine allows, and how many that is.
std::size_t RaiseOpenFiles() {
  rlimit limit{};
  ::getrlimit(RLIMIT_NOFILE, &limit);
  rlimit raised = limit;
  raised.rlim_cur = limit.rlim_max;
  return ::setrlimit(RLIMIT_NOFILE, &raised) == 0 ? raised.rlim_cur : limit.rlim_cur;
}

// The server's threads are not for signals: the program's own thread gets those, and a peer that
// closes while TLS writes is an error to handle, not a SIGPIPE.
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~SignalsBlocked() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  sigset_t before_ = {};
};

// Says why, as far as that is possible without waiting, and closes.
void TurnAway(int socket, std::string_view date) {
  Output output;
  output.Add(RefusalResponse(messages::TooManyConnections()), {.date = date, .keep_alive = false});
  const std::string_view text = output.Parts()[0];
  static_cast<void>(::send(socket, text.data(), text.size(), MSG_NOSIGNAL));
  ::close(socket);
}

}  // namespace

class Server::Impl {
 public:
  Impl(const ServerOptions& options, Handler& handler, const Clock& clock)
      : options_(options), handler_(handler), clock_(clock), date_(clock) {}
  ~Impl() { Stop(); }

  Status Start();
  void Stop();
  std::uint16_t port() const { return listener_.port(); }
  std::string Url() const;
  std::size_t connections() const;

 private:
  Status OpenLoops();
  Status StartThreads();
  void Place(const Newcomer& newcomer);

  ServerOptions options_;
  Handler& handler_;
  const Clock& clock_;
  DateHeader date_;  // the accepting thread's
  std::unique_ptr<TlsContext> tls_;
  Listener listener_;
  std::vector<std::unique_ptr<EventLoop>> loops_;
  std::vector<std::thread> threads_;
  std::thread acceptor_;
};

Status Server::Impl::Start() {
  if (!options_.tls_certificate.empty() || !options_.tls_key.empty()) {
    TRESTLE_TRY(tls_, TlsContext::Load(options_.tls_certificate, options_.tls_key));
  }
  // The store needs files as well.
  options_.limits.max_connections =
      std::min(options_.limits.max_connections, RaiseOpenFiles() / 4 * 3);
  TRESTLE_RETURN_IF_ERROR(listener_.Open(options_.host, options_.port));
  TRESTLE_RETURN_IF_ERROR(OpenLoops());
  return StartThreads();
}

Status Server::Impl::OpenLoops() {
  const std::size_t count =
      options_.loops > 0 ? options_.loops : std::max(1U, std::thread::hardware_concurrency());
  for (std::size_t index = 0; index < count; ++index) {
    loops_.push_back(std::make_unique<EventLoop>(EventLoop::Setup{.limits = options_.limits,
                                                                  .handler = handler_,
                                                                  .clock = clock_,
                                                                  .tls = tls_.get(),
                                                                  .index = index}));
    TRESTLE_RETURN_IF_ERROR(loops_.back()->Open());
  }
  return {};
}

Status Server::Impl::StartThreads() {
  const SignalsBlocked blocked;
  try {
    for (const std::unique_ptr<EventLoop>& loop : loops_) {
      threads_.emplace_back([&loop = *loop] { loop.Run(); });
    }
    acceptor_ = std::thread(
        [this] { listener_.Run([this](const Newcomer& newcomer) { Place(newcomer); }); });
  } catch (const std::system_error& error) {
    Stop();
    return messages::CannotStart("thread", error.what());
  }
  return {};
}

// The least busy loop gets it. Few connections over few loops must be even: each loop is a core.
void Server::Impl::Place(const Newcomer& newcomer) {
  const auto least = std::min_element(
      loops_.begin(), loops_.end(),
      [](const auto& a, const auto& b) { return a->connections() < b->connections(); });
  if (connections() < options_.limits.max_connections) return (*least)->Adopt(newcomer);
  date_.Refresh();
  TurnAway(newcomer.socket, date_.text());
}

std::size_t Server::Impl::connections() const {
  std::size_t sum = 0;
  for (const std::unique_ptr<EventLoop>& loop : loops_) sum += loop->connections();
  return sum;
}

void Server::Impl::Stop() {
  if (acceptor_.joinable()) {
    listener_.Stop();
    acceptor_.join();
  }
  for (const std::unique_ptr<EventLoop>& loop : loops_) loop->Stop();
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
}

std::string Server::Impl::Url() const {
  std::string host = options_.host;
  if (host == "0.0.0.0" || host.empty()) host = "127.0.0.1";
  if (host == "::") host = "::1";
  if (host.find(':') != std::string::npos) host = "[" + host + "]";
  return (tls_ ? "https://" : "http://") + host + ":" + std::to_string(port());
}

Server::Server(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Server::~Server() = default;

Result<std::unique_ptr<Server>> Server::Start(const ServerOptions& options, Handler& handler,
                                              const Clock& clock) {
  auto impl = std::make_unique<Impl>(options, handler, clock);
  TRESTLE_RETURN_IF_ERROR(impl->Start());
  return std::unique_ptr<Server>(new Server(std::move(impl)));
}

std::uint16_t Server::Port() const { return impl_->port(); }
std::string Server::Url() const { return impl_->Url(); }
std::size_t Server::Connections() const { return impl_->connections(); }
void Server::Stop() { impl_->Stop(); }

}  // namespace trestle::http
